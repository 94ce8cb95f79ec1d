"""Seals: each one of the record, what opens it, and whether it opens."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from domain import events as e
from domain import ledger
from domain.audit.contents import Contents, Form, Record
from domain.audit.forms import CARD
from domain.audit.report import Rejected

Openings = Mapping[tuple[int, int], tuple[int, ...]]
"""Cards that openings truly open, by revision and seat."""


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


@dataclass(slots=True)
class Seals:
    """All seals of the record, by revision and seat; `wrong`: the first reveal that is."""

    found: list[Seal] = field(default_factory=list)
    wrong: Rejected | None = None
    picks: dict[int, Seal] = field(default_factory=dict)
    """Those of the turn that has been reached, by seat."""

    def pick(self, contents: Contents, record: Record, event: e.CardPicked) -> None:
        """Take in a sealed pick."""
        if (event.round, event.turn) != (record.round, record.turn):
            self._blame("a pick for another turn than this", record)
        if event.seat in self.picks:
            self._blame(f"seat {event.seat} picks twice in one turn", record)
        context = ledger.pick_context(contents.game, record.round, record.turn, event.seat)
        self.picks[event.seat] = Seal(record.revision, event.seat, context, event.seal)
        self.found.append(self.picks[event.seat])

    def reveal(self, record: Record, event: e.PicksRevealed) -> None:
        """Take in what opens the picks of this turn."""
        if sorted(pick.seat for pick in event.picks) != sorted(self.picks):
            self._blame("the picks revealed are not those made", record)
        for revealed in event.picks:
            if revealed.seat in self.picks:
                self.picks.pop(revealed.seat).revealed = revealed

    def _blame(self, reason: str, record: Record) -> None:
        self.wrong = self.wrong or Rejected(reason, record.revision)


_TOLD = frozenset({"RoundDealt", "TurnStarted", "CardPicked", "PicksRevealed"})
"""The types of events that matter here."""


def seals(contents: Contents) -> Seals:
    """All seals of the record, with the reveals that belong to them."""
    result = Seals()
    for record in contents.records:
        if record.type not in _TOLD:
            continue
        match record.event:
            case e.RoundDealt() as dealt:
                result.picks = {}
                result.found += sorted(_hands(contents, record, dealt), key=lambda seal: seal.seat)
            case e.TurnStarted():
                result.picks = {}
            case e.CardPicked() as pick:
                result.pick(contents, record, pick)
            case e.PicksRevealed() as shown:
                result.reveal(record, shown)
    return result


def _hands(contents: Contents, record: Record, dealt: e.RoundDealt) -> Iterator[Seal]:
    for hand in dealt.hands:
        context = ledger.hand_context(contents.game, dealt.round, hand.seat)
        yield Seal(record.revision, hand.seat, context, hand.seal, hand.count, dealt.face_down)


def check(contents: Contents, sealed: Seals) -> tuple[int, int, int]:
    """Open every seal that can be opened: how many were, and how many hands and picks not.

    :raises Rejected: if one does not open, or if openings are missing or too many.
    """
    if sealed.wrong is not None:
        raise sealed.wrong
    for seal in sealed.found:
        if seal.revealed is not None:
            _open(contents, seal, {"card": seal.revealed.card}, seal.revealed.salt)
    closed = [seal for seal in sealed.found if seal.revealed is None]
    due = [seal for seal in closed if _is_due(contents, seal)]
    for seal, opening in zip(due, contents.openings, strict=False):
        cards_in(contents, seal, opening)
    if len(contents.openings) > len(due):
        raise Rejected(f"{len(contents.openings) - len(due)} openings too many")
    if len(contents.openings) < len(due):
        missing = due[len(contents.openings)]
        raise Rejected(f"the opening of {missing.name} is missing", missing.revision)
    left = [seal for seal in closed if not _is_due(contents, seal)]
    hands = sum(seal.count is not None for seal in left)
    return len(sealed.found) - len(left), hands, len(left) - hands


def _is_due(contents: Contents, seal: Seal) -> bool:
    """Whether the bundle must open this seal that no reveal opens."""
    if contents.seed is not None:
        return True
    return seal.seat == contents.asked_by and not seal.face_down


def opened(contents: Contents, sealed: Seals) -> Openings:
    """The cards that openings truly open. Of others `check` tells; here they count for nothing."""
    places = {(seal.revision, seal.seat): seal for seal in sealed.found}
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    for opening in contents.openings:
        place = _place(opening)
        if place in places and place not in found:
            try:
                found[place] = cards_in(contents, places[place], opening)
            except Rejected:
                continue
    return found


def picked(contents: Contents, sealed: Seals) -> dict[int, int]:
    """The card of each pick by its revision, from the reveal or from an opening."""
    cards: dict[int, int] = {}
    shown = opened(contents, sealed)
    for seal in sealed.found:
        if seal.revealed is not None:
            cards[seal.revision] = seal.revealed.card
        elif seal.count is None and (seal.revision, seal.seat) in shown:
            (cards[seal.revision],) = shown[seal.revision, seal.seat]
    return cards


def _place(opening: Form) -> tuple[int, int] | None:
    seat = opening["payload"].get("seat")
    return (opening["revision"], seat) if type(seat) is int else None


def cards_in(contents: Contents, seal: Seal, opening: Form) -> tuple[int, ...]:
    """The cards that `opening` shows to be under `seal`.

    :raises Rejected: if it does not open this seal.
    """
    if opening["revision"] != seal.revision:
        revision = max(1, min(opening["revision"], seal.revision))
        raise Rejected(f"openings do not match the seals: {seal.name} is to be opened", revision)
    secret = "card" if seal.count is None else "cards"
    payload = opening["payload"]
    if secret not in payload:
        raise Rejected(f"the opening of {seal.name} has no {secret}", seal.revision)
    context = {name: member for name, member in payload.items() if name != secret}
    if ledger.encoded(context) != ledger.encoded(seal.context):
        raise Rejected(f"an opening is not for {seal.name} at this place", seal.revision)
    cards = [payload[secret]] if seal.count is None else payload[secret]
    if type(cards) is not list or not all(map(CARD, cards)):
        raise Rejected(f"the opening of {seal.name} has something else than cards", seal.revision)
    if len(cards) != (1 if seal.count is None else seal.count):
        raise Rejected(f"the opening of {seal.name} has {len(cards)} cards", seal.revision)
    _open(contents, seal, {secret: payload[secret]}, opening["salt"])
    return tuple(cards)


def _open(contents: Contents, seal: Seal, secret: dict[str, Any], salt: str) -> None:
    if ledger.seal(salt, {**seal.context, **secret}) != seal.seal:
        raise Rejected(f"the seal of {seal.name} does not open", seal.revision)
    if contents.seed is not None and salt != ledger.salt(contents.seed, seal.context):
        raise Rejected(f"the salt of {seal.name} does not come from the seed", seal.revision)
