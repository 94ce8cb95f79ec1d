"""What careful does: how it picks, what it takes, and what it knows of the table."""

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from bench.rounds import Table, answered, dealt
from bots.policies import POLICIES, choices, openly, table
from domain.decisions import open_decisions
from domain.rulesets import RULESETS
from domain.table.cards import PLUS_FIVE, signed_value
from domain.table.rows import Row, standing
from domain.views import view

DRAWS = 400


def seen(
    rows: Sequence[Sequence[int]],
    hand: Sequence[int],
    *,
    ruleset: str = "classic",
    unplaced: Sequence[int] = (),
    options: Mapping[str, Any] | None = None,
    drafted: Sequence[int] = (),
) -> dict[str, Any]:
    """The view of seat 0 among four, with these rows on the table.
    `drafted`: what each of the others holds, where hands were drafted openly."""
    alike = {"hand_count": len(hand), "picked": False}
    alike |= {"specials": [], "pile": [], "pile_specials": []}
    held = [list(hand) if drafted else [], *(list(drafted) for _ in range(3))]
    seats = [
        {"seat": seat, "player": {"name": f"P{seat}"}, "drafted": mine, **deepcopy(alike)}
        for seat, mine in enumerate(held)
    ]
    return {
        "ruleset": ruleset,
        "options": RULESETS[ruleset].settle(options or {}),
        "seats": seats,
        "rows": [{"row": n, "cards": list(row), "specials": []} for n, row in enumerate(rows)],
        "unplaced": [{"seat": n % 4, "card": card} for n, card in enumerate(unplaced)],
        "you": {"seat": 0, "hand": list(hand), "specials": [], "pick": None},
    }


def picks(
    rows: Sequence[Sequence[int]], hand: Sequence[int], ruleset: str = "classic", **more: Any
) -> Counter[int]:
    """How often each card is picked, of DRAWS times."""
    decision = {"kind": "pick", "options": [{"card": card} for card in hand]}
    view = seen(rows, hand, ruleset=ruleset, **more)
    careful = POLICIES["careful"].choose
    return Counter(careful(view, decision, Random(draw))["card"] for draw in range(DRAWS))


def test_the_sixth_card_is_not_picked_when_there_is_another():
    rows = [[10], [50, 51, 52, 53, 55], [80], [90]]
    assert picks(rows, [56, 81]) == {81: DRAWS}
    assert picks(rows, [56, 81], "professional") == {81: DRAWS}


@pytest.mark.parametrize(
    ("ruleset", "ends", "drafted"),
    [
        *((key, [30, 50, 80], ()) for key in ("classic", "professional")),
        ("tactics", [20, 28, 36], ()),
        ("logic", [30, 50, 80], [2, 3, 4]),
    ],
)
def test_no_card_that_costs_nothing_is_picked_more_often_than_another(ruleset, ends, drafted):
    """Hidden hands too: others can know them, or find them out by what is played for certain."""
    hand = [end + 1 for end in ends]
    often = picks([[10], *([end] for end in ends)], hand, ruleset, drafted=drafted)
    assert set(often) == set(hand)
    assert max(often.values()) < 1.4 * min(often.values()), often


def test_where_hands_are_open_a_card_that_costs_a_little_is_picked_now_and_then():
    """So that nobody can tell the card, who knows the hand; and none is ruled out."""
    rows = [[10], [30, 31, 32, 33], [50], [80]]
    often = picks(rows, [35, 51], "logic", drafted=[34, *range(52, 79), *range(82, 95)])
    assert 0 < often[35] < often[51]


def test_a_card_between_two_ends_goes_left_of_the_nearer_row_among_professionals():
    # 79 lies one below the short row of 80; to the right it would be the sixth of a long one.
    often = picks([[10], [70, 71, 72, 73, 74], [80], [90]], [75, 79], "professional")
    assert often == {79: DRAWS}


FIVE = [[20, 30], [40, 55], [60, 61], [80, 90], [95]]
SURE = [[10, 12, 13], [51, 52, 53, 54, 56], [60, 70, 80], [90, 91, 95, 100]]


@pytest.mark.parametrize(
    ("why", "rows", "more", "row"),
    [
        ("the cheapest", FIVE[:4], {}, 2),
        ("of equally cheap ones the longest", [[30], [41, 42, 43], [60, 70], [80, 90]], {}, 1),
        ("not row 1, as dear, which the 57 will take", SURE, {"unplaced": [5, 57]}, 0),
        ("among children the dearest", FIVE, {"ruleset": "children"}, 1),
        ("and the cheapest if the fewest heads win", FIVE,
         {"ruleset": "children", "options": {"children_winner": "fewest"}}, 4),
    ],
)  # fmt: skip
def test_the_row_that_is_best_to_have_is_taken(why, rows, more, row):
    decision = {"kind": "row", "options": [{"row": n} for n in range(len(rows))]}
    view = seen(rows, [], **{"unplaced": [5], **more})
    assert POLICIES["careful"].choose(view, decision, Random(0)) == {"row": row}, why


def test_cards_that_are_not_seen_may_be_in_the_hands_of_those_who_play():
    view = seen([[10], [30], [50], [80]], [31, 51, 81], ruleset="tactics", unplaced=[5])
    view["seats"][2]["pile"] = [44, 43]
    assert table.unseen(view) == sorted({*range(1, 45)} - {10, 30, 31, 43, 44, 5})
    assert len(table.hands(view)) == 3
    view["seats"][3] |= {"player": None, "hand_count": 0}
    assert table.deck(view) == range(1, 35)
    assert len(table.hands(view)) == 2


def test_drafted_hands_are_known():
    view = seen([[10], [30], [40], [42]], [31], ruleset="logic")
    for seat in (1, 2, 3):
        view["seats"][seat]["drafted"] = [seat, 10, 20 + seat]
    assert table.hands(view) == [[1, 21], [2, 22], [3, 23]]


def test_open_play_foresees_the_table_it_leaves():
    def worth(row: Row) -> int:
        return sum(map(signed_value, row.cards)) + 5 * row.specials.count(PLUS_FIVE)

    rng = Random(8)
    for number in range(6):
        state = dealt("hornochsen", 2 + number % 5, rng)
        seats = Table([POLICIES["careful"].choose] * state.seats)
        while not state.is_over:
            (owed,) = open_decisions(state)
            options = view(state, owed.seat)["you"]["decisions"][0]["options"]
            foreseen = openly.best(view(state, owed.seat), options)
            state = answered(state, owed, seats, rng)
            assert {line.row: line[1:] for line in foreseen.lines} == {
                index: (row.cards[-1], len(row.cards), worth(row), row.specials)
                for index, row in standing(state.rows)
            }


def test_others_are_taken_to_take_the_cheapest_row_where_they_must_take_one():
    rows = [Row((10, 11)), Row((20,)), Row((55, 60))]
    forced = RULESETS["classic"].land(rows, 2, RULESETS["classic"].settle({}))
    assert choices._forced(rows, 2, forced) == 3
    assert rows[1] == Row((2,))
