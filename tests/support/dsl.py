"""given / when / then for the domain, and tables laid out as a test wants them.

    given(table("classic", rows=[[12], [37], [43], [58]], hands=[[14], [15]]))
        .when(pick(0, 14))
        .when(pick(1, 15))
        .then_types("CardPicked", "PicksRevealed", "CardPlaced", ...)

`table` tells its position by real events, so what a test starts from can be folded, stored and
redacted like any other game. Nothing here decides anything: see play.py for whole games.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from domain import events as e
from domain import ledger
from domain.decider import consequences
from domain.decisions import Decision, open_decisions, parse
from domain.decisions import commands as c
from domain.errors import RuleViolation
from domain.events.entries import Entry
from domain.ledger.fairness import commitment
from domain.rulesets import RULESETS, ruleset
from domain.state import State
from domain.state.evolve import fold
from domain.text.spelling import base64url

GAME = "AbCdEfGhIjKlMnOpQrStUv"
SEED = base64url(b"seed" * 8)
E = TypeVar("E", bound=e.Event)

AT = 1_790_000_000_000
"""The moment in which all of a test happens, in milliseconds since 1970."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A game so far: its entries, the events of the last command, or its refusal."""

    entries: tuple[Entry, ...]
    state: State
    last: tuple[e.Event, ...] = ()
    refusal: RuleViolation | None = None

    def when(self, *commands: c.Command, at: int = AT) -> "Scene":
        """The scene after these commands, of which only the last one may be refused."""
        scene = self
        for command in commands:
            assert scene.refusal is None, f"refused before: {scene.refusal!r}"
            scene = scene._after(command, at)
        return scene

    def _after(self, command: c.Command, at: int) -> "Scene":
        try:
            entry = consequences(replace(command, at=at), self.state).entry
        except RuleViolation as refusal:
            return Scene(self.entries, self.state, (), refusal)
        told = (entry,) if entry.events else ()
        return Scene(self.entries + told, fold(told, self.state), entry.events)

    def answers(self, seat: int, **body: Any) -> "Scene":
        """The scene after `seat` answered the one decision that it owes."""
        (owed,) = [d for d in open_decisions(self.state) if d.seat == seat]
        return self.when(c.Answer(owed, body, at=AT))

    def then(self, *expected: e.Event) -> "Scene":
        """The last command caused exactly these events."""
        assert self.refusal is None, f"refused: {self.refusal!r}"
        assert list(self.last) == list(expected)
        return self

    def then_types(self, *names: str) -> "Scene":
        """The last command caused events of exactly these types."""
        assert self.refusal is None, f"refused: {self.refusal!r}"
        assert [type(told).__name__ for told in self.last] == list(names)
        return self

    def refused(self, code: str) -> RuleViolation:
        """The last command was refused with this code."""
        assert self.refusal is not None, f"not refused, but: {self.last}"
        assert self.refusal.code == code, self.refusal
        return self.refusal

    def told(self, kind: type[E]) -> list[E]:
        """The events of one type that the last command caused."""
        return [told for told in self.last if isinstance(told, kind)]

    @property
    def events(self) -> list[e.Event]:
        """All events, in whichever entries."""
        return [event for entry in self.entries for event in entry.events]

    @property
    def rows(self) -> list[list[int]]:
        """The bulls on the table; a row that is gone is empty."""
        return [list(row.cards) for row in self.state.rows]


def given(events: Iterable[e.Event] = ()) -> Scene:
    """A game in which these events have happened, in one entry."""
    told = tuple(events)
    entries = (Entry(AT, told),) if told else ()
    return Scene(entries, fold(entries))


def seal_of(name: str) -> str:
    """A seal of a name, as a command has it; which salt was taken does not matter to the game."""
    return ledger.Name(name, base64url(bytes(16))).seal(GAME)


def sit(name: str, **asked: Any) -> c.TakeSeat:
    """The command by which somebody of this name, or a bot, takes a seat."""
    return c.TakeSeat(name_seal=seal_of(name), **asked)


def created(key: str, seats: int | None = None, **options: Any) -> c.CreateGame:
    return c.CreateGame(game=GAME, ruleset=key, options=options, seats=seats, server_seed=SEED)


