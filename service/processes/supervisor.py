"""Starts children in order, keeps them running, stops them in the reverse order.

Knows nothing of what the children do: `serve.py` says which there are.
"""

import contextlib
import os
import signal
import time
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Final

from service.processes.children import Child, say

TICK_SECONDS: Final = 0.05
MAX_EARLY_DEATHS: Final = 3
"""A child that dies so often before everything is up will not come up."""
SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Supervisor:
    """Groups of children; a group is started once all of the group before it are ready."""

    def __init__(
        self,
        groups: Sequence[Sequence[Child]],
        *,
        when_up: Callable[[], None],
        when_stopping: Callable[[], None] = lambda: None,
        each_second: Callable[[], None] = lambda: None,
    ) -> None:
        self._groups = groups
        self._when_up = when_up
        self._when_stopping = when_stopping
        self._each_second = each_second
        self._next_second = 0.0
        self._started: list[Sequence[Child]] = []
        self._signals = 0
        self._code = 1

    def run(self) -> int:
        """Run until SIGINT, SIGTERM or SIGHUP. Returns the exit code: if it never came up
        1, or 2 if a child refuses what is set.

        A second signal cuts the waiting short: what only serves requests is killed, what holds
        data is still stopped properly. Takes over this process's signal handlers meanwhile.
        """
        before = {
            number: signal.signal(number, self._on_signal)
            for number in SIGNALS
            # nohup ignores the hang-up, and means it
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN
        }
        try:
            came_up = self._start()
            if came_up:
                self._when_up()
            while came_up and not self._signals:
                self._tick()
        finally:
            self._stop()
            for number, handler in before.items():
                signal.signal(number, handler)
        return 0 if came_up or self._signals else self._code

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self._signals += 1

    def _start(self) -> bool:
        for group in self._groups:
            self._started.append(group)
            for child in group:
                child.start()
            waiting = list(group)
            while waiting:
                self._tick()
                if self._signals:
                    return False
                for child in (each for one in self._started for each in one):
                    if child.failures >= MAX_EARLY_DEATHS:
                        say(f"{child.name} does not stay up; giving up")
                        self._code = 2 if child.code == 2 else 1
                        return False
                waiting = [child for child in waiting if not (child.alive and child.ready())]
        return True

    def _tick(self) -> None:
        time.sleep(TICK_SECONDS)
        self._bury()
        if time.monotonic() >= self._next_second:
            self._next_second = time.monotonic() + 1
            self._each_second()
        if not self._signals:
            for group in self._started:
                for child in group:
                    child.restart()

    def _bury(self) -> None:
        """As the first process of a container: take note of the end of whoever was left to it, as
        web processes are whose master was killed."""
        if os.getpid() != 1:
            return
        ours = {child.pid for group in self._started for child in group}
        how = os.WEXITED | os.WNOHANG | os.WNOWAIT
        with contextlib.suppress(ChildProcessError):
            while (found := os.waitid(os.P_ALL, 0, how)) and found.si_pid not in ours:
                os.waitpid(found.si_pid, 0)

    def _stop(self) -> None:
        say("stopping")
        self._when_stopping()
        for group in reversed(self._started):
            asked = time.monotonic()
            for child in group:
                child.terminate()
            for child in group:
                self._await_end(child, asked)

    def _await_end(self, child: Child, asked: float) -> None:
        while child.alive:
            hurry = self._signals > 1 and not child.holds_data
            if hurry or time.monotonic() - asked > child.patience:
                say(f"{child.name} is killed, it did not stop in time")
                break
            time.sleep(TICK_SECONDS)
        child.kill()  # and whatever it may have left behind
