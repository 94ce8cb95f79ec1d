"""The rules as they are seen from outside."""

import pytest

from domain.table.cards import bullheads
from tests.support import dsl


def laid(here, rows, hands, **more):
    return here.lay(dsl.given(dsl.table("classic", rows, hands, **more)))


def all_pick(table, cards, round=1, turn=1):
    for seat, card in enumerate(cards):
        table.pick(seat, card, round, turn).expect(201)


def test_cards_are_placed_lowest_first_and_the_sixth_takes_five_but_is_not_charged(here):
    rows = [[12], [30, 31, 32, 33], [66, 67, 68, 69, 70], [89, 90]]
    table = laid(here, rows, [[71, 1], [34, 2]])
    before = table.revision
    all_pick(table, [71, 34])
    view = table.view()
    assert [row["cards"] for row in view["rows"]] == [[12], [30, 31, 32, 33, 34], [71], [89, 90]]
    assert [seat["pile"] for seat in view["seats"]] == [[66, 67, 68, 69, 70], []]
    placed = [(p["card"], p["row"], p["reason"]) for p in table.events("CardPlaced", after=before)]
    assert placed == [(34, 1, "nearest"), (71, 2, "start")]
    (taken,) = table.events("RowTaken", after=before)
    assert (taken["row"], taken["reason"], taken["seat"]) == (2, "full", 0)
    assert (taken["cards"], taken["heads"]) == ([66, 67, 68, 69, 70], 11)
    assert [seat["pile_heads"] for seat in view["seats"]] == [11, 0]


def test_equal_totals_share_a_place_in_result_and_log_for_everybody(here):
    rows, hands = [[10], [20], [30], [40]], [[11], [21], [31], [41]]
    table = laid(here, rows, hands, round=2, turn=10, totals=[9, 66, 100, 66])
    all_pick(table, [card for (card,) in hands], 2, 10)
    view = table.view()
    assert view["status"] == "finished"
    assert {place["seat"]: place["place"] for place in view["places"]} == {0: 1, 1: 2, 2: 4, 3: 2}
    (finished,) = table.events("GameFinished")
    assert finished["places"] == view["places"]
    assert all(type(n) is int for place in view["places"] for n in place.values())
    assert len({table.get("", token).lasting for token in (None, table.invite, table.host)}) == 1


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("row", range(4))
def test_every_row_may_be_chosen_the_first_one_too(here, row, seat):
    """Row 0 survives the store, another process's reading and the replay."""
    rows, hands = [[12], [37], [43], [58]], [[60, 104], [61, 103]]
    hands[seat][0] = 3
    table = laid(here, rows, hands)
    all_pick(table, [hand[0] for hand in hands])
    assert table.owed(seat)["options"] == [{"row": n} for n in range(4)]
    decision = f"r1t1-row-s{seat}"
    given = table.put(decision, {"row": row}, seat).expect(201).json
    assert given["answer"] == {"row": row}
    view = table.view()
    assert view["seats"][seat]["pile"] == rows[row]
    assert view["seats"][seat]["pile_heads"] == bullheads(rows[row][0])
    assert view["rows"][row]["cards"] == [3]
    here.services.games.forget(table.game)
    assert table.view() == view
    assert table.put(decision, {"row": row}, seat).expect(200).json == given
    assert table.get(f"/decisions/{decision}", table.seats[seat]).expect(200).json == given


REFUSED_ROWS = [
    *({"row": row} for row in (-1, 4, 15, 1.5, 1.0, None, "0", True, [0], {"v": 0}, 10**30)),
    *({}, {"card": 3}, {"card": 3, "row": 0}, {"row": 0, "side": "left"}, {"row": 0, "seat": 1}),
]


def test_a_row_is_only_taken_by_whom_it_is_owed_and_only_one_there_is(here):
    table = laid(here, [[12], [37], [43], [58]], [[60, 104], [3, 103]])
    for seat in (0, 1):
        table.put(f"r1t1-row-s{seat}", {"row": 0}, seat).expect(409, "decision_not_open")
    all_pick(table, [60, 3])
    before = table.revision
    table.put("r1t1-row-s0", {"row": 0}, 0).expect(409, "decision_not_open")
    table.put("r1t1-row-s1", {"row": 0}, 0).expect(403, "not_your_decision")
    table.pick(1, 103, turn=2).expect(409, "decision_not_open")
    for body in REFUSED_ROWS:
        table.put("r1t1-row-s1", body, 1).expect(422)
    assert table.revision == before
    table.put("r1t1-row-s1", {"row": 2}, 1).expect(201)
