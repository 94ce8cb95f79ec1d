"""`toma6 demo`: play a whole game over HTTP, show it, and prove it.

One person (played here, at random) and three bots. Uses the server that runs at the configured
address, or starts one of its own for as long as the game lasts.
"""

import json
import secrets
import time
from collections.abc import Sequence
from typing import Any, Final

from bots.kit.client import Client
from bots.policies import POLICIES
from domain.audit import verify
from domain.audit.reading.keys import trusted_keys
from domain.audit.telling.wording import as_text
from service.commands import output
from service.commands.temporary import running_server
from service.settings.config import Settings

POLL_SECONDS: Final = 0.01
ME: Final = "You"


def main(settings: Settings, argv: Sequence[str]) -> int:
    """Play one game and print how it went. Returns 0 if it ended and its proof holds."""
    parser = output.Parser(prog="toma6 demo")
    parser.add_argument("--ruleset", default="classic")
    parser.add_argument("--seats", type=int, default=4)
    options = parser.parse_args(argv)

    def work() -> None:
        with running_server(settings) as url:
            play(url, options.ruleset, options.seats)

    return output.told(parser.prog, work, OSError)


def play(url: str, ruleset: str, seats: int) -> None:
    """One game from its creation to its proof.

    :raises NotDone: the server refuses something, or its proof does not hold.
    """
    client = Client(url)
    made = ask(client, "POST", "/v1/games", {"ruleset": ruleset, "seats": seats})
    path, client.token = f"/v1/games/{made['game']['id']}", made["host_token"]
    own_token = ask(client, "POST", f"{path}/seats", {"name": ME})["token"]
    for _ in range(seats - 1):
        ask(client, "POST", f"{path}/seats", {"policy": "careful"})
    seen, shown = ask(client, "POST", f"{path}/start"), (0, 0)
    print(f"game {seen['id']} ({ruleset}, {seats} seats)")
    client.token = own_token
    while seen["status"] == "playing":
        seen = ask(client, "GET", path)
        for owed in seen["you"]["decisions"]:
            answer = POLICIES["random"].choose(seen, owed, secrets.SystemRandom())
            ask(client, "PUT", f"{path}/decisions/{owed['id']}", answer)
        if (seen["round"], seen["turn"]) != shown:
            shown = seen["round"], seen["turn"]
            print(table(seen))
        if not seen["you"]["decisions"]:
            time.sleep(POLL_SECONDS)
    report(seen, ask(client, "GET", "/.well-known/jwks.json"), ask(client, "GET", f"{path}/audit"))


def ask(client: Client, method: str, path: str, body: Any = None) -> dict[str, Any]:
    """The JSON answer.

    :raises NotDone: for any problem, in the server's own words.
    """
    reply = client.ask_once(method, path, None if body is None else json.dumps(body).encode())
    if reply.status >= 400:
        raise output.NotDone(f"{method} {path}: {reply.status} {reply.problem.get('detail')}")
    answer: dict[str, Any] = reply.body
    return answer


def table(seen: dict[str, Any]) -> str:
    """The table in one line."""
    rows = "  ".join(" ".join(map(str, row["cards"])) for row in seen["rows"])
    heads = "/".join(str(seat["total"] + seat["pile_heads"]) for seat in seen["seats"])
    return f"  round {seen['round']} turn {seen['turn']:>2}  [{heads}]  {rows}"


def report(seen: dict[str, Any], keys: dict[str, Any], bundle: dict[str, Any]) -> None:
    """Print the standing and check the proof."""
    names = {seat["seat"]: seat["player"]["name"] for seat in seen["seats"]}
    for place in sorted(seen["places"], key=lambda place: int(place["place"])):
        print(f"  {place['place']}. {names[place['seat']]:<16} {place['total']:>4}")
    found = verify(bundle, trusted=trusted_keys(keys))
    if not found.ok:
        raise output.NotDone(f"NOT verified:\n{as_text(found)}")
    head = seen["head"]
    print(f"verified: {head['revision']} entries, chain head {head['hash']}")
