"""Games stored by every release fold to what they folded to when they were stored."""

import json

import pytest

from domain.audit import verify
from domain.events import EVENT_TYPES
from domain.rulesets import RULESETS
from domain.views.bundle import bundle
from service.games.games import Games
from service.games.store import Store
from service.settings.version import VERSION
from tests.golden.make import tag_of
from tests.support.audit_games import NAMES as CALLED
from tests.versions import logs

NAMES = logs.names()


@pytest.mark.parametrize("name", NAMES)
def test_a_stored_game_is_loaded_to_the_state_that_was_recorded(name, fake_redis):
    """As the service loads it from a store that holds the log."""
    log, store = logs.read(name), Store(fake_redis)
    logs.put(store, log.entries)
    game = Games(store, 10, lambda _: True).load(log.game)
    now = logs.digests(game.state)
    assert {field: now.get(field) for field in log.state} == log.state
    assert (game.revision, game.hash) == (len(log.entries), log.entries[-1].h)
    assert store.read(log.game) == log.entries


@pytest.mark.parametrize("name", NAMES)
def test_a_stored_game_still_passes_the_verifier(name):
    """With the names that its players had, and as well where all of them are erased."""
    for called in (CALLED, {}):
        made = bundle(logs.read(name).entries, None, called, version=VERSION)
        report = verify(json.loads(json.dumps(made)))
        assert report.integrity.ok, report
        assert report.rules.ok, report


def test_the_logs_hold_every_event_in_its_present_version_and_every_ruleset():
    held = [logs.read(name).entries for name in NAMES]
    missing = {tag_of(kind) for kind in EVENT_TYPES.values()} - set().union(*map(logs.types, held))
    assert not missing, "run: python -m tests.versions.logs"
    events = [event for entries in held for event in logs.events(entries)]
    assert {event["ruleset"] for event in events if "ruleset" in event} == set(RULESETS)
    assert {event.get("by", "player") for event in events} >= {"player", "bot", "clock", "rule"}
