"""The campaign: forge, have both verifiers judge, and hold what they say against what is right."""

import json
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import Any

from domain.audit import verify_files
from tests.forge import cards, frame, history, kept
from tests.forge.forgery import (
    ANOTHER_HISTORY,
    INTEGRITY,
    NO_VERDICT,
    RECEIPT,
    SIGNINGS,
    UNSIGNED,
    Change,
    Forged,
    Kind,
    Nothing,
    kinds_of,
    some,
)
from tests.forge.worlds import KEYS, World, given_up, running, world
from tests.support.audit_signed import receipt
from tests.support.forging import mended
from tests.support.js_verifier import batch, node

KINDS: list[tuple[str, Kind]] = [
    (f"{module.__name__.rpartition('.')[2]}: {kind.__name__}", kind)
    for module in (cards, history, frame)
    for kind in kinds_of(module)
]
TRIED = [*KINDS, *(named for named in KINDS if named[1] is history.played_on_to_another_end)]
"""What matters most is tried twice as often."""
EACH_WORLD = 20
"""Forgeries made of one game."""
AT_ONCE = 200


@dataclass
class Figures:
    """What was tried, and what came of it: counts by name and status."""

    tried: Counter[tuple[str, int]] = field(default_factory=Counter)
    by_ruleset: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def table(self) -> str:
        """The table of what was tried, as Markdown."""
        names = sorted({name for name, _ in self.tried})
        columns = sorted({status for _, status in self.tried})
        lines = ["| forgery | " + " | ".join(map(str, columns)) + " |"]
        lines.append("|---|" + "---|" * len(columns))
        for name in names:
            counts = [self.tried[name, status] or "" for status in columns]
            lines.append(f"| {name.replace('_', ' ')} | " + " | ".join(map(str, counts)) + " |")
        return "\n".join(lines)


def forgeries(seed: int, count: int) -> Iterator[Forged]:
    """So many forgeries, of games of all rulesets; the same for the same seed."""
    made, number = 0, 0
    while made < count:
        rng = Random(f"forge {seed} {number}")
        whole = world(rng.randrange(1 << 30))
        worlds = [whole, whole, running(whole, rng), given_up(whole, rng)]
        number += 1
        for _ in range(EACH_WORLD):
            try:
                forged = _one(rng.choice(worlds), rng)
            except Nothing:
                continue
            yield forged
            made += 1
            if made == count:
                return


def _one(of: World, rng: Random) -> Forged:
    if rng.random() < 0.25:
        return _beside_receipts(of, rng)
    name, kind = rng.choice(TRIED)
    true = of.bundle()
    made = of.bundle()
    change = kind(of, made, rng)
    made = mended(change.made or made)
    if rng.random() < 0.1 and NO_VERDICT not in change.statuses:
        return _kept_head(of, name, made, true)
    extent = rng.choice(SIGNINGS)(made, true, change.first, rng)
    if rng.random() < 0.3 and UNSIGNED in change.statuses:
        found = _against_receipts(of, name, made, change)
        if found is not None:
            return found
    return Forged(name, of, json.dumps(made), (), change.statuses, extent)


def _beside_receipts(of: World, rng: Random) -> Forged:
    """A forged receipt beside the true record, alone or among true ones."""
    shown = of.receipts if of.complete else []
    make = rng.choice(kinds_of(kept))
    answers = [make(of, deepcopy(some(rng, shown)), rng)]
    # Those of other games are counted apart, beside others.
    if make is not kept.of_another_game and rng.random() < 0.5:
        answers.append(receipt(rng.choice(shown)))
        rng.shuffle(answers)
    right = kept.CONVICTING.get(make, RECEIPT)
    text = "\n".join(map(json.dumps, answers))
    return Forged(f"receipt: {make.__name__}", of, json.dumps(of.bundle()), (text,), (right,))


def _kept_head(of: World, name: str, made: Any, true: Any) -> Forged:
    """The forger keeps the genuine head, which is one of another record now."""
    made["heads"], made["keys"] = true["heads"], true["keys"]
    if made["entries"][-1]["hash"] == true["entries"][-1]["hash"]:
        raise Nothing
    return Forged(f"{name}, head kept", of, json.dumps(made), (), (INTEGRITY,))


def _against_receipts(of: World, name: str, made: Any, change: Change) -> Forged | None:
    """A history that might have been, and the receipts of those who were there."""
    if not any(claims["revision"] > change.first for claims in of.receipts):
        return None
    # Receipts of this game say nothing about one of another name.
    told = ANOTHER_HISTORY if made["game"] == of.bundle()["game"] else RECEIPT
    right = tuple(told if status == UNSIGNED else status for status in change.statuses)
    return Forged(f"{name}, receipts given", of, json.dumps(made), (of.saved(),), right)


def campaign(seed: int, count: int, tell: Any = None) -> Figures:
    """Try so many forgeries on both verifiers."""
    figures, program = Figures(), node()
    waiting: list[Forged] = []
    for number, forged in enumerate(forgeries(seed, count), 1):
        waiting.append(forged)
        if len(waiting) == AT_ONCE or number == count:
            _judge(waiting, program, figures)
            waiting = []
            if tell is not None:
                tell(number, count)
    return figures


def _judge(waiting: list[Forged], program: str, figures: Figures) -> None:
    jobs = [
        {"bundle": each.bundle, "keys": KEYS, "receipts": list(each.receipts)} for each in waiting
    ]
    theirs = batch(program, jobs)
    for forged, other in zip(waiting, theirs, strict=True):
        receipts = [text.encode() for text in forged.receipts]
        report = verify_files(forged.bundle.encode(), KEYS.encode(), receipts).as_data()
        figures.tried[forged.name, report["status"]] += 1
        figures.by_ruleset[forged.world.key] += 1
        figures.wrong += _faults(forged, report, other)


def _faults(forged: Forged, report: dict[str, Any], other: dict[str, Any]) -> Iterator[str]:
    """What is not right about two reports on one forgery."""
    where = f"{forged.name} of {forged.world.key} {forged.world.seed}"
    said = {"python": _short(report), "javascript": _short(other), "right": forged.right}
    if report["status"] not in forged.right:
        yield f"{where}: {said}"
    for name in ("status", "verdict", "game", "entries"):
        if report[name] != other[name]:
            yield f"{where}: the verifiers differ in {name}: {said}"
    for name in ("extent", "revision"):
        if report["signed"][name] != other["signed"][name]:
            yield f"{where}: the verifiers differ in signed.{name}: {said}"
    said_unsigned = forged.extent is not None and report["status"] == UNSIGNED
    if said_unsigned and report["signed"]["extent"] != forged.extent:
        yield f"{where}: signed {report['signed']}, right is {forged.extent}"
    if _findings(report) != _findings(other):
        yield f"{where}: the verifiers differ in findings: {said}"


def _findings(report: dict[str, Any]) -> list[tuple[str, Any]]:
    found = (report["receipts"] or {}).get("findings", [])
    return [(each["finding"], each["revision"]) for each in found]


def _short(report: dict[str, Any]) -> dict[str, Any]:
    names = ("status", "signed", "integrity", "rules")
    return {name: report[name] for name in names} | {"findings": _findings(report)}
