"""The first verdict: nothing was altered, and every card comes from the seeds.

The order of the checks is that of docs/ledger.md, "Integrity"; the first failure counts. The
form of the entries was checked before: reading.py.
"""

from itertools import pairwise

from domain import events as e
from domain.audit import attempts, deals, names, seals, signatures
from domain.audit.contents import Contents
from domain.audit.report import Rejected
from domain.ledger import encoded, fairness


def check(contents: Contents, sealed: seals.Seals) -> tuple[dict[str, int], list[str]]:
    """What was checked, by number, and what could not be.

    :raises Rejected: at the first thing that is not as it must be.
    """
    _chain(contents)
    _frame(contents)
    seed, dealt = contents.seed, 0
    if seed is not None and fairness.commitment(seed) != contents.created.commitment:
        raise Rejected("the server seed does not open the commitment", len(contents.entries))
    opened, hands, picks = seals.check(contents, sealed)
    named = names.check(contents)
    if seed is not None:
        dealt = deals.check(contents, seed)
    signed = signatures.check(contents)
    tried = attempts.check(contents)
    counts = {
        "events": len(contents.records),
        "seals": opened,
        "names": named,
        "deals": dealt,
        "heads": signed,
    }
    return counts, _not_checked(contents, hands, picks) + _attempts(tried)


_FREE = (
    "names, policies, times, visibility and the engine's version: nothing in a game says "
    "what they should be"
)

_UNDEALT = (
    "the deals, and who was drawn to begin: the server seed is published when the game is over"
)

_ENDS = e.GameFinished | e.GameAbandoned


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
        if isinstance(record.event, _ENDS):
            raise Rejected("events after the end of the game", after.revision)
    said = {"game": contents.game, "ruleset": contents.ruleset, "options": contents.options}
    for name, value in said.items():
        told = getattr(created, name)
        # As bytes, too: in Python true equals 1.
        if value != told or encoded(value) != encoded(told):
            raise Rejected(f"{name} of the bundle is not that of GameCreated")
    if contents.complete != (contents.seed is not None):
        raise Rejected(f"the bundle says complete: {str(contents.complete).lower()}; it is not so")
    asked_by = contents.asked_by
    if asked_by is not None and asked_by >= created.seats:
        raise Rejected(f"asked_by {asked_by} is none of the game's seats")


def _not_checked(contents: Contents, hands: int, picks: int) -> list[str]:
    sentences = [_FREE]
    if contents.seed is None:
        if any(isinstance(record.event, e.RoundDealt) for record in contents.records):
            sentences.append(_UNDEALT)
        if hands or picks:
            sentences.append(
                f"seals that stay closed until then: {hands} of hands, {picks} of picks"
            )
    return sentences


def _attempts(count: int) -> list[str]:
    if not count:
        return []
    return [f"{count} attempts: no hash and no signature covers what the server says of them"]
