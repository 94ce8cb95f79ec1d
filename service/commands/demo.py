"""`toma6 demo`: play a whole game over HTTP, show it, and prove it.

One person (played here, with a simple rule) and three bots. Uses the server that runs at the
configured address, or starts one of its own for as long as the game lasts.
"""

import secrets
import sys
import time
from collections.abc import Sequence
from typing import Any, Final

from domain.audit import verify
from domain.audit.reading.keys import trusted_keys
from domain.audit.telling.wording import as_text
from service.commands import output
from service.commands.temporary import Client, DemoError, running_server
from service.settings.config import Settings

POLL_SECONDS: Final = 0.01
ME: Final = "You"


def main(settings: Settings, argv: Sequence[str]) -> int:
    """Play one game and print how it went. Returns 0 if it ended and its proof holds."""
    parser = output.Parser(prog="toma6 demo")
    parser.add_argument("--ruleset", default="classic")
    parser.add_argument("--seats", type=int, default=4)
    options = parser.parse_args(argv)
    try:
        with running_server(settings) as (host, port):
            return play(Client(host, port), options.ruleset, options.seats)
    except (DemoError, OSError) as error:
        print(f"toma6 demo: {error}", file=sys.stderr)
        return 1


def play(client: Client, ruleset: str, seats: int) -> int:
    """One game from its creation to its proof. Returns the exit code."""
    made = client.ask("POST", "/v1/games", {"ruleset": ruleset, "seats": seats})
    host, path = made["host_token"], f"/v1/games/{made['game']['id']}"
    token = client.ask("POST", f"{path}/seats", {"name": ME}, host)["token"]
    for _ in range(seats - 1):
        client.ask("POST", f"{path}/seats", {"policy": "careful"}, host)
    seen = client.ask("POST", f"{path}/start", token=host)
    print(f"game {seen['id']} ({ruleset}, {seats} seats)")
    shown = (0, 0)
    while seen["status"] == "playing":
        seen = client.ask("GET", path, token=token)
        for owed in seen["you"]["decisions"]:
            answer = secrets.choice(owed["options"])
            client.ask("PUT", f"{path}/decisions/{owed['id']}", as_answer(owed, answer), token)
        if (seen["round"], seen["turn"]) != shown:
            shown = seen["round"], seen["turn"]
            print(table(seen))
        if not seen["you"]["decisions"]:
            time.sleep(POLL_SECONDS)
    return report(client, path, seen)


def as_answer(owed: dict[str, Any], option: dict[str, Any]) -> dict[str, Any]:
    """The body that answers with `option`: itself, or for `play` one card of it."""
    if owed["kind"] != "play":
        return option
    if "rows" in option:
        option = {"special": option["special"], "row": option["rows"][0]}
    return {"cards": [option]}


def table(seen: dict[str, Any]) -> str:
    """The table in one line."""
    rows = "  ".join(" ".join(map(str, row["cards"])) for row in seen["rows"])
    heads = "/".join(str(seat["total"] + seat["pile_heads"]) for seat in seen["seats"])
    return f"  round {seen['round']} turn {seen['turn']:>2}  [{heads}]  {rows}"


def report(client: Client, path: str, seen: dict[str, Any]) -> int:
    """Print the standing and check the proof."""
    names = {seat["seat"]: seat["player"]["name"] for seat in seen["seats"]}
    for place in sorted(seen["places"], key=lambda place: int(place["place"])):
        print(f"  {place['place']}. {names[place['seat']]:<16} {place['total']:>4}")
    keys = client.ask("GET", "/.well-known/jwks.json")
    found = verify(client.ask("GET", f"{path}/audit"), trusted=trusted_keys(keys))
    head = seen["head"]
    if found.ok:
        print(f"verified: {head['revision']} entries, chain head {head['hash']}")
        return 0
    print(f"NOT verified:\n{as_text(found)}", file=sys.stderr)
    return 1
