"""How much better is `careful` than `random`? One against the rest, by ruleset.

    python -m bench.policies [--rounds 2000] [--write]

Every round is a game of its own, with a deal of its own; the careful seat moves on by one from
round to round. Printed is how many heads (points in hornochsen) a round it was better than the
mean of the others, with a 95 % confidence interval, and the CPU time of a decision. `--write`
puts the table into docs/bots.md. Seeds are fixed: a run repeats exactly but for the times.
"""

import argparse
import random
import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.report import write
from bench.rounds import Clock, Table, dealt, one_round, played
from bots.policies import POLICIES
from domain.rulesets import RULESETS

DOCS = Path(__file__).parent.parent / "docs" / "bots.md"
TABLES = (
    ("classic", 4),
    ("classic", 10),
    ("tactics", 4),
    ("logic", 4),
    ("logic", 10),
    ("professional", 4),
    ("professional", 10),
    ("children", 4),
    ("hornochsen", 4),
    ("hornochsen", 6),
)
HEADER = (
    "| ruleset | seats | rounds | `careful` | `random` | better by | µs a decision |",
    "|---|---|---|---|---|---|---|",
)


@dataclass(frozen=True, slots=True)
class Result:
    """Points of the careful seat and mean points of the others, round by round."""

    ruleset: str
    seats: int
    careful: list[float]
    others: list[float]
    clock: Clock

    @property
    def margins(self) -> list[float]:
        """How much better the careful seat was, whichever way the ruleset counts."""
        rules = RULESETS[self.ruleset]
        sign = 1 if rules.best(rules.settle(one_round(self.ruleset))) == "highest" else -1
        pairs = zip(self.careful, self.others, strict=True)
        return [sign * (own - other) for own, other in pairs]

    def line(self) -> str:
        margins = self.margins
        half = 1.96 * statistics.stdev(margins) / len(margins) ** 0.5
        return (
            f"| {self.ruleset} | {self.seats} | {len(margins):,} "
            f"| {statistics.mean(self.careful):.1f} | {statistics.mean(self.others):.1f} "
            f"| {statistics.mean(margins):.1f} ± {half:.1f} | {self.clock.microseconds:.0f} |"
        )


def measured(ruleset: str, seats: int, rounds: int) -> Result:
    """One careful player against random ones, over so many rounds."""
    careful, others, clock = [], [], Clock()
    for number in range(rounds):
        rng = random.Random(f"{ruleset}/{seats}/{number}")
        own = number % seats
        policies = [
            POLICIES["careful" if seat == own else "random"].choose for seat in range(seats)
        ]
        table = Table(policies)
        state = played(dealt(ruleset, seats, rng), table, rng)
        spent = table.clocks[POLICIES["careful"].choose]
        clock.seconds += spent.seconds
        clock.decisions += spent.decisions
        careful.append(float(state.totals[own]))
        others.append(statistics.mean(p for seat, p in state.totals.items() if seat != own))
    return Result(ruleset, seats, careful, others, clock)


def lines(rounds: int) -> Iterator[str]:
    """The table, line by line as it is measured."""
    yield from HEADER
    for ruleset, seats in TABLES:
        yield measured(ruleset, seats, rounds).line()


def main() -> None:
    """Measure, print, and write if asked to."""
    parser = argparse.ArgumentParser(prog="bench.policies", description=__doc__)
    parser.add_argument("--rounds", type=int, default=2000, help="rounds for each line")
    parser.add_argument("--write", action="store_true", help="put the table into docs/bots.md")
    arguments = parser.parse_args()
    table = []
    for line in lines(arguments.rounds):
        print(line, flush=True)
        table.append(line)
    if arguments.write:
        write(DOCS, "\n".join(table), "bench.policies")


if __name__ == "__main__":
    main()
