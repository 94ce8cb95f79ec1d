"""An account's inbox: all that it owes, and one feed over all of its games, also waited for."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from service.projections import inbox
from tests.support.http.client import events
from tests.support.http.inbox import House, name


@pytest.fixture
def house(api, services):
    return House(api, services.accounts.create("house", ["play", "games:write"], 0)[0])


def test_one_call_shows_all_that_is_owed_in_all_games(house):
    games = {name(house.game()) for _ in range(3)}
    owed = house.owed()
    assert {each["game"] for each in owed} == games
    assert len(owed) == 6
    assert all(each["options"] for each in owed)


def test_what_is_owed_can_be_answered_with_the_accounts_token(house):
    house.game()
    for each in house.owed():
        house.answer(each)
    assert {each["id"][:4] for each in house.owed()} <= {"r1t1", "r1t2"}
    assert not any(each["id"].startswith("r1t1-pick") for each in house.owed())


def test_the_nearest_deadline_comes_first(house):
    house.game()
    slow, fast = house.game(turn_seconds=600), house.game(turn_seconds=60)
    order = [each["game"] for each in house.owed()]
    assert order[:4] == [name(fast)] * 2 + [name(slow)] * 2


def test_the_list_is_not_sent_again_while_it_is_the_same(house):
    house.game()
    tag = house.api.get("/v1/me/decisions", house.token).header("ETag")
    asked = [("If-None-Match", tag)]
    house.api.get("/v1/me/decisions", house.token, asked).expect(304)


def test_the_feed_has_every_entry_of_every_game_once_and_in_order(house):
    paths = [house.game(max_rounds=1) for _ in range(2)]
    seen = {name(path): [] for path in paths}
    cursor = 0
    while owed := house.owed():
        house.answer(owed[-1])
        page = house.news(cursor)
        cursor = page["cursor"]
        for item in page["items"]:
            seen[item["game"]] += [each["revision"] for each in item["entries"]]
    for path in paths:
        head = house.ask("GET", path)["revision"]
        assert seen[name(path)] == list(range(1, head + 1))
    assert house.news(cursor) == {"items": [], "cursor": cursor, "more": False}


def test_reading_the_feed_again_gives_the_same(house):
    house.game()
    assert house.news(0) == house.news(0)


def test_a_cursor_that_never_was_is_refused_with_where_the_feed_begins(house):
    house.game()
    house.news(0)
    answer = house.api.get("/v1/me/events?after=99", house.token).expect(410, "cursor_lost")
    assert answer.json["first"] == 0


def test_a_cursor_from_before_what_is_kept_is_refused(house, monkeypatch):
    monkeypatch.setattr(inbox, "MAX_ITEMS_PER_FEED", 2)
    for _ in range(4):
        house.game()
        house.api.get("/v1/me/events?after=0", house.token)
    answer = house.api.get("/v1/me/events?after=1", house.token).expect(410, "cursor_lost")
    assert answer.json["first"] == 2
    assert [item["cursor"] for item in house.news(2)["items"]] == [3, 4]


def test_a_finished_game_is_looked_at_no_more(house, services):
    house.ask("POST", f"{house.game()}/abandon")
    found = services.accounts.all()[0].id
    assert services.inbox.games(found)
    house.news(0)
    assert services.inbox.games(found) == []


def test_an_inbox_that_was_lost_is_built_again_with_the_listing(house, services, real_redis):
    path = house.game()
    found = services.accounts.all()[0].id
    real_redis.delete(f"{{accounts}}:{found}:games")
    assert house.owed() == []
    services.listing.project(services.games.load(name(path)))
    assert len(house.owed()) == 2


def test_other_accounts_see_nothing_of_it(house, services):
    house.game()
    other = House(house.api, services.accounts.create("other", ["play"], 0)[0])
    assert other.owed() == []
    assert other.news(0)["items"] == []


def waited(house, path, *headers):
    """The answer to a request that waits, while the first thing that is owed is answered."""
    asked = [("Prefer", "wait=20"), *headers]
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(house.api.get, path, house.token, asked)
        owed = house.owed()[0]
        house.answer(owed)
        return owed, answer.result(timeout=15).expect(200)


def test_a_wait_ends_when_something_is_owed(house):
    house.game()
    tag = house.api.get("/v1/me/decisions", house.token).header("ETag")
    answered, found = waited(house, "/v1/me/decisions", ("If-None-Match", tag))
    assert found.header("Preference-Applied") == "wait=20"
    assert answered["id"] not in {each["id"] for each in found.json["decisions"]}


def test_a_wait_for_news_ends_with_the_first_entry(house):
    house.game()
    _, found = waited(house, f"/v1/me/events?after={house.news(0)['cursor']}")
    (entry,) = found.json["items"][0]["entries"]
    assert [event["type"] for event in events(entry)] == ["CardPicked"]


def test_a_wait_for_nothing_ends_in_time_with_what_there_is(house):
    asked = [("Prefer", "wait=1")]
    found = house.api.get("/v1/me/decisions", house.token, asked).expect(200)
    assert found.json == {"decisions": []}
    assert house.api.get("/v1/me/events", house.token, asked).json["items"] == []
