"""The campaign's report: the rounds' results added up, for docs/guarantees.md."""

from collections import Counter
from statistics import median
from typing import Any

BOUND = 5.0
"""Seconds from a ready engine to the first success that are promised."""


def report(results: list[dict[str, Any]]) -> str:
    """All rounds and the cut files together, as Markdown."""
    lines = [line for line in results if "seed" in line]
    cuts = [line for line in results if "cuts" in line]
    kills, others, statuses = Counter[str](), Counter[str](), Counter[str]()
    for line in lines:
        kills.update(line["kills"])
        others.update(line["others"])
        statuses.update(line["statuses"])
    restarts = sorted(each for line in lines for each in line["restarts"])
    wrongs = [
        f"{line.get('seed', 'files')}: {wrong}" for line in results for wrong in line["wrongs"]
    ]
    seconds = sum(line["seconds"] for line in lines)
    rows = [
        ("rounds", f"{len(lines)} ({lines[0]['seed']} to {lines[-1]['seed']}, {seconds:.0f} s)"),
        ("games, entries", f"{_sum(lines, 'games'):,}, {_sum(lines, 'entries'):,}"),
        ("acknowledged writes", f"{_sum(lines, 'acknowledged'):,}"),
        ("of these checked and found", f"{_sum(lines, 'checked'):,}"),
        ("answers in the streams, persons' and bots'", f"{_sum(lines, 'decisions'):,}"),
        ("kills", f"{sum(kills.values()):,}"),
        ("engine restarts", f"{len(restarts):,}"),
        ("first success after a ready engine", _times(restarts)),
        ("slowest bot while things were killed", _slowest(lines, "slowest_bot_ms")),
        ("slowest bot after the last kill", _slowest(lines, "slowest_in_calm_ms")),
        ("append-only files cut and loaded", f"{_sum(cuts, 'cuts'):,}"),
        ("lost, doubled, invented or otherwise wrong", f"**{len(wrongs)}**"),
    ]
    text = "\n" + _table(("", ""), rows)
    text += "\n" + _table(("killed", "times"), sorted(kills.items()))
    text += "\n" + _table(("other faults and probes", "times"), sorted(others.items()))
    text += "\n" + _table(("clients were told", "times"), sorted(statuses.items()))
    return text + "".join(f"\n- {wrong}" for wrong in wrongs) + "\n"


def _sum(lines: list[dict[str, Any]], name: str) -> int:
    return sum(line[name] for line in lines)


def _slowest(lines: list[dict[str, Any]], name: str) -> str:
    return f"{max(line[name] for line in lines) / 1000:.1f} s"


def _times(restarts: list[float]) -> str:
    if not restarts:
        return "none"
    late = sum(each > BOUND for each in restarts)
    return f"median {median(restarts):.2f} s, at most {restarts[-1]:.2f} s, {late} over {BOUND:g} s"


def _table(head: tuple[str, str], rows: list[Any]) -> str:
    lines = [f"| {head[0]} | {head[1]} |", "|---|---|"]
    return "\n".join([*lines, *(f"| {name} | {value} |" for name, value in rows)]) + "\n"
