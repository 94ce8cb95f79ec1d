"""Any game: every ruleset, table, options, empty seats, resignations, and random legal play."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from hypothesis import strategies as st

from domain.events import Event
from domain.events.entries import Entry
from domain.rulesets import RULESETS
from tests.support.play import Step, playing, random_options, told


@dataclass(frozen=True)
class Game:
    """What a game follows from; hypothesis prints it, and shrinks it."""

    key: str
    seats: int
    options: Mapping[str, Any]
    leaving: tuple[int, ...]
    resigning: float
    seed: int

    @cached_property
    def steps(self) -> list[Step]:
        gone = {"leaving": self.leaving, "resigning": self.resigning}
        return list(playing(self.key, self.seats, self.options, self.seed, **gone))

    @cached_property
    def entries(self) -> list[Entry]:
        return [step.entry for step in self.steps]

    @cached_property
    def events(self) -> list[Event]:
        return told(self.entries)

    @property
    def viewers(self) -> list[int | None]:
        return [None, *range(self.seats)]

    @property
    def deck(self) -> set[int]:
        rules, players = RULESETS[self.key], self.seats - len(self.leaving)
        return set(rules.deck(players, rules.settle(self.options)))


@st.composite
def games(draw: st.DrawFn, keys: tuple[str, ...] = tuple(RULESETS)) -> Game:
    key = draw(st.sampled_from(keys))
    seats = draw(st.sampled_from(list(RULESETS[key].seats)))
    seed = draw(st.integers(0, 2**32))
    options = random_options(Random(seed), key, seats)
    free = [seat for seat in range(seats) if seat != options.get("start_seat")]
    leaving = draw(st.lists(st.sampled_from(free), unique=True, max_size=max(0, seats - 2)))
    resigning = draw(st.sampled_from([0, 0, 0.05]))
    return Game(key, seats, options, tuple(leaving), resigning, seed)
