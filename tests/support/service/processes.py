"""What the tests of real processes share: looking at /proc, and waiting for something to be so."""

import time
from collections.abc import Callable
from pathlib import Path


def eventually(so: Callable[[], object], seconds: float = 20) -> bool:
    """Wait until `so()` is true, at most `seconds`; returns whether it became so."""
    until = time.monotonic() + seconds
    while not so():
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


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
    """The living descendants of a process."""
    found = children_of(pid)
    for child in list(found):
        found |= family_of(child)
    return found
