"""The simulation finds bugs: each of these is put in, and a game of some seed fails for it.

The games of test_games.py meet each of them too, if less often than in this weather.
What the simulation cannot find, because something else makes it good, is said in the package.
"""

import secrets
import threading
from dataclasses import replace

import pytest

import bots.deciding
import service.games.store
import service.handling
import service.jobs.dispatch
import service.projections.directory
import workers.sweep
from domain.decider import decide
from service.games import due_index
from service.games.games import Games
from service.handling import Handler, Position
from service.jobs.dispatch import Dispatcher
from service.projections.listing import Listing
from service.storage.scripts import Script
from service.storage.stored import Conflict
from tests.simulation.run import Failed, simulate
from tests.simulation.world import Weather

FAIR = Weather(sweeper=False)
STORM = Weather(cut=0.1, crash=0.005, job=0.5, clock=0.05)
SEEDS = 400
AWAY = """
local kept = redis.call('XRANGE', stream, '-', id(revision))
redis.call('DEL', stream)
for _, entry in ipairs(kept) do redis.call('XADD', stream, entry[1], unpack(entry[2])) end
"""


def an_own_entry_is_not_recognised(patch):
    _change(patch, service.games.store, "_APPEND", "hash_of(there) == h", "false")


def an_append_does_not_look_at_the_expected_revision(patch):
    """It takes away whatever is there after it."""
    _change(patch, service.games.store, "_APPEND", "local tail =", AWAY + "local tail =")


def a_refusal_is_given_on_an_old_state(patch):
    def handle(self, name, command, *names):
        kept = self.games.recall(name)
        if kept is not None:
            decide(replace(command, at=self._now(kept, command)), kept.state)
        return true(self, name, command, *names)

    true = Handler.handle
    patch.setattr(Handler, "handle", handle)


def a_conflict_is_an_end(patch):
    def append(self, *args):
        try:
            return true(self, *args)
        except Conflict as conflict:
            raise service.handling.errors.RuleViolation("somebody else was faster") from conflict

    true = Handler._append
    patch.setattr(Handler, "_append", append)


def the_entry_before_is_receipted(patch):
    def append(self, name, game, *args):
        outcome = true(self, name, game, *args)
        return replace(outcome, position=Position(game.revision, game.hash, outcome.position.at))

    true = Handler._append
    patch.setattr(Handler, "_append", append)


def bots_are_dispatched_before_the_append(patch):
    def append(self, name, game, story, names):
        enqueue(self._dispatcher, story.state, story.events)
        silent.now = True
        try:
            return true(self, name, game, story, names)
        finally:
            silent.now = False

    def dispatch(self, state, events):
        if not getattr(silent, "now", False):
            enqueue(self, state, events)

    # Of each thread for itself: patching in the middle of an append, beside others who do the
    # same, once left the dispatcher dumb for every test that came later.
    silent = threading.local()
    true, enqueue = Handler._append, Dispatcher.dispatch
    patch.setattr(Handler, "_append", append)
    patch.setattr(Dispatcher, "dispatch", dispatch)


def only_turns_are_dispatched(patch):
    patch.setattr(service.jobs.dispatch, "OPENING", (service.jobs.dispatch.TurnStarted,))


def no_due_time_is_kept(patch):
    patch.setattr(Dispatcher, "due", lambda *_: None)


def a_read_is_content_with_what_is_kept(patch):
    true = Games.load
    patch.setattr(Games, "load", lambda self, name: self.recall(name) or true(self, name))


def deadlines_go_by_the_own_clock(patch):
    patch.setattr(Handler, "_now", lambda self, *_: self._clock())


def a_time_is_asked_for_once_in_a_request(patch):
    first = {}

    def now(self, *asked):
        asking = threading.get_ident()
        if asking not in first:
            first[asking] = true_now(self, *asked)
        return first[asking]

    def handle(self, *asked):
        first.pop(threading.get_ident(), None)
        return true_handle(self, *asked)

    true_now, true_handle = Handler._now, Handler.handle
    patch.setattr(Handler, "_now", now)
    patch.setattr(Handler, "handle", handle)


def no_name_is_kept(patch):
    _change(patch, service.games.store, "_APPEND", "#ARGV > 10 and", "false and")


def a_mark_is_cleared_though_the_game_went_on(patch):
    _change(patch, due_index, "_SETTLE", "tonumber(revision) > tonumber(seen)", "false")


def an_old_summary_replaces_a_newer_one(patch):
    older = "tonumber(old_revision) > tonumber(revision)"
    _change(patch, service.projections.directory, "_PUT", older, "false")


def a_mark_is_cleared_before_the_listing_is_renewed(patch):
    def project(self, game):
        self._due_index.clear_changed(game.id, game.revision)
        true(self, game)

    true = Listing.project
    patch.setattr(Listing, "project", project)


def a_bot_chooses_at_random(patch):
    patch.setattr(bots.deciding, "chance", lambda *_: secrets.token_bytes(32))


def the_sweeper_forgets_deadlines(patch):
    patch.setattr(workers.sweep, "run_out", lambda *_: 0)


def _change(patch, module, name, old, new):
    """Put `new` for `old` in a script."""
    text = getattr(module, name).text
    assert old in text
    patch.setattr(module, name, Script.of(text.replace(old, new)))


BUGS = {
    an_own_entry_is_not_recognised: STORM,
    an_append_does_not_look_at_the_expected_revision: STORM,
    a_refusal_is_given_on_an_old_state: STORM,
    a_conflict_is_an_end: STORM,
    the_entry_before_is_receipted: STORM,
    bots_are_dispatched_before_the_append: FAIR,
    only_turns_are_dispatched: FAIR,
    no_due_time_is_kept: STORM,
    a_read_is_content_with_what_is_kept: STORM,
    deadlines_go_by_the_own_clock: STORM,
    a_time_is_asked_for_once_in_a_request: STORM,
    no_name_is_kept: FAIR,
    a_mark_is_cleared_though_the_game_went_on: STORM,
    an_old_summary_replaces_a_newer_one: STORM,
    a_mark_is_cleared_before_the_listing_is_renewed: STORM,
    a_bot_chooses_at_random: STORM,
    the_sweeper_forgets_deadlines: STORM,
}


def play(weather):
    for seed in range(SEEDS):
        simulate(seed, weather)


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.__name__)
def test_the_simulation_finds_this_bug(bug, monkeypatch):
    bug(monkeypatch)
    with pytest.raises(Failed) as failure:
        play(BUGS[bug])
    assert f"--seed {failure.value.seed} --trace" in str(failure.value)
