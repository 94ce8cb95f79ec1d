"""One bad entry in what all games share, on the running server: it costs no other game anything.
Each row is laid into a store in which people, bots and clocks play on; then a game must be dealt
with as if nothing were there: its bots move, its clock runs out, it is listed and owed."""

import json
import os
import signal

import pytest

from service.access.accounts import Accounts
from service.storage.keys import Keys
from tests.support.client import SHORT, WATCHING
from tests.support.processes import eventually
from tests.support.server import serving

GONE = "a" * 26
ACCOUNT = '{"id": "x", "name": "x", "scopes": ["play"], "created_at": "x"}'
OTHER = "b" * 26
ENTRIES = {
    "a game that is gone": {GONE: 1},
    "no UTF-8": {b"\xff\xfe": 1},
    "no id at all": {"": 1, "x" * 5000: 1, "{b1}:due": 1, " ": 1, "a:b": 1, "\0": 1},
    "a time that is none": {GONE: "-inf", OTHER: 1.5},
    "a time that never comes": {GONE: "inf", OTHER: 1e300},
    "of another bucket": {GONE: 1, OTHER: "inf"},
    "more than one sweep looks at": {f"{n:026d}": n for n in range(250)},
}


@pytest.fixture(scope="module")
def server():
    with serving(sweep_seconds=0.1, bot_grace_ms=200) as running:
        yield running


@pytest.fixture
def house(server):
    """An app whose games are listed and told of."""
    return server.api.by(server.account())


def lives(server, house):
    """A game is played by a clock and by bots that no job calls, to its end, and told of."""
    table = house.create(seats=2, options={**SHORT, "turn_seconds": 10, "on_timeout": "lowest"})
    table.sit("Ana", house.token)
    table.sit_bot()
    table.start()
    owed = lambda: house.get("/v1/me/decisions").expect(200).json["decisions"]  # noqa: E731
    bot_moved = lambda: table.view()["seats"][1]["picked"] or table.view()["turn"] > 1  # noqa: E731
    assert eventually(lambda: [each for each in owed() if each["game"] == table.game])
    assert eventually(bot_moved), "the bot"
    due = server.redis.zscore(f"{{b{bucket(table.game)}}}:due", table.game)
    assert due is not None
    rows = lambda: house.get("/v1/games?limit=100").json.get("games", ())  # noqa: E731
    assert eventually(lambda: table.game in {row["id"] for row in rows()})
    table.ask("POST", "/abandon", house.token).expect(200)
    assert house.get("/v1/me/events").expect(200).json["items"]
    assert server.status("/readyz") == 200


bucket = Keys(64).bucket


def aside(server):
    return server.api.get("/readyz").expect(200).json["set_aside"]


def counted(server, name):
    text = server.api.get("/metrics", headers=WATCHING).body.decode()
    return sum(float(line.split()[-1]) for line in text.splitlines() if line.startswith(name))


@pytest.mark.parametrize("what", ENTRIES)
@pytest.mark.parametrize("where", ["due", "changed"])
def test_an_entry_that_is_no_games_is_set_aside_told_and_counted(server, house, where, what):
    server.redis.delete("{aside}:entries")
    before = counted(server, f'toma6_set_aside_total{{set="{where}"}}')
    laid, beside = {}, what == "of another bucket"
    for member, score in ENTRIES[what].items():
        number = (bucket(member) + beside) % 64 if isinstance(member, str) else 7
        laid[member] = f"{{b{number}}}:{where}"
        server.redis.zadd(laid[member], {member: score})
    lives(server, house)
    left = lambda: [m for m, key in laid.items() if server.redis.zscore(key, m) is not None]  # noqa: E731
    assert eventually(lambda: not left()), left()
    assert eventually(lambda: aside(server) == len(ENTRIES[what]))
    assert counted(server, f'toma6_set_aside_total{{set="{where}"}}') == before + len(ENTRIES[what])
    assert counted(server, "toma6_sweep_failures_total") == 0
    assert b"Traceback" not in server.log.read_bytes()


@pytest.mark.parametrize("key", ["due", "changed", "{directory}:summaries", "{directory}:index"])
def test_a_key_of_another_type_harms_that_part_alone_and_is_made_anew(server, house, key):
    table = house.started(seats=2, options={"turn_seconds": 5, "on_timeout": "lowest"})
    full = key if ":" in key else f"{{b{bucket(table.game)}}}:{key}"
    server.redis.delete(full, full + ":aside")
    server.redis.set(full, "x")
    lives(server, house)
    assert server.status(table.path()) == 200
    assert eventually(lambda: server.redis.type(full) != b"string")
    assert server.redis.get(full + ":aside") == b"x"
    listed = lambda: {row["id"] for row in house.get("/v1/games?limit=100").json["games"]}  # noqa: E731
    assert eventually(lambda: table.game in listed())
    assert key != "due" or eventually(lambda: table.view()["turn"] > 1), "its clock runs again"
    server.redis.delete(full + ":aside")


