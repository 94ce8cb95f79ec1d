"""Everybody who may ask for something of a game, and with which Authorization header."""

from service.access.accounts import Accounts
from tests.support.client import Api, Table

# The first line are those with something to do with the game, the second those without.
ROLES = ["own", "other", "host", "invited", "resigned", "seated", "owner",
         "nobody", "foreign", "unknown", "ended", "stranger", "auditor", "admin",
         "malformed", "doubled", "empty", "revoked"]  # fmt: skip
OUTSIDERS = set(ROLES[7:14])
ACCOUNTS = {
    "seated": ["play"],
    "owner": ["games:write"],
    "stranger": ["play", "games:write"],
    "auditor": ["audit"],
    "admin": ["admin"],
    "revoked": ["play", "games:write", "audit", "admin"],
}


def made(
    api: Api, accounts: Accounts, visibility: str, *, lobby: bool
) -> tuple[Table, dict[str, list[str]]]:
    tokens = {role: accounts.create(role, scopes, 0)[0] for role, scopes in ACCOUNTS.items()}
    accounts.revoke(accounts.find(tokens["revoked"]).id)
    elsewhere = api.create(seats=2)
    elsewhere.sit("P9")
    table = api.by(tokens["owner"]).create(seats=6, visibility=visibility)
    ended = table.sit("gone")
    table.leave(ended).expect(204)
    left = table.seats.pop(ended)
    for name in ("P0", "P1", "P2"):
        table.sit(name)
    if visibility == "public":
        table.sit("P3", tokens["seated"])
    if not lobby:
        table.start()
        table.leave(2).expect(204)
    tokens |= {
        "own": table.seats[0],
        "other": table.seats[1],
        "host": table.host,
        "invited": table.invite,
        "resigned": table.seats[2],
        "foreign": elsewhere.seats[0],
        "unknown": "t6s_" + "A" * 43,
        "ended": left,
    }
    headers = {role: [f"Bearer {token}"] for role, token in tokens.items()}
    headers["nobody"] = []
    headers["malformed"] = ["Basic " + table.seats[0]]
    headers["doubled"] = [f"Bearer {table.seats[0]}", f"Bearer {table.seats[0]}"]
    headers["empty"] = [""]
    return table, headers
