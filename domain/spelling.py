"""How ids and hashes are written, each in one way (docs/ledger.md, "Notation")."""

import re
from typing import Any, Final

HASH: Final = "[0-9a-f]{64}"
GAME: Final = "[A-Za-z0-9_-]{1,64}"

_HASH = re.compile(HASH)
_GAME = re.compile(GAME)


def is_hash(value: Any) -> bool:
    """Whether this is a hash, seal, salt, commitment or seed."""
    return type(value) is str and _HASH.fullmatch(value) is not None


def is_game(value: Any) -> bool:
    """Whether a game can have this id."""
    return type(value) is str and _GAME.fullmatch(value) is not None
