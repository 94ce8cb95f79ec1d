"""The second verdict: every event follows, by the rules, from what was decided.

The first event of each entry, a decision, is put to the decider again, one after the other, and
what comes of it is compared with the entry, event by event.
"""

from collections.abc import Callable, Mapping
from itertools import zip_longest
from typing import Any

from msgspec.structs import replace

from domain import events as e
from domain.audit.checking.bots import Asking
from domain.audit.checking.decisions import command
from domain.audit.checking.hidden import NO_SEED, Hidden, hidden
from domain.audit.checking.seals import Seals, picked
from domain.audit.reading.contents import Contents, Recorded
from domain.audit.verdicts import Rejected, refusal
from domain.decider import consequences
from domain.decider.accumulator import Accumulator
from domain.decisions.kinds import AnAnswer
from domain.errors import RuleViolation
from domain.events.entries import form, public
from domain.ledger import encoded
from domain.state import INITIAL, State
from domain.state.evolve import advance, begin
from domain.text.shown import shown

Progress = Callable[[int, int], None]
"""Is told how many entries are done, and how many there are."""


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
    seed, count = contents.seed, len(contents.entries)
    unseen = hidden(contents, sealed) if seed is None else None
    cards = picked(sealed)
    state = INITIAL
    for entry in contents.entries:
        try:
            decision = _full(entry, cards, unseen, state)
            story = _story(decision, entry.at, state, seed or NO_SEED)
            if unseen is None:
                _compare(story, entry)
                after = story.state
            else:
                after = _followed(unseen, story, entry, state)
        except Rejected as error:
            raise Rejected(error.reason, entry.revision) from error
        if asking and seed and contents.complete and isinstance(decision, AnAnswer):
            asking.ask(decision, state, entry.revision)
        state = after
        if progress is not None:
            progress(entry.revision, count)
    return {"decisions": count, "consequences": len(contents.records) - count}


def _full(
    entry: Recorded, cards: Mapping[int, int], unseen: Hidden | None, state: State
) -> e.Event:
    """The decision with the card of a pick, wherever that is known from."""
    event = entry.events[0]
    if isinstance(event, e.CardPicked):
        if entry.revision in cards:
            return replace(event, secret=e.PickSecret(card=cards[entry.revision]))
        if unseen is not None:
            return unseen.pick(event, state)
    return event


def _story(event: e.Event, at: int, state: State, seed: str) -> Accumulator:
    """What follows from a decision.

    :raises Rejected: if it was not allowed, or nothing does.
    """
    name = type(event).__name__
    try:
        story = consequences(command(event, at, state, seed), state)
    except RuleViolation as error:
        raise Rejected(f"{name} is not allowed: {refusal(error)}"[:200]) from error
    except Rejected as error:
        raise Rejected(f"{name}: {error.reason}") from error
    if not story.events:
        raise Rejected(f"{name} repeats what has happened already")
    return story


def _compare(story: Accumulator, entry: Recorded) -> None:
    """
    :raises Rejected: if the entry is not what the story tells.
    """
    for derived, recorded in zip_longest(story.events, entry.events):
        _same(*_both(derived, recorded))


def _followed(unseen: Hidden, story: Accumulator, entry: Recorded, state: State) -> State:
    """The state after an entry of which the seed would say more.

    :raises Rejected: if it is not what the story tells, as far as that can be seen.
    """
    after = state.copy()
    begin(after, entry.at)
    for each, other in zip_longest(story.events, entry.events):
        derived, recorded = _both(each, other)
        derived = unseen.borrow(derived, recorded, after)
        _same(derived, recorded)
        advance(after, [unseen.filled(derived, recorded, entry.revision, after)])
    return after


def _both(derived: e.Event | None, recorded: e.Event | None) -> tuple[e.Event, e.Event]:
    """Two events of one type.

    :raises Rejected: if there are none.
    """
    due, found = type(derived).__name__, type(recorded).__name__
    if recorded is None:
        raise Rejected(f"the entry stops before {due}, which must follow")
    if derived is None:
        raise Rejected(f"{found} is recorded; by the rules nothing more follows")
    if due != found:
        raise Rejected(f"{found} is recorded; the rules give {due}")
    return derived, recorded


def _same(derived: e.Event, recorded: e.Event) -> None:
    """
    :raises Rejected: naming the first field, by the alphabet, in which they differ.
    """
    # Options may be anything, and in Python true equals 1; all other values have one type.
    if public(derived) == recorded and not isinstance(derived, e.GameCreated):
        return
    due, said = form(derived), form(recorded)
    for name in sorted({*due, *said}):
        if encoded(said.get(name)) != encoded(due.get(name)):
            told = f"{due['type']} says {name} {_short(said.get(name))}"
            raise Rejected(f"{told}; the rules give {_short(due.get(name))}")


def _short(value: Any) -> str:
    return "nothing" if value is None else shown(value)
