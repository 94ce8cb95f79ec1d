"""`make bench`: measures the server against anchors in the same run, and prints one table.

    python -m bench [--quick] [--only PART] [--write]

Every figure has an anchor beside it, measured in turn with it: compare the ratios, for the
figures themselves depend on the machine and on what else it does. `--write` puts the table into
docs/performance.md. Nothing is asserted here.
"""

import os
import platform
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bench import bots_part, growth_part, http_part, replay_part, size_part
from bench.games import store_games
from bench.machine import running_engine
from bench.report import Line, markdown, options, write

DOCS = Path(__file__).parent.parent / "docs" / "performance.md"


@dataclass(frozen=True, slots=True)
class Size:
    """How much is measured."""

    loads: tuple[http_part.Load, ...]
    games: int
    rounds: int
    bot_turns: int
    growth: growth_part.Growth


FULL = Size(
    loads=(
        http_part.Load(tables=40, turns=20, clients=1),
        http_part.Load(tables=80, turns=20, clients=8),
        http_part.Load(tables=40, turns=10, clients=8, together=True),
    ),
    games=200,
    rounds=3,
    bot_turns=100,
    growth=growth_part.Growth(),
)
QUICK = Size(
    loads=(
        http_part.Load(tables=2, turns=2, clients=1),
        http_part.Load(tables=4, turns=2, clients=8),
        http_part.Load(tables=2, turns=2, clients=8, together=True),
    ),
    games=3,
    rounds=1,
    bot_turns=3,
    growth=growth_part.Growth(lengths=(10, 100), games=2, rounds=1, others=(10,)),
)


def http_lines(url: str, size: Size) -> Iterator[Line]:
    """Picks and views."""
    with http_part.both_servers(url) as webs:
        for load in size.loads:
            yield from http_part.lines(http_part.play(url, webs, load, seed=6), load)


def stored_lines(url: str, size: Size) -> Iterator[Line]:
    """Replay, and the room that games take."""
    names = store_games(url, size.games)
    yield from replay_part.lines(url, names, size.rounds)
    yield from size_part.lines(url, names)


def bot_lines(url: str, size: Size) -> Iterator[Line]:
    """The turn of the bots."""
    yield from bots_part.lines(url, size.bot_turns)


def growth_lines(url: str, size: Size) -> Iterator[Line]:
    """Picks and views of longer and longer games, and among more and more others."""
    yield from growth_part.lines(url, size.growth)


PARTS: dict[str, Callable[[str, Size], Iterator[Line]]] = {
    "http": http_lines,
    "stored": stored_lines,
    "bots": bot_lines,
    "growth": growth_lines,
}


def kind() -> str:
    """The kind of machine, without its name."""
    return (
        f"{os.cpu_count()} cores shared by server, engine and load, and by whatever else ran; "
        f"{platform.machine()}, Python {platform.python_version()}"
    )


def machine() -> str:
    """The kind of machine, how busy it was, and how the engine ran."""
    return (
        f"{kind()}; load average {os.getloadavg()[1]:.0f}; engine with `appendfsync always`, as "
        "`toma6 serve` runs it, for both sides"
    )


def measured(size: Size, parts: list[str]) -> Iterator[Line]:
    """The lines of these parts, each as soon as it is known; progress goes to stderr."""
    for part in parts:
        print(f"measuring: {part} …", file=sys.stderr, flush=True)
        with running_engine() as url:
            for line in PARTS[part](url, size):
                print("  " + "  ".join(cell for cell in line.cells() if cell), file=sys.stderr)
                yield line


def main() -> None:
    """Measure, and print the table."""
    asked = options("bench", __doc__, PARTS, DOCS)
    size = QUICK if asked.quick else FULL
    text = markdown(list(measured(size, asked.only or list(PARTS))))
    print(text)
    if asked.write:
        write(DOCS, f"{machine()}.\n\n{text}")


if __name__ == "__main__":
    main()
