"""What a forgery is: a change to a true game, what it must lead to, and how it is signed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from tests.forge.workbench import FORGER, Bundle, head
from tests.forge.worlds import World
from tests.support.audit_signed import jwk

T = TypeVar("T")

PROVEN, NO_VERDICT, INTEGRITY, RULES = 0, 3, 20, 21
ANOTHER_HISTORY, ANOTHER_ANSWER, RECEIPT, UNSIGNED = 22, 23, 24, 25


class Nothing(Exception):  # noqa: N818 - what is found
    """This game has nothing that the forger could change in this way."""


@dataclass(frozen=True)
class Change:
    """What was changed, from revision `first` on.

    `status`: what it is refused for; one of several, where chance decides; UNSIGNED for a
    history that might have been, which only signatures tell from the true one. `chained`:
    whether the hashes are to be mended.
    """

    first: int
    status: int | tuple[int, ...]
    chained: bool = True
    made: Bundle | None = None
    """The forged bundle, where it is not the one that was given."""


Kind = Callable[[World, Bundle, Random], Change]
"""Changes the bundle in place, or gives another one. Raises Nothing."""


@dataclass(frozen=True)
class Forged:
    """A forged file with what is given beside it, and the statuses that are right for it."""

    name: str
    world: World
    bundle: str
    keys: str | None
    receipts: tuple[str, ...]
    right: tuple[int, ...]
    extent: str | None = None
    """How far it must be said to be signed, where that is known."""


def some(rng: Random, found: Sequence[T]) -> T:
    """Any of these. Raises Nothing if there is none."""
    if not found:
        raise Nothing
    return rng.choice(found)


def between(rng: Random, low: int, high: int) -> int:
    """A number from `low` to below `high`. Raises Nothing if there is none."""
    if low >= high:
        raise Nothing
    return rng.randrange(low, high)


def without(made: Bundle, true: Bundle, first: int, rng: Random) -> str:
    """The forger leaves signatures out."""
    made["heads"], made["keys"] = [], []
    return "nothing"


def by_the_forger(made: Bundle, true: Bundle, first: int, rng: Random) -> str:
    """The forger signs with a key of his own and puts it into the bundle."""
    last = made["entries"][-1]
    made["heads"] = [head(made["game"], last["revision"], last["hash"], FORGER)]
    made["keys"] = [jwk(FORGER)]
    return "nothing"


def up_to_there(made: Bundle, true: Bundle, first: int, rng: Random) -> str:
    """The forger keeps a genuine head of before the change."""
    if first < 2:
        raise Nothing
    revision = between(rng, 1, first)
    digest = true["entries"][revision - 1]["hash"]
    made["heads"], made["keys"] = [head(made["game"], revision, digest)], true["keys"]
    return "part"


SIGNINGS: Sequence[Callable[[Bundle, Bundle, int, Random], str]] = (
    without,
    by_the_forger,
    up_to_there,
)


def statuses(change: Change) -> tuple[int, ...]:
    """The statuses that are right for a change."""
    return change.status if isinstance(change.status, tuple) else (change.status,)
