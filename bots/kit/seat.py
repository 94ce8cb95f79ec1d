"""One seat at one game: look, choose, answer, until it owes nothing more for now."""

import hmac
import logging
import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from bots.kit.client import Client, RequestRefused
from bots.policies import Choose

log = logging.getLogger("toma6.bot")

OVERTAKEN: Final = frozenset({404, 409, 410})
"""The decision is no more: answered by somebody else with this token, or at its deadline."""


class GiveUp(Exception):  # noqa: N818 - what the bot does
    """This game cannot be played on; the message says why."""


@dataclass(frozen=True, slots=True)
class SeededPolicy:
    """How the bot plays: its policy, and the seed of all its chances.

    Whoever knows the seed and the policy can compute what the bot has sealed: it is a secret.
    """

    choose: Choose
    seed: str

    def body(self, view: Mapping[str, Any], decision: Mapping[str, Any]) -> Mapping[str, Any]:
        """The answer to a decision: the same for the same seed.

        :raises GiveUp: if the policy fails.
        """
        context = f"{view['id']}/{decision['id']}"
        seed = hmac.digest(self.seed.encode(), context.encode(), "sha256")
        try:
            return self.choose(view, decision, random.Random(seed))  # noqa: S311 - seeded by a secret
        except Exception as error:
            log.exception("the policy failed on %s of game %s", decision["id"], view["id"])
            raise GiveUp(f"the policy failed: {error!r}") from error


def play(
    client: Client, policy: SeededPolicy, game_id: str, seat: int | None = None
) -> dict[str, Any]:
    """Answer all that the seat owes. Returns the last view; `seat` for accounts with several.

    :raises GiveUp: an answer was refused as none of the options, or the policy failed.
    :raises RequestRefused, Stopped: as `Client.ask`.
    """
    path = f"/v1/games/{game_id}" + ("" if seat is None else f"?seat={seat}")
    tried: set[str] = set()
    while True:
        view: dict[str, Any] = client.ask("GET", path).body
        if view["you"] is None:
            raise GiveUp("the token plays no seat of this game")
        new = [owed for owed in view["you"]["decisions"] if owed["id"] not in tried]
        if not _plays_itself(client, view) or not new:
            return view
        for owed in new:
            tried.add(owed["id"])
            _answer(client, policy, view, owed)


def _answer(
    client: Client, policy: SeededPolicy, view: Mapping[str, Any], owed: Mapping[str, Any]
) -> None:
    """Answer one decision. That it was overtaken is no error."""
    body = policy.body(view, owed)
    try:
        client.ask("PUT", f"/v1/games/{view['id']}/decisions/{owed['id']}", body)
    except (RequestRefused, TypeError) as error:
        status = error.status if isinstance(error, RequestRefused) else 400
        if status in OVERTAKEN:
            log.info("%s of game %s: %s", owed["id"], view["id"], error)
        elif status in {400, 422}:
            raise GiveUp(f"{owed['id']} was answered with {body!r}: {error}") from error
        else:
            raise


def has_left(view: Mapping[str, Any]) -> bool:
    """Whether the seat's player has resigned, and a bot of the server plays on for good."""
    return bool(view["seats"][view["you"]["seat"]]["player"]["resigned"])


def _plays_itself(client: Client, view: Mapping[str, Any]) -> bool:
    """Whether the bot may answer; it returns to a seat that was taken over at a deadline."""
    if has_left(view) or view["status"] != "playing":
        return False
    seat = view["you"]["seat"]
    if view["seats"][seat]["player"]["away"]:
        late = view["deadline"] is not None and view["deadline"] < view["server_time"]
        if late and view["you"]["decisions"]:
            return False  # that one is the server's; returning now would be too late again
        log.warning("game %s: too late; returning to seat %d", view["id"], seat)
        client.ask("POST", f"/v1/games/{view['id']}/seats/{seat}/return")
    return True
