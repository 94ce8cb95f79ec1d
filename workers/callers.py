"""One HTTP request to an address that somebody else has named, and nowhere else.

The address is looked at when it is connected to, not before: a name that resolved to a public
address at registration may resolve to a private one later. No redirect is followed. Only HTTPS,
unless private addresses are allowed, which is for trying things out.
"""

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

HTTP_TIMEOUT_SECONDS: Final = 10.0
"""For connecting, and for each read."""
MAX_BYTES_READ: Final = 1024


class CallFailed(Exception):  # noqa: N818 - it says what happened
    """The receiver could not be reached, or may not be; the message says why."""


def post(url: str, body: bytes, headers: Mapping[str, str], *, private: bool = False) -> int:
    """POST `body` to `url`. Returns the status of the answer, whose body is not read.

    :raises CallFailed: no connection, no answer in time, or an address that is not public.
    """
    parts = urlsplit(url)
    if parts.hostname is None or parts.scheme not in (("https", "http") if private else ("https",)):
        raise CallFailed("not an https address")
    port = parts.port or (443 if parts.scheme == "https" else 80)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        line = _connected(parts.hostname, port, private=private)
        if parts.scheme == "https":
            line = ssl.create_default_context().wrap_socket(line, server_hostname=parts.hostname)
        connection = http.client.HTTPConnection(parts.hostname, port, timeout=HTTP_TIMEOUT_SECONDS)
        connection.sock = line
        try:
            connection.request("POST", target, body, dict(headers))
            response = connection.getresponse()
            response.read(MAX_BYTES_READ)
            return response.status
        finally:
            connection.close()
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise CallFailed(f"{type(error).__name__}: {error}") from error


def _connected(host: str, port: int, *, private: bool) -> socket.socket:
    """A connection to the first address of `host`, if all of them may be called."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(each[4][0]) for each in found]
    if not private:
        for address in addresses:
            if not is_public(address):
                raise CallFailed(f"{host} is not a public address")
    return socket.create_connection((addresses[0], port), HTTP_TIMEOUT_SECONDS)


def is_public(address: str) -> bool:
    """Whether an IP address is anybody's on the internet: not private, local, reserved, mapped."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if inner is not None:
            return is_public(str(inner))
    return ip.is_global and not ip.is_multicast
