"""A Redis that has no memory left."""

import pytest

from service.games.games import Games
from service.storage.connections import connect
from tests.support.engine import Engine
from tests.support.site import process_on

pytestmark = pytest.mark.engine
SPARE = 40_000
"""Bytes that are left when the game goes on: enough for some turns."""


@pytest.fixture
def own(tmp_path):
    """A process on an engine of its own, and a client of that."""
    with Engine() as engine, connect(engine.url) as client:
        yield process_on(engine, tmp_path), client


def refused(answer):
    answer.expect(503, "store_down")
    assert answer.header("Retry-After")


def test_a_full_redis_is_a_503_and_nothing_is_half_written(own):
    here, client = own
    table = here.api.started(seats=3)
    before = table.play_on(steps=4)
    # Whatever the game does next finds no memory, sooner or later.
    client.config_set("maxmemory", client.info("memory")["used_memory"] + SPARE)
    acknowledged = table.revision
    while True:
        seat = table.view()["waiting_on"][0]
        owed = table.owed(seat)
        answer = table.put(owed["id"], owed["options"][0], seat)
        if answer.status != 201:
            break
        acknowledged = table.revision
    refused(answer)
    assert before == 4
    client.config_set("maxmemory", 1)  # it hovers about the limit: now it is well above
    refused(table.put(owed["id"], owed["options"][0], seat))
    game = Games(here.services.store, 0, lambda name: True).load(table.game)
    assert game.revision == acknowledged
    assert table.revision == acknowledged, "what is stored can still be read"
    refused(here.api.post("/v1/games", {"ruleset": "classic"}))

    client.config_set("maxmemory", 0)
    again = table.put(owed["id"], owed["options"][0], seat).expect(201).json
    assert again["receipt"]["revision"] == acknowledged + 1


def test_a_server_that_may_evict_since_is_not_ready(own):
    here, client = own
    here.api.get("/readyz").expect(200)
    client.config_set("maxmemory-policy", "allkeys-lru")
    assert here.api.get("/readyz").expect(503).json["failed"] == ["store"]
