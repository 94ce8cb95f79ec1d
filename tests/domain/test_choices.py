"""Choosing a row, or one of two places (rules: classic 5, professional)."""

import pytest

from domain.decider.resolve import cheapest
from domain.decisions import commands as c
from domain.events import CardPlaced, ChoiceMade, ChoiceRequested, RowTaken, Spot
from domain.table.rows import Row
from tests.support.dsl import answer, given, pick, table

ENDS = [[20], [30], [40], [50]]


def picked(key, rows, hands, **options):
    """The scene after every seat has picked the first card of its hand."""
    scene = given(table(key, rows, hands, **options))
    return scene.when(*(pick(seat, hand[0]) for seat, hand in enumerate(hands)))


def low():
    """Seat 0 has played a card below every end; seat 1 another that fits."""
    return given(table("classic", ENDS, [[3, 98], [60, 99]])).when(pick(1, 60), pick(0, 3))


@pytest.mark.parametrize("row", range(4))
def test_a_card_that_is_too_low_takes_the_row_its_owner_chooses(row):
    scene = low().then_types("CardPicked", "PicksRevealed", "ChoiceRequested")
    spots = tuple(Spot(row=index) for index in range(4))
    assert scene.told(ChoiceRequested) == [
        ChoiceRequested(seat=0, card=3, kind="row", options=spots)
    ]
    assert (scene.rows, scene.state.owing) == (ENDS, (0,))
    scene = scene.answers(0, row=row)
    scene.then_types("ChoiceMade", "RowTaken", "CardPlaced", "CardPlaced", "TurnStarted")
    assert scene.told(ChoiceMade)[0].row == row
    taken = scene.told(RowTaken)[0]
    assert (taken.row, taken.reason, scene.pile(0)) == (row, "low", ENDS[row])
    where = {row: [3]} | ({3: [50, 60]} if row < 3 else {2: [40, 60]})
    assert scene.rows == [where.get(index, ENDS[index]) for index in range(4)]


@pytest.mark.parametrize("row", [-1, 4, 99])
def test_a_row_that_is_not_there_cannot_be_chosen(row):
    scene = low()
    refusal = scene.when(answer("r1t1-row-s0", row=row)).refused("not_an_option")
    assert refusal.extras["options"] == [{"row": index} for index in range(4)]
    assert scene.answers(0, row=0).state.owing == (0, 1)


def test_only_the_owner_of_a_card_that_is_too_low_chooses_and_nobody_picks_meanwhile():
    unasked = given(table("classic", ENDS, [[21, 98], [60, 99]]))
    unasked.when(answer("r1t1-row-s0", row=0)).refused("decision_not_open")
    low().when(answer("r1t1-row-s1", row=0)).refused("decision_not_open")
    low().when(pick(1, 99)).refused("decision_not_open")


def test_a_bot_chooses_row_0_too():
    scene = low().when(c.LeaveSeat(seat=0, policy="careful"))
    bot = {"by": "bot", "policy": "careful/1"}
    scene = scene.when(answer("r1t1-row-s0", row=0, **bot))
    assert scene.told(ChoiceMade) == [ChoiceMade(seat=0, row=0, **bot)]
    assert scene.rows[0] == [3]


LOW = [[20, 22], [23, 24], [17, 19], [55]], 3, 1
LOW_BETWEEN = [[11, 20], [16, 21, 23], [17, 24], [10, 55]], 18, 2


@pytest.mark.parametrize(
    ("key", "rows", "card", "row"),
    [*((key, *LOW) for key in ("classic", "tactics", "logic")), ("professional", *LOW_BETWEEN)],
)
def test_the_cheapest_row_is_taken_without_asking_if_so_agreed(key, rows, card, row):
    scene = picked(key, rows, [[card, 98], [60, 99]], row_choice="cheapest")
    assert scene.told(ChoiceRequested) == []
    (made,) = scene.told(ChoiceMade)
    assert (made.by, made.row, scene.told(RowTaken)[0].row) == ("rule", row, row)


def test_the_cheapest_of_equal_rows_is_the_first():
    assert cheapest([Row((10,)), Row((1, 2)), Row((3, 4)), Row((55,))]) == 1


# -- professional: card 50 is two away from 48 and from 52 --------------------------------------


def tie(other=91, **options):
    return picked("professional", [[48], [52], [10], [90]], [[50, 1], [other, 2]], **options)


def test_a_tie_is_the_owners_choice_between_exactly_two_places():
    (asked,) = tie().told(ChoiceRequested)
    assert asked.kind == "place"
    assert asked.options == (Spot(row=0, side="right"), Spot(row=1, side="left"))
    for row, side in [(0, "left"), (1, "right"), (2, "right"), (3, "left")]:
        refusal = tie().when(answer("r1t1-place-s0", row=row, side=side)).refused("not_an_option")
        assert refusal.extras["options"] == [
            {"row": 0, "side": "right"}, {"row": 1, "side": "left"}
        ]  # fmt: skip


@pytest.mark.parametrize(
    ("row", "side", "rows"), [(0, "right", [[48, 50], [52]]), (1, "left", [[48], [50, 52]])]
)
def test_a_tie_goes_where_its_owner_says_or_to_the_side_agreed_before_the_game(row, side, rows):
    assert tie().answers(0, row=row, side=side).rows[:2] == rows
    scene = tie(professional_tie=side)
    assert scene.told(ChoiceRequested) == []
    assert scene.rows[:2] == rows


def test_a_choice_in_the_middle_of_a_turn_stops_only_the_cards_after_it():
    rows = [[10, 60], [20, 70], [30, 80], [40, 90]]
    scene = picked("professional", rows, [[50, 1], [55, 2], [95, 3], [5, 4]])
    # 5 lands left of 10 at once; 50 lies inside all rows; 55 and 95 wait for its owner.
    assert [placed.card for placed in scene.told(CardPlaced)] == [5]
    assert scene.state.owing == (0,)
    # Row 0 becomes [50]: 55 lands on its right, without a choice.
    assert scene.answers(0, row=0).rows == [[50, 55], [20, 70], [30, 80], [40, 90, 95]]
    # Row 3 becomes [50]: 95 lands right of 80.
    assert scene.answers(0, row=3).rows == [[5, 10, 60], [20, 70], [30, 80, 95], [50, 55]]


def test_several_seats_may_have_to_choose_in_one_turn_one_after_the_other():
    scene = picked("professional", [[48], [52], [70], [74]], [[72, 1], [50, 2]])
    assert scene.state.owing == (1,)
    scene.when(answer("r1t1-place-s0", row=2, side="right")).refused("decision_not_open")
    scene = scene.answers(1, row=0, side="right")
    scene.then_types("ChoiceMade", "CardPlaced", "ChoiceRequested")
    assert scene.state.owing == (0,)
    scene = scene.answers(0, row=3, side="left")
    assert (scene.rows, scene.state.turn) == ([[48, 50], [52], [70], [72, 74]], 2)


def test_a_tie_that_the_first_choice_has_undone_is_not_asked_for():
    scene = tie(other=51)
    # 51 is then one away from 50 and one away from 52: a new tie, of the same places.
    (asked,) = scene.answers(0, row=0, side="right").told(ChoiceRequested)
    assert (asked.card, asked.options) == (51, scene.told(ChoiceRequested)[0].options)
    # 52 is no longer an end, and 48 is the nearest.
    assert scene.answers(0, row=1, side="left").rows[:2] == [[48, 51], [50, 52]]
