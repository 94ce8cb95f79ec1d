"""The same turn, and the same game, by the engine and by the oracle, in one shape. Only this module
knows both. It lays out random tables, lets both play what is on them, and returns what each says
happened: steps, rows, piles. It asserts nothing (test_oracle_agrees.py)."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from domain import events as e
from domain.errors import NotAnOption
from domain.rulesets import RULESETS
from tests import oracle
from tests.support.dsl import Scene, given, table
from tests.support.play import random_options

Steps = list[dict[str, Any]]


def steps(told: Iterable[e.Event]) -> Steps:
    """Each card that found its place, as the oracle tells it, without the oracle's reasons."""
    told = [x for x in told if isinstance(x, e.CardPlaced | e.RowTaken)]
    found: Steps = []
    for index, event in enumerate(told):
        if isinstance(event, e.RowTaken):
            before, after = told[index - 1 : index], told[index + 1 : index + 2]
            found.append(_take(event, before, after, found))
        elif event.special is not None:
            special = {"special": event.special, "row": event.row}
            found.append({"kind": "special", "seat": event.seat, **special})
        elif event.reason != "start":
            placed = {"card": event.card, "row": event.row, "side": event.side}
            found.append({"kind": "place", "seat": event.seat, **placed})
    return found


def _take(
    event: e.RowTaken, before: Sequence[e.Event], after: Sequence[e.Event], found: Steps
) -> dict[str, Any]:
    """The engine tells a take and a placement; the oracle calls both together a take."""
    started = [x for x in after if isinstance(x, e.CardPlaced) and x.reason == "start"]
    if started:
        card = started[0].card
    else:
        (placed,) = (x for x in before if isinstance(x, e.CardPlaced))
        card = placed.card
        found.pop()
    taken = {"card": card, "row": event.row, "cards": list(event.cards), "reason": event.reason}
    specials = {} if started else {"specials": list(event.specials)}
    return {"kind": "take", "seat": event.seat, **taken, **specials}


def plain(told: Iterable[dict[str, Any]]) -> Steps:
    """The oracle's steps without what the engine tells elsewhere."""
    return [{name: value for name, value in step.items() if name != "heads"} for step in told]


def secret_turn(rng: Random, key: str) -> tuple[Any, Any]:
    """One turn of picks on a random table: (engine, oracle)."""
    rules = RULESETS[key]
    seats = rng.choice(list(rules.seats))
    options = random_options(rng, key, seats) | {"max_rounds": 1}
    deck = list(rules.deck(seats, rules.settle(options)))
    rng.shuffle(deck)
    picks = [deck.pop() for _ in range(seats)]
    rows = _rows(rng, deck, 4)
    scene = given(table(key, rows, [[pick] for pick in picks], **options))
    for seat, pick in enumerate(picks):
        scene = scene.answers(seat, card=pick)
    _, told, answers = _chosen(rng, scene)
    after, found = oracle.resolve_secret_turn(
        key, rows, dict(enumerate(picks)), lambda *asked: answers.pop(0), options
    )
    return (steps(told), _table(rows, told), []), (plain(found), after, answers)


def flipped_turn(rng: Random, key: str) -> tuple[Any, Any]:
    """One card turned up on a random table: (engine, oracle)."""
    seats = rng.choice(list(RULESETS[key].seats))
    options = random_options(rng, key, seats) | {"start_seat": None}
    deck = list(range(1, 105))
    rng.shuffle(deck)
    card = deck.pop()
    rows = _rows(rng, deck, options["children_rows"])
    hands = [[card, deck.pop()], *([deck.pop()] for _ in range(seats - 1))]
    scene = given(table(key, rows, hands, **options)).answers(0, card="top")
    scene, told, answers = _chosen(rng, scene)
    after, found = oracle.resolve_secret_turn(
        key, rows, {0: card}, lambda *asked: answers.pop(0), options
    )
    return (steps(told), scene.rows, []), (plain(found), after, answers)


def open_turn(rng: Random, key: str) -> tuple[Any, Any]:
    """One to three open cards, legal or not, on a random table: (engine, oracle)."""
    deck = list(range(1, 99))
    rng.shuffle(deck)
    # A play can clear three rows; in a real game the last one goes with the last bull of all.
    rows = [
        [deck.pop() for _ in range(rng.randrange(1, 5))] if i < 4 or rng.random() < 0.9 else []
        for i in range(rng.randrange(4, 16))
    ]
    rng.shuffle(rows)
    hand = [deck.pop() for _ in range(rng.randrange(1, 5))]
    held = [special for special in oracle.SPECIALS if rng.random() < 0.7]
    lying = {i: [s for s in oracle.SPECIALS if rng.random() < 0.3] for i, r in enumerate(rows) if r}
    items = [_item(rng, [*hand, deck[0]], len(rows)) for _ in range(rng.choice((1, 2, 3, 3, 4)))]
    marks = {"row_specials": lying, "specials": [held, []]}
    scene = given(table(key, rows, [hand, [deck[1]]], **marks))
    before = {i: {"cards": row, "specials": lying[i]} for i, row in enumerate(rows) if row}
    try:
        after, found = oracle.play_open(before, 0, items, hand, held)
    except oracle.Illegal:
        return isinstance(scene.answers(0, cards=items).refusal, NotAnOption), True
    scene = scene.answers(0, cards=items)
    left = {i: [list(r.cards), list(r.specials)] for i, r in enumerate(scene.state.rows) if r.cards}
    expected = {i: [row["cards"], row["specials"]] for i, row in after.items()}
    return (steps(scene.last), left), (plain(found), expected)


