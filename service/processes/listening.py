"""The sockets that the web listens on, opened before it is started, and whether it answers there.

Opened here and handed down, they outlive a web that dies: meanwhile connections wait instead of
being refused.
"""

import errno
import http.client
import socket
from typing import Any, Final

from service.processes.children import say
from service.settings.config import ConfigError
from service.settings.hosts import bound, reachable

BACKLOG: Final = 1024
NOT_HERE: Final = frozenset({errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL})
"""What the kernel says of an address of a kind that it has not: IPv6 can be switched off."""


def listen(host: str, port: int) -> list[socket.socket]:
    """A socket for each address of `host`, all on one port; 0 takes a free one.

    Of several addresses one that this machine lacks is left out, and told. Raises ConfigError if
    one is taken, or if none is this machine's.
    """
    opened: list[socket.socket] = []
    lacking = ""
    try:
        found = [
            (family, place)
            for name in bound(host)
            for family, _, _, _, place in socket.getaddrinfo(
                name, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )
        ]
        for family, place in dict.fromkeys(found):
            number = opened[0].getsockname()[1] if opened else port
            try:
                opened.append(_opened(family, (place[0], number, *place[2:])))
            except OSError as error:
                if error.errno not in NOT_HERE:
                    raise
                lacking = f"{place[0]}: {error.strerror}"
    except OSError as error:
        for each in opened:
            each.close()
        raise _cannot(host, port, error.strerror or str(error)) from None
    if not opened:
        raise _cannot(host, port, lacking)
    if lacking:
        say(f"not listening on {lacking}")
    return opened


def _opened(family: int, place: Any) -> socket.socket:
    listener = socket.create_server(place, family=family, backlog=BACKLOG)
    # Inherited by what is accepted. gunicorn sets it too, but not for connections that came
    # before: each answer of theirs would wait 40 ms for the client's acknowledgement.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def _cannot(host: str, port: int, reason: str) -> ConfigError:
    return ConfigError(
        f"cannot listen on {host} port {port}: {reason}; "
        "choose another TOMA6_PORT (or --port), or TOMA6_HOST"
    )


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
