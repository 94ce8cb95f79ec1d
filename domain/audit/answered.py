"""The answers in a record: which entry answers which decision, when, and with what."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from domain.audit.contents import Contents
from domain.decisions import Decision
from domain.decisions.answers import answers
from domain.decisions.kinds import Body
from domain.events.entries import Entry
from domain.text.times import rfc3339


@dataclass(frozen=True, slots=True)
class Answered:
    """`body` is None for a pick that is still sealed, and that nothing in the bundle opens."""

    decision: Decision
    at: str
    body: Any


def answered(contents: Contents, picked: Mapping[int, int]) -> dict[int, Answered]:
    """Every answer that somebody has given, by the revision of the entry that it begins.

    `picked` has the cards of picks by revision, as far as they are known.
    """
    found: dict[int, Answered] = {}
    for given in answers(Entry(each.at, each.events) for each in contents.entries):
        body: Body | None = None
        if given.decision.kind != "pick":
            body = given.body
        elif given.revision in picked:
            body = {"card": picked[given.revision]}
        found[given.revision] = Answered(given.decision, rfc3339(given.at), body)
    return found
