"""Which addresses may be called: those of the public internet, spelled in the one usual way."""

import ipaddress
import re
from typing import Final
from urllib.parse import urlsplit

_LABEL: Final = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
_NAME: Final = re.compile(rf"{_LABEL}(\.{_LABEL})*", re.ASCII | re.IGNORECASE)
_NUMBER: Final = re.compile(r"([0-9]+|0x[0-9a-f]*)", re.ASCII | re.IGNORECASE)
"""A last label that some take for a number, and what is before it for an address: `0x7f.1`."""
_UNICAST: Final = ipaddress.IPv6Network("2000::/3")
_NOT_PUBLIC: Final = [
    ipaddress.ip_network(each)
    for each in (
        "2001::/23",  # Teredo, ORCHID, benchmarks and other protocols' own
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4: whatever IPv4 address is in it
        "3fff::/20",  # documentation
        "192.0.0.0/24",  # protocols' own; some Pythons take parts of it for public
        "192.88.99.0/24",  # relays of 6to4
    )
]
_CARRIED: Final = [ipaddress.IPv6Network(each) for each in ("::ffff:0:0/96", "64:ff9b::/96")]
"""An IPv4 address in an IPv6 one: mapped, or behind the well-known NAT64."""


def is_public(address: str) -> bool:
    """Whether an IP address is anybody's on the internet.

    Of IPv6 that is global unicast alone, and an IPv4 address that is public and carried in the two
    ways in which names do resolve to one.
    """
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if any(ip in each for each in _CARRIED):
            return is_public(str(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)))
        if ip not in _UNICAST:
            return False
    return ip.is_global and not ip.is_multicast and not any(ip in each for each in _NOT_PUBLIC)


def wrong_with(url: str, *, private: bool) -> str | None:
    """Why a URL can be no webhook's, None if it can; `private`: as for trying things out.

    What a name resolves to is another question, and asked at each call.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return "It is no URL."
    if "@" in parts.netloc or "#" in url or port == 0:
        return "A URL without user, password and fragment."
    try:
        literal: str | None = str(ipaddress.ip_address(host))
    except ValueError:
        named = _NAME.fullmatch(host) and "[" not in parts.netloc
        if not named or _NUMBER.fullmatch(host.rpartition(".")[2]):
            return "A host's name in ASCII, or an IP address in its usual spelling."
        literal = "127.0.0.1" if host.rpartition(".")[2].lower() == "localhost" else None
    if literal and not private and not is_public(literal):
        return "The address is not public."
    return None
