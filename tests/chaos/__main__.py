"""`python -m tests.chaos`: the whole campaign, a round at a time.

A round is repeated by its seed and number, so that a campaign can be played in pieces.
"""

import argparse
import sys
from collections import Counter
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
    options = parser.parse_args()
    lines = []
    for number in range(options.first, options.first + options.rounds):
        outcome = play_round(f"{options.seed}-{number}", plan_of(number))
        lines.append(summed_up(outcome))
        sys.stdout.write(
            f"round {outcome.seed}: {outcome.kills} kills, {lines[-1]['checked']} writes checked, "
            f"{outcome.seconds:.0f} s, {len(lines[-1]['wrongs'])} wrongs\n"
        )
        sys.stdout.flush()
    cuts, wrongs = cut_everywhere()
    lines.append({"cuts": cuts, "wrongs": wrongs})
    sys.stdout.write(report(lines))
    return int(any(line["wrongs"] for line in lines))


def summed_up(outcome: Outcome) -> dict[str, Any]:
    """What is reported of a round."""
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