def lobby(key: str, seats: int, taken: int | None = None, **options: Any) -> Scene:
    """A game with `taken` of its seats taken (default: all), not started."""
    joins = [sit(f"P{seat}") for seat in range(seats if taken is None else taken)]
    return given().when(created(key, seats, **options), *joins)


def answer(
    decision_id: str, *, by: str = "player", policy: str | None = None, **body: Any
) -> c.Answer:
    """The answer to the decision of this id."""
    return c.Answer(parse(decision_id), body, by=by, policy=policy)


def pick(seat: int, card: int, *, round: int = 1, turn: int = 1, **named: Any) -> c.Answer:
    """The pick of a card; `named` says by whom, and by which policy."""
    return c.Answer(Decision(round, turn, "pick", seat), {"card": card}, **named)


def table(
    key: str,
    rows: Sequence[Sequence[int]],
    hands: Sequence[Sequence[int]],
    *,
    row_specials: Mapping[int, Sequence[str]] | None = None,
    specials: Sequence[Sequence[str]] | None = None,
    piles: Mapping[int, Sequence[int]] | None = None,
    totals: Sequence[int] | None = None,
    round: int = 1,
    turn: int = 1,
    seat: int = 0,
    **options: Any,
) -> list[e.Event]:
    """A game in the middle of a round, with a turn just started. `hands` by seat; `rows` by index,
    an empty one is gone (hornochsen). `seat` acts first where play is in turn. `totals` are those
    before this round. `specials` by seat, default: all."""
    rules, seats = ruleset(key), range(len(hands))
    events: list[e.Event] = [
        *_seated(rules.key, len(hands), rules.settle(options)),
        *_scored(round - 1, totals or [0] * len(hands)),
        _dealt(rules.key, hands, round),
        *(_taken(owner, 0, cards) for owner, cards in (piles or {}).items()),
        e.RowsLaid(cards=tuple(row[0] if row else 0 for row in rows)),
    ]
    for index, row in enumerate(rows):
        if not row:
            events.append(_taken(0, index, ()))
        lying = (row_specials or {}).get(index, ())
        events += [e.CardPlaced(seat=0, row=index, card=x, reason="nearest") for x in row[1:]]
        events += [e.CardPlaced(seat=0, row=index, special=x, reason="named") for x in lying]
    for owner, held in enumerate(specials or ()):
        gone = [e.PlayedCard(special=x, row=0) for x in rules.specials if x not in held]
        events.append(e.CardsPlayed(seat=owner, cards=tuple(gone)))
    acting = tuple(s for s in seats if hands[s]) if rules.play == "pick" else (seat,)
    return [*events, e.TurnStarted(turn=turn, kind=rules.play, seats=acting)]


def _taken(seat: int, row: int, cards: Sequence[int]) -> e.RowTaken:
    return e.RowTaken(seat=seat, row=row, cards=tuple(cards), heads=0, reason="full")


def _seated(key: str, seats: int, options: Mapping[str, Any]) -> list[e.Event]:
    creation = e.GameCreated(
        game=GAME, ruleset=key, options=dict(options), seats=seats, visibility="public",
        commitment=commitment(SEED), secret=e.GameSecret(server_seed=SEED),
    )  # fmt: skip
    joined = [e.SeatTaken(seat=seat, name_seal=seal_of(f"P{seat}")) for seat in range(seats)]
    return [creation, *joined, e.GameStarted(seats=tuple(range(seats)))]


def _scored(rounds: int, totals: Sequence[int]) -> list[e.Event]:
    if not rounds and not any(totals):
        return []
    scores = (e.Score(seat=seat, points=total, total=total) for seat, total in enumerate(totals))
    return [e.RoundScored(round=rounds, scores=tuple(scores))]


def _dealt(key: str, hands: Sequence[Sequence[int]], round: int) -> e.RoundDealt:
    rules = RULESETS[key]
    down = rules.hands_from == "pile"
    held = tuple(tuple(hand) if down else tuple(sorted(hand)) for hand in hands)
    seals = [ledger.SealContext(GAME, round, s).close(SEED, cards) for s, cards in enumerate(held)]
    dealt = tuple(
        e.DealtHand(seat=seat, count=len(cards), seal=seal)
        for seat, (cards, seal) in enumerate(zip(held, seals, strict=True))
    )
    secret = e.HandsSecret(hands=held)
    return e.RoundDealt(
        round=round, hands=dealt, face_down=down, specials=rules.specials, secret=secret
    )
