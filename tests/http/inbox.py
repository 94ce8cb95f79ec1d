"""Steps for the tests of inboxes."""

from typing import Any

from flask.testing import FlaskClient


def ask(client: FlaskClient, method: str, path: str, who: dict[str, str], body: Any = None) -> Any:
    answer = client.open(path, method=method, headers=who, json=body)
    assert answer.status_code < 300, answer.get_json()
    return answer.get_json()


def a_game(client: FlaskClient, account: dict[str, str], **options: Any) -> str:
    """A started game in which the account plays both seats."""
    body = {"ruleset": "classic", "seats": 2, "options": options}
    made = ask(client, "POST", "/v1/games", account, body)
    path = f"/v1/games/{made['game']['id']}"
    for name in ("Ana", "Bo"):
        ask(client, "POST", f"{path}/seats", account, {"name": name})
    ask(client, "POST", f"{path}/start", account)
    return path


def owed(client: FlaskClient, account: dict[str, str]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ask(client, "GET", "/v1/me/decisions", account)["decisions"]
    return found


def news(client: FlaskClient, account: dict[str, str], after: int) -> dict[str, Any]:
    found: dict[str, Any] = ask(client, "GET", f"/v1/me/events?after={after}", account)
    return found