def _item(rng: Random, bulls: Sequence[int], rows: int) -> dict[str, Any]:
    if rng.random() < 0.6:
        return {"card": rng.choice(bulls)}
    return {"special": rng.choice(oracle.SPECIALS), "row": rng.randrange(rows + 1)}


def _rows(rng: Random, deck: list[int], count: int) -> list[list[int]]:
    """Random ascending rows of one to five cards, as far as the deck goes."""
    rows = [[deck.pop()] for _ in range(count)]
    for row in rows:
        row += [deck.pop() for _ in range(rng.choice((0, 1, 2, 3, 4, 4))) if deck]
    return [sorted(row) for row in rows]


def _chosen(rng: Random, scene: Scene) -> tuple[Scene, list[e.Event], list[Any]]:
    """The scene after all choices, the events since before them, and the answers they were given,
    as the oracle wants them."""
    told, answers = list(scene.last), []
    while (choice := scene.state.choice) and scene.state.status == "playing":
        spot = rng.choice(choice.options)
        side = {} if spot.side is None else {"side": spot.side}
        scene = scene.answers(choice.seat, row=spot.row, **side)
        told += scene.last
        answers.append((spot.row, spot.side) if side else spot.row)
    return scene, told, answers


def _table(rows: Sequence[Sequence[int]], told: Iterable[e.Event]) -> list[list[int]]:
    """The rows after these events; the state itself may be in the next round already."""
    after = [list(row) for row in rows]
    for event in told:
        if isinstance(event, e.RoundScored):
            break
        if isinstance(event, e.RowTaken):
            after[event.row] = []
        if isinstance(event, e.CardPlaced) and event.card is not None:
            at = len(after[event.row]) if event.side == "right" else 0
            after[event.row].insert(at, event.card)
    return after


def turns(key: str, count: int, seed: int) -> Iterator[tuple[Any, Any]]:
    """Random turns of a ruleset, each as (engine, oracle)."""
    play = {"pick": secret_turn, "flip": flipped_turn, "play": open_turn}[RULESETS[key].play]
    rng = Random(f"{key} {seed}")
    for _ in range(count):
        yield play(rng, key)


Told = list[dict[str, Any]]


def _rounds(events: Sequence[e.Event]) -> list[list[e.Event]]:
    starts = [i for i, event in enumerate(events) if isinstance(event, e.RoundDealt)]
    return [list(events[a:b]) for a, b in zip(starts, [*starts[1:], None], strict=True)]


def _only(events: Sequence[e.Event], kind: Any) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def by_engine(events: Sequence[e.Event]) -> Any:
    """Each round's steps, points and totals; then the places."""
    told: Told = []
    for played in _rounds(events):
        (scores,) = [scored.scores for scored in _only(played, e.RoundScored)]
        points, totals = ({x.seat: getattr(x, n) for x in scores} for n in ("points", "total"))
        told.append({"steps": steps(played), "points": points, "totals": totals})
    (finished,) = _only(events, e.GameFinished)
    return told, {place.seat: place.place for place in finished.places}


def by_oracle(events: Sequence[e.Event]) -> Any:
    """The same, from the oracle's transcript."""
    (created,) = _only(events, e.GameCreated)
    script, key, options = _Script(created, _rounds(events)), created.ruleset, created.options
    asked = script.deal, script.choose_card, script.choose_place, script.start
    transcript = oracle.play_game(key, created.seats, options, *asked)
    told = [{**played, "steps": plain(played["steps"])} for played in transcript["rounds"]]
    return told, transcript["places"]


class _Script:
    """What chance and the players did, read from the events."""

    def __init__(self, created: e.GameCreated, rounds: list[list[e.Event]]) -> None:
        self.key, self.seats, self.options = created.ruleset, created.seats, created.options
        self.rounds = rounds
        events = [event for played in rounds for event in played]
        answers = _only(events, e.CardPicked | e.CardDrafted | e.CardsPlayed)
        self.answers = {seat: [a for a in answers if a.seat == seat] for seat in range(self.seats)}
        self.choices = [made for made in _only(events, e.ChoiceMade) if made.by != "rule"]

    def deal(self, number: int) -> list[int]:
        """The deck of a round: hands, rows, and the rest."""
        played = self.rounds[number - 1]
        (dealt,) = _only(played, e.RoundDealt)
        (laid,) = _only(played, e.RowsLaid)
        if dealt.pool:
            return list(dealt.pool)
        cards = [card for hand in dealt.cards for card in hand or ()] + list(laid.cards)
        deck = RULESETS[self.key].deck(self.seats, self.options)
        return cards + [card for card in deck if card not in cards]

    def start(self, number: int) -> int:
        return _only(self.rounds[number - 1], e.TurnStarted)[0].seats[0]

    def choose_card(self, seat: int) -> Any:
        answer = self.answers[seat].pop(0)
        if isinstance(answer, e.CardsPlayed):
            return [msgspec.to_builtins(card) for card in answer.cards]
        return answer.card

    def choose_place(self, seat: int, card: int, kind: str, offered: Any, rows: Any) -> Any:
        made = self.choices.pop(0)
        assert made.seat == seat
        return made.row if made.side is None else (made.row, made.side)
