"""An account that plays, and what it finds in its inbox."""

from dataclasses import dataclass
from typing import Any

from tests.support.http.client import Api


@dataclass(frozen=True, slots=True)
class House:
    """An account that creates games and plays both of their seats."""

    api: Api
    token: str

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        answer = self.api.ask(method, path, self.token, body)
        assert answer.status < 300, answer.body
        return answer.json if answer.body else None

    def game(self, **options: Any) -> str:
        """A started game; its path."""
        body = {"ruleset": "classic", "seats": 2, "options": options}
        path = f"/v1/games/{self.ask('POST', '/v1/games', body)['game']['id']}"
        for name in ("Ana", "Bo"):
            self.ask("POST", f"{path}/seats", {"name": name})
        self.ask("POST", f"{path}/start")
        return path

    def owed(self) -> list[Any]:
        return list(self.ask("GET", "/v1/me/decisions")["decisions"])

    def answer(self, owed: Any) -> None:
        """Answer what is owed with its first option."""
        path = f"/v1/games/{owed['game']}/decisions/{owed['id']}"
        self.ask("PUT", path, owed["options"][0])

    def news(self, after: int) -> Any:
        return self.ask("GET", f"/v1/me/events?after={after}")


def name(path: str) -> str:
    """The game at this path."""
    return path.rpartition("/")[2]
