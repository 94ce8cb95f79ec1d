"""The simulated server is like the real one: the store's own tests, and random commands on both."""

from random import Random

import fakeredis
import pytest

from domain.bundle import Name
from domain.ledger import GENESIS
from service.directory import Directory
from service.storage.labels import Labels
from service.store import Conflict, Damaged, Store, StoreError
from tests.chains import LABEL, append, chain
from tests.service import test_store_agenda, test_store_contract
from tests.simulation.memory import Client, Memory

NEEDS_MORE = {
    "test_an_entry_is_one_entry_of_the_stream_with_its_three_fields",  # looks past the service
    "test_an_append_wakes_those_who_listen",  # nobody listens in a simulation
    "test_every_game_is_found_for_a_rebuild",  # it puts a foreign key beside the games
}
for module in (test_store_contract, test_store_agenda):
    own = {k: v for k, v in vars(module).items() if k.startswith("test_") and k not in NEEDS_MORE}
    globals().update(own)


@pytest.fixture
def any_redis():
    return Client(Memory())


@pytest.fixture
def store(any_redis):
    return Store(any_redis, buckets=4)


@pytest.fixture
def three(store):
    entries = chain(3)
    append(store, *entries)
    return entries


def told(ask):
    """What comes of a call, as data that two stores can be compared by."""
    try:
        return ask()
    except StoreError as error:
        entries = getattr(error, "entries", None)
        return type(error), getattr(error, "revision", None), str(error), entries


def timeless(told):
    """The same without what the clock has said: the two have one each."""
    if isinstance(told, Labels):
        return told._replace(version=told.version if len(told.version) < 16 else "of a change")
    return [timeless(each) for each in told] if isinstance(told, (tuple, list)) else told


class Pair:
    """The same steps on the real scripts (in fakeredis) and on the simulated server."""

    def __init__(self, seed):
        self.rng = Random(seed)
        clients = (fakeredis.FakeRedis(server=fakeredis.FakeServer()), Client(Memory()))
        self.stores = [Store(client, 4) for client in clients]
        self.directories = [Directory(client) for client in clients]
        self.chains = {game: chain(12, salt=game) for game in ("one", "two")}

    def step(self):
        game = self.rng.choice(("one", "two"))
        step = self.rng.choice(
            (
                *(self.append, self.append, self.append),
                *(self.ask, self.settle, self.show, self.snapshot, self.relabel),
            )
        )
        real, simulated = step(game)
        assert timeless(simulated) == timeless(real), step.__name__

    def both(self, ask):
        return [told(lambda each=each: ask(each)) for each in self.stores]

    def append(self, game):
        """Somewhere between the true next entry, a repeat, a gap, a rival and a wrong hash."""
        now = len(told(lambda: self.stores[0].read(game)))
        after = max(0, now + self.rng.choice((0, 0, 0, 0, -1, -2, 1)))
        known = self.chains[game]
        if after + 1 >= len(known):
            return self.ask(game)
        previous, entry = known[after - 1].h if after else GENESIS, known[after]
        if self.rng.random() < 0.2:
            (entry,) = chain(1, after=after, salt="rival", previous=previous)
        if self.rng.random() < 0.1 and after:
            previous = GENESIS
        more = {"due": self.rng.choice((None, 5, 9)), "touched": self.rng.random() < 0.5}
        more["names"] = self.rng.choice((None, LABEL))
        return self.both(lambda store: store.append(game, entry, previous=previous, **more))

    def relabel(self, game):
        names = dict.fromkeys(LABEL, self.rng.choice((None, Name("Bea 牛", "t" * 21 + "A"))))
        known = self.rng.choice(("-", "", "1", "2"))
        return self.both(
            lambda store: (
                store.relabel(game, names),
                told(lambda: store.read_from(game, 1, self.chains[game][0].h, known)),
            )
        )

    def ask(self, game):
        after, limit = self.rng.choice((0, 1, 3)), self.rng.choice((None, 1, 5))
        schema = self.rng.choice(("schema", ""))
        return self.both(
            lambda store: (
                told(lambda: store.read(game, after, limit)),
                told(lambda: store.read_last(game, after + 1)),
                told(lambda: store.read_from(game, after, GENESIS, "1")),
                told(lambda: store.resume(game, schema)),
                store.labels(game),
                store.due(9, 1),
                store.due(6, 9),
                store.changed(9),
                sorted(store.games()),
            )
        )

    def snapshot(self, game):
        """A snapshot of this schema or another one, at a revision that may be there; or none."""
        revision, schema = self.rng.randrange(1, 12), self.rng.choice(("schema", "another"))
        if self.rng.random() < 0.3:
            return self.both(lambda store: store.drop_snapshot(game))
        return self.both(lambda store: store.keep_snapshot(game, revision, schema, b"\xff\0"))

    def settle(self, game):
        seen, later = self.rng.choice((5, 9)), self.rng.choice((None, 7))
        revision = self.rng.randrange(12)
        return self.both(
            lambda store: (
                store.postpone(game, later, only_if=seen),
                store.clear_changed(game, revision),
            )
        )

    def show(self, game):
        row = {
            "id": game,
            "ruleset": "classic",
            "status": self.rng.choice(("lobby", "playing")),
            "created_at": self.rng.choice((3, 7)),
            "seats": 2,
            "taken": 1,
            "visibility": self.rng.choice(("public", "public", "private")),
            "revision": self.rng.randrange(9),
        }
        gone = self.rng.random() < 0.1
        return [
            (
                each.remove(game) if gone else each.put(row),
                each.page(limit=1),
                each.page("playing"),
                each.knows(game),
                each.is_empty(),
            )
            for each in self.directories
        ]


@pytest.mark.parametrize("seed", range(12))
def test_random_steps_come_out_as_with_the_real_scripts(seed):
    pair = Pair(seed)
    for _ in range(60):
        pair.step()


def test_the_random_steps_reach_every_answer_of_an_append():
    pair, seen = Pair(1), set()
    for _ in range(300):
        reply = pair.append(pair.rng.choice(("one", "two")))[0]
        seen.add("written" if reply is None else reply[0] if isinstance(reply[0], type) else "")
    assert {"written", Damaged, Conflict} <= seen
