"""The second verdict: every event follows, by the rules, from what was decided.

The recorded decisions are put to the decider again, one after the other, and each event it gives
is compared with the recorded one.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from domain import events as e
from domain.audit.bots import Asking
from domain.audit.contents import Contents, Form, Record
from domain.audit.decisions import AnAnswer, command
from domain.audit.hidden import NO_SEED, Hidden, hidden
from domain.audit.report import Rejected
from domain.audit.seals import Seals, opened, picked
from domain.audit.wording import refusal
from domain.codec import public
from domain.decider import consequences
from domain.errors import RuleViolation
from domain.evolve import fold
from domain.ledger import encoded
from domain.shown import shown
from domain.state import INITIAL
from domain.story import Story

Progress = Callable[[int, int], None]


def check(
    contents: Contents,
    sealed: Seals,
    progress: Progress | None = None,
    asking: Asking | None = None,
) -> dict[str, int]:
    """Derive the whole record again: how many decisions and consequences were in it.

    `asking` asks the policies again, where the record is complete.

    :raises Rejected: at the first event that does not follow.
    """
    replayed = _Replay(contents, sealed, asking if contents.complete else None)
    decided = 0
    while replayed.at < len(contents.records):
        replayed.decision()
        decided += 1
        if progress is not None:
            progress(replayed.at, len(contents.records))
    return {"decisions": decided, "consequences": replayed.at - decided}


class _Replay:
    """How far the record has been derived, and the state there."""

    def __init__(self, contents: Contents, sealed: Seals, asking: Asking | None) -> None:
        self.records = contents.records
        self.seed = contents.seed
        self.hidden: Hidden | None = None
        if self.seed is None:
            self.hidden = hidden(contents, opened(contents, sealed))
        self.asking = None if self.seed is None else asking
        self.cards = picked(contents, sealed)
        self.state = INITIAL
        self.at = 0

    def decision(self) -> None:
        """Take the next decision as recorded and compare all that follows from it."""
        record = self.records[self.at]
        event = self._full(record)
        story = self._story(event, record)
        if not story.events:
            raise Rejected(f"{record.type} repeats what has happened already", record.revision)
        before = self.state
        for derived in story.events:
            self._compare(derived)
        if self.hidden is None:
            self.state = story.state
        if self.asking is not None and isinstance(event, AnAnswer):
            self.asking.ask(event, before, record.revision)

    def _story(self, event: e.Event, record: Record) -> Story:
        """What follows from a decision.

        :raises Rejected: if it was not allowed.
        """
        try:
            return consequences(command(event, self.state, self.seed or NO_SEED), self.state)
        except RuleViolation as error:
            reason = f"{record.type} is not allowed: {refusal(error)}"
            raise Rejected(reason[:200], record.revision) from error
        except Rejected as error:
            raise Rejected(f"{record.type}: {error.reason}", record.revision) from error

    def _full(self, record: Record) -> e.Event:
        """The recorded event with the card of a pick, wherever that is known from."""
        event = record.event
        if isinstance(event, e.CardPicked):
            if record.revision in self.cards:
                return replace(event, card=self.cards[record.revision])
            if self.hidden is not None:
                return self.hidden.pick(event, self.state)
        return event

    def _compare(self, derived: e.Event) -> None:
        if self.at == len(self.records):
            reason = f"the record stops before {type(derived).__name__}, which must follow"
            raise Rejected(reason, self.records[-1].revision)
        record = self.records[self.at]
        form = public(derived)
        if form["type"] != record.type:
            reason = f"{record.type} is recorded; the rules give {form['type']}"
            raise Rejected(reason, record.revision)
        try:
            if self.hidden is not None:
                self.hidden.borrow(form, record, self.state)
            _same(form, record.form)
            if self.hidden is not None:
                self.state = fold((self.hidden.filled(derived, record, self.state),), self.state)
        except Rejected as error:
            raise Rejected(error.reason, record.revision) from error
        self.at += 1


def _same(derived: dict[str, Any], recorded: Form) -> None:
    """
    :raises Rejected: naming the first field, by the alphabet, in which they differ.
    """
    # Options may be anything, and in Python true equals 1; all other values have one type.
    if derived == recorded and "options" not in derived:
        return
    for name in sorted({*derived, *recorded}):
        said, due = recorded.get(name), derived.get(name)
        if encoded(said) != encoded(due):
            kind = derived["type"]
            raise Rejected(f"{kind} says {name} {_short(said)}; the rules give {_short(due)}")


def _short(value: Any) -> str:
    return "nothing" if value is None else shown(value)
