"""The sockets that the web listens on, opened before it is started, and whether it answers there.

Opened here and handed down, they outlive a web that dies: meanwhile connections wait instead of
being refused.
"""

import contextlib
import errno
import http.client
import socket
from collections.abc import Iterable
from typing import Any, Final

from service.processes.children import say
from service.settings.config import ConfigError
from service.settings.hosts import bound, reachable

BACKLOG: Final = 1024
FREE_PORTS: Final = 20
"""How many to try, where any will do, until one is free at all addresses."""
NOT_HERE: Final = frozenset({errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL})
"""What the kernel says of an address of a kind that it has not: IPv6 can be switched off."""


def listen(host: str, port: int) -> list[socket.socket]:
    """A socket for each address of `host`, all on one port; 0 takes a free one.

    Of several addresses one that this machine lacks is left out, and told. Raises ConfigError if
    one is taken, or if none is this machine's.
    """
    try:
        found = dict.fromkeys(
            (family, place)
            for name in bound(host)
            for family, _, _, _, place in socket.getaddrinfo(
                name, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )
        )
        for attempts_left in reversed(range(1 if port else FREE_PORTS)):
            try:
                return _all_opened(found, port)
            except OSError as error:  # what is free at one address may be taken at the next
                if error.errno != errno.EADDRINUSE or not attempts_left:
                    raise
    except OSError as error:
        raise ConfigError(
            f"cannot listen on {host} port {port}: {error.strerror or error}; "
            "choose another TOMA6_PORT (or --port), or TOMA6_HOST"
        ) from None
    raise AssertionError("the last attempt returns or raises")


def _all_opened(places: Iterable[tuple[int, Any]], port: int) -> list[socket.socket]:
    lacking: OSError | None = None
    with contextlib.ExitStack() as failing:
        opened: list[socket.socket] = []
        for family, place in places:
            number = opened[0].getsockname()[1] if opened else port
            try:
                opened.append(_opened(family, (place[0], number, *place[2:])))
            except OSError as error:
                if error.errno not in NOT_HERE:
                    raise
                lacking = error
            else:
                failing.enter_context(opened[-1])
        if lacking and not opened:
            raise lacking
        failing.pop_all()
    if lacking:
        say(f"not listening on every address: {lacking.strerror}")
    return opened


def _opened(family: int, place: Any) -> socket.socket:
    listener = socket.create_server(place, family=family, backlog=BACKLOG)
    # Inherited by what is accepted. gunicorn sets it too, but not for connections that came
    # before: each answer of theirs would wait 40 ms for the client's acknowledgement.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def status(host: str, port: int, path: str, seconds: float = 1.0) -> int:
    """The status of one GET to the server that listens on `host`, on this machine; 0 for none.

    It is asked directly, whatever proxies the environment names.
    """
    for each in reachable(host):
        connection = http.client.HTTPConnection(each, port, timeout=seconds)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        except (OSError, http.client.HTTPException):
            continue
        finally:
            connection.close()
    return 0
