"""What each policy answers in stored games: kept, so that no answer changes under one version. The
games are those of tests/versions/logs/, which are never written over; the bots' chance follows from
their seeds. `python -m tests.golden.make` writes what is missing. It never writes over an answer:
one that changes is the answer of another version."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bots.deciding import answer, named
from bots.policies import POLICIES
from domain.decisions import open_decisions
from domain.events import ChoiceRequested, TurnStarted
from domain.events.entries import decode
from domain.state import INITIAL
from domain.state.evolve import evolve
from tests.versions import logs

HERE = Path(__file__).parent / "answers"
RAISE = (
    "{policy} answers otherwise than it did: raise its version in bots/policies/__init__.py, "
    "delete {file} and run: python -m tests.golden.make"
)
Answers = Mapping[str, Mapping[str, Any]]
"""The answers of a policy by game and decision."""


def path(name: str) -> Path:
    """Where the answers of the policy's present version are kept."""
    return HERE / f"{name}-{POLICIES[name].version}.json"


def answers(name: str) -> Answers:
    """What the policy answers to every decision in every stored game."""
    return {log: dict(_answers(log, name)) for log in logs.names() if log.endswith("-finished")}


def _answers(log: str, name: str) -> Iterator[tuple[str, Any]]:
    state = INITIAL
    for stored in logs.read(log).entries:
        entry = decode(stored.p, stored.s)
        state = evolve(state, entry)
        if isinstance(entry.events[-1], TurnStarted | ChoiceRequested):
            for decision in open_decisions(state):
                yield decision.id, answer(state, decision, named(name) or "")


def write(name: str) -> None:
    """Keep the answers to games that there were none of yet."""
    file = path(name)
    kept: Answers = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    merged = {**answers(name), **kept}
    lines = ",\n".join(
        f"{json.dumps(log)}:{json.dumps(merged[log], separators=(',', ':'))}"
        for log in sorted(merged)
    )
    file.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
