"""For whom a proxy asks: what `X-Forwarded-…` and `Forwarded` (RFC 7239) say, if those who say so
are named. Nobody else's word changes anything.

A chain is read from its end, which the nearest proxy wrote: the first address in it that is no
trusted proxy's is the client's, whatever stands before it. What cannot be read as an address (an
`unknown`, an `_obfuscated` name, nonsense) is nobody's, and the proxy that passed it on is counted.
A proxy that writes one of the two headers may pass on what a client sent as the other: where both
stand and name different clients, neither is believed.
"""

import ipaddress
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from service.settings.config import ConfigError

PREFIX: Final = "toma6.prefix"
"""In the environ: the path under which clients find the server, "" or /like/this."""
ORIGIN: Final = "toma6.origin"
"""In the environ, if a trusted proxy says so: scheme and host by which the client came."""
MOST_HOPS: Final = 64
NAMED: Final = {"loopback": ("127.0.0.0/8", "::1/128"), "unix": ()}

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_PORT: Final = re.compile(r"\[([^\]]*)\](?::[0-9]{1,5}|:_[\w.-]+)?|([^:\[\]]+)(?::[0-9]{1,5})?")
_PAIR: Final = re.compile(r'[ \t]*([A-Za-z]+)=(?:"((?:[^"\\]|\\.)*+)"|([^\s";,=]+))[ \t]*')
_PREFIX: Final = re.compile(r"(?:/(?!\.{1,2}(?:/|\Z))[A-Za-z0-9._~-]+)+")
_HOST: Final = re.compile(r"(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?")


class Proxies:
    """Those who are believed: addresses, networks, `loopback`, or `unix` for whoever comes by a
    socket of the machine, which has no address.

    :raises ConfigError: for anything else.
    """

    def __init__(self, named: Sequence[str]) -> None:
        self._unix = "unix" in named
        try:
            self._networks: list[Network] = [
                ipaddress.ip_network(each) for name in named for each in NAMED.get(name, (name,))
            ]
        except ValueError as error:
            raise ConfigError(f"TOMA6_TRUSTED_PROXIES: {error}") from None

    def __bool__(self) -> bool:
        return self._unix or bool(self._networks)

    def trusts(self, address: Address | None) -> bool:
        return address is not None and any(address in each for each in self._networks)

    def apply(self, environ: dict[str, Any]) -> None:
        """Write into the environ what a trusted peer says: address, scheme, host and prefix."""
        peer = environ.get("REMOTE_ADDR", "")
        if not (self._unix if peer == "" else self.trusts(address_of(peer))):
            return
        spoken = list(_forwarded(environ.get("HTTP_FORWARDED", "")))[-MOST_HOPS:]
        listed = _list(environ, "FOR")
        found = [self._client([each.get("for", "") for each in spoken])] if spoken else []
        found += [self._client(listed)] if listed else []
        if len({client for client, _ in found}) == 1:
            client, depth = found[0]
            environ["REMOTE_ADDR"] = client or peer
        elif found:
            return
        else:
            depth = 0
        said = spoken[-depth - 1] if depth < len(spoken) else {}
        scheme = _at(_list(environ, "PROTO"), depth) or said.get("proto", "")
        host = _at(_list(environ, "HOST"), depth) or said.get("host", "")
        if scheme.lower() in ("http", "https"):
            environ["wsgi.url_scheme"] = scheme.lower()
        if _HOST.fullmatch(host):
            environ["HTTP_HOST"] = host
            environ[ORIGIN] = f"{environ['wsgi.url_scheme']}://{host}"
        prefix = _at(_list(environ, "PREFIX"), depth).rstrip("/")
        if len(prefix) <= 200 and _PREFIX.fullmatch(prefix):
            environ[PREFIX] = prefix

    def _client(self, hops: Sequence[str]) -> tuple[str, int]:
        """The client, "" if the chain does not say, and how many trusted hops lie behind it."""
        client = ""
        for depth, hop in enumerate(reversed(hops)):
            address = address_of(_bare(hop))
            if address is None:
                return client, max(depth - 1, 0)
            client = str(address)
            if not self.trusts(address):
                return client, depth
        return client, max(len(hops) - 1, 0)


@lru_cache(maxsize=4096)
def address_of(written: str) -> Address | None:
    """An address in its shortest form: an IPv4 address is one, also when IPv6 carries it."""
    try:
        found = ipaddress.ip_address(written.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


@lru_cache(maxsize=4096)
def network_of(written: str) -> str:
    """Who is one client for the limits: an IPv4 address, or an IPv6 network of 64 bits, of which
    one customer has all addresses."""
    found = address_of(written)
    if found is None or found.version == 4:
        return written if found is None else str(found)
    return str(ipaddress.ip_network((int(found), 64), strict=False))


def lead(headers: list[tuple[str, str]], prefix: str) -> None:
    """Have what leads to an address of ours lead there by the way that the client came."""
    for at, (name, value) in enumerate(headers):
        if name in ("Link", "Location"):
            headers[at] = name, value.replace("/", prefix + "/", 1)


def _list(environ: dict[str, Any], name: str) -> list[str]:
    given = environ.get(f"HTTP_X_FORWARDED_{name}")
    return [] if given is None else [each.strip() for each in given.split(",")][-MOST_HOPS:]


def _at(values: Sequence[str], depth: int) -> str:
    """What was said about the hop so many before the last; the first, if fewer were said."""
    return values[max(len(values) - 1 - depth, 0)] if values else ""


def _bare(hop: str) -> str:
    """A hop without its port and brackets."""
    if hop.count(":") > 1 and not hop.startswith("["):
        return hop
    match = _PORT.fullmatch(hop)
    return "" if match is None else match[1] or match[2] or ""


def _forwarded(header: str) -> Iterator[dict[str, str]]:
    """The elements of `Forwarded`. Of one that cannot be read nothing is known, and it takes none
    of those after it along, however a client has written what it sent: no value that matters here
    has a comma in it."""
    for element in header.split(",") if header else ():
        pairs = [_PAIR.fullmatch(each) for each in element.split(";") if each.strip()]
        yield {
            pair[1].lower(): pair[3] if pair[2] is None else re.sub(r"\\(.)", r"\1", pair[2])
            for pair in pairs
            if pair is not None and all(pairs)
        }
