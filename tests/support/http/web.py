"""The web alone, as gunicorn runs it, on an engine that runs already."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Self

from tests.support.engine import free_port
from tests.support.http.client import Api
from tests.support.http.wire import Wire
from tests.support.service.processes import children_of, eventually

COMMAND = (
    *(sys.executable, "-m", "gunicorn", "-c", "python:service.processes.gunicorn_conf"),
    "service.app:create_app()",
)


class Web:
    """gunicorn with our settings; further ones as `max_streams=3`. Its log is a file."""

    def __init__(self, url: str, folder: Path, **settings: object) -> None:
        self.port = free_port()
        self._line = Wire(self.port)
        self.api = Api(self._line)
        self.log = folder / "log"
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("TOMA6_", "PROMETHEUS"))}
        ours = {
            "redis_url": url, "data_dir": folder / "d", "port": self.port, "web_processes": 1,
            "access_log": "true", "log_level": "DEBUG", "graceful_seconds": 60, **settings,
        }  # fmt: skip
        self._environment = kept | {f"TOMA6_{k.upper()}": str(v) for k, v in ours.items()}
        self._processes = int(str(ours["web_processes"]))

    def __enter__(self) -> Self:
        with self.log.open("ab") as log:
            self._master = subprocess.Popen(
                COMMAND, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self._environment
            )
        if not eventually(self._ready, 60):
            self.stop()
            raise RuntimeError("no web:\n" + self.log.read_text())
        return self

    def __exit__(self, *_: object) -> None:
        self._line.close()
        if self._master.poll() is None:
            self.stop()

    def _ready(self) -> bool:
        assert self._master.poll() is None, self.log.read_text()
        try:
            up = self.api.get("/readyz").status == 200
        except OSError:
            up = False
        self._line.close()
        return up and len(self.workers()) == self._processes

    def workers(self) -> set[int]:
        """The web processes."""
        return set(children_of(self._master.pid))

    def stop(self) -> None:
        """Stop it as the supervisor does; TimeoutExpired if that takes as long as an open stream
        could hold it up (`graceful_seconds`)."""
        self._master.send_signal(signal.SIGTERM)
        self._master.wait(30)

    def restart(self) -> None:
        """Replace every web process by a new one; the port stays open."""
        before = self.workers()
        self._master.send_signal(signal.SIGHUP)
        assert eventually(lambda: not before & self.workers(), 30), "they do not go"
        assert eventually(self._ready, 30), "no new ones come"

    def waiting(self) -> int:
        """How many streams and long polls are open, by the server's own count."""
        (line,) = [
            line
            for line in self.api.get("/metrics").body.decode().splitlines()
            if line.startswith("toma6_waiting ")
        ] or ["none 0"]
        return int(float(line.split()[1]))
