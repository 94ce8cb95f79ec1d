"""The turns of one round, by ruleset: every step of it, and the points of each seat."""

from collections.abc import Callable, Sequence
from typing import Any

from .cards import SPECIALS, Illegal, Options, hand_size
from .hornochsen import legal_open, play_open
from .scoring import score_hornochsen, score_round
from .secret import Choose, Rows, Step, resolve_secret_turn

ChooseCard = Callable[[int], Any]
Hands = dict[int, list[int]]
Played = tuple[list[Step], dict[int, int]]


def draft(n: int, cards: list[int], seat: int, choose_card: ChooseCard) -> tuple[Hands, Rows]:
    """Hands from the open pool, one card at a time, and the rows of what is left."""
    pool = sorted(cards)
    hands: Hands = {each: [] for each in range(n)}
    while any(len(hand) < hand_size("logic", n) for hand in hands.values()):
        card = choose_card(seat)
        if card not in pool:
            raise Illegal(f"{card!r} is not in the pool")
        pool.remove(card)
        hands[seat].append(card)
        seat = (seat + 1) % n
    return hands, [[card] for card in pool]


def play_secret(
    ruleset: str,
    options: Options | None,
    hands: Hands,
    rows: Rows,
    choose_card: ChooseCard,
    choose_place: Choose,
) -> Played:
    """Ten turns in which all play together."""
    told: list[Step] = []
    while hands[0]:
        picks = {}
        for seat, hand in hands.items():
            picks[seat] = choose_card(seat)
            if picks[seat] not in hand:
                raise Illegal(f"{picks[seat]!r} is not in the hand of seat {seat}")
            hand.remove(picks[seat])
        rows, steps = resolve_secret_turn(ruleset, rows, picks, choose_place, options)
        told += steps
    return told, score_round(piles(hands, told))


def play_children(
    options: Options | None, hands: Hands, rows: Rows, seat: int, choose_place: Choose
) -> Played:
    """Every seat in turn shows its top card, until all piles are used up."""
    told: list[Step] = []
    while any(hands.values()):
        card = hands[seat].pop(0)
        rows, steps = resolve_secret_turn("children", rows, {seat: card}, choose_place, options)
        told += steps
        seat = (seat + 1) % len(hands)
    return told, score_round(piles(hands, told))


def play_hornochsen(
    options: Options | None, hands: Hands, laid: Rows, seat: int, choose_card: ChooseCard
) -> Played:
    """Open turns until the last bull of all hands is played."""
    specials = {each: list(SPECIALS) for each in hands}
    rows = {i: {"cards": row, "specials": []} for i, row in enumerate(sorted(laid))}
    told: list[Step] = []
    while any(hands.values()):
        if legal_open(hands[seat], specials[seat], rows):
            items = choose_card(seat)
            rows, steps = play_open(rows, seat, items, hands[seat], specials[seat])
            told += steps
            for item in items:
                if "card" in item:
                    hands[seat].remove(item["card"])
                else:
                    specials[seat].remove(item["special"])
        seat = (seat + 1) % len(hands)
    taken, marks = piles(hands, told), piles(hands, told, "specials")
    return told, {
        each: score_hornochsen(taken[each], marks[each], len(specials[each]), options)
        for each in hands
    }


def piles(hands: Hands, told: Sequence[Step], what: str = "cards") -> dict[int, list[Any]]:
    """What each seat has taken."""
    return {
        seat: [each for step in told if step["seat"] == seat for each in step.get(what, [])]
        for seat in hands
    }
