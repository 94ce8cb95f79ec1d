"""One trial: a server, those who are slow, those who play, and what the processes hold."""

import json
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.hostile.plays import Plays, play
from tests.support.processes import ALONE, environment, resident_kb
from tests.support.server import Server


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
