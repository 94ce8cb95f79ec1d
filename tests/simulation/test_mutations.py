"""The simulation finds bugs: each of these is put in, and a game of some seed fails for it. The
games of test_games.py meet each of them too, if less often than in this weather. What the
simulation cannot find, because something else makes it good, is said in the package."""

import secrets
import threading
from dataclasses import replace

import pytest

import bots.deciding
import workers.sweep
from domain.decider import decide
from domain.errors import RuleViolation
from service.games import due_index, store
from service.games.games import Games
from service.handling import Handler, Position
from service.jobs import dispatch
from service.jobs.dispatch import Dispatcher
from service.projections import directory
from service.projections.listing import Listing
from service.storage.scripts import Script
from service.storage.stored import Conflict
from tests.simulation.run import Failed, simulate
from tests.simulation.world import Weather

FAIR = Weather(sweeper=False)
STORM = Weather(cut=0.1, crash=0.005, job=0.5, clock=0.05)
SEEDS = 400
TAIL = "local tail ="
AWAY = """
local kept = redis.call('XRANGE', stream, '-', id(revision))
redis.call('DEL', stream)
for _, entry in ipairs(kept) do redis.call('XADD', stream, entry[1], unpack(entry[2])) end
"""
"""It takes away whatever is there after the expected revision."""


def script(module, name, old, new):
    """The bug that a script says `new` for `old`."""

    def put_in(patch):
        text = getattr(module, name).text
        assert old in text
        patch.setattr(module, name, Script.of(text.replace(old, new)))

    return put_in


def instead(owner, name, value):
    return lambda patch: patch.setattr(owner, name, value)


def around(owner, name, wrong):
    """The bug that `wrong` is called, with the true function before its arguments."""
    true = getattr(owner, name)
    return instead(owner, name, lambda *args: wrong(true, *args))


def a_refusal_on_an_old_state(true, self, name, command, *names):
    kept = self.games.recall(name)
    if kept is not None:
        decide(replace(command, at=self._now(kept, command)), kept.state)
    return true(self, name, command, *names)


def a_conflict_as_an_end(true, *args):
    try:
        return true(*args)
    except Conflict as conflict:
        raise RuleViolation("somebody else was faster") from conflict


def the_entry_before(true, self, name, game, *args):
    outcome = true(self, name, game, *args)
    return replace(outcome, position=Position(game.revision, game.hash, outcome.position.at))


def dispatched_before_the_append(patch):
    def append(self, name, game, story, names):
        enqueue(self._dispatcher, story.state, story.events)
        silent.now = True
        try:
            return true(self, name, game, story, names)
        finally:
            silent.now = False

    def dispatched(self, state, events):
        if not getattr(silent, "now", False):
            enqueue(self, state, events)

    # Of each thread for itself: patching in the middle of an append, beside others who do the
    # same, once left the dispatcher dumb for every test that came later.
    silent = threading.local()
    true, enqueue = Handler._append, Dispatcher.dispatch
    patch.setattr(Handler, "_append", append)
    patch.setattr(Dispatcher, "dispatch", dispatched)


def asked_for_once_in_a_request(patch):
    first = threading.local()

    def now(self, *asked):
        first.at = getattr(first, "at", None) or true_now(self, *asked)
        return first.at

    def handle(self, *asked):
        first.at = None
        return true_handle(self, *asked)

    true_now, true_handle = Handler._now, Handler.handle
    patch.setattr(Handler, "_now", now)
    patch.setattr(Handler, "handle", handle)


def cleared_too_early(true, self, game):
    self._due_index.clear_changed(game.id, game.revision)
    true(self, game)


# fmt: off
BUGS = {
    "an own entry is not recognised": script(store, "_APPEND", "hash_of(there) == h", "false"),
    "an append does not look at the revision": script(store, "_APPEND", TAIL, AWAY + TAIL),
    "a refusal is given on an old state": around(Handler, "handle", a_refusal_on_an_old_state),
    "a conflict is an end": around(Handler, "_append", a_conflict_as_an_end),
    "the entry before is receipted": around(Handler, "_append", the_entry_before),
    "bots are dispatched before the append": dispatched_before_the_append,
    "only turns are dispatched": instead(dispatch, "OPENING", (dispatch.TurnStarted,)),
    "no due time is kept": instead(Dispatcher, "due", lambda *_: None),
    "a read is content with what is kept": around(
        Games, "load", lambda true, self, name: self.recall(name) or true(self, name)),
    "deadlines go by the own clock": instead(Handler, "_now", lambda self, *_: self._clock()),
    "a time is asked for once in a request": asked_for_once_in_a_request,
    "no name is kept": script(store, "_APPEND", "#ARGV > 11 and", "false and"),
    "a mark is cleared though the game went on": script(
        due_index, "_CLEAR", "tonumber(revision) > tonumber(seen)", "false"),
    "an old summary replaces a newer one": script(
        directory, "_PUT", "tonumber(old_revision) > tonumber(revision)", "false"),
    "a mark is cleared before the listing is renewed": around(
        Listing, "project", cleared_too_early),
    "a bot chooses at random": instead(
        bots.deciding, "chance", lambda *_: secrets.token_bytes(32)),
    "the sweeper forgets deadlines": instead(workers.sweep, "run_out", lambda *_: 0),
}
# fmt: on
IN_FAIR_WEATHER = (
    "bots are dispatched before the append",
    "only turns are dispatched",
    "no name is kept",
)  # fmt: skip


@pytest.mark.parametrize("bug", BUGS)
def test_the_simulation_finds_this_bug(bug, monkeypatch):
    BUGS[bug](monkeypatch)
    with pytest.raises(Failed) as failure:  # noqa: PT012 - whichever game it is
        for seed in range(SEEDS):
            simulate(seed, FAIR if bug in IN_FAIR_WEATHER else STORM)
    assert f"--seed {failure.value.seed} --trace" in str(failure.value)
