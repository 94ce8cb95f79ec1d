"""Putting a game away, bringing it back, renaming and noting, all at once, each stopped, going on
or killed at any step: whoever reads finds the whole game, at every moment.

A step is whatever a process asks of Redis or of the archive. Processes take their steps in an order
of chance; after each step somebody who knows nothing of them reads the game.
"""

import random

import pytest
from greenlet import getcurrent, greenlet

from domain.ledger import Name
from service.archive.objects import Objects
from service.archive.shelf import Shelf
from service.games.store import Store
from service.proof.attempts import Attempts
from tests.support.chains import GAME, LABEL, append, chain

BUCKETS = 4
(SEAL,) = LABEL
ENTRIES = chain(4)


class Killed(BaseException):
    """What no code may catch, as kill -9."""


class Stepping:
    """Stops before and after each call of the methods of something, until it is told to go on."""

    def __init__(self, of, *methods):
        self._of, self._methods = of, methods

    def __getattr__(self, name):
        method = getattr(self._of, name)
        if name not in self._methods:
            return method

        def stepping(*args):
            getcurrent().parent.switch(name)
            found = method(*args)
            getcurrent().parent.switch(name)
            return found

        return stepping


class World:
    """A store and an archive, and processes at work on a game that lies there."""

    def __init__(self, client, folder):
        self.client, self.url = client, folder.as_uri()
        self.noted, self.version = 0, 0
        self.called = {LABEL[SEAL].name}
        self.reader = Store(client, BUCKETS, Shelf(Objects(self.url)))
        self.attempts = Attempts(client, BUCKETS, self.reader.away)
        append(self.reader, *ENTRIES, names=LABEL)

    def store(self):
        """That of a process which remembers nothing."""
        self.reader.away._kept.clear()
        return self.reader

    def process(self):
        store = Store(self.client, BUCKETS)
        store._to = store.away._to = Stepping(self.reader._to, "call", "call_many")
        objects = Stepping(Objects(self.url), "put", "get", "delete", "paths")
        store.away.shelf = Shelf(objects)
        return store

    def put(self):
        self.process().away.put(GAME)

    def bring_back(self):
        self.process().away.bring_back(GAME, 0)

    def rename(self):
        name = f"name{len(self.called)}"
        self.called.add(name)
        self.process().relabel(GAME, {SEAL: Name(name, "s" * 21 + "A")})

    def note(self):
        self.attempts.note(GAME, 1, "r1t1-pick-s1", "x", 0)
        self.noted += 1

    def look(self):
        """What must be so at every moment."""
        store = self.store()
        assert store.read(GAME) == ENTRIES
        assert store.read(GAME, 1, 2) == ENTRIES[1:3]
        labels = store.labels(GAME)
        assert int(labels.version) >= self.version, "older labels have come back"
        self.version = int(labels.version)
        assert labels.called[SEAL] in self.called
        found, dropped = self.attempts.of(GAME, [0, 1, 2])
        assert (len(found), dropped) == (self.noted, 0)

    def settle(self):
        """Put it away for good, as the sweeper does: whatever has ended how."""
        store = self.store()
        store.away.want(GAME)
        while list(store.away.wanted()):
            store.away.put(GAME)
        self.look()
        assert store.away.stub(GAME) is not None
        (name,) = store.away.shelf.names(GAME)
        assert name == store.away.stub(GAME).name
        kept = store.away.shelf.read(GAME, 4, name).labels
        called = store.labels(GAME).called[SEAL].encode()
        assert [part for part in kept if part.endswith(called)], "and no name but the last is kept"
        left = {key.split(b":")[1] for key in self.client.keys("*")}
        assert left <= {b"away", b"due", b"attempts"}, "the last of those that came after"


@pytest.fixture
def world(real_redis, tmp_path):
    return World(real_redis, tmp_path)


def run(world, jobs, rng, dies=0.0):
    """All jobs, step by step in an order of chance; returns how many steps that took."""
    at_work = [greenlet(job) for job in jobs]
    steps = 0
    while at_work:
        one = rng.choice(at_work)
        if one.gr_frame and rng.random() < dies:
            with pytest.raises(Killed):
                one.throw(Killed)
        else:
            one.switch()
        if one.dead:
            at_work.remove(one)
        steps += 1
        world.look()
    return steps


@pytest.mark.parametrize("dies", [0.0, 0.04])
@pytest.mark.parametrize("seed", range(10))
def test_whoever_reads_finds_the_whole_game(world, seed, dies):
    rng = random.Random(f"{seed} {dies}")
    jobs = [world.put, world.put, world.put, world.bring_back, world.rename, world.note]
    for _ in range(2):
        run(world, rng.sample(jobs, k=rng.randint(2, 6)), rng, dies)
    world.settle()


@pytest.mark.parametrize("job", ["put", "bring_back", "rename"])
def test_a_process_that_is_killed_at_any_step_leaves_it_whole_and_another_one_goes_on(world, job):
    for step in range(99):
        world.settle()
        if job == "put":
            world.store().away.bring_back(GAME, 0)
        process = greenlet(getattr(world, job))
        for _ in range(step + 1):
            process.switch()
        ended = process.dead
        if not ended:
            with pytest.raises(Killed):
                process.throw(Killed)
        world.look()
        if ended:
            break
    assert step > 5
    world.settle()


@pytest.mark.parametrize(
    "meanwhile",
    [[], ["bring_back"], ["bring_back", "put"], ["rename"], ["rename", "put"], ["note"]],
)
def test_who_was_stopped_anywhere_goes_on_after_others_are_through(world, meanwhile):  # fmt: skip
    for step in range(99):
        world.settle()
        world.store().away.bring_back(GAME, 0)
        stopped = greenlet(world.put)
        for _ in range(step + 1):
            stopped.switch()
        if stopped.dead:
            break
        for job in ("put", *meanwhile):
            run(world, [getattr(world, job)], random.Random(0))
        while not stopped.dead:
            stopped.switch()
            world.look()
    assert step > 5
    world.settle()
