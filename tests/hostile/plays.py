"""Players who go on as if nothing were: so many plays a second, whatever becomes of them. A play is
timed from when it was due, so that one that had to wait for another counts its waiting."""

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from tests.support.client import Answer, Api, Wire
from tests.support.processes import ALONE, environment, resident_kb
from tests.support.server import Server

PLAYERS = 24


@dataclass(slots=True)
class Plays:
    """What became of them: statuses of all answers, and the seconds that each play took."""

    statuses: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)

    def saw(self, answer: Answer) -> None:
        self.statuses[str(answer.status)] += 1

    @property
    def good(self) -> float:
        """The share of 2xx."""
        found = sum(count for status, count in self.statuses.items() if status.startswith("2"))
        return found / max(1, self.statuses.total())

    def quantile(self, share: float) -> float:
        return sorted(self.seconds)[min(len(self.seconds) - 1, int(share * len(self.seconds)))]


def play(port: int, rate: float, seconds: float, seed: int) -> Plays:
    """Look and answer `rate` times a second, in games of two; how it went."""
    plays, begun = Plays(), time.monotonic() + 1
    more = seconds, PLAYERS / rate
    with ThreadPoolExecutor(PLAYERS) as pool:
        all_of_them = range(PLAYERS)
        list(
            pool.map(lambda n: _player(port, plays, seed + n, begun + n / rate, *more), all_of_them)
        )
    return plays


def _player(port: int, plays: Plays, seed: int, due: float, seconds: float, pause: float) -> None:
    rng, line, until = Random(seed), Wire(port), due + seconds
    api, table = Api(line, plays.saw), None
    while due < until:
        time.sleep(max(0.0, due - time.monotonic()))
        try:
            if table is None or not table.play_on(rng.choice, 1):
                table = api.started(seats=2)
        except (OSError, AssertionError) as error:
            plays.statuses[f"{type(error).__name__} {error}"[:80]] += 1
            table = None
        plays.seconds.append(time.monotonic() - due)
        due += pause
    line.close()


@dataclass(frozen=True, slots=True)
class Process:
    """What one web process holds."""

    kb: int
    files: int

    @classmethod
    def of(cls, pid: int) -> "Process":
        return cls(resident_kb(pid), len(list(Path(f"/proc/{pid}/fd").iterdir())))


@dataclass(frozen=True, slots=True)
class Found:
    """How the plays went, alone at first and then beside the slow ones; those by kind; and each web
    process before, amid and after."""

    alone: Plays
    plays: Plays
    slow: Mapping[str, Any]
    processes: Mapping[int, tuple[Process, Process, Process]]


def trial(
    server: Server, counts: Mapping[str, int], seconds: float, rate: float, seed: int,
    source: str = "127.0.0.1",
) -> Found:  # fmt: skip
    """Play for a part of that time, then attack and play for all of it."""
    print(f"seed {seed}")
    alone = play(server.port, rate, seconds / 6, seed)
    before = {pid: Process.of(pid) for pid in server.web()}
    module = [sys.executable, "-m", "tests.hostile.attack"]
    command = [*module, str(server.port), str(seconds), json.dumps(counts), "--source", source]
    piped = {"stdout": subprocess.PIPE, "text": True, "env": environment(), **ALONE}
    with subprocess.Popen(command, **piped) as attack:
        plays = play(server.port, rate, seconds - 2, seed)
        amid = {pid: Process.of(pid) for pid in server.web()}
        told, _ = attack.communicate(timeout=60)
    time.sleep(3)  # what is over is closed politely, which takes two seconds at most
    after = {pid: Process.of(pid) for pid in server.web()}
    same = {pid: (before[pid], amid[pid], after[pid]) for pid in before if pid in after}
    return Found(alone, plays, json.loads(told), same)
