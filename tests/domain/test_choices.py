"""Choosing a row, or one of two places (rules: classic 5, professional)."""

from domain.decider.resolve import cheapest
from domain.events import CardPlaced, ChoiceRequested, Spot
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


def test_only_the_owner_of_a_card_that_is_too_low_chooses_and_nobody_picks_meanwhile():
    unasked = given(table("classic", ENDS, [[21, 98], [60, 99]]))
    unasked.when(answer("r1t1-row-s0", row=0)).refused("decision_not_open")
    low().when(answer("r1t1-row-s1", row=0)).refused("decision_not_open")
    low().when(pick(1, 99)).refused("decision_not_open")


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
