"""`python -m tests.chaos`: the whole campaign, a round at a time. A round is repeated by its seed
and number, so that a campaign can be played in pieces. The report at the end is for
docs/guarantees.md."""

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from statistics import median

from tests.chaos.aof import cut_everywhere
from tests.chaos.history import KILLED, OTHERS, TOLD, TROUBLE, History
from tests.chaos.rounds import Plan, play_round
from tests.chaos.troubles import ANYWHERE, BEFORE_IT, OWN, WIRE

ROUNDS = 44
TROUBLES = 3
"""In each round."""
ALL = sorted({*OWN, *WIRE})
BOUND = 5.0
"""Seconds from a ready engine to the first success that are promised."""


def plan_of(number: int, kinds: Sequence[str] = ()) -> Plan:
    """Most rounds kill; some cut lines, some have much to load and many games at once. In each
    there is some trouble besides: all kinds in turn, or these."""

    def some(of: Iterable[str], count: int = TROUBLES) -> tuple[str, ...]:
        deck = [each for each in of if each in kinds or not kinds]
        return tuple(deck[(TROUBLES * number + n) % len(deck)] for n in range(count) if deck)

    if number % 5 == 4:
        return Plan(wire=True, others=12, troubles=some(BEFORE_IT) + some(ANYWHERE, 1))
    if number % 11 == 8:
        crowd = Plan(engines=4, others=6, tables=50, parties=50, ballast=200)
        return replace(crowd, troubles=some(ANYWHERE))
    return Plan(engines=6, troubles=some(OWN))


def main() -> int:
    """Play the rounds asked for. Returns 1 if anything was lost, doubled or invented."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--seed", default="toma6", help="what all choices follow from")
    parser.add_argument("--first", type=int, default=1, help="number of the first round")
    parser.add_argument("--kinds", nargs="*", default=(), help="only this trouble", choices=ALL)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how many rounds")
    options = parser.parse_args()
    played, wrongs = [], []
    for number in range(options.first, options.first + options.rounds):
        seed = f"{options.seed}-{number}"
        each = play_round(seed, plan_of(number, options.kinds))
        played.append(each)
        wrongs += [f"{seed}: {wrong}" for wrong in each.wrongs]
        done = f"{each.kills} kills, {each.found['checked']} writes checked, {each.seconds:.0f} s"
        told = [f"round {seed}: {done}, {len(each.wrongs)} wrongs", *each.wrongs]
        print(*told, sep="\n  ", flush=True)
    cuts, of_files = (0, []) if options.kinds else cut_everywhere()
    report(played, cuts, wrongs + of_files)
    return int(bool(wrongs + of_files))


def report(played: Sequence[History], cuts: int, wrongs: Sequence[str]) -> None:
    found, notes = Counter[str](), Counter[tuple[str, str]]()
    for each in played:
        found.update(each.found)
        notes.update(each.notes)
    restarts = [seconds for each in played for seconds in each.restarts] or [0.0]
    bots = [took for each in played for took in each.bots] or [(0, 0)]
    late = sum(each > BOUND for each in restarts)
    first = f"median {median(restarts):.2f} s, at most {max(restarts):.2f} s"
    rows = [
        ("rounds", f"{len(played)} ({sum(each.seconds for each in played):.0f} s)"),
        ("games, entries", f"{found['games']:,}, {found['entries']:,}"),
        ("acknowledged writes", f"{sum(each.writes for each in played):,}"),
        ("of these checked and found", f"{found['checked']:,}"),
        ("answers in the streams, persons' and bots'", f"{found['answers']:,}"),
        ("kills", f"{sum(each.kills for each in played):,}"),
        ("engine restarts", f"{sum(len(each.restarts) for each in played):,}"),
        ("first success after a ready engine", f"{first}, {late} over {BOUND:g} s"),
        ("slowest bot while things were killed", f"{max(took for took, _ in bots) / 1000:.1f} s"),
        ("slowest bot after the last kill", f"{max(calm for _, calm in bots) / 1000:.1f} s"),
        ("words to an app that came", f"{found['words that came']:,}"),
        ("words that wait for their next attempt", f"{found['words that wait']:,}"),
        ("append-only files cut and loaded", f"{cuts:,}"),
        ("lost, doubled, invented or otherwise wrong", f"**{len(wrongs)}**"),
    ]
    _table("", rows)
    for under in (KILLED, TROUBLE, OTHERS, TOLD):
        _table(under, sorted((what, n) for (kind, what), n in notes.items() if kind == under))
    print(*(f"\n- {wrong[:600]}" for wrong in wrongs[:50]))


def _table(title: str, rows: Iterable[tuple[str, object]]) -> None:
    print(f"\n| {title} | |\n|---|---|", *(f"| {a} | {b} |" for a, b in rows), sep="\n")


if __name__ == "__main__":
    raise SystemExit(main())
