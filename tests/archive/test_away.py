"""A game that is over and was put away is found by every read, as it was."""

from dataclasses import replace

import pytest

from tests.support.site import Site

RULESETS = ["classic", "tactics", "logic", "professional", "children", "hornochsen"]


@pytest.fixture
def site(site, tmp_path):
    url = (tmp_path / "archive").as_uri()
    return Site(
        replace(site.settings, archive_url=url, archive_seconds=0), site.app, seen=site.seen
    )


@pytest.fixture
def away(services):
    return services.store.away


def told(table, token=None):
    """Everything that anybody can ask about a game."""
    asked = ["", "/events?limit=500", "/events?after=3&limit=2", "/audit", "/decisions"]
    asked += [f"?revision={number}" for number in (1, 4, table.revision // 2, table.revision)]
    answers = {
        (path, who): table.get(path, who)
        for path in asked
        for who in (token, *table.seats.values(), None)
    }
    found = {}
    for asked, answer in answers.items():
        body = answer.json
        for moment in ("server_time",):
            body.pop(moment, None)
        if asked[0] == "/audit" and "heads" in body:
            body.pop("heads")
        found[asked] = answer.status, body, answer.header("ETag")
    return found


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_read_is_the_same_as_before(here, there, api, away, services, ruleset):
    table = api.started(ruleset, seats=2)
    table.play_on()
    owed = "r1t1-pick-s0"
    table.ask("PUT", f"/decisions/{owed}", table.seats[0], {"card": 1})  # for the attempts ledger
    before = told(table)
    raw = services.store.read(table.game), services.store.labels(table.game)
    assert away.put(table.game) is not None
    assert services.store._client.exists(services.store._keys.stream(table.game)) == 0
    assert (services.store.read(table.game), services.store.labels(table.game)) == raw
    assert told(table) == before, "by a process that keeps it"
    cold = replace(table, api=there.api)
    assert told(cold) == before, "by another"
    rows = there.api.get("/v1/games?limit=100").json["games"]
    assert table.game in {row["id"] for row in rows}
