"""What players are called can be changed and erased: in every view, of every process, and the
record stands. Names lie in one place.
"""

import json

import pytest

from domain.audit import verify_text
from domain.bundle import Name
from service import streams
from service.store import StoreDown
from tests.http.client import events
from tests.service.test_store_labels import NO_LABEL, SALT

NAMES = ["Ñandú 🦉", "Bo"]
NDJSON = [("Accept", "application/x-ndjson")]


@pytest.fixture
def here(process):
    return process()


@pytest.fixture
def table(here):
    """A game that has been played on for a while."""
    game = here.api.create(seats=2, options={"max_rounds": 2})
    for name in NAMES:
        game.sit(name)
    game.start()
    game.play_on(lambda options: options[0], 5)
    return game


@pytest.fixture
def seals(here, table):
    players = here.services.games.load(table.game).state.players
    return [players[seat].name_seal for seat in range(2)]


def called(process, table, query=""):
    """What the seats are called in a view."""
    seats = process.api.get(table.path(query), table.invite).expect(200).json["seats"]
    return [seat["player"]["name"] for seat in seats]


def opened(process, table):
    """The names that the feed opens."""
    feed = process.api.get(table.path("/events?limit=500"), table.invite).expect(200).json
    told = [o for item in feed["entries"] for o in item.get("openings", ())]
    return [each["payload"]["name"] for each in told if each["payload"]["kind"] == "name"]


def proven(process, table):
    """The names that the bundle opens; it is a true record, whatever it opens."""
    bundle = process.api.get(table.path("/audit"), table.invite).expect(200)
    report = verify_text(bundle.body.decode())
    assert report.integrity.ok, report
    assert report.rules.ok, report
    kinds = [o["payload"] for o in bundle.json["openings"] if o["payload"]["kind"] == "name"]
    assert report.checked["names"] == len(kinds)
    return [payload["name"] for payload in kinds]


def test_a_name_is_shown_opened_and_proven(here, table):
    assert called(here, table) == opened(here, table) == proven(here, table) == NAMES


def test_another_process_shows_a_change_at_once_under_another_tag(process, here, table, seals):
    other, tags = process(), set()
    for name in (None, "Ana", "Eva"):
        before = other.api.get(table.path(), table.seats[0]).expect(200)
        match = [("If-None-Match", before.header("ETag"))]
        other.api.get(table.path(), table.seats[0], headers=match).expect(304)
        here.services.store.relabel(table.game, {seals[1]: name and Name(name, SALT)})
        other.api.get(table.path(), table.seats[0], headers=match).expect(200)
        tags.add(before.header("ETag"))
        assert called(other, table) == called(here, table) == [NAMES[0], name]
        assert called(other, table, "?revision=4") == [NAMES[0], name]
    assert len(tags) == 3


def test_an_erased_name_is_null_and_proven_no_more(process, here, table, seals):
    here.services.store.relabel(table.game, {seals[0]: None})
    for each in (here, process()):
        assert called(each, table) == [None, NAMES[1]]
        assert opened(each, table) == proven(each, table) == [NAMES[1]]
    here.services.store.relabel(table.game, dict.fromkeys(seals))
    assert called(here, table) == [None, None]
    assert opened(here, table) == proven(here, table) == []
    assert b"payload" not in here.api.get(table.path("/events"), table.invite).body


@pytest.mark.parametrize("salted", ["as before", "anew"])
def test_a_changed_name_is_shown_and_not_proven(here, table, seals, salted):
    store = here.services.store
    salt = SALT if salted == "anew" else store.labels(table.game).names[seals[0]].salt
    store.relabel(table.game, {seals[0]: Name("Zoë", salt)})
    assert called(here, table) == ["Zoë", NAMES[1]]
    assert opened(here, table) == proven(here, table) == [NAMES[1]]


def key(process, table):
    return process.services.store._keys.of(table.game)[3]


def shown(process, table):
    """What every kind of answer calls the players, none of which may fail."""
    table.api.ask("POST", table.path("/abandon"), table.host)
    lines = process.api.get(table.path("/events"), table.invite, NDJSON).expect(200).body
    state, *items, end = map(json.loads, lines.splitlines())
    assert events(items[-1])[0]["type"] == "GameAbandoned"
    assert list(end) == ["end"]
    streamed = [o["payload"]["name"] for item in items for o in item.get("openings", ())]
    assert streamed == opened(process, table) == proven(process, table)
    assert [seat["player"]["name"] for seat in state["state"]["seats"]] == called(process, table)
    assert called(process, table, "?revision=4") == called(process, table)
    return called(process, table)


@pytest.mark.parametrize("cold", [True, False])
@pytest.mark.parametrize("value", NO_LABEL.values(), ids=NO_LABEL)
def test_a_damaged_label_costs_its_own_name(process, here, table, seals, redis, value, cold):
    redis.hset(key(here, table), seals[0], value)
    if not cold:
        here.services.store.relabel(table.game, {})  # so that whoever keeps the game is told
    redis.hset(key(here, table), b"\xff\n", b"\xff")
    assert shown(process() if cold else here, table) == [None, NAMES[1]]


@pytest.mark.parametrize("cold", [True, False])
@pytest.mark.parametrize("version", [b"", b'"\r\n\xff', b"-7", b"9" * 400])
def test_a_damaged_version_costs_nothing(process, here, table, redis, version, cold):
    redis.hset(key(here, table), "version", version)
    assert shown(process() if cold else here, table) == NAMES


@pytest.mark.parametrize("cold", [True, False])
@pytest.mark.parametrize("type_", [None, "set", "rpush", "sadd"])
def test_labels_that_are_gone_or_of_another_type_cost_the_names(
    process, here, table, redis, type_, cold
):
    redis.delete(key(here, table))
    if type_:
        getattr(redis, type_)(key(here, table), "x")
    assert shown(process() if cold else here, table) == [None, None]


def test_names_lie_beside_the_stream_and_nowhere_else(here, table, redis):
    game = here.services.games.load(table.game)
    here.services.games.snapshots.lay(game.state, game.hash)
    found = set()
    for name in redis.scan_iter("*"):
        held = {
            b"stream": redis.xrange,
            b"hash": redis.hgetall,
            b"zset": lambda key: redis.zrange(key, 0, -1),
            b"set": redis.smembers,
            b"list": lambda key: redis.lrange(key, 0, -1),
            b"string": redis.get,
        }[redis.type(name)](name)
        text = NAMES[0].encode()
        if any(spelled in repr(held) for spelled in (repr(text)[2:-1], "and\\\\u00fa")):
            found.add(name.decode())
    assert found == {key(here, table)}
    kinds = {name.decode().split(":")[1] for name in redis.scan_iter(f"*{table.game}*")}
    assert {"game", "tip", "labels"} <= kinds


def test_a_stream_waits_for_names_that_cannot_be_read_now(here, table, monkeypatch):
    monkeypatch.setattr(streams, "RETRY_STORE_SECONDS", 0.01)
    labels, down = here.services.store.labels, [StoreDown("down")] * 2

    def shaky(self, game):
        if down:
            raise down.pop()
        return labels(game)

    monkeypatch.setattr(type(here.services.store), "labels", shaky)
    assert shown(here, table) == NAMES
    assert not down
