"""Choosing a row, or one of two places (rules: classic 5, professional)."""

import pytest

from domain.decider.resolve import cheapest
from domain.decisions import commands as c
from domain.events import CardPlaced, ChoiceMade, ChoiceRequested, RowTaken, Spot
from domain.table.rows import Row
from tests.support.dsl import answer, given, pick, table

ENDS = [[20], [30], [40], [50]]


def low(**options):
    """Seat 0 has played a card below every end; seat 1 another that fits."""
    scene = given(table("classic", ENDS, [[3, 98], [60, 99]], **options))
    return scene.when(pick(1, 60), pick(0, 3))


@pytest.mark.parametrize("row", range(4))
def test_a_card_that_is_too_low_takes_the_row_its_owner_chooses(row):
    scene = low()
    (asked,) = scene.told(ChoiceRequested)
    assert (asked.seat, asked.card, asked.kind) == (0, 3, "row")
    assert asked.options == tuple(Spot(row=index) for index in range(4))
    scene = scene.answers(0, row=row)
    assert scene.told(ChoiceMade)[0].row == row
    assert scene.told(RowTaken)[0].row == row
    assert scene.told(RowTaken)[0].reason == "low"
    assert scene.pile(0) == ENDS[row]
    assert scene.rows[row][0] == 3


def test_nothing_is_placed_before_the_choice_is_made():
    scene = low().then_types("CardPicked", "PicksRevealed", "ChoiceRequested")
    assert scene.rows == ENDS
    assert scene.state.owing == (0,)


def test_the_rest_of_the_turn_goes_on_after_the_choice():
    scene = low().answers(0, row=3)
    scene.then_types("ChoiceMade", "RowTaken", "CardPlaced", "CardPlaced", "TurnStarted")
    assert scene.rows == [[20], [30], [40, 60], [3]]


@pytest.mark.parametrize("row", [-1, 4, 99])
def test_a_row_that_is_not_there_cannot_be_chosen(row):
    scene = low()
    refusal = scene.when(answer("r1t1-row-s0", row=row)).refused("not_an_option")
    assert refusal.extras["options"] == [{"row": index} for index in range(4)]
    assert scene.answers(0, row=0).state.owing == (0, 1)


def test_a_row_can_only_be_chosen_when_one_is_owed():
    scene = given(table("classic", ENDS, [[21, 98], [60, 99]]))
    scene.when(answer("r1t1-row-s0", row=0)).refused("decision_not_open")


def test_only_the_owner_of_the_card_may_choose():
    low().when(answer("r1t1-row-s1", row=0)).refused("decision_not_open")


def test_nobody_picks_while_a_choice_is_owed():
    low().when(pick(1, 99)).refused("decision_not_open")


def test_a_bot_chooses_row_0_too():
    scene = low().when(c.LeaveSeat(seat=0, policy="careful"))
    bot = {"by": "bot", "policy": "careful/1"}
    scene = scene.when(answer("r1t1-row-s0", row=0, **bot))
    assert scene.told(ChoiceMade) == [ChoiceMade(seat=0, row=0, **bot)]
    assert scene.rows[0] == [3]


@pytest.mark.parametrize("key", ["classic", "tactics", "logic", "professional"])
def test_the_cheapest_row_is_taken_without_asking_if_so_agreed(key):
    rows = [[20, 22], [23, 24], [17, 19], [55]]
    cards = [[3, 98], [60, 99]] if key != "professional" else [[18, 98], [60, 99]]
    rows = rows if key != "professional" else [[11, 20], [16, 21, 23], [17, 24], [10, 55]]
    scene = given(table(key, rows, cards, row_choice="cheapest"))
    scene = scene.when(pick(1, cards[1][0]), pick(0, cards[0][0]))
    assert scene.told(ChoiceRequested) == []
    (made,) = scene.told(ChoiceMade)
    assert made.by == "rule"
    assert made.row == {"professional": 2}.get(key, 1)
    assert scene.told(RowTaken)[0].row == made.row


def test_the_cheapest_of_equal_rows_is_the_first():
    assert cheapest([Row((10,)), Row((1, 2)), Row((3, 4)), Row((55,))]) == 1


def test_children_choose_a_row_for_a_card_that_is_too_low():
    rows = [[20], [30], [40], [50], [60]]
    scene = given(table("children", rows, [[3, 98], [97, 99]])).answers(0, card="top")
    assert scene.told(ChoiceRequested)[0].options == tuple(Spot(row=row) for row in range(5))
    scene = scene.answers(0, row=4)
    assert scene.rows[4] == [3]
    assert scene.state.owing == (1,)


# -- professional -----------------------------------------------------------------------------


