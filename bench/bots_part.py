"""A turn of three bots, from the enqueueing of its job to their last pick in the stream.

The anchor is a job that does nothing, on the same worker, from its enqueueing to its result.
The person at the table picks through the handling loop of this process, outside of all timing.
"""

import random
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import redis
from rq import Queue

from bench.machine import ROOT, home, settings_of
from bench.report import Line, Pairs, milliseconds
from domain.decisions import Decision, open_decisions
from domain.decisions import commands as c
from domain.decisions import options as offered
from domain.events import Event
from domain.state import State
from service.handling import Handler
from service.jobs.dispatch import Dispatcher, bots_waited_on, queue
from service.services import Services, assemble
from service.settings.config import Settings
from service.storage.keys import Keys
from workers.bots import chosen, play_bots

BOTS = 3
PATIENCE_MS = 20_000
GOAL = 1.3


class Silent(Dispatcher):
    """A dispatcher that starts no bots: here they are started when the clock is looked at."""

    def __init__(self) -> None:
        """Without a queue."""

    def due(self, state: State, now: int) -> None:
        """Never: no sweeper runs."""

    def patience(self, state: State) -> None:
        """Nobody waits for a bot's job."""

    def dispatch(self, state: State, events: Sequence[Event]) -> None:
        """Nothing."""


@dataclass(slots=True)
class Times:
    """Seconds of every measured turn: the whole, the thinking in it, and an empty job."""

    turn: list[float] = field(default_factory=list)
    thinking: list[float] = field(default_factory=list)
    empty: list[float] = field(default_factory=list)


@contextmanager
def running_worker(settings: Settings) -> Iterator[None]:
    """The worker as `toma6 serve` starts it: an RQ SimpleWorker."""
    command = [sys.executable, "-m", "service.commands.cli", "worker"]
    with subprocess.Popen(command, cwd=ROOT, env=settings_of(settings)) as process:
        try:
            yield
        finally:
            process.terminate()
            process.wait(20)


def lines(url: str, turns: int, policy: str = "careful") -> Iterator[Line]:
    """Medians over so many turns of games with one person and three bots."""
    with home("bots") as folder:
        settings = replace(Settings(), redis_url=url, queue_url=url, data_dir=folder)
        with running_worker(settings):
            times = _play(settings, turns, policy)
    without = [turn - thought for turn, thought in zip(times.turn, times.thinking, strict=True)]
    yield Pairs(without, times.empty).line(
        f"A turn of {BOTS} `{policy}` bots without their thinking, against an empty job",
        milliseconds,
        most=GOAL,
    )
    yield Pairs(times.turn, times.empty).line("The same with their thinking", milliseconds)


def _play(settings: Settings, turns: int, policy: str) -> Times:
    rng = random.Random(6)
    services = assemble(settings)
    handler = Handler(services.games, Silent(), services.listing, services.clock)
    services = replace(services, handler=handler)
    jobs = queue(redis.Redis.from_url(settings.queue_url, socket_timeout=PATIENCE_MS / 500))
    times = Times()
    name = _new_game(services, policy)
    _empty_job(jobs)  # the worker is up
    while len(times.turn) < turns:
        state = services.games.load(name).state
        if state.is_over:
            name = _new_game(services, policy)
        elif len(bots_waited_on(state)) == BOTS:
            times.thinking.append(_thinking(state))
            times.turn.append(_timed_turn(services, settings.redis_url, state))
            times.empty.append(_empty_job(jobs))
        elif not play_bots(services, name):
            decision = open_decisions(state)[0]
            body = rng.choice(offered(state, decision))
            handler.handle(name, c.Answer(decision, body))
    return times


def _new_game(services: Services, policy: str) -> str:
    """A game of one person and three bots, started."""
    name = "bench" + secrets.token_hex(8)
    commands = [
        c.CreateGame(
            game=name,
            ruleset="classic",
            options={},
            seats=BOTS + 1,
            server_seed=secrets.token_urlsafe(32),
        ),
        c.TakeSeat(name_seal="A" * 43, token_hash="A" * 43),
        *(c.TakeSeat(name_seal="A" * 43, policy=policy) for _ in range(BOTS)),
        c.StartGame(),
    ]
    for command in commands:
        services.handler.handle(name, command)
    return name


def _timed_turn(services: Services, url: str, state: State) -> float:
    """Seconds until every bot's pick is in the stream."""
    client: Any = redis.Redis.from_url(url, socket_timeout=60)
    last_but_one = f"{state.revision + BOTS - 1}-0"
    stream = Keys(services.settings.buckets).stream(state.game)
    client.ping()  # connected before the clock starts
    started = time.perf_counter()
    services.dispatcher.enqueue(state.game)
    if not client.xread({stream: last_but_one}, block=PATIENCE_MS):
        raise RuntimeError("the bots have not moved")
    took = time.perf_counter() - started
    client.close()
    return took


def _thinking(state: State) -> float:
    """Seconds that the policies think in this turn, measured in this process."""
    bots = [d for d in open_decisions(state) if state.players[d.seat].is_bot]
    return sum(min(_choosing(state, bot), _choosing(state, bot)) for bot in bots)


def _choosing(state: State, decision: Decision) -> float:
    started = time.perf_counter()
    chosen(state, decision, str(state.players[decision.seat].policy), by="bot")
    return time.perf_counter() - started


def _empty_job(jobs: Queue) -> float:
    """Seconds from the enqueueing of a job that does nothing to its result."""
    started = time.perf_counter()
    job = jobs.enqueue("operator.truth", 1, description="nothing", result_ttl=60)
    if job.latest_result(timeout=PATIENCE_MS // 1000) is None:
        raise RuntimeError("the worker has not answered")
    return time.perf_counter() - started
