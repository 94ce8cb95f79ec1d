"""An append-only file that ends too early: cut at a byte, loaded, and every game read. Such a file
is what a crash of the whole machine leaves. An entry must be in it whole or not at all, and what is
left must be a game as it once was."""

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from service import handling
from service.games.games import Games
from service.storage.keys import Keys
from tests.chaos.rounds import AOF
from tests.support.conforming import verified
from tests.support.engine import Engine
from tests.support.site import Process, process_on
from workers.bots import play_bots

SNAPSHOT_EVERY = 8
STEPS = 14
"""How many commands are given before the cuts, of which the last are cut away."""
CUT_STEPS = 5


@contextmanager
def recorded() -> Iterator["Recording"]:
    """A game with snapshots, on an engine of its own."""
    with (
        Engine(*AOF) as engine,
        tempfile.TemporaryDirectory() as folder,
        patch.object(handling, "ENTRIES_PER_SNAPSHOT", SNAPSHOT_EVERY),
    ):
        yield Recording(engine, process_on(engine, Path(folder)))


def cut_everywhere() -> tuple[int, list[str]]:
    """Cut a file at every byte of its last records: how many cuts, and what was wrong."""
    with recorded() as recording:
        return len(recording.all_cuts), recording.wrongs(recording.all_cuts)


class Recording:
    """A game in play, its file, and where it stood after every command."""

    def __init__(self, engine: Engine, here: Process) -> None:
        self.engine, self.here = engine, here
        self.table = here.api.started(seats=2, bots=["careful"])
        self.moments = [self.table.revision]
        self._verified: set[str] = set()
        sizes = [self._file().stat().st_size]
        while len(self.moments) < STEPS:
            self._step()
            self.moments.append(self.table.revision)
            sizes.append(self._file().stat().st_size)
        engine.kill()
        self.whole = self._file().read_bytes()
        self.ends = sizes[-CUT_STEPS - 1 :]
        """Sizes of the file after each of the last commands."""
        self.all_cuts = range(self.ends[0], len(self.whole) + 1)
        """Every length of the file that ends within its last commands."""

    def _step(self) -> None:
        waiting = self.table.view()["waiting_on"]
        if 2 in waiting:
            assert play_bots(self.here.services, self.table.game) == 1
        else:
            self.table.answer_owed(waiting[0])

    def _file(self) -> Path:
        (found,) = (self.engine.directory / "appendonlydir").glob("*.incr.aof")
        return found

    def _cut(self, size: int) -> None:
        """No machine goes down without its processes."""
        self._file().write_bytes(self.whole[:size])
        self.engine.start()
        self.here.restart()

    def wrongs(self, cuts: Iterable[int]) -> list[str]:
        """What is wrong after each of these cuts, in rising order; nothing, if all is well."""
        found: list[str] = []
        last = 0
        for cut in cuts:
            self._cut(cut)
            try:
                revision = self._revision()
                assert revision in self.moments
                assert revision >= last
                last = revision
            except Exception as error:  # noqa: BLE001 - whatever it is, the game cannot be read
                found.append(f"cut at {cut}: {error!r}")
            self.engine.kill()
        return found

    def _revision(self) -> int:
        """Where the game stands, all of it checked. Raises whatever is wrong with it."""
        services, name = self.here.services, self.table.game
        game = Games(services.store, 0, lambda _: True).load(name)
        assert services.games.load(name) == game, "gone on with from a snapshot"
        if game.hash not in self._verified:  # the same hash is the same public game
            verified(self.table.get("/audit"))
            self._verified.add(game.hash)
        _, due, *_ = Keys(services.settings.buckets).of(name)
        expected = services.dispatcher.due(game.state, game.state.changed_at)
        assert float(services.store._call("ZSCORE", due, name)) == expected
        return game.revision

    def goes_on(self, cut: int) -> None:
        self._cut(cut)
        for _ in range(4):
            before = self.table.revision
            self._step()
            assert self.table.revision > before
