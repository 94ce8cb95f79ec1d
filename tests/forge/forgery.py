"""What a forgery is: a change to a true game, what it must lead to, and how it is signed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from types import ModuleType
from typing import Any, TypeVar

from domain.audit.verdicts import Status
from tests.forge.worlds import FORGER, World
from tests.support.audit_signed import head_of, jwk
from tests.support.forging import Bundle

T = TypeVar("T")

PROVEN, NO_VERDICT, INTEGRITY, RULES, ANOTHER_HISTORY, ANOTHER_ANSWER, RECEIPT, UNSIGNED, *_ = (
    Status
)


class Nothing(Exception):  # noqa: N818 - what is found
    """This game has nothing that the forger could change in this way."""


@dataclass(frozen=True)
class Change:
    """What was changed, from revision `first` on. `status`: what it is refused for; one of several,
    where chance decides; UNSIGNED for a history that might have been, which only signatures tell
    from the true one. `made`: the forged bundle, where it is not the one that was given."""

    first: int
    status: int | tuple[int, ...]
    made: Bundle | None = None

    @property
    def statuses(self) -> tuple[int, ...]:
        return self.status if isinstance(self.status, tuple) else (self.status,)


Kind = Callable[[World, Bundle, Random], Change]
"""Changes the bundle in place, or gives another one; all hashes are mended then. Raises Nothing."""


@dataclass(frozen=True)
class Forged:
    """A forged file with what is given beside it, and the statuses that are right for it; and how
    far it must be said to be signed, where that is known."""

    name: str
    world: World
    bundle: str
    receipts: tuple[str, ...]
    right: tuple[int, ...]
    extent: str | None = None


def kinds_of(module: ModuleType) -> list[Any]:
    """The forgeries of a module: each of its functions, but those with an underscore."""
    named = [each for name, each in vars(module).items() if not name.startswith("_")]
    return [each for each in named if getattr(each, "__module__", "") == module.__name__]


def some(rng: Random, found: Sequence[T]) -> T:
    """Any of these. Raises Nothing if there is none."""
    if not found:
        raise Nothing
    return rng.choice(found)


def between(rng: Random, low: int, high: int) -> int:
    """A number from `low` to below `high`. Raises Nothing if there is none."""
    return some(rng, range(low, high))


def without(made: Bundle, true: Bundle, first: int, rng: Random) -> str:
    """The forger leaves signatures out."""
    made["heads"], made["keys"] = [], []
    return "nothing"


def by_the_forger(made: Bundle, true: Bundle, first: int, rng: Random) -> str:
    """The forger signs with a key of his own and puts it into the bundle."""
    made["heads"] = [head_of(made, len(made["entries"]), FORGER)]
    made["keys"] = [jwk(FORGER)]
    return "nothing"


def up_to_there(made: Bundle, true: Bundle, first: int, rng: Random) -> str:
    """The forger keeps a genuine head of before the change."""
    made["heads"], made["keys"] = [head_of(true, between(rng, 1, first))], true["keys"]
    return "part"


SIGNINGS = (without, by_the_forger, up_to_there)
