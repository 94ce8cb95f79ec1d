"""Which game a seed plays: ruleset, table, options, who sits there, and what is to happen to it."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from domain.rulesets import RULESETS
from tests.support.play import random_options

NAME = "simulatedgame2345672345672"
"""The one game of every simulated site."""


@dataclass(frozen=True, slots=True)
class Setting:
    ruleset: str
    options: Mapping[str, Any]
    seats: int
    people: int
    bots: int
    wanted: int
    """How many must have sat down before the host starts."""
    abandoned: int | None
    """The revision at which the host gives the game up."""
    abandon_seconds: int
    """After how long the sweeper gives up a game that nobody touches; 0: never."""

    @classmethod
    def drawn(cls, seed: int) -> "Setting":
        """Short games at small tables; the rulesets take turns, so that any range has them all."""
        rng = Random(f"setting {seed}")
        ruleset = sorted(RULESETS)[seed % len(RULESETS)]
        seats = min(rng.choice((2, 2, 3, 3, 4)), RULESETS[ruleset].seats[-1])
        options = random_options(rng, ruleset, seats)
        if "max_rounds" in options:
            options["max_rounds"] = 1
        if "start_seat" in options:
            options["start_seat"] = None  # somebody who comes too late might have it
        if rng.random() < 0.4:
            options["turn_seconds"] = rng.choice((5, 30))
            options["on_timeout"] = rng.choice(("none", "careful", "lowest", "forfeit"))
        bots = rng.choice((0, 1, 1, seats - 1, seats))
        people = min(seats - bots + rng.choice((0, 0, 0, 1)), seats)
        return cls(
            ruleset=ruleset, options=options, seats=seats, people=people, bots=bots,
            wanted=rng.choice((2, seats, seats, seats)),
            abandoned=rng.choice((6, 12, 30)) if rng.random() < 0.15 else None,
            abandon_seconds=rng.choice((0, 0, 0, 600, 600, 1)),
        )  # fmt: skip
