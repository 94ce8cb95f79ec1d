"""What somebody has kept: signed statements, found in saved answers of the server."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from domain.ledger import encoded
from domain.signed.statements import CLAIMS
from domain.text.strict_json import BadText

_NAMES: Final = tuple(sorted({name for claims in CLAIMS.values() for name in claims}))
_AROUND: Final = ("answer", "decision")
"""The claims that stand around an object called `receipt`, not in it."""
_INNER: Final = (dict, list)
MAX_BESIDE: Final = 1_000
"""Values that may stand beside one statement; answers have a handful."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """A JWS as it was found, and what stands beside it under the names of claims, in canonical
    bytes: the same once more is equal."""

    jws: str
    beside: tuple[tuple[str, bytes], ...] = ()


def receipts_in(data: Any) -> Iterator[Receipt]:
    """Every statement in saved answers of the server, wherever it stands in them.

    :raises BadText: if more stands beside one than any answer has.
    """
    waiting: list[tuple[Any, Mapping[str, Any] | None]] = [(data, None)]
    while waiting:
        here, around = waiting.pop()
        if type(here) is list:
            waiting += [(each, None) for each in reversed(here) if each and type(each) in _INNER]
        elif type(here) is dict:
            if type(jws := here.get("jws")) is str:
                beside = [(name, here[name]) for name in _NAMES if name in here]
                if around is not None:
                    beside += [(name, around[name]) for name in _AROUND if name in around]
                if _too_many([value for _, value in beside]):
                    raise BadText(f"more than {MAX_BESIDE} values stand beside a statement")
                yield Receipt(jws, tuple((name, encoded(value)) for name, value in beside))
            for name, member in reversed(here.items()):
                if member and type(member) in _INNER:
                    waiting.append((member, here if name == "receipt" else None))


def _too_many(waiting: list[Any]) -> bool:
    """Whether these values, and all in them, are more than may be told."""
    count = len(waiting)
    while waiting and count <= MAX_BESIDE:
        value = waiting.pop()
        if type(value) in _INNER:
            count += len(value)
            if count <= MAX_BESIDE:
                waiting += value.values() if type(value) is dict else value
    return count > MAX_BESIDE
