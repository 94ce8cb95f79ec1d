"""One child process that is kept running, and stopped for good.

A child runs in a session of its own, so that Ctrl-C reaches the supervisor alone, which stops
the children in order. Which children there are is decided in `serve.py`, in which order they
start and stop in `supervisor.py`.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

FIRST_PAUSE_SECONDS: Final = 0.1
MAX_PAUSE_SECONDS: Final = 10.0
STEADY_SECONDS: Final = 10.0
"""A child that lived this long starts again with the shortest pause."""
PR_SET_PDEATHSIG: Final = 1


def say(text: str) -> None:
    """A line for the person at the terminal, or for the log of a container."""
    print(f"toma6: {text}", file=sys.stderr, flush=True)


@dataclass(slots=True)
class Child:
    """A command to keep running.

    `ready` is asked until it says yes before anything that needs this child is started;
    `patience` is how many seconds it may take to stop before it is killed; one that
    `holds_data` keeps its patience even if the person at the terminal has none left;
    `last_words` is asked, when it has died, for what it may have said about it.
    """

    name: str
    command: Sequence[str]
    ready: Callable[[], bool] = lambda: True
    environment: Mapping[str, str] = field(default_factory=dict)
    descriptors: tuple[int, ...] = ()
    umask: int = -1
    patience: float = 10.0
    holds_data: bool = False
    last_words: Callable[[], str] = lambda: ""
    failures: int = 0
    _process: "subprocess.Popen[bytes] | None" = None
    _started: float = 0.0
    _again: float | None = None

    def start(self) -> None:
        """Start it. An OSError (no such program) passes through."""
        self._started = time.monotonic()
        self._process = subprocess.Popen(
            self.command,
            stdin=subprocess.DEVNULL,
            env={**os.environ, **self.environment},
            pass_fds=self.descriptors,
            start_new_session=True,
            umask=self.umask,
            preexec_fn=_leash(),  # noqa: PLW1509 - the supervisor has one thread
        )
        self._again = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    @property
    def code(self) -> int | None:
        return self._process.poll() if self._process else None

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def restart(self) -> None:
        """If it has died, start it again: soon at first, then after longer and longer pauses."""
        now = time.monotonic()
        if self._process is None or self.alive:
            return
        if self._again is None:
            # What it left behind must not go on beside its successor.
            self._signal_all(signal.SIGTERM)
            if now - self._started >= STEADY_SECONDS:
                self.failures = 0
            self._pause(_ending(self._process.returncode))
        elif now >= self._again:
            try:
                self.start()
            except OSError as error:  # no memory, no process left: that passes
                self._pause(f"cannot be started ({error})")

    def _pause(self, reason: str) -> None:
        pause = min(FIRST_PAUSE_SECONDS * 2**self.failures, MAX_PAUSE_SECONDS)
        self.failures += 1
        self._again = time.monotonic() + pause
        say(f"{self.name} {reason}; again in {pause:.1f} s")
        if words := self.last_words():
            say(f"{self.name}: {words}")

    def terminate(self) -> None:
        """Ask it to finish what it is doing and stop."""
        if self._process and self.alive:
            self._process.terminate()

    def kill(self) -> None:
        if self._again is None:  # else it is gone for some time, and its number may be another's
            self._signal_all(signal.SIGKILL)
        if self._process:
            self._process.wait()

    def _signal_all(self, number: signal.Signals) -> None:
        if self._process:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, number)


def _ending(code: int) -> str:
    if code < 0:
        return f"was ended by {signal.Signals(-code).name}"
    return f"ended with code {code}"


def _leash() -> Callable[[], None] | None:
    """What the new process does first: ask the kernel for SIGTERM when the supervisor dies.

    Without it, `kill -9` on the supervisor would leave an engine that keeps the data locked.
    Linux only; elsewhere the lock still protects the data, and the message names the process.
    """
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl
    parent = os.getpid()

    def ask() -> None:
        prctl(PR_SET_PDEATHSIG, int(signal.SIGTERM))
        if os.getppid() != parent:  # it died in the meantime
            os._exit(1)

    return ask
