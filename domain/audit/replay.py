"""The second verdict: every event follows, by the rules, from what was decided.

The recorded decisions are put to domain.decide again, one after the other, and each event
it gives is compared with the recorded one.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from domain import events as e
from domain.audit.contents import Contents, Record
from domain.audit.decisions import command
from domain.audit.hidden import NO_SEED, Hidden, hidden
from domain.audit.report import Rejected
from domain.codec import public
from domain.decider import decide
from domain.errors import RuleViolation
from domain.evolve import fold
from domain.ledger import canonical
from domain.state import INITIAL, State

Progress = Callable[[int, int], None]


def check(contents: Contents, progress: Progress | None = None) -> dict[str, int]:
    """Derive the whole record again: how many decisions and consequences were in it.

    :raises Rejected: at the first event that does not follow.
    """
    replayed = _Replay(contents)
    decided = 0
    while replayed.at < len(contents.records):
        replayed.decision()
        decided += 1
        if progress is not None:
            progress(replayed.at, len(contents.records))
    return {"decisions": decided, "consequences": replayed.at - decided}


class _Replay:
    """How far the record has been derived, and the state there."""

    def __init__(self, contents: Contents) -> None:
        self.records = contents.records
        self.seed = contents.seed
        self.hidden: Hidden | None = hidden(contents) if contents.seed is None else None
        self.cards = _picked(contents)
        self.state = INITIAL
        self.at = 0

    def decision(self) -> None:
        """Take the next decision as recorded and compare all that follows from it."""
        record = self.records[self.at]
        kind = type(record.event).__name__
        try:
            asked = command(self._full(record), self.state, self.seed or NO_SEED)
            derived = decide(asked, self.state)
        except RuleViolation as error:
            reason = f"{kind} is not allowed: {error.message}"
            raise Rejected(reason[:200], record.revision) from error
        except Rejected as error:
            raise Rejected(f"{kind}: {error.reason}", record.revision) from error
        if not derived:
            raise Rejected(f"{kind} repeats what has happened already", record.revision)
        for event in derived:
            self._compare(event)

    def _full(self, record: Record) -> e.Event:
        """The recorded event with the card of a pick, wherever that is known from."""
        event = record.event
        if isinstance(event, e.CardPicked):
            if record.revision in self.cards:
                return replace(event, card=self.cards[record.revision])
            if self.hidden is not None:
                return self.hidden.pick(record, self.state)
        return event

    def _compare(self, derived: e.Event) -> None:
        if self.at == len(self.records):
            reason = f"the record stops before {type(derived).__name__}, which must follow"
            raise Rejected(reason, self.records[-1].revision)
        record = self.records[self.at]
        form = public(derived)
        if type(derived) is not type(record.event):
            recorded = type(record.event).__name__
            reason = f"{recorded} is recorded; the rules give {type(derived).__name__}"
            raise Rejected(reason, record.revision)
        try:
            if self.hidden is not None:
                self.hidden.borrow(form, record, self.state)
            _same(form, record)
            self.state = self._after(derived, record)
        except Rejected as error:
            raise Rejected(error.reason, record.revision) from error
        self.at += 1

    def _after(self, derived: e.Event, record: Record) -> State:
        if self.hidden is None:
            return fold((derived,), self.state)
        known = self.hidden.filled(record, self.state)
        if isinstance(derived, e.CardPicked):
            known = replace(derived)
        return fold((known,), self.state)


def _same(derived: dict[str, Any], record: Record) -> None:
    if canonical(derived) == record.p or canonical(derived) == canonical(record.form):
        return
    kind = derived["type"]
    for name in sorted({*derived, *record.form}):
        said, due = record.form.get(name), derived.get(name)
        if canonical(said) != canonical(due):
            raise Rejected(f"{kind} says {name} {_short(said)}; the rules give {_short(due)}")
    raise Rejected(f"{kind} is not what the rules give")


def _short(value: Any) -> str:
    text = "nothing" if value is None else canonical(value).decode()
    return text if len(text) <= 120 else f"{text[:117]}..."


def _picked(contents: Contents) -> dict[int, int]:
    """The card of each pick by its revision, from the reveal or from an opening."""
    cards: dict[int, int] = {}
    turn: dict[int, int] = {}
    for record in contents.records:
        match record.event:
            case e.TurnStarted():
                turn = {}
            case e.CardPicked(seat=seat):
                turn[seat] = record.revision
            case e.PicksRevealed(picks=picks):
                cards |= {turn[pick.seat]: pick.card for pick in picks if pick.seat in turn}
    for opening in contents.openings:
        card = opening.payload.get("card")
        if type(card) is int:
            cards.setdefault(opening.revision, card)
    return cards
