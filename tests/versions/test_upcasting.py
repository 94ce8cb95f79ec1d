"""An older version of an event, which exists in these tests only, is read as today's.

The old form: CardPicked of version 0 named its card's seal `sealed` and did not say who picked,
RoundDealt of version 0 kept the hands in a list for each field. Games stored so are loaded, played
on, and proved; what is stored is never rewritten.
"""

import json

import pytest

from domain import ledger, upcasters
from domain.audit import verify
from domain.bundle import bundle
from domain.commands import AbandonGame
from service.games import Games, Unreadable
from service.handling import Handler
from service.store import Stored, Store
from tests.simulation.memory import Client, Memory
from tests.versions import logs

PER_HAND = ("seat", "count", "seal")


def newer_pick(form, secrets):
    seal, by = form.pop("sealed"), form.pop("machine")
    acted = {} if by == "player" else {"by": by}
    return {**form, **acted, "version": 1, "seal": seal}, secrets


def newer_deal(form, secrets):
    lists = form.pop("seats"), form.pop("counts"), form.pop("seals")
    hands = [
        {"seat": seat, "count": count, "seal": seal}
        for seat, count, seal in zip(*lists, strict=True)
    ]
    # The verifier reads the public form alone.
    hidden = secrets and {"hands": [{"cards": cards} for cards in secrets["cards"]]}
    return {**form, "version": 1, "hands": hands}, hidden


def older(form, secrets):
    """The event as version 0 would have stored it."""
    match form["type"]:
        case "CardPicked":
            rest = {name: value for name, value in form.items() if name not in ("seal", "by")}
            by = form.get("by", "player")
            return {**rest, "version": 0, "sealed": form["seal"], "machine": by}, secrets
        case "RoundDealt":
            rest = {name: value for name, value in form.items() if name != "hands"}
            lists = {f"{name}s": [hand[name] for hand in form["hands"]] for name in PER_HAND}
            cards = {"cards": [hand["cards"] for hand in secrets["hands"]]}
            return {**rest, **lists, "version": 0}, cards
    return form, secrets


def stored_long_ago(entries):
    """The same game as an older server stored it, with the chain it had."""
    old, previous = [], ledger.GENESIS
    for entry in entries:
        form, secrets = older(json.loads(entry.p), entry.s and json.loads(entry.s))
        p = ledger.canonical(form)
        previous = ledger.chain(previous, p)
        s = entry.s and ledger.canonical(secrets)
        old.append(Stored(entry.revision, p, s, previous))
    return old


class Queueless:
    def due(self, state, now):
        return None

    def dispatch(self, state, events):
        pass


class Unlisted:
    def renew(self, game):
        pass


@pytest.fixture
def steps(monkeypatch):
    monkeypatch.setitem(upcasters.UPCASTERS, ("CardPicked", 0), newer_pick)
    monkeypatch.setitem(upcasters.UPCASTERS, ("RoundDealt", 0), newer_deal)


@pytest.fixture
def store():
    return Store(Client(Memory()))


def put(store, name):
    log = logs.read(name)
    old = stored_long_ago(log.entries)
    store.append(log.game, 0, old, previous=ledger.GENESIS, due=None)
    return log, old, Games(store, 10, lambda _: True)


CLOSED = ["classic-finished", "professional-finished", "tactics-abandoned"]


@pytest.mark.parametrize("name", CLOSED)
def test_a_game_of_old_events_is_loaded_to_the_same_state(name, store, steps):
    log, old, games = put(store, name)
    game = games.load(log.game)
    now = logs.digests(game.state)
    assert {field: now[field] for field in log.state} == log.state
    assert game.hash == old[-1].h != log.entries[-1].h
    assert store.read(log.game) == old


@pytest.mark.parametrize("name", CLOSED)
def test_without_the_step_the_first_old_event_is_refused(name, store):
    log, old, games = put(store, name)
    first = next(entry.revision for entry in old if b'"version":0' in entry.p)
    with pytest.raises(Unreadable, match=rf"revision {first}: \w+ has no version 0") as refused:
        games.load(log.game)
    assert (refused.value.game, refused.value.revision) == (log.game, first)
    assert games.recall(log.game) is None


def test_a_game_of_old_events_goes_on_with_new_ones(store, steps):
    log = logs.read("classic-finished")
    cut = [entry.revision for entry in log.entries if b"TurnStarted" in entry.p][1]
    old = stored_long_ago(log.entries)[:cut]
    store.append(log.game, 0, old, previous=ledger.GENESIS, due=None)
    games = Games(store, 10, lambda _: True)
    handler = Handler(games, Queueless(), Unlisted(), lambda: 1_790_000_999_999)
    outcome = handler.handle(log.game, AbandonGame())
    assert outcome.game.state.status == "abandoned"
    entries = store.read(log.game)
    assert entries[:cut] == old
    assert {json.loads(entry.p)["version"] for entry in entries} == {0, 1}
    report = verify(bundle(entries, None, version="old"))
    assert report.integrity.ok, report
    assert report.rules.ok, report


def test_seals_of_old_events_are_still_held_against_what_they_seal(store, steps):
    log, old, games = put(store, "classic-finished")
    at = next(n for n, entry in enumerate(old) if b"RoundDealt" in entry.p)
    cards = json.loads(old[at].s)["cards"]
    cards[0], cards[1] = cards[1], cards[0]
    store._to.call("DEL", store._keys.stream(log.game))
    forged = [*old]
    forged[at] = old[at]._replace(s=ledger.canonical({"cards": cards}))
    store.append(log.game, 0, forged, previous=ledger.GENESIS, due=None)
    with pytest.raises(Exception, match="damaged at revision"):
        games.load(log.game)
