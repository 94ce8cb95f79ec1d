"""Pairs of games that differ in nothing but what the bot of seat 2 holds or has picked.

For every ruleset, every phase in which a bot has something hidden. In the draft of logic nobody
has: the pool lies open, and so does what was taken.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from domain.decisions import Decision, open_decisions
from domain.decisions import commands as c
from domain.events.entries import Entry
from domain.rulesets import RULESETS
from domain.state.evolve import fold
from tests.support import dsl
from tests.support.dsl import Scene, given
from tests.support.worlds import seat_all

Pair = tuple[Sequence[Entry], Sequence[Entry]]
Phases = Iterator[tuple[str, Sequence[Scene]]]
"""What a phase is called, and the scene for each of HANDS."""
OWN = {0: [11, 50, 60], 1: [12, 53, 63], 3: [13, 54, 65]}
ROWS = [[10], [20], [30], [40]]
WIDE = [[1, 100], [2, 101], [3, 102], [4, 103]]
TIED = [[48], [52], [10], [90]]
HANDS = ([21, 51, 61], [22, 56, 62])
"""The bot's hand, in the one game and in the other."""
LOWEST = 5
"""A card below every row, or inside all of them (professional), where a row is to be chosen."""
BOT = {"by": "bot", "policy": "careful/1"}


def laid(key: str, rows: Sequence[Sequence[int]], bot: Sequence[int], **more: Any) -> Scene:
    """A round of this ruleset with these cards in the bot's hand."""
    own = OWN | more.pop("own", {})
    hands = [own[0], own[1], list(bot), own[3]]
    return resumed(seat_all(given(dsl.table(key, rows, hands, **more)).entries))


def resumed(entries: Sequence[Entry]) -> Scene:
    """The scene after these entries."""
    return Scene(tuple(entries), fold(entries))


def of_bot(card: int) -> c.Answer:
    return dsl.pick(2, card, **BOT)


def picking(key: str) -> Phases:
    """A secret pick: before the bot's, and after it, alone or with those of others."""
    yield "owes a pick", [laid(key, ROWS, hand) for hand in HANDS]
    yield "has picked", [laid(key, ROWS, hand).when(of_bot(hand[1])) for hand in HANDS]
    same = laid(key, ROWS, HANDS[0]).when(dsl.pick(0, 60), dsl.pick(3, 54))
    picked = [same.when(of_bot(card)) for card in (HANDS[0][0], HANDS[0][2])]
    yield "has picked one of the same hand", picked


def asked(key: str, rows: Sequence[Sequence[int]], card: int, high: int, **more: Any) -> Phases:
    """Somebody owes an answer about the card just shown, a person or the bot; the rest of the
    bot's hand is hidden."""
    rest = dsl.pick(1, 53), dsl.pick(3, 54)
    persons = [laid(key, rows, [high, *hand], own={0: [card, 70]}, **more) for hand in HANDS]
    yield "a person", [each.when(dsl.pick(0, card), of_bot(high), *rest) for each in persons]
    bots = [laid(key, rows, [card, *hand], own={0: [60, 70]}, **more) for hand in HANDS]
    yield "the bot", [each.when(dsl.pick(0, 60), of_bot(card), *rest) for each in bots]


def choosing(key: str) -> Phases:
    """A row is to be taken."""
    for who, scenes in asked(key, WIDE if key == "professional" else ROWS, LOWEST, 23):
        yield f"{who} chooses", scenes


def placing(key: str) -> Phases:
    """Two places are equally near (professional)."""
    for who, scenes in asked(key, TIED, 50, 91, professional_tie="choose"):
        yield f"{who} places", scenes


def in_turn(key: str) -> Phases:
    """Open play and face-down piles: it is a person's turn, or the bot's."""
    rules = RULESETS[key]
    rows = [[70 + number] for number in range(rules.rows(4, rules.settle({})))]
    for seat in (0, 2):
        scenes = [laid(key, rows, [57, *hand], seat=seat) for hand in HANDS]
        yield f"it is seat {seat}'s turn", scenes


def flipping(key: str) -> Phases:
    """A card of the face-down pile fits nowhere: a person's, or the bot's."""
    rows = [*ROWS, [45]]
    for seat in (0, 2):
        own = {0: [LOWEST, 50]} if seat == 0 else {}
        tops = [[23, *hand] if seat == 0 else [LOWEST, *hand] for hand in HANDS]
        scenes = [laid(key, rows, top, own=own, seat=seat) for top in tops]
        decision = Decision(1, 1, "flip", seat)
        flip = c.Answer(decision, {"card": "top"}, **(BOT if seat == 2 else {}))
        yield f"seat {seat} chooses", [scene.when(flip) for scene in scenes]


def drafted(key: str) -> Phases:
    """After a real draft, where everybody knows the hands: hidden is which card was picked."""
    scene = resumed(seat_all(dsl.lobby(key, 4).entries)).when(c.StartGame())
    while scene.state.pool:
        (owed,) = open_decisions(scene.state)
        who = BOT if owed.seat == 2 else {"by": "player"}
        scene = scene.when(c.Answer(owed, {"card": scene.state.pool[0]}, **who))
    hand = scene.state.hands[2].cards
    assert hand
    picked = [scene.when(of_bot(card)) for card in (hand[0], hand[-1])]
    yield "has picked from an open hand", picked


def _pair(scenes: Sequence[Scene]) -> Pair:
    assert [scene.refusal for scene in scenes] == [None, None]
    one, two = scenes
    return one.entries, two.entries


PHASES: Mapping[str, Sequence[Callable[[str], Phases]]] = {
    "classic": (picking, choosing),
    "tactics": (picking, choosing),
    "logic": (drafted, picking, choosing),
    "professional": (picking, choosing, placing),
    "children": (in_turn, flipping),
    "hornochsen": (in_turn,),
}
PAIRS = {
    f"{key}: {name}": _pair(scenes)
    for key, phases in PHASES.items()
    for phase in phases
    for name, scenes in phase(key)
}
