"""`python -m tests.golden.make`: write the golden files anew. The playthroughs are written over,
with the answers that they have (a file that is not there gets a random game): read the difference,
it is what your change did to the game. The stored events (events/) are kept for good: bytes that no
file has yet are written beside the others of their type (with `.1` once it has a new optional
field, with `_2` for its second version). The answers of the policies (answers/) are added to, and
never written over."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bots.policies import POLICIES
from domain.decisions.commands import Answer
from domain.events import Event
from domain.events.entries import Entry, encode
from domain.rulesets import RULESETS
from tests.golden import answers as policies
from tests.golden.play import replay, write
from tests.golden.samples import SAMPLES
from tests.support.play import playing

HERE = Path(__file__).parent
SEEDS = {"professional": 2}
"""Where another than the first seed shows more: a tie of two places, at both tables."""
OPTIONS: dict[tuple[str, bool], dict[str, Any]] = {
    # Of many seats one round says it all; of two a game to its natural end.
    **{(key, True): {"max_rounds": 1} for key in ("classic", "tactics", "logic", "professional")},
    ("logic", False): {"end_score": 30, "draft_start": "rotate"},
    ("tactics", False): {"end_score": 30, "row_choice": "cheapest"},
}


def heads() -> Iterator[dict[str, Any]]:
    """The smallest and the largest table of every ruleset."""
    for key, rules in RULESETS.items():
        for seats in (rules.seats[0], rules.seats[-1]):
            options = OPTIONS.get((key, seats > 2), {})
            yield {"ruleset": key, "seats": seats, "options": options, "seed": SEEDS.get(key, 1)}


def path(head: dict[str, Any]) -> Path:
    return HERE / f"{head['ruleset']}-{head['seats']}.json"


def answers(head: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The answers of the recorded game, or else of a random one, as data."""
    if path(head).exists():
        recorded = json.loads(path(head).read_text("utf-8"))["steps"]
        yield from (step["does"] for step in recorded if "does" in step)
        return
    for step in playing(head["ruleset"], head["seats"], head["options"], head["seed"]):
        if isinstance(step.command, Answer):
            does, at = step.command, step.command.at
            yield {"decision": does.decision.id, "answer": does.body, "at": at}


def event_files(tag: str) -> list[Path]:
    """The golden files of one type in one version, oldest first."""
    events, name = HERE / "events", tag.replace("/", "_")
    return [*events.glob(f"{name}.json"), *sorted(events.glob(f"{name}.*.json"))]


def tag_of(kind: type[Event]) -> str:
    """The type as it is written, with its version where it is not the first."""
    return str(kind.__struct_config__.tag)


def stored(entry: Entry) -> str:
    """The text of a golden file: the bytes of an entry of one event, as text."""
    p, s = encode(entry)
    parts = {"p": p.decode(), "s": None if s is None else s.decode()}
    return json.dumps(parts, ensure_ascii=False, indent=1) + "\n"


def main() -> None:
    for head in heads():
        path(head).write_text(write(head, replay(head, answers(head))), encoding="utf-8")
    for entry in SAMPLES.values():
        tag = tag_of(type(entry.events[0]))
        files = event_files(tag)
        if stored(entry) not in [file.read_text(encoding="utf-8") for file in files]:
            suffix = f".{len(files)}" if files else ""
            golden = HERE / "events" / f"{tag.replace('/', '_')}{suffix}.json"
            golden.write_text(stored(entry), encoding="utf-8")
    for name in POLICIES:
        policies.write(name)


if __name__ == "__main__":
    main()
