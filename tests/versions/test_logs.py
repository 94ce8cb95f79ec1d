"""Games stored by every release fold to what they folded to when they were stored."""

import json

import pytest

from domain import ledger
from domain.audit import verify
from domain.bundle import bundle
from domain.events import EVENT_TYPES
from domain.rulesets import RULESETS
from service.games import Games
from service.store import Store
from service.version import VERSION
from tests.simulation.memory import Client, Memory
from tests.versions import logs

NAMES = logs.names()


def loaded(log):
    """The game as the service loads it from a store that holds the log."""
    store = Store(Client(Memory()))
    store.append(log.game, 0, log.entries, previous=ledger.GENESIS, due=None)
    return Games(store, 10, lambda _: True).load(log.game), store


@pytest.mark.parametrize("name", NAMES)
def test_a_stored_game_is_loaded_to_the_state_that_was_recorded(name):
    log = logs.read(name)
    game, store = loaded(log)
    now = logs.digests(game.state)
    assert {field: now.get(field) for field in log.state} == log.state
    assert (game.revision, game.hash) == (len(log.entries), log.entries[-1].h)
    assert store.read(log.game) == log.entries


@pytest.mark.parametrize("name", NAMES)
def test_a_stored_game_still_passes_the_verifier(name):
    report = verify(json.loads(json.dumps(bundle(logs.read(name).entries, None, version=VERSION))))
    assert report.integrity.ok, report
    assert report.rules.ok, report


def test_the_logs_hold_every_event_in_its_present_version_and_every_ruleset():
    held = set().union(*(logs.forms(logs.read(name).entries) for name in NAMES))
    missing = {(name, kind.version) for name, kind in EVENT_TYPES.items()} - held
    assert not missing, "run: python -m tests.versions.logs"
    events = [json.loads(entry.p) for name in NAMES for entry in logs.read(name).entries]
    assert {event["ruleset"] for event in events if event["type"] == "GameCreated"} == set(RULESETS)
    assert {event.get("by", "player") for event in events} >= {"player", "bot", "clock", "rule"}
