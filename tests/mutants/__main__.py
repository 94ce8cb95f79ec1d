"""Change the code at random, one place at a time, and tell which changes no test notices."""

import argparse
import random
import secrets
import signal
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import accumulate
from math import inf
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from tests.mutants.changes import Change, places
from tests.mutants.seen import EVERYTHING, ROOMS, records
from tests.mutants.trial import copied, killer, together

ROOT = Path(__file__).parents[2]
LEAST = {"domain": 0.97, "bots": 0.95, "service": 0.95, "workers": 0.95}
NO_TIME = "no time"


def equivalents() -> dict[str, str]:
    """The changes that change nothing, each with the reason."""
    return tomllib.loads(Path(__file__).with_name("equivalents.toml").read_text("utf-8"))


def possible(rooms: Sequence[str]) -> list[list[Change]]:
    """The places of these folders and files, each with its possible changes."""
    paths = {path for room in rooms for path in [ROOT / room, *(ROOT / room).rglob("*.py")]}
    return [
        place
        for path in sorted(path for path in paths if path.suffix == ".py")
        for place in places(path.relative_to(ROOT).as_posix(), path.read_bytes())
    ]


def ordered(known: dict[str, Any], change: Change, most: float) -> list[tuple[str, float]]:
    """Test files that execute the changed block, with their seconds: likely and fast ones first.
    All of them, or as many as take `most` seconds together."""
    costs = {}
    for name, record in known.items():
        blocks = record["seen"].get(change.path, ())
        if change.block in blocks or record["seen"] == EVERYTHING:
            costs[name] = record["seconds"] / (1 + len(blocks))
    names = sorted(costs, key=costs.__getitem__)
    spent = accumulate(known[name]["seconds"] for name in names)
    kept = (name for name, seconds in zip(names, spent, strict=True) if seconds <= most)
    return [(name, known[name]["seconds"]) for name in kept]


def main() -> int:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--rooms", nargs="+", default=ROOMS, help="folders or files (all four)")
    parser.add_argument("--count", type=int, default=60, help="how many changes (60)")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time (2)")
    parser.add_argument("--minutes", type=float, default=60, help="begin none after that (60)")
    parser.add_argument("--most", type=float, default=inf, help="seconds of tests a change (all)")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    known, found, rng = records(ROOT, given.jobs), possible(given.rooms), random.Random(given.seed)
    chosen = [rng.choice(place) for place in rng.sample(found, min(given.count, len(found)))]
    chosen = [change for change in chosen if str(change) not in equivalents()]
    print(f"seed {given.seed}: {len(chosen)} of {len(found)} places", flush=True)
    copies, end = SimpleQueue[Path](), time.monotonic() + 60 * given.minutes

    def trial(change: Change) -> str | None:
        if time.monotonic() > end:
            return NO_TIME
        copy = copies.get()
        try:
            return killer(copy, change, ordered(known, change, given.most))
        finally:
            copies.put(copy)

    tried, lived = Counter[str](), Counter[str]()
    with ExitStack() as stack:
        for _ in range(given.jobs):
            copies.put(stack.enter_context(copied(ROOT)))
        for change, by in together(trial, chosen, given.jobs):
            if by == NO_TIME:
                continue
            fate = f"killed by {by}" if by else f"LIVES at line {change.old.lineno}"
            print(f"{fate}\t{change}", flush=True)
            room = change.path.partition("/")[0]
            tried[room] += 1
            lived[room] += by is None
    shares = {room: 1 - lived[room] / count for room, count in tried.items()}
    for room, share in shares.items():
        told = f"{tried[room] - lived[room]} of {tried[room]} killed, {share:.1%}"
        print(f"{room}: {told} (at least {LEAST[room]:.0%})")
    return int(any(share < LEAST[room] for room, share in shares.items()))


if __name__ == "__main__":
    sys.exit(main())
