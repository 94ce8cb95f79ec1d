"""A recorded game as text: one line per entry, with what each viewer sees change.

A golden file is JSON. Its head says how the game was made; then come its steps, one a line:

- `entry`: the public form; its place in the list is the revision less one
- `hash`: the end of the chain
- `does`: the answer that caused it
- `all`: what changed in the spectator's view
- `0`, `1`, …: what changed in the view of that seat and is not in `all`

A change is `path: value`; a path that is gone has the value null. The game is played anew from
`does` alone, so a golden file does not depend on how it was thought up (make.py does that).
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from domain import ledger
from domain.decider import consequences
from domain.decisions import parse
from domain.decisions.commands import Answer
from domain.events.entries import Entry, encode
from domain.state import INITIAL, State
from domain.state.evolve import evolve
from domain.views import Viewer, redact, view
from tests.support.play import START, name_seal, opening

Json = dict[str, Any]
NAMES = {name_seal(f"P{seat}"): f"P{seat}" for seat in range(10)}


def replay(head: Mapping[str, Any], answers: Iterable[Mapping[str, Any]]) -> Iterator[Json]:
    """The steps of the game in this head, played with these answers."""
    opened = opening(head["ruleset"], head["seats"], head["options"], head["seed"])
    todo: list[tuple[Json, Any]] = [({}, replace(command, at=START)) for command in opened]
    for does in answers:
        command = Answer(parse(does["decision"]), does["answer"], at=does["at"])
        todo.append(({"does": dict(does)}, command))
    recorder, state = _Recorder(head["seats"]), INITIAL
    for noted, command in todo:
        story = consequences(command, state)
        state = story.state
        yield {**noted, **recorder.step(story.entry)}


class _Recorder:
    """Folds redacted entries for every viewer, and remembers what each saw last."""

    def __init__(self, seats: int) -> None:
        self.states: dict[Viewer, State] = dict.fromkeys([None, *range(seats)], INITIAL)
        self.seen: dict[Viewer, Json] = {viewer: {} for viewer in self.states}
        self.hash = ledger.GENESIS

    def step(self, entry: Entry) -> Json:
        public, _ = encode(entry)
        self.hash = ledger.chain(self.hash, public)
        changes = {viewer: self._changes(viewer, entry) for viewer in self.states}
        shared = changes.pop(None)
        own = {
            str(seat): mine
            for seat, theirs in changes.items()
            if (mine := {k: v for k, v in theirs.items() if k not in shared or v != shared[k]})
        }
        return {"entry": json.loads(public), "hash": self.hash, "all": shared, **own}

    def _changes(self, viewer: Viewer, entry: Entry) -> Json:
        self.states[viewer] = evolve(self.states[viewer], redact(entry, viewer))
        now = dict(_paths("", view(self.states[viewer], viewer, NAMES)))
        before, self.seen[viewer] = self.seen[viewer], now
        changed = {path: now[path] for path in now if before.get(path, _GONE) != now[path]}
        return changed | dict.fromkeys(before.keys() - now.keys())


_GONE = object()


def _paths(at: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Each leaf by its path; lists of plain values, and of options, are leaves too."""
    if isinstance(value, dict) and value:
        for name, member in value.items():
            yield from _paths(f"{at}.{name}" if at else name, member)
    elif isinstance(value, list) and value and isinstance(value[0], dict) and at == "seats":
        for index, member in enumerate(value):
            yield from _paths(f"{at}.{index}", member)
    else:
        yield at, value


def write(head: Mapping[str, Any], steps: Iterable[Mapping[str, Any]]) -> str:
    """The text of a golden file."""
    lines = ",\n".join(_line(step) for step in steps)
    return f'{{"game":{_line(head)},"steps":[\n{lines}\n]}}\n'


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
