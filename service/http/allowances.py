"""How much of an allowance is left, which comes back bit by bit: nobody waits longer than for the
next request (GCRA, a leaky bucket that keeps one number; ADR 17)."""

import math
import re
import time
from collections.abc import Callable
from typing import Final, NamedTuple, Self

from service.settings.config import ConfigError

MOST_KEPT: Final = 50_000
"""Clients that are remembered at most, some 10 MB."""

_RATE: Final = re.compile(r"([1-9][0-9]{0,8})/(second|minute|hour|day)")
_SECONDS: Final = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}
_EPSILON: Final = 1e-3
"""Of one request: what the sums of thousands may be wrong by."""


class Rate(NamedTuple):
    """So many requests in so many seconds: at once, or one by one as they come back."""

    amount: int
    seconds: int

    @classmethod
    def of(cls, written: str) -> Self:
        """:raises ConfigError: if it is not written as 300/minute."""
        match = _RATE.fullmatch(written)
        if match is None:
            raise ConfigError(f"TOMA6_LIMIT_…: {written!r}; write it as 300/minute")
        return cls(int(match[1]), _SECONDS[match[2]])


class Standing(NamedTuple):
    """Whether a request is allowed, how many are left, and the seconds until there is one more."""

    allowed: bool
    left: int
    wait: float


class Buckets:
    """What each client has used up, as the moment at which all of it will have come back."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, most: int = MOST_KEPT) -> None:
        self._clock, self._most = clock, most
        self._whole: dict[tuple[str, str], float] = {}

    def take(self, rate: Rate, kind: str, client: str, count: int = 1) -> Standing:
        """Take one, if there is one; `count` 0: only look, -1: give one back."""
        now, each = self._clock(), rate.seconds / rate.amount
        used = max(self._whole.get((kind, client), now) - now, 0.0)
        allowed = used + each * (1 - _EPSILON) <= rate.seconds
        if count < 0 or (count and allowed):
            used = max(used + count * each, 0.0)
            self._whole[kind, client] = now + used
            if len(self._whole) > self._most:
                self._drop(now)
        left = max(math.floor((rate.seconds - used) / each + _EPSILON), 0)
        return Standing(allowed, left, used - rate.seconds + (left + 1) * each)

    def _drop(self, now: float) -> None:
        """Forget who has used nothing; if that is not half of them, those who used the least: a
        flood of new addresses must not wash away who has spent all."""
        kept = sorted(((whole, key) for key, whole in self._whole.items() if whole > now))
        self._whole = {key: whole for whole, key in kept[-(self._most // 2) :]}