WHOLE = {
    "id": GONE, "ruleset": "classic", "status": "playing", "created_at": 1, "seats": 2, "taken": 2,
    "visibility": "public", "revision": 5,
}  # fmt: skip
ROWS = {
    "no JSON": b"5 x\n{",
    "no row": b"5 x\n[]",
    "no revision": b"\xff\xfe",
    "nothing": b"",
    **{
        f"{each} as {odd!r}": b"5 x\n" + json.dumps({**WHOLE, each: odd}).encode()
        for each, odd in [("created_at", "x"), ("status", ["x"]), ("id", 5), ("seats", None)]
    },
    "JSON alone": json.dumps({"id": GONE}).encode(),
}


@pytest.mark.parametrize("row", ROWS)
def test_a_row_of_the_listing_that_is_none_is_left_out_and_its_game_listed_anew(server, house, row):
    table = house.started(seats=2)
    listed = lambda: [r["id"] for r in house.get("/v1/games?limit=100").expect(200).json["games"]]  # noqa: E731
    assert eventually(lambda: table.game in listed())
    server.redis.hset("{directory}:summaries", table.game, ROWS[row])
    server.redis.zadd("{directory}:index", {b"*:\xff": 0, "*:": 0, "*:9:9:9": 0})
    listed()
    assert eventually(lambda: table.game in listed())
    assert server.redis.zscore("{directory}:index", b"*:\xff") is None
    lives(server, house)


def of_both(*houses):
    """A game that two apps play."""
    table = houses[0].create(seats=2)
    for each in houses:
        table.sit("Ana", each.token)
    table.start()
    return table


@pytest.mark.parametrize("what", ["games", "owed", "seen", "feed", "feed at its last number"])
def test_what_is_kept_of_an_account_and_cannot_be_used_is_made_anew(server, house, what):
    other = server.api.by(server.account())
    full = f"{{accounts}}:{Accounts(server.redis).find(other.token).id}:{what.split()[0]}"
    before = of_both(house, other)
    server.redis.delete(full)
    if " " in what:
        server.redis.xadd(full, {"foreign": "entry"}, f"{2**64 - 1}-0")
    else:
        server.redis.set(full, "x")
    after = of_both(house, other)
    assert eventually(lambda: server.child("cli sweep"))
    os.kill(server.child("cli sweep"), signal.SIGKILL)  # it looks at its start, then each minute
    for each in (house, other):
        owed = lambda: each.get("/v1/me/decisions").expect(200).json["decisions"]  # noqa: E731, B023
        wanted = {before.game, after.game}
        assert eventually(lambda: wanted <= {one["game"] for one in owed()})  # noqa: B023
        assert each.get("/v1/me/events").expect(200).json["items"]
    assert server.redis.exists(full + ":aside")
    lives(server, house)


def test_a_feed_and_an_inbox_show_what_is_whole(server, house):
    good, bad = (house.started(seats=2) for _ in "12")
    assert eventually(lambda: len(house.get("/v1/me/decisions").json["decisions"]) == 4)
    accounts = Accounts(server.redis)
    mine = accounts.find(house.token).id
    house.get("/v1/me/events").expect(200)
    for key in (f"{{accounts}}:{mine}:games", f"{{accounts}}:{mine}:owed"):
        server.redis.zadd(key, {b"\xff": 1, GONE: 2, "": 3})
    server.redis.hset(f"{{accounts}}:{mine}:seen", good.game, "no number")
    feed = f"{{accounts}}:{mine}:feed"
    newest = int(server.redis.xrevrange(feed, count=1)[0][0].split(b"-")[0])
    span = {"game": good.game, "first": 0, "last": -5}
    for ahead, odd in enumerate([{"foreign": "entry"}, span], start=1):
        server.redis.xadd(feed, odd, f"{newest + ahead}-0")
    house.get(f"/v1/me/events?after={newest}").expect(200)
    stream = f"{{b{bucket(bad.game)}}}:game:{bad.game}"
    server.redis.delete(stream)
    server.redis.set(stream, "x")
    owed = house.get("/v1/me/decisions").expect(200).json["decisions"]
    assert {each["game"] for each in owed} == {good.game}
    items = house.get("/v1/me/events?limit=100").expect(200).json["items"]
    assert {each["game"]: bool(each["entries"]) for each in items} == {
        good.game: True, bad.game: False
    }  # fmt: skip
    server.redis.hset("{accounts}:tokens", "of nobody", "no JSON")
    server.redis.hset("{accounts}:tokens", "of no time", ACCOUNT)
    assert len(accounts.all()) > 0
    lives(server, house)
