"""Case S25: the seat of a bot is nobody's, and the one who seated it plays its own alone."""

import pytest

from tests.support import dsl
from tests.support.laid import lay, token
from tests.support.worlds import seat_all
from workers import bots
from workers.clocks import run_out

CAREFUL, RANDOM = {"policy": "careful"}, {"policy": "random"}


@pytest.fixture
def app_token(services):
    """The account of an app, which is host of what it creates."""
    return services.accounts.create("app", ["play", "games:write"], 0)[0]


@pytest.fixture
def game(api, app_token):
    """The commonest game of an app: it creates, seats one person and bots, and starts."""
    made = api.ask("POST", "/v1/games", app_token, {"ruleset": "classic", "seats": 3})
    path = f"/v1/games/{made.expect(201).json['game']['id']}"
    for body in (CAREFUL, {"name": "Ana"}, RANDOM):
        api.ask("POST", f"{path}/seats", app_token, body).expect(201)
    api.ask("POST", f"{path}/start", app_token).expect(200)
    return path


def hands_opened(items):
    """The seats whose hands are opened in these items of a feed."""
    payloads = [opened["payload"] for item in items for opened in item.get("openings", ())]
    return [payload["seat"] for payload in payloads if payload["kind"] == "hand"]


def test_the_accounts_view_is_that_of_the_person_it_seated(api, game, app_token):
    seen = api.get(game, app_token).expect(200).json
    assert seen["you"]["seat"] == 1
    assert len(seen["you"]["hand"]) == 10
    started = api.ask("POST", f"{game}/start", app_token).expect(200).json
    assert started["you"] == seen["you"]


def test_so_are_its_decisions_feed_and_audit(api, game, app_token):
    owed = api.get(f"{game}/decisions", app_token).json["decisions"]
    assert [each["seat"] for each in owed if "options" in each] == [1]
    feed = api.get(f"{game}/events?limit=500", app_token).json["entries"]
    assert hands_opened(feed) == [1]
    audit = api.get(f"{game}/audit", app_token).json
    assert audit["asked_by"] == 1
    assert {each["payload"].get("seat") for each in audit["openings"]} == {None, 1}


@pytest.mark.parametrize("picked", [False, True])
@pytest.mark.parametrize("seat", [0, 2])
def test_of_a_bots_seat_it_gets_nothing(api, services, game, app_token, seat, picked):
    if picked:
        assert bots.play_bots(services, game.rpartition("/")[2]) == 2
    decision = f"{game}/decisions/r1t1-pick-s{seat}"
    api.get(f"{game}?seat={seat}", app_token).expect(403, "not_your_seat")
    api.get(decision, app_token).expect(403, "not_your_decision")
    api.ask("PUT", decision, app_token, {"card": 1}).expect(403, "not_your_decision")
    api.ask("DELETE", f"{game}/seats/{seat}", app_token).expect(403, "not_your_seat")
    api.ask("POST", f"{game}/seats/{seat}/return", app_token).expect(403, "not_your_seat")


def test_what_bots_owe_is_in_no_inbox_and_their_cards_are_in_no_feed(api, game, app_token):
    owed = api.get("/v1/me/decisions", app_token).json["decisions"]
    assert [each["seat"] for each in owed] == [1]
    (item,) = api.get("/v1/me/events", app_token).json["items"]
    assert hands_opened(item["entries"]) == [1]


def test_a_bots_seat_has_no_token(api, app_token):
    made = api.ask("POST", "/v1/games", app_token, {"ruleset": "classic", "seats": 3}).json
    path = f"/v1/games/{made['game']['id']}/seats"
    assert api.ask("POST", path, app_token, CAREFUL).expect(201).json["token"] is None
    assert api.ask("POST", path, made["host_token"], RANDOM).expect(201).json["token"] is None


def test_before_the_start_the_host_frees_a_bots_seat_and_after_it_nobody_does(api):
    table = api.create(seats=3)
    table.sit("Ana")
    for _ in range(2):
        bot = table.sit_bot()
        api.ask("DELETE", table.path(f"/seats/{bot}"), table.seats[0]).expect(403)
        api.ask("DELETE", table.path(f"/seats/{bot}"), table.host).expect(204)
    table.sit_bot()
    table.start()
    for who in (table.host, table.seats[0], table.invite):
        api.ask("DELETE", table.path("/seats/1"), who).expect(403)


def test_an_account_of_bots_alone_watches_them(api, services, app_token):
    made = api.ask("POST", "/v1/games", app_token, {"ruleset": "classic", "seats": 2}).json
    path = f"/v1/games/{made['game']['id']}"
    for _ in range(2):
        api.ask("POST", f"{path}/seats", app_token, RANDOM).expect(201)
    api.ask("POST", f"{path}/start", app_token).expect(200)
    assert api.get(path, app_token).json["you"] is None
    assert api.get("/v1/me/decisions", app_token).json["decisions"] == []


def test_a_bots_seat_that_an_older_release_stored_with_token_and_owner_is_nobodys(api, services):
    hands = [[11, 50], [12, 53], [21, 51], [13, 54]]
    events = dsl.table("classic", [[10], [20], [30], [40]], hands)
    (entry,) = seat_all(dsl.given(events).entries, {2: "app"})
    table = lay(api, services.store, entry.events)
    stored = services.games.load(table.game).state.players[2]
    assert (stored.token_hash, stored.owner, stored.policy) == (None, None, "careful")
    api.get(table.path(), token("s", 2)).expect(403, "foreign_token")
    api.get(table.path("/decisions/r1t1-pick-s2"), token("s", 2)).expect(403, "foreign_token")


# -- seats of persons that a bot has taken over ------------------------------------------------


def test_what_a_bot_owes_for_good_is_not_owed_by_the_account(api, game, app_token):
    api.ask("DELETE", f"{game}/seats/1", app_token).expect(204)
    assert api.get("/v1/me/decisions", app_token).json["decisions"] == []
    seen = api.get(game, app_token).json["you"]
    assert (seen["seat"], len(seen["hand"])) == (1, 10), "its person still looks"


def test_what_a_bot_owes_until_its_person_returns_stays_listed(api, services, app_token):
    options = {"turn_seconds": 30, "on_timeout": "forfeit"}
    body = {"ruleset": "classic", "seats": 2, "options": options}
    path = f"/v1/games/{api.ask('POST', '/v1/games', app_token, body).json['game']['id']}"
    for taken in ({"name": "Ana"}, CAREFUL):
        api.ask("POST", f"{path}/seats", app_token, taken).expect(201)
    api.ask("POST", f"{path}/start", app_token).expect(200)
    now = services.store.now
    services.store.now = lambda: now() + 31_000
    assert run_out(services, path.rpartition("/")[2]) == 1
    assert [each["seat"] for each in api.get("/v1/me/decisions", app_token).json["decisions"]] == [
        0
    ]
    assert api.get(path, app_token).json["seats"][0]["player"]["away"]
    api.ask("POST", f"{path}/seats/0/return", app_token).expect(204)
