"""The start-up check: may this Redis lose games?

It asks INFO, which managed services allow where they forbid CONFIG. Every command asks before it
starts anything, and `/readyz` each time: the policy can be changed while the server runs.
"""

import logging
from collections.abc import Iterator
from typing import cast

from service.storage.client import FAILURES
from service.storage.connections import Client, PlainClient, connect, info, sender
from service.storage.stored import Refused, StoreDown, UnsafeStore

_PROBE_KEY = "toma6:probe"
_BUCKETS_KEY = "toma6:buckets"
_log = logging.getLogger(__name__)


def check_at_start(url: str, buckets: int) -> None:
    """Refuse the Redis at `url` if it may lose games: UnsafeStore. Its warnings are logged.

    One that is down is no reason to refuse: it may come back, and `/readyz` asks it again.
    """
    try:
        for warning in inspect(connect(url), buckets):
            _log.warning(warning)
    except (StoreDown, *FAILURES) as error:
        _log.warning("the Redis cannot be checked yet: %s", error)


def inspect(client: Client, buckets: int) -> list[str]:
    """Refuse an evicting Redis or another number of buckets (UnsafeStore); return warnings.

    `noeviction` is right. `volatile-*` evicts only keys with an expiry, which no game has. Every
    other policy is refused even without a memory limit, since that can be set at run time.
    """
    try:
        warnings = [warning for about in info(client) for warning in _judge(about)]
    except Refused as refused:
        warnings = [f"cannot tell whether this Redis keeps games, INFO is refused: {refused}"]
    _check_buckets(client, buckets)
    return warnings


def try_writing(client: Client, buckets: int) -> None:
    """Ask every server that holds games whether it takes writes: StoreDown, ReadOnly.

    What is asked is judged as a write and changes nothing, for there is no such key to overwrite.
    """
    tags = [_PROBE_KEY]
    if not isinstance(client, PlainClient):
        tags += [f"{{b{number}}}:probe" for number in range(buckets)]
    for tag in tags:
        try:
            sender(client).call("SET", tag, 1, "XX")
        except Refused as refused:
            raise StoreDown(str(refused)) from refused


def memory(client: Client) -> tuple[int, int]:
    """Bytes that all servers use, and may use (0: no limit). Raises StoreDown, Refused."""
    found = list(info(client))
    used, limits = (
        [int(about.get(name, 0)) for about in found] for name in ("used_memory", "maxmemory")
    )
    return sum(used), sum(limits) if all(limits) else 0


def _judge(about: dict[str, str | int]) -> Iterator[str]:
    policy = about.get("maxmemory_policy")
    if policy is None:
        yield "cannot tell whether this Redis evicts games: INFO names no maxmemory-policy"
    elif policy != "noeviction" and not str(policy).startswith("volatile-"):
        raise UnsafeStore(
            f"this Redis may evict games: its maxmemory-policy is {policy}. "
            "Set it to noeviction: redis-cli CONFIG SET maxmemory-policy noeviction, "
            "and the same in redis.conf."
        )
    if about.get("aof_enabled") != 1:
        yield (
            "the AOF of this Redis is off: a crash loses the moves since its last snapshot. "
            "Set appendonly yes, and appendfsync always to lose none."
        )


def _check_buckets(client: Client, buckets: int) -> None:
    to = sender(client)
    try:
        stored = to.call("GET", _BUCKETS_KEY)  # asked first: a full Redis refuses any SETNX
        if stored is None:
            to.call("SETNX", _BUCKETS_KEY, buckets)
            stored = to.call("GET", _BUCKETS_KEY)
    except Refused as refused:
        raise StoreDown(str(refused)) from refused
    if stored != b"%d" % buckets:
        found = cast(bytes, stored).decode("ascii", "replace")
        raise UnsafeStore(
            f"the games in this Redis lie in {found} buckets, not in {buckets}: with another "
            f"number none would be found. Set TOMA6_BUCKETS={found}."
        )
