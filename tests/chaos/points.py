"""Named points of the program at which a process kills itself, hard, at the n-th passage.

The seams are patched from here, in the process that is to die: production code has no hooks.
Which point, and which passage, follows from the seed, the part and how often it has started.
"""

import fcntl
import os
import random
import signal
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from service import handling
from service.games.store import Store
from service.jobs.dispatch import Dispatcher

WEB = (
    "before read", "after decide", "before append", "after append",
    "before enqueue", "after enqueue", "before the answer",
)  # fmt: skip
WORKER = (
    "before read", "before choice", "after choice", "after decide", "before append",
    "after append", "before acknowledging the job",
)  # fmt: skip
SWEEPER = ("before read", "after choice", "after decide", "before append", "after append")
POINTS = {"web": WEB, "worker": WORKER, "sweeper": SWEEPER}
RARE = {"before enqueue", "after enqueue"}
"""Passed once a turn, where others are passed for every request."""
MOST = {"web": 30, "worker": 6, "sweeper": 2}
"""The latest passage at which it may happen: the sweeper seldom finds anything to do."""
UNARMED = 0.1
"""The share of processes that die only if somebody else kills them."""

DIRECTORY, SEED = "CHAOS_DIRECTORY", "CHAOS_SEED"
"""Variables: where the campaign keeps its notes, and what the random choices follow from."""
CALM = "calm"
"""While a file of this name lies in the directory, nobody dies."""
KILLS = "kills"
"""The file with one line for each process that killed itself: part and point."""


class Fuse:
    """Kills this process at the n-th passage of one point."""

    def __init__(self, part: str, directory: Path, point: str, passages: int) -> None:
        self._part, self._directory, self.point = part, directory, point
        self._left = passages
        self._lock = threading.Lock()

    def passed(self, point: str) -> None:
        """Called where the program passes `point`."""
        if point != self.point:
            return
        with self._lock:
            self._left -= 1
            if self._left > 0 or (self._directory / CALM).exists():
                return
            note(self._directory / KILLS, f"{self._part}: {point}\n")
            os.kill(os.getpid(), signal.SIGKILL)


def note(path: Path, line: str) -> None:
    """Add a line to a file that several processes write."""
    held = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.write(held, line.encode())
    os.close(held)


def fuse(part: str) -> Fuse:
    """The fuse of this process: which point, and the how manieth passage, by the seed."""
    directory = Path(os.environ[DIRECTORY])
    start = _count_start(directory / f"starts-{part}")
    rng = random.Random(f"{os.environ[SEED]}/{part}/{start}")
    if rng.random() < UNARMED:
        return Fuse(part, directory, "never", 1)
    point = rng.choice(POINTS[part])
    most = MOST[part] if point not in RARE else MOST["worker"]
    return Fuse(part, directory, point, rng.randint(1, most))


def _count_start(path: Path) -> int:
    held = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        count = int(os.pread(held, 20, 0) or b"0") + 1
        os.pwrite(held, b"%d" % count, 0)
        return count
    finally:
        os.close(held)


def patch_service(lit: Fuse) -> None:
    """Lead every read, decision, append and enqueueing of this process past the fuse."""
    for name in ("read", "read_from", "resume"):
        _around(Store, name, lit, before="before read")
    _around(handling, "consequences", lit, after="after decide")
    _around(Store, "append", lit, before="before append", after="after append")
    _around(Dispatcher, "enqueue", lit, before="before enqueue", after="after enqueue")


def patch_bots(lit: Fuse) -> None:
    """The same for what a job and the sweeper do."""
    from workers import bots

    _around(bots, "chosen", lit, before="before choice", after="after choice")
    _around(bots, "play", lit, after="before acknowledging the job")


def _around(holder: Any, name: str, lit: Fuse, before: str = "", after: str = "") -> None:
    inner = getattr(holder, name)

    def passing(*args: Any, **kwargs: Any) -> Any:
        lit.passed(before)
        result = inner(*args, **kwargs)
        lit.passed(after)
        return result

    setattr(holder, name, passing)


class BeforeTheAnswer:
    """A WSGI application whose stored answers may be the last thing its process makes."""

    def __init__(self, inner: Callable[..., Iterable[bytes]], lit: Fuse) -> None:
        self._inner, self._fuse = inner, lit

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        answer = self._inner(environ, start_response)
        if environ["REQUEST_METHOD"] in {"POST", "PUT"}:
            self._fuse.passed("before the answer")
        return answer
