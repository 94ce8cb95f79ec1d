"""How many may wait at once: in this process, and from one token or address.

Each who waits costs memory and a connection, and many woken at once cost time. Moves have
connections beyond these, which streams never get, so that they go through however many watch.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from service.observability import metrics
from service.problems import Problem


class Quota:
    """The places of one process: `total`, and for each token and each address."""

    def __init__(self, total: int, per_token: int, per_address: int) -> None:
        self._total, self._per_token, self._per_address = total, per_token, per_address
        self._taken: Counter[str] = Counter()

    def keep_within(self, total: int) -> None:
        """There are no more places than these, whatever was set."""
        self._total = min(self._total, total)

    @contextmanager
    def taken(self, token: str | None, address: str) -> Iterator[None]:
        """A place for the holder of a token (its hash), else for an address, until the block ends.

        :raises Problem: too_many_streams_for_you or, if all together have too many, without
            "for you".
        """
        key, limit = (f"t{token}", self._per_token) if token else (f"a{address}", self._per_address)
        if self._taken[key] >= limit:
            metrics.STREAMS_REFUSED.labels("client").inc()
            detail = f"At most {limit} for one token or address; pages are always served."
            raise Problem("too_many_streams_for_you", detail, limit=limit)
        if self._taken.total() >= self._total:
            metrics.STREAMS_REFUSED.labels("process").inc()
            detail = "All places to wait are taken; pages are always served."
            raise Problem("too_many_streams", detail)
        self._taken[key] += 1
        metrics.STREAMS.inc()
        try:
            yield
        finally:
            metrics.STREAMS.dec()
            self._taken[key] -= 1
            if not self._taken[key]:
                del self._taken[key]