def tie(**options):
    """Card 50 is two away from 48 and from 52."""
    scene = given(table("professional", [[48], [52], [10], [90]], [[50, 1], [91, 2]], **options))
    return scene.when(pick(0, 50), pick(1, 91))


def test_a_tie_is_the_owners_choice_between_exactly_two_places():
    scene = tie()
    (asked,) = scene.told(ChoiceRequested)
    assert asked.kind == "place"
    assert asked.options == (Spot(row=0, side="right"), Spot(row=1, side="left"))
    assert tie().answers(0, row=0, side="right").rows[:2] == [[48, 50], [52]]
    assert tie().answers(0, row=1, side="left").rows[:2] == [[48], [50, 52]]


@pytest.mark.parametrize(("row", "side"), [(0, "left"), (1, "right"), (2, "right"), (3, "left")])
def test_a_place_that_is_not_one_of_the_two_is_refused(row, side):
    choice = answer("r1t1-place-s0", row=row, side=side)
    assert tie().when(choice).refused("not_an_option").extras["options"] == [
        {"row": 0, "side": "right"},
        {"row": 1, "side": "left"},
    ]


@pytest.mark.parametrize(
    ("side", "rows"), [("right", [[48, 50], [52]]), ("left", [[48], [50, 52]])]
)
def test_a_tie_goes_to_the_side_agreed_before_the_game(side, rows):
    scene = tie(professional_tie=side)
    assert scene.told(ChoiceRequested) == []
    assert scene.rows[:2] == rows


@pytest.mark.parametrize(("row", "side"), [(0, "right"), (1, "left")])
def test_a_tie_costs_only_where_the_chosen_row_is_full(row, side):
    rows = [[40, 41, 42, 43, 48], [52], [10], [90]]
    scene = given(table("professional", rows, [[50, 1], [91, 2]])).when(pick(0, 50), pick(1, 91))
    scene = scene.answers(0, row=row, side=side)
    assert scene.pile(0) == (rows[0] if row == 0 else [])
    assert scene.rows[row] == ([50] if row == 0 else [50, 52])


def test_a_choice_in_the_middle_of_a_turn_stops_only_the_cards_after_it():
    rows = [[10, 60], [20, 70], [30, 80], [40, 90]]
    scene = given(table("professional", rows, [[50, 1], [55, 2], [95, 3], [5, 4]]))
    scene = scene.when(pick(0, 50), pick(1, 55), pick(2, 95), pick(3, 5))
    # 5 lands left of 10 at once; 50 lies inside all rows; 55 and 95 wait for its owner.
    assert [placed.card for placed in scene.told(CardPlaced)] == [5]
    assert scene.state.owing == (0,)
    # Row 0 becomes [50]: 55 lands on its right, without a choice.
    assert scene.answers(0, row=0).rows == [[50, 55], [20, 70], [30, 80], [40, 90, 95]]
    # Row 3 becomes [50]: 95 lands right of 80.
    assert scene.answers(0, row=3).rows == [[5, 10, 60], [20, 70], [30, 80, 95], [50, 55]]


def test_several_seats_may_have_to_choose_in_one_turn_one_after_the_other():
    rows = [[48], [52], [70], [74]]
    scene = given(table("professional", rows, [[72, 1], [50, 2]])).when(pick(0, 72), pick(1, 50))
    assert scene.state.owing == (1,)
    scene.when(answer("r1t1-place-s0", row=2, side="right")).refused("decision_not_open")
    scene = scene.answers(1, row=0, side="right").then_types(
        "ChoiceMade", "CardPlaced", "ChoiceRequested"
    )
    assert scene.state.owing == (0,)
    scene = scene.answers(0, row=3, side="left")
    assert scene.rows == [[48, 50], [52], [70], [72, 74]]
    assert scene.state.turn == 2


def test_a_tie_that_the_first_choice_has_undone_is_not_asked_for():
    scene = given(table("professional", [[48], [52], [10], [90]], [[50, 1], [51, 2]]))
    scene = scene.when(pick(0, 50), pick(1, 51)).answers(0, row=0, side="right")
    # 51 is now one away from 50 and one away from 52: a new tie, of other places.
    assert scene.told(ChoiceRequested)[0].options == (
        Spot(row=0, side="right"),
        Spot(row=1, side="left"),
    )
    other = given(table("professional", [[48], [52], [10], [90]], [[50, 1], [51, 2]]))
    other = other.when(pick(0, 50), pick(1, 51)).answers(0, row=1, side="left")
    # 52 is no longer an end, and 48 is the nearest.
    assert other.rows[:2] == [[48, 51], [50, 52]]
