"""`python -m tests.hostile`: slow clients of every kind beside players; a table of how it went."""

import argparse
import secrets
import sys
from collections.abc import Iterator

from tests.hostile.attack import MAIN, OTHERS
from tests.hostile.plays import Found, trial
from tests.support.server import serving

COUNTS = dict(zip(MAIN, (1000, 1000, 200, 500), strict=True))
P99, LONGEST = 1.0, 10.5
"""Seconds that a play, and a slow request, may take (a reader is looked after once a second)."""


def main() -> int:
    """Run it. Returns 1 if a play failed, or plays or slow requests took too long."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    parser.add_argument("--seconds", type=float, default=120, help="how long the attack lasts")
    parser.add_argument("--rate", type=float, default=100, help="plays a second")
    parser.add_argument("--scale", type=float, default=1, help="of the number of slow clients")
    parser.add_argument("--others", type=int, default=5, help="of each of the other kinds")
    parser.add_argument("--source", default="127.0.0.1", help="address that the slow ones have")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    options = parser.parse_args()
    counts = {name: int(count * options.scale) for name, count in COUNTS.items()}
    counts |= dict.fromkeys(OTHERS, options.others)
    with serving(log_level="INFO", access_log="false") as server:
        rest = options.seconds, options.rate, options.seed, options.source
        found = trial(server, counts, *rest)
        print("\n".join(table(found, counts)))
        log = server.log.read_text()
        print(log[log.index("Traceback") :][:2000] if "Traceback" in log else "")
    bad = found.plays.good < 1 or found.plays.quantile(0.99) > P99
    return int(bad or any(each["longest"] > LONGEST for each in found.slow.values()))


def table(found: Found, counts: dict[str, int]) -> Iterator[str]:
    """As Markdown."""
    yield "| players | plays | answers 2xx | p50 ms | p99 ms | at most |\n|---|---|---|---|---|---|"
    for name, plays in (("alone", found.alone), ("beside slow clients", found.plays)):
        times = " | ".join(f"{1000 * plays.quantile(share):.0f}" for share in (0.5, 0.99, 1))
        told = f"{plays.good:.2%} {dict(plays.statuses)}"
        yield f"| {name} | {len(plays.seconds)} | {told} | {times} |"
    yield "\n| slow | at once | over | longest s | how |\n|---|---|---|---|---|"
    for name, tally in found.slow.items():
        how = ", ".join(f"{how} {count}" for how, count in sorted(tally["ended"].items()))
        over = sum(tally["ended"].values()) - tally["ended"].get("still there", 0)
        yield f"| {name} | {counts[name]} | {over} | {tally['longest']:.1f} | {how} |"
    yield "\n| web process | before | amid | after |\n|---|---|---|---|"
    for number, times in enumerate(found.processes.values(), 1):
        cells = " | ".join(f"{each.kb / 1024:.0f} MB, {each.files} files" for each in times)
        yield f"| {number} | {cells} |"


if __name__ == "__main__":
    sys.exit(main())
