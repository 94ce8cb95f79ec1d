"""`make load`: how many decisions a second the server holds, people and bots, reads and streams.

Finds the highest rate at which 99 of 100 decisions are answered within 150 ms and nothing is wrong,
then holds 80 % of it for ten minutes: does p99 stay, does memory?
"""

import argparse
import asyncio
import json
import secrets
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from bench.load import report
from bench.load.drive import Load, Seen, cpu_of, own, settle
from tests.support.processes import children_of, resident_kb
from tests.support.server import Server, serving

P99_SECONDS: Final = 0.150
FIRST_RATE: Final = 100.0
PARTS: Final = {
    "engine": "engine.sock", "queue": "queue.sock", "worker": " worker", "sweeper": " sweep",
    "courier": " courier",
}  # fmt: skip
"""A piece of the command line of each part but the web."""


def parts(server: Server) -> dict[str, list[int]]:
    """The processes of each part."""
    children = children_of(server.process.pid)
    found = {
        part: [pid for pid, line in children.items() if piece in line]
        for part, piece in PARTS.items()
    }
    return {**found, "web": sorted(server.web())}


async def measured(load: Load, server: Server, rate: float, seconds: float) -> Seen:
    """One run at this rate."""
    pids = parts(server)
    before, mine = cpu_of(pids), own()
    held = {part: sum(map(resident_kb, each)) for part, each in pids.items()}
    seen = await load.at(rate, seconds)
    used = {part: (after - before[part]) / seconds for part, after in cpu_of(pids).items()}
    seen.cpu = {**used, "load": (own() - mine) / seconds}
    seen.memory = {part: (held[part], sum(map(resident_kb, each))) for part, each in pids.items()}
    return seen


def holds(seen: Seen) -> bool:
    """Whether the server has kept up."""
    kept_up = seen.achieved >= 0.97 * seen.rate
    return kept_up and not seen.wrong and seen.quantile("decision", 0.99) <= P99_SECONDS


async def highest(load: Load, server: Server, seconds: float, first: float) -> list[Seen]:
    """Runs at higher and higher rates, until one does not hold, then between the two."""
    runs, rate, below, above = [], first, 0.0, float("inf")
    while above / max(below, 1.0) > 1.08:
        runs.append(await measured(load, server, rate, seconds))
        print(report.line(runs[-1], holds=holds(runs[-1])), flush=True)
        if holds(runs[-1]):
            below = rate
            rate = rate * 1.5 if above == float("inf") else (below + above) / 2
        else:
            above = rate
            rate = (below + above) / 2 if below else rate / 2
            await asyncio.sleep(3)
    return runs


async def run(options: argparse.Namespace, server: Server, say: Callable[[str], None]) -> int:
    """All of it. Returns 1 if the long run did not hold."""
    load = Load(server.port, options.seed, say)
    settle()
    runs = []
    if options.rate is None:
        runs = await highest(load, server, options.seconds, options.first)
        rate = 0.8 * max((each.rate for each in runs if holds(each)), default=0.0)
    else:
        rate = options.rate
    held = await measured(load, server, rate, 60 * options.minutes)
    print(report.line(held, holds=holds(held)), flush=True)
    out = Path(options.out)
    out.mkdir(exist_ok=True, parents=True)
    (out / "load.svg").write_text(report.picture(held), "utf-8")
    text = report.document(runs, held, options.seed)
    (out / "load.md").write_text(text, "utf-8")
    print(text)
    load.lines.close()
    return 0 if holds(held) else 1


def main() -> int:
    """Start a server, and load it."""
    parser = argparse.ArgumentParser(prog="make load", description=__doc__)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    parser.add_argument("--seconds", type=float, default=30, help="of each run on the way (30)")
    parser.add_argument("--minutes", type=float, default=10, help="of the long run (10)")
    parser.add_argument("--first", type=float, default=FIRST_RATE, help="the first rate (100)")
    parser.add_argument("--rate", type=float, help="hold this rate, and look for none")
    parser.add_argument("--out", default="var/load", help="where the report goes (var/load)")
    parser.add_argument("--settings", default="{}", help='of the server, as {"web_processes": 3}')
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    last = ""

    def say(text: str) -> None:
        nonlocal last
        if sys.stderr.isatty():
            print(f"\r{text:<{len(last)}}", end="", file=sys.stderr, flush=True)
        elif (first := text.split(maxsplit=1)[0]).isdecimal() and first.endswith("0"):
            print(text, file=sys.stderr, flush=True)
        last = text

    settings: Mapping[str, object] = json.loads(options.settings)
    quiet = {"access_log": "false", "log_level": "WARNING"}
    with serving(**{**quiet, **settings}) as server:
        return asyncio.run(run(options, server, say))


if __name__ == "__main__":
    sys.exit(main())
