"""An older version of an event, which exists in these tests only, is read as today's. CardPicked/0
called the seal `sealed` and whoever picked `machine`, RoundDealt/0 kept the hands in a list for
each field. Games stored so are loaded, played on, and proved, and never rewritten."""

import json
from unittest.mock import Mock

import pytest

from domain import ledger
from domain.audit import verify
from domain.decisions.commands import AbandonGame
from domain.events import EVENT_TYPES, upcasters
from domain.rulesets import RULESETS
from domain.views.bundle import bundle
from service.games.games import Games
from service.games.store import Store
from service.handling import Handler
from service.settings.version import VERSION
from service.storage.stored import Damaged, Stored
from tests.golden.make import tag_of
from tests.support.audit_games import NAMES as CALLED
from tests.versions import logs

PER_HAND = ("seat", "count", "seal")


def without(form, *names):
    return {name: value for name, value in form.items() if name not in names}


def newer_pick(form, secret):
    rest = without(form, "sealed", "machine")
    acted = {} if form["machine"] == "player" else {"by": form["machine"]}
    return {**rest, **acted, "type": "CardPicked", "seal": form["sealed"]}, secret


def newer_deal(form, secret):
    rest = without(form, "seats", "counts", "seals")
    lists = zip(form["seats"], form["counts"], form["seals"], strict=True)
    hands = [dict(zip(PER_HAND, each, strict=True)) for each in lists]
    # The verifier reads the public form alone.
    return {**rest, "type": "RoundDealt", "hands": hands}, secret and [secret]


def older(form):
    """The event as version 0 would have stored it."""
    match form["type"]:
        case "CardPicked":
            by = form.get("by", "player")
            old = {"type": "CardPicked/0", "sealed": form["seal"], "machine": by}
            return without(form, "seal", "by") | old
        case "RoundDealt":
            lists = {f"{name}s": [hand[name] for hand in form["hands"]] for name in PER_HAND}
            return without(form, "hands") | lists | {"type": "RoundDealt/0"}
    return form


def older_secrets(secrets):
    return {name: each[0] if name == "hands" else each for name, each in secrets.items()}


def stored_long_ago(entries):
    """The same game as an older server stored it, with the chain it had."""
    old, previous = [], ledger.GENESIS
    for entry in entries:
        told = json.loads(entry.p)
        p = ledger.canonical({**told, "events": [older(form) for form in told["events"]]})
        previous = ledger.chain(previous, p)
        s = entry.s and ledger.canonical(older_secrets(json.loads(entry.s)))
        old.append(Stored(entry.revision, p, s, previous))
    return old


@pytest.fixture
def steps(monkeypatch):
    monkeypatch.setitem(upcasters.UPCASTERS, "CardPicked/0", newer_pick)
    monkeypatch.setitem(upcasters.UPCASTERS, "RoundDealt/0", newer_deal)


@pytest.fixture
def put(fake_redis):
    """Makes a store hold these entries of a game, and gives its games."""

    def put(entries):
        store = Store(fake_redis)
        logs.put(store, entries)
        return store, Games(store, 10, lambda _: True)

    return put


CLOSED = ["classic-finished", "professional-finished", "tactics-abandoned"]


@pytest.mark.parametrize("name", CLOSED)
def test_a_game_of_old_events_is_loaded_to_the_same_state(name, steps, put):
    log = logs.read(name)
    old = stored_long_ago(log.entries)
    store, games = put(old)
    game = games.load(log.game)
    now = logs.digests(game.state)
    assert {field: now[field] for field in log.state} == log.state
    assert game.hash == old[-1].h != log.entries[-1].h
    assert store.read(log.game) == old


def test_a_game_of_old_events_goes_on_with_new_ones(steps, put):
    log = logs.read("classic-finished")
    cut = [entry.revision for entry in log.entries if b"TurnStarted" in entry.p][1]
    old = stored_long_ago(log.entries)[:cut]
    store, games = put(old)
    queue, directory = Mock(due=lambda *_: None, patience=lambda _: None), Mock()
    handler = Handler(games, queue, directory, lambda: 1_790_000_999_999)
    outcome = handler.handle(log.game, AbandonGame())
    assert outcome.game.state.status == "abandoned"
    entries = store.read(log.game)
    assert entries[:cut] == old
    assert logs.types(entries) >= {"RoundDealt/0", "CardPicked/0", "GameAbandoned"}
    report = verify(bundle(entries, None, {}, version="old"))
    assert report.integrity.ok, report
    assert report.rules.ok, report


def test_seals_of_old_events_are_still_held_against_what_they_seal(steps, put):
    log = logs.read("classic-finished")
    forged = stored_long_ago(log.entries)
    at = next(n for n, entry in enumerate(forged) if b"RoundDealt" in entry.p)
    secrets = json.loads(forged[at].s)
    secrets["hands"][:2] = secrets["hands"][1::-1]
    forged[at] = forged[at]._replace(s=ledger.canonical(secrets))
    _, games = put(forged)
    with pytest.raises(Damaged, match=f"damaged at revision {at + 1}: a hand does not match"):
        games.load(log.game)


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
