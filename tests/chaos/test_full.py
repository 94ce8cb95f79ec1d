"""A Redis that has no memory left."""

import pytest

from service.games.games import Games
from service.storage.connections import connect
from tests.support.site import process_on

pytestmark = pytest.mark.engine
SPARE = 40_000
"""Bytes that are left when the game goes on: enough for some turns."""


@pytest.fixture
def here(engine_of_its_own, tmp_path):
    return process_on(engine_of_its_own, tmp_path)


@pytest.fixture
def redis(engine_of_its_own):
    with connect(engine_of_its_own.url) as client:
        yield client


def refused(answer):
    answer.expect(503, "store_read_only")
    assert answer.header("Retry-After")


def test_a_full_redis_is_a_503_and_nothing_is_half_written(here, redis):
    table = here.api.started(seats=3)
    assert table.play_on(steps=4) == 4
    # Whatever the game does next finds no memory, sooner or later.
    redis.config_set("maxmemory", redis.info("memory")["used_memory"] + SPARE)
    while True:
        acknowledged, seat = table.revision, table.view()["waiting_on"][0]
        owed = table.owed(seat)
        answer = table.put(owed["id"], owed["options"][0], seat)
        if answer.status != 201:
            break
    refused(answer)
    redis.config_set("maxmemory", 1)  # it hovers about the limit: now it is well above
    refused(table.put(owed["id"], owed["options"][0], seat))
    game = Games(here.services.store, 0, lambda name: True).load(table.game)
    assert game.revision == acknowledged
    assert table.revision == acknowledged, "what is stored can still be read"
    refused(here.api.post("/v1/games", {"ruleset": "classic"}))

    redis.config_set("maxmemory", 0)
    again = table.put(owed["id"], owed["options"][0], seat).expect(201).json
    assert again["receipt"]["revision"] == acknowledged + 1


def test_a_server_that_may_evict_since_is_not_ready(here, redis):
    here.api.get("/readyz").expect(200)
    redis.config_set("maxmemory-policy", "allkeys-lru")
    assert here.api.get("/readyz").expect(503).json["failed"] == ["store"]
