"""The first verdict: nothing was altered, and every card comes from the seeds.

The order of the checks is that of docs/ledger.md, "Integrity"; the first failure counts. The
form of the entries was checked before: reading/.
"""

from itertools import pairwise
from typing import Final

from domain import events as e
from domain import ledger
from domain.audit.checking import attempts, deals, seals, signatures
from domain.audit.reading.contents import Contents
from domain.audit.reading.forms import NAME
from domain.audit.verdicts import Rejected
from domain.ledger import encoded, fairness

_FREE: Final = (
    "names, policies, times, visibility and the engine's version: nothing in a game says "
    "what they should be"
)
_UNDEALT: Final = (
    "the deals, and who was drawn to begin: the server seed is published when the game is over"
)


def check(contents: Contents, sealed: seals.Seals) -> tuple[dict[str, int], list[str]]:
    """What was checked, by number, and what could not be.

    :raises Rejected: at the first thing that is not as it must be.
    """
    _chain(contents)
    _frame(contents)
    seed = contents.seed
    if seed is not None and fairness.commitment(seed) != contents.created.commitment:
        raise Rejected("the server seed does not open the commitment", len(contents.entries))
    opened, hands, picks = seals.check(contents, sealed)
    counts = {
        "events": len(contents.records),
        "seals": opened,
        "names": _names(contents),
        "deals": 0 if seed is None else deals.check(contents, seed),
        "heads": signatures.check(contents),
    }
    not_checked = [_FREE]
    if seed is None and any(isinstance(each.event, e.RoundDealt) for each in contents.records):
        not_checked.append(_UNDEALT)
    if hands or picks:
        closed = f"seals that stay closed until then: {hands} of hands, {picks} of picks"
        not_checked.append(closed)
    if tried := attempts.check(contents):
        alone = f"{tried} attempts: no hash and no signature covers what the server says of them"
        not_checked.append(alone)
    return counts, not_checked


def _chain(contents: Contents) -> None:
    if contents.unbroken == len(contents.entries):
        return
    broken = contents.entries[contents.unbroken]
    reason = "the hash does not follow from the entry before it"
    if broken.numbered != broken.revision:
        reason = f"revision {broken.numbered} stands where {broken.revision} must stand"
    raise Rejected(reason, broken.revision)


def _frame(contents: Contents) -> None:
    """The bundle's own members say the same as its events."""
    created = contents.created
    for record in contents.records[1:]:
        if isinstance(record.event, e.GameCreated):
            raise Rejected("a second GameCreated", record.revision)
    for record, after in pairwise(contents.records):
        if isinstance(record.event, e.GameFinished | e.GameAbandoned):
            raise Rejected("events after the end of the game", after.revision)
    for name in ("game", "ruleset", "options"):
        value, told = getattr(contents, name), getattr(created, name)
        # As bytes, too: in Python true equals 1.
        if value != told or encoded(value) != encoded(told):
            raise Rejected(f"{name} of the bundle is not that of GameCreated")
    if contents.complete != (contents.seed is not None):
        raise Rejected(f"the bundle says complete: {str(contents.complete).lower()}; it is not so")
    asked_by = contents.asked_by
    if asked_by is not None and asked_by >= created.seats:
        raise Rejected(f"asked_by {asked_by} is none of the game's seats")


def _names(contents: Contents) -> int:
    """Open every name that can be opened: how many were. None need be there.

    :raises Rejected: if one does not open, comes twice or out of order, or is of no seat taken.
    """
    sealed: dict[int, str] = {}
    for record in contents.records:
        if isinstance(record.event, e.SeatTaken):
            sealed.setdefault(record.revision, record.event.name_seal)
    before = 0
    for opening in contents.names:
        revision, payload = opening["revision"], opening["payload"]
        if revision not in sealed:
            reason = "the opening of a name is for an entry in which nobody takes a seat"
            raise Rejected(reason, contents.place_of(opening))
        if revision <= before:
            raise Rejected("openings of names do not ascend, or one comes twice", revision)
        before = revision
        if payload.keys() != {"game", "kind", "name"} or payload["game"] != contents.game:
            raise Rejected("the opening of a name is not for this place", revision)
        if not NAME(payload["name"]):
            raise Rejected("the opening of a name has something else than a name", revision)
        if ledger.seal(opening["salt"], payload) != sealed[revision]:
            raise Rejected("the seal of a name does not open", revision)
    return len(contents.names)
