"""Room on the disk of the embedded engine: before there is none, nothing more is written.

An engine that answers no write before it is on disk ends when the disk refuses one, and with it
all reading. So it is told to take no writes while little is free: reads go on, writes are answered
with 503, and when there is room again it takes them again.
"""

import shutil
from pathlib import Path
from typing import Final

from service.processes import engine
from service.processes.children import say
from service.settings.sockets import socket_path

MIN_FREE_BYTES: Final = 16 << 20
"""More than is written in a second; of a small disk an eighth."""
_REFUSE: Final = b"CONFIG SET min-replicas-to-write %d"
"""It has no replicas: with 1 it refuses all writes."""


class Guard:
    """Looks after the engine of one data directory."""

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir
        self._short = False
        self._told = True
        """Does the engine know? One that has just been started knows of nothing."""

    def look(self) -> None:
        """To be called every second. Waits for the engine a second at most."""
        try:
            usage = shutil.disk_usage(self._data_dir)
        except OSError:
            return
        wanted = min(MIN_FREE_BYTES, usage.total // 8)
        # Twice as much to begin again: not to and fro at the border.
        short = usage.free < (2 * wanted if self._short else wanted)
        if short != self._short:
            self._short, self._told = short, False
            free = f"{usage.free / (1 << 20):.1f} MB are free in {self._data_dir.absolute()}"
            say(f"{free}: games can be read, not played" if short else f"{free}: playing goes on")
        if short or not self._told:
            answer = engine.ask(socket_path(self._data_dir), _REFUSE % short)
            self._told = answer.startswith(b"+OK")
