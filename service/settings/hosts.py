"""Hosts and ports: whom an address reaches, and how it is written."""

import ipaddress
from typing import Final

EVERY_IPV4, EVERY_IPV6 = "0.0.0.0", "::"  # noqa: S104 - what is meant by it, not where to listen
_LOOPBACK: Final = {EVERY_IPV4: ("127.0.0.1",), EVERY_IPV6: ("127.0.0.1", "::1")}


def is_loopback(host: str) -> bool:
    """Does listening on `host` reach this machine only?"""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def bound(host: str) -> tuple[str, ...]:
    """The hosts to listen on for `host`: `::` is every address, of IPv4 as well.

    Two, since on a single one of both kinds clients of IPv4 have addresses of IPv6, which neither
    limits nor names of proxies would recognise.
    """
    return (EVERY_IPV6, EVERY_IPV4) if host == EVERY_IPV6 else (host,)


def reachable(host: str) -> tuple[str, ...]:
    """Where a server that listens on `host` answers on this machine, the likeliest first."""
    return _LOOPBACK.get(host, (host,))


def address(host: str, port: int) -> str:
    """Host and port as they stand in a URL."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def plain(host: str) -> str:
    """`host` in its shortest spelling and without the brackets of a URL; a name as it is."""
    host = host.removeprefix("[").removesuffix("]")
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        return host
