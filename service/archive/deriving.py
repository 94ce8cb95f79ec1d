"""What of an event follows from the rest of its game, and need not be kept: seals and salts, which
are the larger part of a game and as good as random, and what stands in it twice.

It goes by the ledger (docs/ledger.md) and the order of things alone, and by no rule of the game: a
rule that is mended later changes nothing in a game that was put away. `follows` is frozen: what it
once made of an event it makes for ever. What is not so in an event is kept as it is.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, Final

from domain.ledger import SealContext
from domain.ledger.fairness import commitment

Json = dict[str, Any]
SECRET: Final = "secret"  # noqa: S105 - its name
"""The member of an event that has the secret part that belongs to it."""
Hands = Mapping[tuple[int, int], Sequence[int]]
"""(round, seat) -> the cards that were played from there, in order."""


@dataclass(slots=True)
class Known:
    """How a game stands, as far as later events follow from that."""

    hands: Hands
    game: str = ""
    seed: str = ""
    round: int = 0
    turn: int = 0
    picks: dict[int, int] = field(default_factory=dict)
    """Seat -> card, of those that wait to be revealed."""
    queue: list[tuple[int, int]] = field(default_factory=list)
    """(seat, card) of those that wait to be placed."""
    rows: list[list[int]] = field(default_factory=list)

    def note(self, event: Json) -> None:
        """Go on by a whole event."""
        match event:
            case {"type": "GameCreated"}:
                self.game, self.seed = event["game"], event[SECRET]["server_seed"]
            case {"type": "RoundDealt"}:
                self.round, self.turn = event["round"], 0
            case {"type": "RowsLaid"}:
                self.rows = [[card] for card in event["cards"]]
            case {"type": "TurnStarted"}:
                self.turn = event["turn"]
            case {"type": "CardPicked"}:
                (self.picks[event["seat"]],) = event[SECRET]
            case {"type": "PicksRevealed"}:
                self.picks.clear()
                self.queue = [(pick["seat"], pick["card"]) for pick in event["picks"]]
            case {"type": "CardsPlayed"}:
                cards = [each["card"] for each in event["cards"] if "card" in each]
                self.queue = [(event["seat"], card) for card in cards]
            case {"type": "RowTaken", "row": row}:
                self.rows[row] = []
            case {"type": "CardPlaced", "card": card, "row": row}:
                self.queue = self.queue[1:]
                self.rows[row].insert(0 if event.get("side") == "left" else 99, card)

    def follows(self, event: Json) -> Json:
        """The members that an event of this kind has by what is known, if all is as usual."""
        seat, card = self.queue[0] if self.queue else (None, None)
        match event:
            case {"type": "GameCreated", "secret": {"server_seed": seed}}:
                return {"commitment": commitment(seed)}
            case {"type": "RoundDealt"}:
                return self._deal(self.round + 1, face_down=event.get("face_down", False))
            case {"type": "TurnStarted"}:
                return {"turn": self.turn + 1}
            case {"type": "CardPicked", "seat": seat, "secret": cards}:
                seal = SealContext(self.game, self.round, seat, self.turn).close(self.seed, cards)
                return {"round": self.round, "seal": seal, "turn": self.turn}
            case {"type": "PicksRevealed"}:
                return {"picks": list(self._revealed())}
            case {"type": "CardPlaced" | "ChoiceRequested"}:
                return {"card": card, "seat": seat}
            case {"type": "RowTaken", "row": row}:
                return {"cards": self.rows[row], "seat": seat}
            case {"type": "GameFinished" | "GameAbandoned"}:
                return {"server_seed": self.seed}
        return {}

    def _deal(self, round: int, *, face_down: bool) -> Json:
        hands, secret = [], []
        for (dealt, seat), played in self.hands.items():
            if dealt == round:
                cards = list(played) if face_down else sorted(played)
                seal = SealContext(self.game, round, seat).close(self.seed, cards)
                hands.append({"count": len(cards), "seal": seal, "seat": seat})
                secret.append(cards)
        return {"round": round, "hands": hands, SECRET: [secret]}

    def _revealed(self) -> Iterable[Json]:
        """The picks that wait, the lowest card first, each with the salt that opens its seal."""
        for seat, card in sorted(self.picks.items(), key=itemgetter(1)):
            salt = SealContext(self.game, self.round, seat, self.turn).salt(self.seed)
            yield {"card": card, "salt": salt, "seat": seat}


def played(events: Iterable[Json]) -> Hands:
    """What was played from each hand."""
    found: dict[tuple[int, int], list[int]] = {}
    round = 0
    for event in events:
        match event:
            case {"type": "RoundDealt"}:
                round += 1
            case {"type": "CardPicked", "seat": seat, "secret": cards}:
                found.setdefault((round, seat), []).extend(cards)
            case {"type": "CardsPlayed", "seat": seat, "cards": cards}:
                some = [each["card"] for each in cards if "card" in each]
                found.setdefault((round, seat), []).extend(some)
    return dict(sorted(found.items()))


def short(event: Json, known: Known) -> Json:
    """The event without what follows, if all of that does; `known` goes on by it."""
    follows = known.follows(event)
    known.note(event)
    if any(event.get(name) != value for name, value in follows.items()):
        return event
    return {name: value for name, value in event.items() if name not in follows}


def whole(event: Json, known: Known) -> Json:
    """The event that `short` has made this of; `known` goes on by it."""
    follows = known.follows(event)
    found = event if any(name in event for name in follows) else {**event, **follows}
    known.note(found)
    return found
