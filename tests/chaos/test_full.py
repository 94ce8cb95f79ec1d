"""A Redis that has no memory left."""

import pytest

from service.games.games import Games

pytestmark = pytest.mark.engine
SPARE = 40_000
"""Bytes that are left when the game goes on: enough for some turns."""


def filled(site):
    """Whatever the game does next finds no memory, sooner or later."""
    used = site.client().info("memory")["used_memory"]
    site.client().config_set("maxmemory", used + SPARE)


def refused(answer):
    answer.expect(503, "store_down")
    assert answer.header("Retry-After")


def test_a_full_redis_is_a_503_and_nothing_is_half_written(site):
    table = site.table(persons=3)
    before = table.play_on(lambda options: options[0], steps=4)
    filled(site)
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
    site.client().config_set("maxmemory", 1)  # it hovers about the limit: now it is well above
    refused(table.put(owed["id"], owed["options"][0], seat))
    game = Games(site.services.store, 0, lambda name: True).load(table.game)
    assert game.revision == acknowledged
    assert table.revision == acknowledged, "what is stored can still be read"
    refused(site.api.ask("POST", "/v1/games", None, {"ruleset": "classic"}))

    site.client().config_set("maxmemory", 0)
    again = table.put(owed["id"], owed["options"][0], seat).expect(201).json
    assert again["receipt"]["revision"] == acknowledged + 1


def test_a_server_that_may_evict_since_is_not_ready(site):
    site.api.get("/readyz").expect(200)
    site.client().config_set("maxmemory-policy", "allkeys-lru")
    assert site.api.get("/readyz").expect(503).json["failed"] == ["store"]
