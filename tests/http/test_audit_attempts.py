"""The attempts ledger over HTTP: what is noted, who sees it, how much is kept."""

import pytest

from service.proof import attempts as ledger
from tests.support.conforming import verified


def codes(table, token):
    answer = table.get("/attempts", token).expect(200).json
    return [(each["seat"], each["decision"], each["code"]) for each in answer["attempts"]]


def refuse(table, seat=0, decision=None, body=None):
    """Send something that cannot be stored."""
    return table.put(decision or f"r1t1-pick-s{seat}", body or {"card": 105}, seat)


@pytest.fixture
def table(api):
    return api.started("tactics", seats=2, options={"max_rounds": 1})


def test_refused_repeated_late_and_early_answers_are_noted_with_their_codes(table):
    owed = table.owed(0)
    own = owed["id"]
    foreign = next(n for n in range(1, 25) if {"card": n} not in owed["options"])
    table.put(own, {"card": foreign}, 0).expect(422, "not_an_option")
    table.put(own, {"card": "7"}, 0).expect(422, "invalid_body")
    table.put(own, None, 0, body=b"{").expect(415)
    table.put("r1t2-pick-s0", owed["options"][0], 0).expect(409, "decision_not_open")
    table.put("r1t1-pick-s1", owed["options"][0], 0).expect(403, "not_your_decision")
    table.put(own, owed["options"][0], 0).expect(201)
    table.put(own, owed["options"][0], 0).expect(200)
    table.put(own, owed["options"][1], 0).expect(409, "already_answered")
    noted = codes(table, table.seats[0])
    assert [(seat, code) for seat, _, code in noted] == [
        (0, "not_an_option"), (0, "invalid_body"), (0, "unsupported_media_type"),
        (0, "decision_not_open"), (0, "not_your_decision"), (0, "repeated"),
        (0, "already_answered"),
    ]  # fmt: skip
    assert [decision for _, decision, _ in noted[3:5]] == ["r1t2-pick-s0", "r1t1-pick-s1"]


def test_each_seat_sees_its_own_and_nobody_else_any_until_the_game_is_over_and_all_are_shown(table):
    for seat in (0, 1, 1):
        refuse(table, seat).expect(422)
    assert len(codes(table, table.seats[0])) == 1
    assert len(codes(table, table.seats[1])) == 2
    for token in (None, table.host, table.invite):
        assert codes(table, token) == []
    bundle = table.get("/audit", table.seats[1])
    assert [attempt["seat"] for attempt in bundle.json["attempts"]] == [1, 1]
    verified(bundle)
    assert table.get("/audit").json["attempts"] == []
    table.abandon()
    late = refuse(table, 0, body={"card": 1})
    assert late.status in {409, 410}
    noted = codes(table, None)
    assert [seat for seat, _, _ in noted] == [0, 1, 1, 0]
    assert noted[3][2] == late.json["code"] != "not_an_option"
    bundle = table.get("/audit")
    assert [(a["seat"], a["decision"], a["code"]) for a in bundle.json["attempts"]] == noted
    verified(bundle)


def test_it_is_bounded_for_each_seat_and_counts_what_was_dropped(table, monkeypatch):
    monkeypatch.setattr(ledger, "MAX_ATTEMPTS_PER_SEAT", 5)
    refuse(table, 1).expect(422)
    for turn in range(1, 10):
        refuse(table, 0, decision=f"r2t{turn}-pick-s0")
    answer = table.get("/attempts", table.seats[0]).json
    assert [a["decision"] for a in answer["attempts"]] == [f"r2t{n}-pick-s0" for n in range(5, 10)]
    assert answer["dropped"] == 4
    assert len(codes(table, table.seats[1])) == 1  # which nobody else can push out
    own = table.get("/audit", table.seats[0]).json
    assert (len(own["attempts"]), own["attempts_dropped"]) == (5, 4)
    table.abandon()
    bundle = table.get("/audit")
    assert (len(bundle.json["attempts"]), bundle.json["attempts_dropped"]) == (6, 4)
    verified(bundle)


def test_times_are_those_of_the_receipt_and_in_order(table, services):
    services.attempts.note(table.game, 1, "r1t1-pick-s1", "not_an_option", 0.0)
    services.attempts.note(table.game, 0, "r1t1-pick-s0", "not_an_option", 90.0)
    first, second = services.attempts.of(table.game, (0, 1))[0]
    assert (first.seat, second.seat) == (0, 1)
    assert 89_000 < second.at - first.at < 91_000


def test_who_sits_nowhere_is_in_nobodys_ledger(table):
    for token, status in ((None, 401), (table.host, 403)):
        table.ask("PUT", "/decisions/r1t1-pick-s0", token, {"card": 1}).expect(status)
    table.abandon()
    assert codes(table, None) == []
