"""What the server acknowledges: the claims of the receipt of every answer in a game."""

from collections.abc import Iterable
from typing import Any

from domain.decisions.answers import answers
from domain.events.entries import Entry
from domain.text.times import rfc3339

Claims = dict[str, Any]


def claims(entries: Iterable[Entry], made: dict[str, Any]) -> list[Claims]:
    """The claims of each answer in `entries`, of which `made` is the bundle, in order."""
    return [
        {
            "answer": given.body,
            "at": rfc3339(given.at),
            "decision": given.decision.id,
            "game": made["game"],
            "hash": made["entries"][given.revision - 1]["hash"],
            "revision": given.revision,
        }
        for given in answers(entries)
    ]
