"""Named points of the program at which a process kills itself, hard, at the n-th passage. The seams
are patched from here, in the process that is to die: production code has no hooks. Which point, and
which passage, follows from the seed, the part and how often it has started."""

import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from service import handling
from service.games.store import Store
from service.jobs.dispatch import Dispatcher

POINTS = {
    "web": ("before read", "after decide", "before append", "after append",
            "before enqueue", "after enqueue", "before the answer"),
    "worker": ("before read", "before choice", "after choice", "after decide", "before append",
               "after append", "before acknowledging the job"),
    "sweeper": ("before read", "after choice", "after decide", "before append", "after append"),
}  # fmt: skip
RARE = {"before enqueue", "after enqueue"}
"""Passed once a turn, where others are passed for every request."""
MOST = {"web": 30, "worker": 6, "sweeper": 2}
"""The latest passage at which it may happen: the sweeper seldom finds anything to do."""
UNARMED = 0.1
"""The share of processes that die only if somebody else kills them."""

FAKETIMES = Path("/usr/lib").glob("*/faketime/libfaketime.so.1")
DIRECTORY, SEED = "CHAOS_DIRECTORY", "CHAOS_SEED"
"""Variables: where the campaign keeps its notes, and what the random choices follow from."""
FAKETIME = next(
    (each for each in (os.environ.get("CHAOS_FAKETIME", ""), *map(str, FAKETIMES)) if each), ""
)
"""libfaketime, if it is here: it gives the embedded engine a clock that can be set."""
STORE_CLOCK, CLOCK = "store-clock", "clock"
"""The files in the directory with seconds by which clocks are wrong: the engine's, all others'."""
CALM = "calm"
"""While a file of this name lies in the directory, nobody dies."""
KILLS = "kills"
"""The file with one line for each process that killed itself: part and point."""


class Fuse:
    """Kills this process at the n-th passage of one point: which and what n, says the seed."""

    def __init__(self, part: str) -> None:
        self._part, self._directory = part, Path(os.environ[DIRECTORY])
        start = note(self._directory / f"starts-{part}", ".")
        rng = random.Random(f"{os.environ[SEED]}/{part}/{start}")
        self._point = "never" if rng.random() < UNARMED else rng.choice(POINTS[part])
        self._left = rng.randint(1, MOST["worker" if self._point in RARE else part])
        self._lock = threading.Lock()

    def passed(self, point: str) -> None:
        if point != self._point:
            return
        with self._lock:
            self._left -= 1
            if self._left > 0 or (self._directory / CALM).exists():
                return
            note(self._directory / KILLS, f"{self._part}: {point}\n")
            os.kill(os.getpid(), signal.SIGKILL)

    def around(self, holder: Any, name: str, *, before: str = "", after: str = "") -> None:
        """Lead every call of this function past the fuse."""
        inner = getattr(holder, name)

        def passing(*args: Any, **kwargs: Any) -> Any:
            self.passed(before)
            result = inner(*args, **kwargs)
            self.passed(after)
            return result

        setattr(holder, name, passing)


def note(path: Path, line: str) -> int:
    """Add a line to a file that several processes write; how long it is then."""
    held = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.write(held, line.encode())
    end = os.lseek(held, 0, os.SEEK_CUR)  # of this line, whoever writes now
    os.close(held)
    return end


def patch_service(lit: Fuse) -> None:
    """Lead every read, decision, append and enqueueing of this process past the fuse."""
    for name in ("read", "read_from", "resume"):
        lit.around(Store, name, before="before read")
    lit.around(handling, "consequences", after="after decide")
    lit.around(Store, "append", before="before append", after="after append")
    lit.around(Dispatcher, "enqueue", before="before enqueue", after="after enqueue")


def before_the_answer(lit: Fuse, inner: Callable[..., Iterable[bytes]]) -> Callable[..., Any]:
    """A WSGI application whose stored answers may be the last thing its process makes."""

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        made = inner(environ, start_response)
        if environ["REQUEST_METHOD"] in {"POST", "PUT"}:
            lit.passed("before the answer")
        return made

    return answer


def patch_clock() -> None:
    """Let this process' clock go by what the campaign says."""
    real, told = time.time_ns, Path(os.environ[DIRECTORY]) / CLOCK

    def wrong() -> int:
        try:
            return real() + 1_000_000_000 * int(told.read_text() or 0)
        except FileNotFoundError:
            return real()

    time.time_ns = wrong


def with_a_clock(environment: Mapping[str, str]) -> Mapping[str, str]:
    """The same for a process that is not ours: all but its monotonic clock."""
    if not FAKETIME:
        return environment
    told = Path(os.environ[DIRECTORY]) / STORE_CLOCK
    told.write_text("+0")
    return {
        **environment, "LD_PRELOAD": FAKETIME, "FAKETIME_TIMESTAMP_FILE": str(told),
        "FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1", "TZ": "UTC",
    }  # fmt: skip
