"""What a stream says was answered: what clients were told is held against it."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from domain.decisions import is_open
from domain.decisions.answers import Given, answers
from domain.decisions.kinds import AnAnswer
from domain.events.entries import Entry
from domain.state import INITIAL, State
from domain.state.evolve import evolve
from service.storage.stored import Stored

Answers = Mapping[str, Given]


def states_of(entries: Sequence[Entry]) -> list[State]:
    """The state after so many entries, from none to all."""
    return list(accumulate(entries, evolve, initial=INITIAL))


def answers_in(entries: Sequence[Entry], states: Sequence[State]) -> Answers:
    """Every answer in the stream, by its decision, which was open then. None comes twice."""
    found: dict[str, Given] = {}
    for given in answers(entries):
        owed = given.decision
        assert owed.id not in found, f"{owed.id} is answered twice"
        assert is_open(states[given.revision - 1], owed), f"{owed.id} was not open"
        found[owed.id] = given
    begun = [entry.events[0] for entry in entries]
    told = [event for event in begun if isinstance(event, AnAnswer) and event.by != "rule"]
    assert [given.event for given in found.values()] == told
    return found


def check_receipt(
    given: Given | None, stored: Sequence[Stored], body: Any, revision: int, digest: str
) -> None:
    """The acknowledged answer stands where its receipt says, as a player's."""
    assert given is not None, "it was acknowledged and is lost"
    assert (given.revision, given.body, given.by) == (revision, body, "player")
    assert stored[revision - 1].h == digest


def check_heads(heads: Mapping[int, str], stored: Sequence[Stored]) -> None:
    """Whatever was shown of the chain, by revision, is stored."""
    for revision, digest in heads.items():
        assert stored[revision - 1].h == digest, f"what was shown at {revision} is not stored"
