"""Whole stored games, kept for good: `python -m tests.versions.logs` writes those that are missing
(if no log has all their types of events, as they are written now), and writes over none. A log is
JSON: the stored bytes of every entry as text (`p`, `s`, `h`), the version of the engine that stored
them, and what they folded to then: a digest for each field of the State. A State whose old fields
come out otherwise has broken games that were already played."""

import dataclasses
import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from bench.games import chained
from domain.ledger import GENESIS, canonical
from domain.rulesets import RULESETS
from domain.state import State
from domain.state.evolve import fold
from service.games.store import Store
from service.settings.version import VERSION
from service.storage.stored import Stored
from tests.support import audit_games, chains

HERE = Path(__file__).parent / "logs"
SEEDS = dict(zip(RULESETS, (253, 54, 277, 171, 36, 50), strict=True))
"""Games in which much happens: seats left, resigned and returned to, bots, deadlines, every kind of
decision, and a rule that decides."""


class Log(NamedTuple):
    """A stored game and what it folded to, field by field, when it was recorded."""

    game: str
    entries: list[Stored]
    state: dict[str, str]


def digests(state: State) -> dict[str, str]:
    """A digest of each field of a state, so that a difference says where it is."""
    return {
        each.name: hashlib.sha256(canonical(_plain(getattr(state, each.name)))).hexdigest()[:16]
        for each in dataclasses.fields(state)
    }


def _plain(value: Any) -> Any:
    """The value as JSON can write it: records as objects, numbers as names of members."""
    if isinstance(value, msgspec.Struct):
        return {name: _plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, dict):
        return {str(name): _plain(member) for name, member in sorted(value.items())}
    if isinstance(value, list | tuple):
        return [_plain(member) for member in value]
    return value


def names() -> list[str]:
    return sorted(path.stem for path in HERE.glob("*.json"))


def read(name: str) -> Log:
    """The log of that name, as it was recorded."""
    data = json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))
    entries = [
        Stored(revision, p.encode(), s and s.encode(), h)
        for revision, (p, s, h) in enumerate(data["entries"], 1)
    ]
    return Log(json.loads(entries[0].p)["events"][0]["game"], entries, data["state"])


def put(store: Store, entries: Sequence[Stored]) -> None:
    chains.append(store, *entries, game=events(entries[:1])[0]["game"], previous=GENESIS)


def text(entries: Sequence[Stored], state: State) -> str:
    """A log as it is written: one entry a line."""
    lines = ",\n".join(
        json.dumps([each.p.decode(), each.s and each.s.decode(), each.h], ensure_ascii=False)
        for each in entries
    )
    folded = json.dumps(digests(state), indent=1)
    return f'{{"engine":"{VERSION}","state":{folded},\n"entries":[\n{lines}\n]}}\n'


def events(entries: Iterable[Any]) -> list[dict[str, Any]]:
    return [event for entry in entries for event in json.loads(entry.p)["events"]]


def types(entries: Iterable[Any]) -> set[str]:
    return {event["type"] for event in events(entries)}


def main() -> None:
    for ruleset in RULESETS:
        game = audit_games.game(ruleset, SEEDS[ruleset], seats=3)
        for kind, played in (("finished", game), ("abandoned", audit_games.abandoned(game, 14))):
            entries = chained(played)
            known = [name for name in names() if name.startswith(f"{ruleset}-{kind}")]
            if not any(types(entries) <= types(read(name).entries) for name in known):
                path = HERE / f"{ruleset}-{kind}{f'-{len(known)}' if known else ''}.json"
                path.write_text(text(entries, fold(played)), encoding="utf-8")


if __name__ == "__main__":
    main()
