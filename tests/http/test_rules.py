"""The rules as they are seen from outside: S01 to S06."""

import pytest

from bots.deciding import answer, named
from domain.decisions import open_decisions
from domain.table.cards import bullheads
from tests.support import dsl
from tests.support.play import server_seed


def laid(here, rows, hands, **more):
    return here.lay(dsl.given(dsl.table("classic", rows, hands, **more)))


def all_pick(table, cards, round=1, turn=1):
    for seat, card in enumerate(cards):
        table.pick(seat, card, round, turn).expect(201)


def test_cards_are_placed_lowest_first_and_the_sixth_takes_five(here):
    """S01."""
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


@pytest.mark.parametrize(
    ("totals", "places"),
    [
        *(([9, 66, 100, 66], [1, 2, 4, 2]), ([70, 70, 70, 70], [1, 1, 1, 1])),
        ([0, 0, 80, 1], [1, 1, 4, 3]),
    ],
)
def test_equal_totals_share_a_place_in_result_and_log_for_everybody(here, totals, places):
    """S02. What the verifier says of places it says of games that were dealt: test_life."""
    rows, hands = [[10], [20], [30], [40]], [[11], [21], [31], [41]]
    table = laid(here, rows, hands, round=2, turn=10, totals=totals)
    all_pick(table, [card for (card,) in hands], 2, 10)
    view = table.view()
    assert view["status"] == "finished"
    assert {place["seat"]: place["place"] for place in view["places"]} == dict(enumerate(places))
    (finished,) = table.events("GameFinished")
    assert finished["places"] == view["places"]
    assert all(type(n) is int for place in view["places"] for n in place.values())
    assert len({table.get("", token).lasting for token in (None, table.invite, table.host)}) == 1


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("row", range(4))
def test_every_row_may_be_chosen_the_first_one_too(here, row, seat):
    """S03. Row 0 survives the store, another process's reading and the replay."""
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


@pytest.mark.parametrize("policy", ["careful", "random"])
def test_a_bot_may_choose_any_row_the_first_one_too(policy):
    """S03 for bots: among equal rows every one is chosen by some bot, row 0 included."""
    chosen = set()
    for number in range(40):
        rows, hands = [[12], [14], [16], [18]], [[3, number + 60], [61 + number, 104]]
        scene = dsl.given(dsl.table("classic", rows, hands))
        scene = scene.when(dsl.pick(0, 3), dsl.pick(1, 61 + number))
        (owed,) = open_decisions(scene.state)
        scene.state.server_seed = server_seed(number)
        chosen.add(answer(scene.state, owed, named(policy))["row"])
    assert 0 in chosen


REFUSED_ROWS = [
    *({"row": row} for row in (-1, 4, 15, 1.5, 1.0, None, "0", True, [0], {"v": 0}, 10**30)),
    *({}, {"card": 3}, {"card": 3, "row": 0}, {"row": 0, "side": "left"}, {"row": 0, "seat": 1}),
]


def test_a_row_is_only_taken_by_whom_it_is_owed_and_only_one_there_is(here):
    """S04."""
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


def test_five_cards_are_charged_and_the_card_that_takes_them_is_not(here):
    """S06."""
    full = [50, 51, 52, 53, 55]
    table = laid(here, [[1], [2], full, [104]], [[56, 57], [3, 4]])
    before = table.revision
    all_pick(table, [56, 3])
    view = table.view()
    assert (view["seats"][0]["pile"], view["seats"][0]["pile_heads"]) == (full, 13)
    assert view["rows"][2]["cards"] == [56]
    (taken,) = table.events("RowTaken", after=before)
    assert (taken["cards"], taken["heads"]) == (full, 13)


def test_ten_players_are_dealt_every_card_once(api):
    """S05: ten hands of ten and four rows are the whole deck."""
    table = api.started(seats=10)
    hands = [table.hand(seat) for seat in range(10)]
    rows = [row["cards"] for row in table.view()["rows"]]
    assert all(len(hand) == 10 for hand in hands)
    assert sorted(card for cards in hands + rows for card in cards) == list(range(1, 105))
    table.ask("POST", "/seats", None, {"name": "late"}).expect(409, "already_started")


def test_whoever_made_the_game_may_leave_it_before_and_after_the_start(api):
    """S05: the host sits on no seat. A lobby waits for others, a game goes on with a bot."""
    table = api.create(seats=3)
    for name in ("maker", "Bo", "Cy"):
        table.sit(name)
    table.leave(0).expect(204)
    assert [seat["player"] is None for seat in table.view()["seats"]] == [True, False, False]
    table.start()
    table.leave(1).expect(204)
    view = table.view()
    assert view["status"] == "playing"
    assert view["seats"][1]["player"]["resigned"] is True
    assert len(table.events("SeatLeft", "SeatHandedOver")) == 2
