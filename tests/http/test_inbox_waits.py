"""An inbox that waits until there is something in it."""

from concurrent.futures import ThreadPoolExecutor

from flask import Flask
from flask.testing import FlaskClient

from tests.http.client import events
from tests.http.inbox import a_game, ask, news, owed


def test_a_wait_ends_when_something_is_owed(
    client: FlaskClient, account: dict[str, str], app: Flask
) -> None:
    path = a_game(client, account)
    tag = client.get("/v1/me/decisions", headers=account).headers["ETag"]
    waiting = {**account, "If-None-Match": tag, "Prefer": "wait=20"}
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(app.test_client().get, "/v1/me/decisions", headers=waiting)
        each = owed(client, account)[0]
        ask(client, "PUT", f"{path}/decisions/{each['id']}", account, each["options"][0])
        found = answer.result(timeout=15)
    assert found.status_code == 200
    assert found.headers["Preference-Applied"] == "wait=20"
    assert each["id"] not in {owing["id"] for owing in found.get_json()["decisions"]}


def test_a_wait_for_news_ends_with_the_first_entry(
    client: FlaskClient, account: dict[str, str], app: Flask
) -> None:
    path = a_game(client, account)
    cursor = news(client, account, 0)["cursor"]
    waiting = {**account, "Prefer": "wait=20"}
    with ThreadPoolExecutor(1) as pool:
        address = f"/v1/me/events?after={cursor}"
        answer = pool.submit(app.test_client().get, address, headers=waiting)
        each = owed(client, account)[0]
        ask(client, "PUT", f"{path}/decisions/{each['id']}", account, each["options"][0])
        found = answer.result(timeout=15).get_json()
    (entry,) = found["items"][0]["entries"]
    assert [event["type"] for event in events(entry)] == ["CardPicked"]


def test_a_wait_for_nothing_ends_in_time_with_what_there_is(
    client: FlaskClient, account: dict[str, str]
) -> None:
    waiting = {**account, "Prefer": "wait=1"}
    assert client.get("/v1/me/decisions", headers=waiting).get_json() == {"decisions": []}
    assert client.get("/v1/me/events", headers=waiting).get_json()["items"] == []
