"""Lua scripts by their digest. What they do is said where they are written."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from service.storage.client import Sender
from service.storage.stored import Arg, Refused, Reply


@dataclass(frozen=True, slots=True)
class Script:
    """A Lua script, known to Redis by the digest of its text."""

    text: str
    digest: str

    @classmethod
    def of(cls, text: str) -> Self:
        return cls(text, hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest())

    @classmethod
    def beside(cls, module: str, name: str) -> Self:
        """The script in the file `name`, in the folder of the module file `module`."""
        return cls.of(Path(module).with_name(name).read_text(encoding="utf-8"))

    def run(self, to: Sender, keys: Sequence[str], args: Sequence[Arg]) -> Reply:
        """Run it on `keys`, all of one slot. Raises StoreDown or Refused.

        A server that has forgotten it, after a restart or SCRIPT FLUSH, gets the text.
        """
        try:
            return to.call("EVALSHA", self.digest, len(keys), *keys, *args)
        except Refused as refused:
            if refused.code != "NOSCRIPT":
                raise
            return to.call("EVAL", self.text, len(keys), *keys, *args)
