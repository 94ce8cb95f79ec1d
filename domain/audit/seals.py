"""Seals: each one of the record, what opens it, and whether it opens."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from domain import events as e
from domain import ledger
from domain.audit.contents import Contents, Opening, Record
from domain.audit.report import Rejected


@dataclass(slots=True)
class Seal:
    """A sealed hand (`count` cards) or pick, and the reveal that opens it, if there is one."""

    revision: int
    seat: int
    context: dict[str, Any]
    seal: str
    count: int | None = None
    face_down: bool = False
    revealed: e.RevealedPick | None = None

    @property
    def name(self) -> str:
        return f"the {self.context['kind']} of seat {self.seat}"


def seals(contents: Contents) -> list[Seal]:
    """All seals of the record, by revision and seat, with the reveals that belong to them.

    :raises Rejected: if a reveal does not name exactly the seats that have picked.
    """
    found: list[Seal] = []
    picks: dict[int, Seal] = {}
    for record in contents.records:
        match record.event:
            case e.RoundDealt():
                found += sorted(_hands(contents, record, record.event), key=lambda seal: seal.seat)
            case e.TurnStarted():
                picks = {}
            case e.CardPicked(seat=seat, seal=seal) as pick:
                if (pick.round, pick.turn) != (record.round, record.turn):
                    raise Rejected("a pick for another turn than this", record.revision)
                if seat in picks:
                    raise Rejected(f"seat {seat} picks twice in one turn", record.revision)
                context = ledger.pick_context(contents.game, record.round, record.turn, seat)
                picks[seat] = Seal(record.revision, seat, context, seal)
                found.append(picks[seat])
            case e.PicksRevealed(picks=shown):
                if sorted(pick.seat for pick in shown) != sorted(picks):
                    raise Rejected("the picks revealed are not those made", record.revision)
                for revealed in shown:
                    picks.pop(revealed.seat).revealed = revealed
    return found


def _hands(contents: Contents, record: Record, dealt: e.RoundDealt) -> Iterator[Seal]:
    for hand in dealt.hands:
        context = ledger.hand_context(contents.game, dealt.round, hand.seat)
        yield Seal(record.revision, hand.seat, context, hand.seal, hand.count, dealt.face_down)


def check(contents: Contents) -> tuple[int, int, int]:
    """Open every seal that can be opened: how many were, and how many hands and picks not.

    :raises Rejected: if one does not open, or if openings are missing or too many.
    """
    found = seals(contents)
    for seal in found:
        if seal.revealed is not None:
            _open(contents, seal, {"card": seal.revealed.card}, seal.revealed.salt)
    closed = [seal for seal in found if seal.revealed is None]
    due = [seal for seal in closed if _is_due(contents, seal)]
    for seal, opening in zip(due, contents.openings, strict=False):
        _check_opening(contents, seal, opening)
    if len(contents.openings) > len(due):
        extra = contents.openings[len(due)]
        raise Rejected("an opening that this bundle must not have", extra.revision)
    if len(contents.openings) < len(due):
        missing = due[len(contents.openings)]
        raise Rejected(f"the opening of {missing.name} is missing", missing.revision)
    left = [seal for seal in closed if not _is_due(contents, seal)]
    hands = sum(seal.count is not None for seal in left)
    return len(found) - len(left), hands, len(left) - hands


def _is_due(contents: Contents, seal: Seal) -> bool:
    """Whether the bundle must open this seal that no reveal opens."""
    if contents.seed is not None:
        return True
    return seal.seat == contents.asked_by and not seal.face_down


def _check_opening(contents: Contents, seal: Seal, opening: Opening) -> None:
    if opening.revision != seal.revision:
        revision = min(opening.revision, seal.revision)
        raise Rejected(f"openings do not match the seals: {seal.name} is to be opened", revision)
    secret = "card" if seal.count is None else "cards"
    if secret not in opening.payload:
        raise Rejected(f"the opening of {seal.name} has no {secret}", seal.revision)
    context = {name: member for name, member in opening.payload.items() if name != secret}
    if ledger.canonical(context) != ledger.canonical(seal.context):
        raise Rejected(f"an opening is not for {seal.name} at this place", seal.revision)
    cards = opening.payload[secret]
    listed = [cards] if seal.count is None else cards
    if type(listed) is not list or not all(type(card) is int for card in listed):
        raise Rejected(f"the opening of {seal.name} has something else than cards", seal.revision)
    if len(listed) != (1 if seal.count is None else seal.count):
        raise Rejected(f"the opening of {seal.name} has {len(listed)} cards", seal.revision)
    _open(contents, seal, {secret: cards}, opening.salt)


def _open(contents: Contents, seal: Seal, secret: dict[str, Any], salt: str) -> None:
    if ledger.seal(salt, {**seal.context, **secret}) != seal.seal:
        raise Rejected(f"the seal of {seal.name} does not open", seal.revision)
    if contents.seed is not None and salt != ledger.salt(contents.seed, seal.context):
        raise Rejected(f"the salt of {seal.name} does not come from the seed", seal.revision)
