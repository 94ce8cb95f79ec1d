"""Pairs of games that differ in nothing but what the bot of seat 2 holds or has picked. For every
ruleset, every phase in which a bot has something hidden. In the draft of logic nobody has: the pool
lies open, and so does what was taken."""

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

Scenes = Iterator[tuple[str, list[Scene]]]
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
    return Scene(tuple(entries), fold(entries))


def picking(key: str) -> Scenes:
    """A secret pick: before the bot's, and after it, alone or with those of others."""
    scenes = [laid(key, ROWS, hand) for hand in HANDS]
    yield "owes a pick", scenes
    one, two = (dsl.pick(2, hand[1], **BOT) for hand in HANDS)
    yield "has picked", [scenes[0].when(one), scenes[1].when(two)]
    same = scenes[0].when(dsl.pick(0, 60), dsl.pick(3, 54))
    picks = [dsl.pick(2, HANDS[0][n], **BOT) for n in (0, 2)]
    yield "has picked one of the same hand", [same.when(pick) for pick in picks]


def _all_pick(
    key: str, rows: Any, does: str, person: int, bot: int, own: Any, **more: Any
) -> tuple[str, list[Scene]]:
    """What follows when seat 0 picks one card and the bot another; the rest of its hand differs."""
    picks = dsl.pick(0, person), dsl.pick(2, bot, **BOT), dsl.pick(1, 53), dsl.pick(3, 54)
    scenes = [laid(key, rows, [bot, *hand], own={0: own} if own else {}, **more) for hand in HANDS]
    return does, [scene.when(*picks) for scene in scenes]


def choosing(key: str) -> Scenes:
    """A row is to be taken, by a person or by the bot; the rest of its hand is hidden."""
    rows = WIDE if key == "professional" else ROWS
    yield _all_pick(key, rows, "a person chooses", LOWEST, 23, [LOWEST, 50])
    yield _all_pick(key, rows, "the bot chooses", 60, LOWEST, None)


def placing(key: str) -> Scenes:
    """Two places are equally near (professional)."""
    options = {"professional_tie": "choose"}
    yield _all_pick(key, TIED, "a person places", 50, 91, [50, 70], **options)
    yield _all_pick(key, TIED, "the bot places", 60, 50, [60, 70], **options)


def in_turn(key: str) -> Scenes:
    """Open play and face-down piles: it is a person's turn, or the bot's."""
    rules = RULESETS[key]
    rows = [[70 + number] for number in range(rules.rows(4, rules.settle({})))]
    for seat in (0, 2):
        scenes = [laid(key, rows, [57, *hand], seat=seat) for hand in HANDS]
        yield f"it is seat {seat}'s turn", scenes


def flipping(key: str) -> Scenes:
    """A card of the face-down pile fits nowhere: a person's, or the bot's."""
    rows = [*ROWS, [45]]
    for seat in (0, 2):
        own = {0: [LOWEST, 50]} if seat == 0 else {}
        tops = [[23, *hand] if seat == 0 else [LOWEST, *hand] for hand in HANDS]
        scenes = [laid(key, rows, top, own=own, seat=seat) for top in tops]
        decision = Decision(1, 1, "flip", seat)
        flip = c.Answer(decision, {"card": "top"}, **(BOT if seat == 2 else {}))
        yield f"seat {seat} chooses", [scene.when(flip) for scene in scenes]


def drafted(key: str) -> Scenes:
    """After a real draft, where everybody knows the hands: hidden is which card was picked."""
    scene = resumed(seat_all(dsl.lobby(key, 4).entries)).when(c.StartGame())
    while scene.state.pool:
        (owed,) = open_decisions(scene.state)
        who = BOT if owed.seat == 2 else {"by": "player"}
        scene = scene.when(c.Answer(owed, {"card": scene.state.pool[0]}, **who))
    hand = scene.state.hands[2].cards
    assert hand
    picks = [dsl.pick(2, card, **BOT) for card in (hand[0], hand[-1])]
    yield "has picked from an open hand", [scene.when(pick) for pick in picks]


PHASES: Mapping[str, Sequence[Callable[[str], Scenes]]] = {
    "classic": (picking, choosing), "tactics": (picking, choosing),
    "logic": (drafted, picking, choosing), "professional": (picking, choosing, placing),
    "children": (in_turn, flipping), "hornochsen": (in_turn,),
}  # fmt: skip
PAIRS = {
    f"{key}: {name}": [scene.then(*scene.last).entries for scene in scenes]
    for key, phases in PHASES.items()
    for phase in phases
    for name, scenes in phase(key)
}
