"""What tests of real processes share: the command line, /proc, and waiting for what will be so."""

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


def eventually(so: Callable[[], object], seconds: float = 30) -> bool:
    """Wait until `so()` is true, at most `seconds`; returns whether it became so."""
    until = time.monotonic() + seconds
    while not so():
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def toma6(*arguments: str, module: str = "service.commands.cli") -> list[str]:
    return [sys.executable, "-m", module, *arguments]


def environment(**settings: object) -> dict[str, str]:
    """The environment of a process with these settings and no others, wherever it runs."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("TOMA6_", "PROMETHEUS"))}
    ours = {f"TOMA6_{name.upper()}": str(value) for name, value in settings.items()}
    return {**kept, "PYTHONPATH": str(ROOT), **ours}


def with_its_signals() -> None:
    """For `preexec_fn`: whoever runs the tests in the background may ignore signals, and that is
    inherited."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


ALONE: dict[str, Any] = {"cwd": ROOT, "preexec_fn": with_its_signals}
"""How a process is started that no terminal and no background job has a say in."""


def running(pid: int) -> bool:
    """Is there such a process? A zombie, which only waits to be counted, is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def children_of(pid: int) -> dict[int, str]:
    """Process ids and command lines of the living children of a process."""
    found = {}
    for place in Path("/proc").glob("[0-9]*"):
        try:
            state, parent = (place / "stat").read_text().rpartition(")")[2].split()[:2]
            command = (place / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
        if int(parent) == pid and state != "Z":
            found[int(place.name)] = command
    return found


def family_of(pid: int) -> dict[int, str]:
    found = children_of(pid)
    for child in list(found):
        found |= family_of(child)
    return found


def resident_kb(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))
