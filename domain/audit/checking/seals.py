"""Seals of cards: each one of the record, what opens it, and whether it opens."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from domain import events as e
from domain.audit.reading.contents import Contents, Form, Record
from domain.audit.reading.forms import CARD
from domain.audit.verdicts import Rejected
from domain.ledger import SealContext, encoded


@dataclass(slots=True)
class Seal:
    """A sealed hand (`count` cards) or pick, and the reveal that opens it, if there is one.

    `cards` are those that an opening truly shows to be under it; of others `check` tells.
    """

    revision: int
    seat: int
    context: SealContext
    seal: str
    count: int | None = None
    face_down: bool = False
    begins: bool = False
    revealed: e.RevealedPick | None = None
    cards: tuple[int, ...] | None = None

    @property
    def name(self) -> str:
        return f"the {self.context.kind} of seat {self.seat}"

    @property
    def place(self) -> tuple[int, int]:
        return self.revision, self.seat


@dataclass(slots=True)
class Seals:
    """All seals of cards in the record, in the order of their openings; `wrong`: the first reveal
    or pick that is."""

    hands: list[Seal] = field(default_factory=list)
    picks: list[Seal] = field(default_factory=list)
    wrong: Rejected | None = None

    @property
    def all(self) -> list[Seal]:
        return self.hands + self.picks

    def blame(self, reason: str, record: Record) -> None:
        """Note what is wrong, if it is the first."""
        self.wrong = self.wrong or Rejected(reason, record.revision)


def seals(contents: Contents) -> Seals:
    """All seals of cards in the record, with what truly opens them."""
    found, turn = Seals(), dict[int, Seal]()
    for record in contents.records:
        revision = record.revision
        match record.event:
            case e.RoundDealt() as dealt:
                turn = {}
                for hand in dealt.hands:
                    context = SealContext(contents.game, dealt.round, hand.seat)
                    of_hand = hand.seal, hand.count, dealt.face_down
                    found.hands.append(Seal(revision, hand.seat, context, *of_hand))
            case e.TurnStarted():
                turn = {}
            case e.CardPicked(seat=seat) as pick:
                if (pick.round, pick.turn) != (record.round, record.turn):
                    found.blame("a pick for another turn than this", record)
                if seat in turn:
                    found.blame(f"seat {seat} picks twice in one turn", record)
                context = SealContext(contents.game, record.round, seat, record.turn)
                turn[seat] = Seal(revision, seat, context, pick.seal, begins=record.begins)
                found.picks.append(turn[seat])
            case e.PicksRevealed(picks=picks):
                _reveal(found, turn, record, picks)
    # Only a record against the rules has two of a seat in one entry: they keep their order.
    found.hands.sort(key=lambda seal: seal.place)
    found.picks.sort(key=lambda seal: seal.place)
    _show(contents, found)
    return found


def _reveal(
    found: Seals, turn: dict[int, Seal], record: Record, picks: Sequence[e.RevealedPick]
) -> None:
    if sorted(pick.seat for pick in picks) != sorted(turn):
        found.blame("the picks revealed are not those made", record)
    for revealed in picks:
        if revealed.seat in turn:
            turn.pop(revealed.seat).revealed = revealed


def _show(contents: Contents, sealed: Seals) -> None:
    """Tell each seal what an opening shows to be under it."""
    waiting: dict[tuple[Any, ...], list[Seal]] = {}
    for seal in reversed(sealed.all):
        waiting.setdefault((seal.context.kind, *seal.place), []).append(seal)
    for opening in _of_cards(contents):
        kind, seat = opening["payload"].get("kind"), opening["payload"].get("seat")
        if type(kind) is str and type(seat) is int:
            due = waiting.get((kind, opening["revision"], seat))
            if due:
                try:
                    due[-1].cards = _cards_in(contents, due[-1], opening)
                except Rejected:
                    continue
                due.pop()


def _of_cards(contents: Contents) -> Sequence[Form]:
    return contents.openings[len(contents.names) :]


def check(contents: Contents, sealed: Seals) -> tuple[int, int, int]:
    """Open every seal that can be opened: how many were, and how many hands and picks not.

    :raises Rejected: if one does not open, or if openings are missing or too many.
    """
    if sealed.wrong is not None:
        raise sealed.wrong
    for seal in sealed.picks:
        if seal.revealed is not None:
            _open(contents, seal, [seal.revealed.card], seal.revealed.salt)
    closed = [seal for seal in sealed.all if seal.revealed is None]
    due = [seal for seal in closed if _is_due(contents, seal)]
    openings = _of_cards(contents)
    for seal, opening in zip(due, openings, strict=False):
        _cards_in(contents, seal, opening)
    if len(openings) > len(due):
        surplus = contents.place_of(openings[len(due)])
        raise Rejected(f"{len(openings) - len(due)} openings too many", surplus)
    if len(openings) < len(due):
        missing = due[len(openings)]
        raise Rejected(f"the opening of {missing.name} is missing", missing.revision)
    left = [seal for seal in closed if not _is_due(contents, seal)]
    hands = sum(seal.count is not None for seal in left)
    return len(sealed.all) - len(left), hands, len(left) - hands


def _is_due(contents: Contents, seal: Seal) -> bool:
    """Whether the bundle must open this seal that no reveal opens."""
    return contents.seed is not None or (seal.seat == contents.asked_by and not seal.face_down)


def picked(sealed: Seals) -> dict[int, int]:
    """The card of each pick that begins an entry, by revision, from a reveal or an opening."""
    cards: dict[int, int] = {}
    for seal in sealed.picks:
        if seal.begins and seal.revealed is not None:
            cards[seal.revision] = seal.revealed.card
        elif seal.begins and seal.cards is not None:
            (cards[seal.revision],) = seal.cards
    return cards


def _cards_in(contents: Contents, seal: Seal, opening: Form) -> tuple[int, ...]:
    """The cards that `opening` shows to be under `seal`.

    :raises Rejected: if it does not open this seal.
    """
    if opening["revision"] != seal.revision:
        revision = max(1, min(opening["revision"], seal.revision))
        raise Rejected(f"openings do not match the seals: {seal.name} is to be opened", revision)
    secret = "card" if seal.count is None else "cards"
    place = dict(opening["payload"])
    if secret not in place:
        raise Rejected(f"the opening of {seal.name} has no {secret}", seal.revision)
    under = place.pop(secret)
    if encoded(place) != seal.context.written:
        raise Rejected(f"an opening is not for {seal.name} at this place", seal.revision)
    cards = [under] if seal.count is None else under
    if type(cards) is not list or not all(map(CARD, cards)):
        raise Rejected(f"the opening of {seal.name} has something else than cards", seal.revision)
    if len(cards) != (1 if seal.count is None else seal.count):
        raise Rejected(f"the opening of {seal.name} has {len(cards)} cards", seal.revision)
    _open(contents, seal, cards, opening["salt"])
    return tuple(cards)


def _open(contents: Contents, seal: Seal, cards: Sequence[int], salt: str) -> None:
    if not seal.context.opens(seal.seal, salt, cards):
        raise Rejected(f"the seal of {seal.name} does not open", seal.revision)
    if contents.seed is not None and salt != seal.context.salt(contents.seed):
        raise Rejected(f"the salt of {seal.name} does not come from the seed", seal.revision)
