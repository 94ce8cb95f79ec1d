"""What nobody can use, moved out of the way of everything else, and kept for who looks after it.

One bad entry in a set that all games share must cost no other game anything. It is taken out of
its set and written here with the reason: a stream whose last entries are kept.
`XRANGE {aside}:entries - +` shows them, `DEL {aside}:entries` says that they were seen to.
"""

import logging
import re
from typing import Final, cast

from service.observability import metrics
from service.storage.repository import Repository
from service.storage.stored import Arg, StoreDown, WrongType

log = logging.getLogger("toma6.aside")

MAX_KEPT: Final = 1000
MAX_BYTES: Final = 512
"""Of an entry and of its value, as they are kept."""
SUFFIX: Final = ":aside"
"""Of the name under which a whole key lies that was of the wrong type."""

_ENTRIES: Final = "{aside}:entries"


class SetAside(Repository):
    """Entries that were set aside."""

    def put(self, key: str, entry: str | bytes, reason: str, value: Arg = "") -> bool:
        """Write down that `entry` of `key` is taken out, and why: in the log, the metrics, here.

        False if it could not be kept (a full store): then it should stay where it is.
        """
        known = (each for each in re.findall(r"\w+", key) if each in metrics.SHARED_SETS)
        where = next(known, "other")
        metrics.SET_ASIDE.labels(where).inc()
        log.error("set aside: %r of %s: %s", entry, key, reason)
        fields = ("key", key, "entry", entry[:MAX_BYTES], "value", value, "reason", reason)
        try:
            self._call("XADD", _ENTRIES, "MAXLEN", MAX_KEPT, "*", *fields)
        except StoreDown as error:
            log.warning("not kept: %s", error)
            return False
        return True

    def take_away(self, key: str, expected: str) -> bool:
        """Set a whole key aside that is not of the type `expected`. False if it is, or cannot be.

        Its new name lies in the same slot.
        """
        found = cast("bytes", self._call("TYPE", key)).decode()
        if found in (expected, "none"):
            return False
        try:
            self._call("RENAME", key, key + SUFFIX)
        except StoreDown as error:
            log.warning("%s holds a %s and stays: %s", key, found, error)
            return False
        self.put(key, key, f"it held a {found}, which now lies at {key + SUFFIX}")
        return True

    def count(self) -> int:
        """How many are kept here; at most MAX_KEPT. Raises StoreDown."""
        try:
            return cast("int", self._call("XLEN", _ENTRIES))
        except WrongType:
            return 1  # itself a bad entry
