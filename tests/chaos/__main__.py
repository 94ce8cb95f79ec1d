"""`python -m tests.chaos`: the whole campaign, a round at a time.

A round is repeated by its seed and number; each leaves one line of JSON, from which the report
is made, so that a campaign can be played in pieces.
"""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from tests.chaos.aof import cut_everywhere
from tests.chaos.report import report
from tests.chaos.rounds import Outcome, Plan, play_round

ROUNDS = 44


def plan_of(number: int) -> Plan:
    """Most rounds kill; some cut lines, some have much to load and many games at once."""
    if number % 11 == 4:
        return Plan(wire=True, others=12)
    if number % 11 == 8:
        return Plan(engines=4, others=6, tables=50, parties=50, ballast=200)
    return Plan(engines=6, others=20)


def main() -> int:
    """Play the rounds asked for. Returns 1 if anything was lost, doubled or invented."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--seed", default="toma6", help="what all choices follow from")
    parser.add_argument("--first", type=int, default=1, help="number of the first round")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how many rounds")
    parser.add_argument("--results", type=Path, help="file to add the rounds' results to")
    parser.add_argument("--no-cuts", action="store_true", help="cut no append-only files")
    parser.add_argument("--report", action="store_true", help="only report on --results")
    options = parser.parse_args()
    if options.report:
        lines = [json.loads(line) for line in options.results.read_text().splitlines()]
        return say(report(lines), lines)
    lines = []
    for number in range(options.first, options.first + options.rounds):
        outcome = play_round(f"{options.seed}-{number}", plan_of(number))
        last = keep(as_json(outcome), lines, options.results)
        sys.stdout.write(
            f"round {outcome.seed}: {outcome.kills} kills, {last['checked']} writes checked, "
            f"{outcome.seconds:.0f} s, {len(last['wrongs'])} wrongs\n"
        )
        sys.stdout.flush()
    if not options.no_cuts:
        cuts, wrongs = cut_everywhere()
        keep({"cuts": cuts, "wrongs": wrongs}, lines, options.results)
    return say(report(lines), lines)


def keep(line: dict[str, Any], lines: list[dict[str, Any]], file: Path | None) -> dict[str, Any]:
    """Add a result to the others, and to the file if there is one."""
    lines.append(line)
    if file:
        with file.open("a") as results:
            results.write(json.dumps(line) + "\n")
    return line


def say(text: str, lines: list[dict[str, Any]]) -> int:
    sys.stdout.write(text)
    return int(any(line["wrongs"] for line in lines))


def as_json(outcome: Outcome) -> dict[str, Any]:
    """What is kept of a round."""
    verdict, done, history = outcome.verdict, outcome.done, outcome.history
    return {
        "seed": outcome.seed,
        "seconds": round(outcome.seconds, 1),
        "games": verdict.games,
        "entries": verdict.entries,
        "decisions": verdict.decisions,
        "acknowledged": history.writes,
        "checked": verdict.checked,
        "slowest_bot_ms": verdict.slowest_bot,
        "slowest_in_calm_ms": verdict.slowest_in_calm,
        "kills": done.kills + Counter(outcome.own_kills),
        "others": done.others + outcome.swallowed + history.deeds,
        "restarts": [round(each, 3) for each in done.restarts],
        "statuses": history.statuses,
        "wrongs": verdict.wrongs,
    }


if __name__ == "__main__":
    raise SystemExit(main())
