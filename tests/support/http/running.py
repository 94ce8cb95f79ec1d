"""A whole server as it is deployed: engine with its AOF, two web processes, worker, sweeper."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from service.settings.sockets import socket_path
from service.storage.connections import Client, connect
from tests.support.engine import free_port
from tests.support.http.client import Api
from tests.support.http.wire import Wire
from tests.support.service.processes import children_of, eventually


class Running:
    """`toma6 serve` on a free port, in a directory of its own, its log in a file."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self._line = Wire(self.port)
        self.api = Api(self._line)
        self.log = folder / "log"
        self._data = folder / "d"
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith("TOMA6_")}
        self.environment |= {
            "TOMA6_DATA_DIR": str(self._data),
            "TOMA6_PORT": str(self.port),
            "TOMA6_WEB_PROCESSES": "2",
            "TOMA6_ACCESS_LOG": "true",
            "TOMA6_LOG_LEVEL": "DEBUG",
            "TOMA6_CORS_ORIGINS": "https://friend.example",
        }
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "service.commands.cli", "serve"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=self.environment,
                cwd=Path.cwd(),
            )

    def __enter__(self) -> Self:
        if not eventually(self._ready, 30):
            self.__exit__()
            raise RuntimeError("no server:\n" + self.log.read_text())
        return self

    def __exit__(self, *_: object) -> None:
        self._line.close()
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(30)

    @property
    def redis(self) -> Client:
        return connect(f"unix://{socket_path(self._data)}")

    def web(self) -> dict[int, int]:
        """The web processes: id, and resident memory in kB."""
        (master,) = [p for p, c in children_of(self._process.pid).items() if "gunicorn" in c]
        return {pid: _resident(pid) for pid in children_of(master)}

    def _ready(self) -> bool:
        assert self._process.poll() is None, self.log.read_text()
        try:
            return self.api.get("/readyz").status == 200 and len(self.web()) == 2
        except OSError:
            self._line.close()
            return False


def _resident(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise AssertionError("no VmRSS")


@contextmanager
def running() -> Iterator[Running]:
    """A server in a folder whose name is short enough for a socket."""
    with (
        tempfile.TemporaryDirectory(prefix="toma6-", dir="/tmp") as folder,
        Running(Path(folder)) as server,
    ):
        yield server
