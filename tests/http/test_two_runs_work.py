"""Two games that differ in a card of a bot are the same in all that is done for it: in jobs, logs,
in what accounts are told, and in all that lies in Redis but the secret part of the stream."""

import logging
import re

import pytest
import redis

from service.jobs.dispatch import queue
from service.storage.connections import connect_blocking
from tests.support import dsl
from tests.support.battery import MASKS, assert_alike
from tests.support.hooks import delivery, waiting
from tests.support.scenes import HANDS, PAIRS, laid
from tests.support.worlds import EVERYBODY, NAME, lying, put_both
from workers import bots
from workers.clocks import run_out
from workers.run import worker_of
from workers.sweep import sweep

CHANGING = [
    (re.compile(r"[0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"), "<id>"),
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(\+00:00|Z)?"), "<time>"),
    (re.compile(r"\d+[.:][0-9.:]+(e-?\d+)?s?|\b\d{9,}\b"), "<number>"),
]
"""What differs between any two runs: names of jobs and workers, times, and how long it took."""


def states(worlds):
    return [each.services.games.load(NAME).state for each in worlds]


def plain(text):
    for pattern, instead in CHANGING:
        text = pattern.sub(instead, text)
    return text


def open_to_see(world):
    """All that lies in the world's database, but for secret parts, and values of seals."""
    with redis.Redis.from_url(world.services.settings.redis_url) as client:
        found = lying(client)
    stream = world.services.store._keys.stream(NAME).encode()
    found[stream] = [open_part(entry) for entry in found[stream]]
    return sorted(plain(f"{key!r}: {value!r}") for key, value in found.items())


def open_part(entry):
    number, fields = entry
    shown = {name: value for name, value in fields.items() if name not in (b"s", b"h")}
    for pattern, instead in MASKS:
        shown = {name: pattern.sub(instead, value) for name, value in shown.items()}
    return number, sorted(shown.items())


def work(services):
    """Have the job done by a real worker. Returns the job as it lay there."""
    with connect_blocking(services.settings.queue_url, 5) as connection:
        services.dispatcher.enqueue(NAME)
        (job,) = queue(connection).jobs
        fields = sorted(connection.hgetall(job.key).items())
        worker_of(services, connection).work(burst=True, logging_level="DEBUG")
    return plain(repr(fields))


def done_alike(worlds, caplog, *deeds):
    """What is done for each world returns, is logged, and lies there, alike. Returns the first."""
    caplog.set_level(logging.DEBUG)
    said = []
    for each in worlds:
        caplog.clear()
        done = [deed(each.services) for deed in deeds]
        logged = [f"{r.name} {r.levelname} {r.getMessage()} {r.exc_text}" for r in caplog.records]
        said.append((done, [*map(plain, logged)]))
    assert said[0] == said[1]
    assert open_to_see(worlds[0]) == open_to_see(worlds[1])
    return done[0]


@pytest.mark.parametrize("key", ["classic", "tactics", "logic", "professional"])
def test_the_job_of_a_bot_is_the_same_whatever_the_bot_holds(worlds, key, caplog):
    put_both(worlds, PAIRS[f"{key}: owes a pick"])
    done_alike(worlds, caplog, work)
    assert all(2 in state.picks for state in states(worlds)), "the bot has picked"
    assert_alike(worlds, EVERYBODY)


def test_the_sweeper_says_the_same_whatever_the_bot_holds(worlds, caplog):
    put_both(worlds, PAIRS["classic: owes a pick"])
    deeds = (lambda made: bots.play_bots(made, NAME)), sweep
    assert done_alike(worlds, caplog, *deeds) == 1


def test_an_answer_at_a_deadline_tells_nothing_of_the_hand_it_was_drawn_from(worlds, caplog):
    """`on_timeout: careful`: a person's card, picked by the clock."""
    late = {"turn_seconds": 30, "on_timeout": "careful"}
    rows, bot = [[10], [20], [30], [40]], [14, 52, 66]
    scenes = [laid("classic", rows, bot, own={3: hand}, **late) for hand in HANDS]
    put_both(worlds, [scene.when(dsl.pick(0, 60)).entries for scene in scenes])
    assert done_alike(worlds, caplog, lambda made: run_out(made, NAME)) == 2
    assert all(3 in state.picks for state in states(worlds))
    assert_alike(worlds, EVERYBODY.keys() - {"seat 3", "rival"}, hidden=3)


@pytest.mark.parametrize("name", PAIRS)
def test_what_accounts_are_told_does_not_depend_on_it(worlds, name):
    put_both(worlds, PAIRS[name])
    one, two = (payloads(each) for each in worlds)
    assert one == two
    assert all(owed["seat"] != 2 for payload in one.values() for owed in payload["data"]["owed"])


def payloads(world):
    """What is to be delivered to webhooks, by delivery."""
    of = world.services
    return {name: dict(delivery(of, name).payload) for name in waiting(of)}
