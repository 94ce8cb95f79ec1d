"""One HTTP request to an address that somebody else has named, and nowhere else.

The address is looked at when it is connected to, not before: a name that resolved to a public
address at registration may resolve to a private one later. No redirect is followed, and no proxy
asked. All of it is over after ten seconds, whatever the other side does; meanwhile only the
greenlet waits, for names as well: the resolver is c-ares, which has no threads to run out of.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import cache
from typing import Final
from urllib.parse import urlsplit

from gevent import Timeout, get_hub, socket, ssl
from gevent.resolver.ares import Resolver

from service.webhooks.addresses import is_public

ATTEMPT_SECONDS: Final = 10.0
"""For resolving, connecting, sending, and the head of the answer, together."""
MAX_BYTES_READ: Final = 16384
_HEAD_ENDS: Final = re.compile(rb"\r?\n\r?\n")
_STATUS: Final = re.compile(rb"HTTP/1\.[0-9] ([1-5][0-9]{2})[ \r\n]")


class CallFailed(Exception):  # noqa: N818 - it says what happened
    """The receiver could not be reached, or may not be; the message says why."""


class _TooLong(Exception):  # noqa: N818
    pass


def post(url: str, body: bytes, headers: Mapping[str, str], *, private: bool = False) -> int:
    """POST `body` to `url`. Returns the status of the answer, whose body is not read.

    :raises CallFailed: no connection, no answer in ten seconds, or an address that is not public.
    """
    try:
        with Timeout(ATTEMPT_SECONDS, _TooLong):
            return _post(url, body, headers, private=private)
    except _TooLong:
        raise CallFailed(f"no answer within {ATTEMPT_SECONDS:.0f} s") from None
    except (OSError, ValueError) as error:
        raise CallFailed(f"{type(error).__name__}: {error}") from error


def _post(url: str, body: bytes, headers: Mapping[str, str], *, private: bool) -> int:
    parts = urlsplit(url)
    if parts.hostname is None or parts.scheme not in (("https", "http") if private else ("https",)):
        raise CallFailed("not an https address")
    port = parts.port or (443 if parts.scheme == "https" else 80)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    more = {**headers, "Host": parts.netloc, "Content-Length": len(body), "Connection": "close"}
    lines = [f"POST {target} HTTP/1.1", *(f"{name}: {value}" for name, value in more.items())]
    with closing(_connected(parts.hostname, port, private=private)) as plain:
        if parts.scheme == "http":
            return _answered(plain, lines, body)
        # Shaken hands only when it is sure to be closed, since time may be over in the middle.
        late = {"do_handshake_on_connect": False, "server_hostname": parts.hostname}
        with closing(_tls().wrap_socket(plain, **late)) as encrypted:
            encrypted.do_handshake()
            return _answered(encrypted, lines, body)


def _answered(line: socket.socket, lines: Sequence[str], body: bytes) -> int:
    """The status of the answer, when its head is complete.

    Read by hand, since it must be bounded: a stream of interim answers that never ends would keep
    the standard library, and with it every other greenlet, busy for ever.
    """
    line.sendall("\r\n".join([*lines, "", ""]).encode("ascii") + body)
    head, left = b"", MAX_BYTES_READ
    while left > 0:
        some = line.recv(left)
        if not some:
            raise CallFailed("closed without an answer")
        head, left = head + some, left - len(some)
        while end := _HEAD_ENDS.search(head):
            status = _STATUS.match(head)
            if status is None:
                raise CallFailed("the answer is not HTTP")
            if not status[1].startswith(b"1"):
                return int(status[1])
            head = head[end.end() :]
    raise CallFailed("the head of the answer is too long")


def _connected(host: str, port: int, *, private: bool) -> socket.socket:
    """A connection to any address of `host`, if all of them may be called.

    One that does not answer leaves at least half of the time to those after it.
    """
    found = resolver().getaddrinfo(host, port, 0, socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(each[4][0]) for each in found))
    if not private and not all(map(is_public, addresses)):
        raise CallFailed(f"{host} is not a public address")
    for left in range(len(addresses) - 1, 0, -1):
        try:
            address = addresses[-left - 1]
            return _within(ATTEMPT_SECONDS / 2 / (len(addresses) - 1), address, port)
        except OSError:
            continue
    return _within(ATTEMPT_SECONDS, addresses[-1], port)


def _within(seconds: float, address: str, port: int) -> socket.socket:
    line = socket.create_connection((address, port), seconds)
    line.settimeout(None)  # from here on the whole attempt's time counts
    return line


@cache
def resolver() -> Resolver:
    """Of names, by this machine's hosts file and name servers."""
    return Resolver(get_hub())


@cache
def _tls() -> ssl.SSLContext:
    """Made once: reading the machine's authorities takes longer than most calls. gevent's own kind
    of context: that of the standard library would wait in the operating system."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_default_certs()
    return context
