"""A server in processes of its own: all that `toma6 serve` starts, or the web alone."""

import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from service.access.accounts import Accounts
from service.settings.sockets import socket_path
from service.storage.connections import Client, connect
from tests.support.client import WATCHING, WATCHMAN, Api, Wire
from tests.support.engine import free_port
from tests.support.processes import ALONE, children_of, environment, eventually, toma6

TALKING = {"access_log": "true", "log_level": "DEBUG", "metrics_token": WATCHMAN}


class Server:
    """`toma6 serve` on a free port, in a folder of its own, its log in a file. Further settings as
    `max_streams=3`. `port=0`: on whichever it says."""

    command, module = "serve", "service.commands.cli"
    more: dict[str, str] = {}  # noqa: RUF012 - nobody writes to it

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.folder, self.log = folder, folder / "log"
        self.data: Path = settings.get("data_dir", folder / "d")
        self.settings: dict[str, Any] = {
            "data_dir": self.data, "port": free_port(), "web_processes": 2, **settings,
        }  # fmt: skip
        self.environment = environment(**self.settings) | self.more
        self.listens_on(self.settings["port"])

    def listens_on(self, port: int) -> None:
        self.port, self.line = port, Wire(port)
        self.api = Api(self.line)

    def argv(self) -> list[str]:
        return toma6(self.command, module=self.module)

    def start(self) -> Self:
        """Start it and wait until every part of it answers. Raises RuntimeError if none does."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.argv(), stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment,
                **ALONE,
            )  # fmt: skip
        if not eventually(self.ready, 60):
            self.stop()
            raise RuntimeError("no server:\n" + self.log.read_text()[-2000:])
        return self

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Stop it as a supervisor does, which takes no longer than 60 seconds; its status."""
        self.line.close()
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            return self.process.wait(60)
        finally:
            self.process.kill()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def restart(self) -> None:
        self.stop()
        self.start()

    def ready(self) -> bool:
        """Does every part answer? Raises RuntimeError if the server has ended."""
        if self.process.poll() is not None:
            raise RuntimeError("the server has ended:\n" + self.log.read_text()[-2000:])
        if not self.port and (said := re.search(r"is up: \S+:(\d+)", self.log.read_text())):
            self.listens_on(int(said[1]))
        return self.status("/readyz") == 200 and len(self.web()) == self.settings["web_processes"]

    def status(self, path: str) -> int:
        """The status of one request on a connection of its own; 0 if there is no answer."""
        line = Wire(self.port)
        try:
            return line("GET", path, (), None).status
        except OSError:
            return 0
        finally:
            line.close()

    @property
    def redis(self) -> Client:
        return connect(self.settings.get("redis_url") or f"unix://{socket_path(self.data)}")

    def account(self, *scopes: str, name: str = "app") -> str:
        """The token of a new account; it plays and creates games unless scopes are named."""
        return Accounts(self.redis).create(name, scopes or ("play", "games:write"), 0)[0]

    def child(self, part: str) -> int | None:
        """The process whose command line has that part in it."""
        found = [pid for pid, line in children_of(self.process.pid).items() if part in line]
        return found[0] if found else None

    def web(self) -> set[int]:
        master = self.process.pid if self.command == "web" else self.child("gunicorn")
        return set() if master is None else set(children_of(master))

    def waiting(self) -> int:
        """How many streams and long polls are open, by the server's own count."""
        told = self.api.get("/metrics", headers=WATCHING).body.decode()
        found = re.search(r"^toma6_waiting (\S+)$", told, re.MULTILINE)
        return int(float(found[1])) if found else 0


class Web(Server):
    """The web alone, as gunicorn runs it, on an engine that runs already."""

    command = "web"

    def __init__(self, url: str, folder: Path, **settings: Any) -> None:
        # An open stream could hold up its end as long as that: longer than `stop` is patient.
        ours = {"web_processes": 1, "graceful_seconds": 100, **TALKING}
        super().__init__(folder, redis_url=url, queue_url=url, **(ours | settings))

    def reload(self) -> None:
        """Replace every web process by a new one; the port stays open."""
        before = self.web()
        self.process.send_signal(signal.SIGHUP)
        assert eventually(lambda: not before & self.web()), "they do not go"
        assert eventually(self.ready), "no new ones come"
        self.line.close()


class HastyWeb(Web):
    """A web that waits three seconds for a request, and for a client to read."""

    def argv(self) -> list[str]:
        hasty = "python:tests.support.hasty_conf"
        return [sys.executable, "-m", "gunicorn", "-c", hasty, "service.app:create_app()"]


@contextmanager
def serving(**settings: Any) -> Iterator[Server]:
    """A server in a folder whose name is short enough for a socket."""
    ours = {"cors_origins": "https://friend.example", **TALKING}
    with (
        tempfile.TemporaryDirectory(prefix="toma6-", dir="/tmp") as folder,
        Server(Path(folder), **(ours | settings)) as server,
    ):
        yield server
