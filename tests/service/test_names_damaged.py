"""Whatever lies where the names should: it costs names, never an answer, and the record stands."""

import json
from dataclasses import replace

import pytest

from service.storage.stored import StoreDown
from service.watching import streams
from tests.support.client import NDJSON, events
from tests.support.conforming import verified

NAMES = ["Ñandú 🦉", "Bo"]
SALT = b"s" * 21 + b"A"
NO_LABEL = {
    "nothing": b"",
    "garbage": b"\xff\x00\x80" * 20,
    "half a salt": SALT[:10],
    "a salt alone": SALT,
    "no salt": b"Ana",
    "a salt with bits to spare": SALT[:21] + b"BAna",
    "no text": SALT + b"An\xff",
    "half a character": SALT + "牛".encode()[:2],
    "a line break": SALT + b"An\na",
    "the end of a string": SALT + b"An\0a",
    "a control sequence": SALT + "An\x9ba".encode(),
}


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
    game.play_on(steps=5)
    return game


def key(process, table):
    return process.services.store._keys.labels(table.game)


def opened(items):
    """The names that are opened in the items of a feed, or in a bundle."""
    told = [o["payload"] for item in items for o in item.get("openings", ())]
    return [payload["name"] for payload in told if payload["kind"] == "name"]


def shown(process, table):
    """What every kind of answer calls the players, none of which may fail."""
    table.ask("POST", "/abandon", table.host)
    table = replace(table, api=process.api)
    lines = table.get("/events", table.invite, [NDJSON]).expect(200).body
    state, *items, end = map(json.loads, lines.splitlines())
    assert events(items[-1])[0]["type"] == "GameAbandoned"
    assert list(end) == ["end"]
    bundle = table.get("/audit", table.invite)
    proven = opened([bundle.json])
    assert verified(bundle).checked["names"] == len(proven)
    assert opened(items) == opened(table.feed()) == proven
    names = table.names("", table.invite)
    assert [seat["player"]["name"] for seat in state["state"]["seats"]] == names
    assert table.names("?revision=4", table.invite) == names
    return names


reading = pytest.mark.parametrize("cold", [True, False])


@reading
@pytest.mark.parametrize("value", NO_LABEL.values(), ids=NO_LABEL)
def test_a_damaged_label_costs_its_own_name(process, here, table, redis, value, cold):
    players = here.services.games.load(table.game).state.players
    redis.hset(key(here, table), players[0].name_seal, value)
    if not cold:
        here.services.store.relabel(table.game, {})  # so that whoever keeps the game is told
    redis.hset(key(here, table), b"\xff\n", b"\xff")
    seal = players[1].name_seal
    for field in (b"nobody", b"\xff" * 43, seal[:-1], seal[:-1] + "B", ""):
        redis.hset(key(here, table), field, SALT + b"Eve")
    assert here.services.store.labels(table.game).called == {seal: NAMES[1]}
    assert shown(process() if cold else here, table) == [None, NAMES[1]]


@reading
@pytest.mark.parametrize("version", [b"", b'"\r\n\xff', b"-7", b"9" * 400])
def test_a_damaged_version_costs_nothing(process, here, table, redis, version, cold):
    redis.hset(key(here, table), "version", version)
    assert shown(process() if cold else here, table) == NAMES


@reading
@pytest.mark.parametrize("type_", [None, "set", "rpush", "sadd"])
def test_labels_that_are_gone_or_of_another_type_cost_the_names(
    process, here, table, redis, type_, cold
):
    redis.delete(key(here, table))
    if type_:
        getattr(redis, type_)(key(here, table), "x")
    assert shown(process() if cold else here, table) == [None, None]


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
