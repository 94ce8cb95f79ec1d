"""The rules as they are seen from outside."""

import pytest

from domain.table.cards import bullheads
from tests.support import dsl

ROWS = [[12], [37], [43], [58]]


def laid(here, hands):
    return here.lay(dsl.given(dsl.table("classic", ROWS, hands)))


def all_pick(table, cards):
    for seat, card in enumerate(cards):
        table.pick(seat, card).expect(201)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("row", range(4))
def test_every_row_may_be_chosen_the_first_one_too(here, row, seat):
    """Row 0 survives the store, another process's reading and the replay."""
    hands = [[60, 104], [61, 103]]
    hands[seat][0] = 3
    table = laid(here, hands)
    all_pick(table, [hand[0] for hand in hands])
    assert table.owed(seat)["options"] == [{"row": n} for n in range(4)]
    decision = f"r1t1-row-s{seat}"
    given = table.put(decision, {"row": row}, seat).expect(201).json
    assert given["answer"] == {"row": row}
    view = table.view()
    assert view["seats"][seat]["pile"] == ROWS[row]
    assert view["seats"][seat]["pile_heads"] == bullheads(ROWS[row][0])
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
    table = laid(here, [[60, 104], [3, 103]])
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
