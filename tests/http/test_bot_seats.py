"""The seat of a bot is nobody's, and the one who seated it plays its own alone."""

import pytest

from workers.clocks import run_out


@pytest.fixture
def table(house):
    """The commonest game of an app: it creates, seats one person and bots, and starts."""
    table = house.create(seats=3)
    table.sit_bot("careful", house.token)
    table.sit("Ana", house.token)
    table.sit_bot("random", house.token)
    table.ask("POST", "/start", house.token).expect(200)
    return table


def owed(house):
    return [each["seat"] for each in house.get("/v1/me/decisions").expect(200).json["decisions"]]


def hands_opened(items):
    """The seats whose hands are opened in these items of a feed."""
    payloads = [opened["payload"] for item in items for opened in item.get("openings", ())]
    return [payload["seat"] for payload in payloads if payload["kind"] == "hand"]


def test_what_the_account_sees_is_what_the_person_sees_whom_it_seated(house, table):
    seen = table.get("", house.token).expect(200).json
    assert (seen["you"]["seat"], len(seen["you"]["hand"])) == (1, 10)
    assert table.ask("POST", "/start", house.token).expect(200).json["you"] == seen["you"]
    decisions = table.get("/decisions", house.token).json["decisions"]
    assert [each["seat"] for each in decisions if "options" in each] == [1]
    assert hands_opened(table.feed(house.token)) == [1]
    audit = table.get("/audit", house.token).json
    assert audit["asked_by"] == 1
    assert {each["payload"].get("seat") for each in audit["openings"]} == {None, 1}
    assert owed(house) == [1]
    (item,) = house.get("/v1/me/events").json["items"]
    assert hands_opened(item["entries"]) == [1]


@pytest.mark.parametrize("seat", [0, 2])
def test_of_a_bots_seat_it_gets_nothing(house, table, seat):
    decision = f"/decisions/r1t1-pick-s{seat}"
    table.get(f"?seat={seat}", house.token).expect(403, "not_your_seat")
    table.get(decision, house.token).expect(403, "not_your_decision")
    table.ask("PUT", decision, house.token, {"card": 1}).expect(403, "not_your_decision")
    table.leave(seat, house.token).expect(403, "not_your_seat")
    table.ask("POST", f"/seats/{seat}/return", house.token).expect(403, "not_your_seat")


def test_before_the_start_the_host_frees_a_bots_seat_and_after_it_nobody_does(api):
    table = api.create(seats=3)
    table.sit("Ana")
    for _ in range(2):
        bot = table.sit_bot()
        table.leave(bot, table.seats[0]).expect(403)
        table.leave(bot, table.host).expect(204)
    table.sit_bot()
    table.start()
    for who in (table.host, table.seats[0], table.invite):
        table.leave(1, who).expect(403)


def test_a_bots_seat_has_no_token_and_an_account_of_bots_alone_watches_them(house):
    table = house.create(seats=3)
    for by, policy in ((house.token, "careful"), (table.host, "random")):
        made = table.ask("POST", "/seats", by, {"policy": policy}).expect(201)
        assert made.json["token"] is None
    table.start()
    assert table.get("", house.token).json["you"] is None
    assert owed(house) == []


def test_what_a_bot_owes_for_good_is_not_owed_by_the_account(house, table):
    table.leave(1, house.token).expect(204)
    assert owed(house) == []
    seen = table.get("", house.token).json["you"]
    assert (seen["seat"], len(seen["hand"])) == (1, 10), "its person still looks"


def test_what_a_bot_owes_until_its_person_returns_stays_listed(services, house):
    options = {"turn_seconds": 30, "on_timeout": "forfeit"}
    table = house.started(seats=1, bots=["careful"], options=options)
    now = services.store.now
    services.store.now = lambda: now() + 31_000
    assert run_out(services, table.game) == 1
    assert owed(house) == [0]
    assert table.view()["seats"][0]["player"]["away"]
    table.ask("POST", "/seats/0/return", house.token).expect(204)
