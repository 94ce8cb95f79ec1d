"""An account's inbox: all that it owes, and one feed over all of its games."""

import pytest
from flask.testing import FlaskClient

from service import inbox
from service.services import Services
from service.storage.connections import Client
from tests.http.inbox import a_game, ask, news, owed


def test_one_call_shows_all_that_is_owed_in_all_games(
    client: FlaskClient, account: dict[str, str]
) -> None:
    games = {a_game(client, account).rpartition("/")[2] for _ in range(3)}
    decisions = owed(client, account)
    assert {each["game"] for each in decisions} == games
    assert len(decisions) == 6
    assert all(each["options"] for each in decisions)


def test_what_is_owed_can_be_answered_with_the_accounts_token(
    client: FlaskClient, account: dict[str, str]
) -> None:
    a_game(client, account)
    for each in owed(client, account):
        path = f"/v1/games/{each['game']}/decisions/{each['id']}"
        ask(client, "PUT", path, account, each["options"][0])
    assert {each["id"][:4] for each in owed(client, account)} <= {"r1t1", "r1t2"}
    assert not any(each["id"].startswith("r1t1-pick") for each in owed(client, account))


def test_the_nearest_deadline_comes_first(client: FlaskClient, account: dict[str, str]) -> None:
    a_game(client, account)
    slow = a_game(client, account, turn_seconds=600)
    fast = a_game(client, account, turn_seconds=60)
    order = [each["game"] for each in owed(client, account)]
    assert order[:2] == [fast.rpartition("/")[2]] * 2
    assert order[2:4] == [slow.rpartition("/")[2]] * 2


def test_the_list_is_not_sent_again_while_it_is_the_same(
    client: FlaskClient, account: dict[str, str]
) -> None:
    a_game(client, account)
    tag = client.get("/v1/me/decisions", headers=account).headers["ETag"]
    again = client.get("/v1/me/decisions", headers={**account, "If-None-Match": tag})
    assert again.status_code == 304


def test_the_feed_has_every_entry_of_every_game_once_and_in_order(
    client: FlaskClient, account: dict[str, str]
) -> None:
    paths = [a_game(client, account, max_rounds=1) for _ in range(2)]
    seen: dict[str, list[int]] = {path.rpartition("/")[2]: [] for path in paths}
    cursor = 0
    while decisions := owed(client, account):
        each = decisions[-1]
        path = f"/v1/games/{each['game']}/decisions/{each['id']}"
        ask(client, "PUT", path, account, each["options"][0])
        page = news(client, account, cursor)
        cursor = page["cursor"]
        for item in page["items"]:
            seen[item["game"]] += [each["revision"] for each in item["entries"]]
    for game, revisions in seen.items():
        head = ask(client, "GET", f"/v1/games/{game}", account)["revision"]
        assert revisions == list(range(1, head + 1))
    assert news(client, account, cursor) == {"items": [], "cursor": cursor, "more": False}


def test_reading_the_feed_again_gives_the_same(
    client: FlaskClient, account: dict[str, str]
) -> None:
    a_game(client, account)
    assert news(client, account, 0) == news(client, account, 0)


def test_a_cursor_that_never_was_is_refused_with_where_the_feed_begins(
    client: FlaskClient, account: dict[str, str]
) -> None:
    a_game(client, account)
    news(client, account, 0)
    answer = client.get("/v1/me/events?after=99", headers=account)
    assert answer.status_code == 410
    assert (answer.get_json()["code"], answer.get_json()["first"]) == ("cursor_lost", 0)


def test_a_cursor_from_before_what_is_kept_is_refused(
    client: FlaskClient, account: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inbox, "MOST_ITEMS", 2)
    for _ in range(4):
        a_game(client, account)
        client.get("/v1/me/events?after=0", headers=account)
    answer = client.get("/v1/me/events?after=1", headers=account)
    assert (answer.status_code, answer.get_json()["first"]) == (410, 2)
    assert [item["cursor"] for item in news(client, account, 2)["items"]] == [3, 4]


def test_a_finished_game_is_looked_at_no_more(
    client: FlaskClient, account: dict[str, str], services: Services
) -> None:
    path = a_game(client, account)
    ask(client, "POST", f"{path}/abandon", account)
    found = services.accounts.all()[0].id
    assert services.inbox.games(found)
    news(client, account, 0)
    assert services.inbox.games(found) == []


def test_an_inbox_that_was_lost_is_built_again_with_the_listing(
    client: FlaskClient, account: dict[str, str], services: Services, real_redis: Client
) -> None:
    path = a_game(client, account)
    found = services.accounts.all()[0].id
    real_redis.delete(f"{{accounts}}:{found}:games")
    assert owed(client, account) == []
    services.listing.renew(services.games.load(path.rpartition("/")[2]))
    assert len(owed(client, account)) == 2


def test_other_accounts_see_nothing_of_it(
    client: FlaskClient, account: dict[str, str], services: Services
) -> None:
    a_game(client, account)
    token, _ = services.accounts.create("other", ["play"], 0)
    other = {"Authorization": f"Bearer {token}"}
    assert owed(client, other) == []
    assert news(client, other, 0)["items"] == []
