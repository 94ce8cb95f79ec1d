"""Bots of the kit as processes, for the tests: started, looked after, and ended."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.processes import ALONE, eventually, toma6
from tests.support.server import Server

SECONDS = 90
POLICIES = """
import pathlib, time

def first(view, decision, rng):
    return decision["options"][0]

def drawn(view, decision, rng):
    return rng.choice(decision["options"])

def wrong(view, decision, rng):
    return {"card": 105}

def no_json(view, decision, rng):
    return {1, 2}

def fails(view, decision, rng):
    raise RuntimeError("no idea")

def patient(view, decision, rng):
    '''Says that it was asked, and answers when the file `go` is there, or the game has no name in
    `slow`.'''
    here = pathlib.Path(__file__).parent
    if view["id"] in (here / "slow").read_text():
        (here / "asked").touch()
        until = time.monotonic() + 60
        while not (here / "go").exists() and time.monotonic() < until:
            time.sleep(0.01)
    return decision["options"][0]
"""


class Bot:
    """`toma6 bot`, in a directory with a module `mine` that has the policies above."""

    def __init__(self, server: Server, folder: Path, *options: str) -> None:
        self._told = folder / f"bot{len(list(folder.glob('bot*')))}"
        with self._told.open("wb") as told:
            self.process = subprocess.Popen(
                toma6("bot", "--url", f"http://127.0.0.1:{server.port}", *options),
                env=server.environment, stdin=subprocess.DEVNULL, stdout=told, stderr=told,
                **(ALONE | {"cwd": folder}),
            )  # fmt: skip

    @property
    def told(self) -> str:
        """What it has printed so far."""
        return self._told.read_text()

    def code(self) -> int:
        """How it ended, by itself."""
        assert eventually(lambda: self.process.poll() is not None, SECONDS), self.told
        return int(self.process.returncode)


def with_policies(folder: Path) -> None:
    (folder / "mine.py").write_text(POLICIES)
    (folder / "slow").touch()


@contextmanager
def bots(server: Server, folder: Path, *each: list[str]) -> Iterator[list[Bot]]:
    """One bot for each list of options; they end with the block."""
    with_policies(folder)
    running = [Bot(server, folder, *options) for options in each]
    try:
        yield running
    finally:
        for bot in running:
            bot.process.kill()
            bot.process.wait()
