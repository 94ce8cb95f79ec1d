"""An S3 interface over HTTP on this machine: moto's server, and a line to it that can fail."""

import contextlib
import http.client
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tests.support.engine import free_port
from tests.support.processes import ROOT, eventually

REGION = "eu-north-1"
OURS = ROOT / ".venv" / "s3" / "bin" / "python"
MOTO = str(OURS) if OURS.exists() else sys.executable if find_spec("moto") else None
"""What can run moto: `make test` sees to it."""
DENIED = 403, "AccessDenied"
BROKEN = 500, "InternalError"
FULL = 507, "InsufficientCapacity"
Fault = Callable[["_Line", Callable[[], None]], None]


@contextlib.contextmanager
def moto(log: Path) -> Iterator[int]:
    """A server; its port."""
    assert MOTO, "make .venv/s3 makes what runs it"
    port = free_port()
    with log.open("wb") as told:
        process = subprocess.Popen(
            [MOTO, "-m", "moto.server", "-p", str(port)], stdout=told, stderr=told, cwd=log.parent
        )

    def answers() -> bool:
        assert process.poll() is None, log.read_text()
        with contextlib.suppress(OSError):
            return _ask(port, "GET", "/", {}, b"").status == 200
        return False

    try:
        assert eventually(answers)
        yield port
    finally:
        process.terminate()
        process.wait()


class Bucket:
    """A bucket, asked through a line whose requests meet `faults`, one each, in order."""

    def __init__(self, port: int, name: str) -> None:
        self._port, self.faults = port, list[Fault]()
        self.always: Fault | None = None
        self.asked: list[str] = []
        """The methods of all requests."""
        _ask(port, "PUT", f"/{name}", {}, b"")
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), type("Line", (_Line,), {"to": self}))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        self.url = f"s3://{name}/games"
        self.environment = {
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{self._server.server_port}",
            "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_REGION": REGION,
            "AWS_ALLOW_HTTP": "true",
        }  # fmt: skip

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class _Line(BaseHTTPRequestHandler):
    to: Bucket
    protocol_version = "HTTP/1.1"

    def _any(self) -> None:
        self.body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.to.asked.append(self.command)
        fault = self.to.always or (self.to.faults.pop(0) if self.to.faults else None)
        if f"/{REGION}/s3/" not in self.headers.get("Authorization", ""):
            fault = refuse(400, "AuthorizationHeaderMalformed")  # as S3 says it, moto does not
        if fault:
            fault(self, self.forward)
        else:
            self.forward()

    do_GET = do_PUT = do_DELETE = do_HEAD = do_POST = _any  # noqa: N815 - so called by its base

    def forward(self, *, answer: bool = True) -> None:
        found = _ask(self.to._port, self.command, self.path, dict(self.headers), self.body)
        if answer:
            self.send_response(found.status)
            for name, value in found.headers.items():
                if name.lower() not in {"transfer-encoding", "connection", "server", "date"}:
                    self.send_header(name, value)
            self.end_headers()
            self.wfile.write(found.body)

    def log_message(self, *_: Any) -> None:
        """Nothing."""


def refuse(status: int, code: str) -> Fault:
    """The answer is that, and nothing is done."""

    def act(line: _Line, _: Callable[[], None]) -> None:
        body = f"<Error><Code>{code}</Code><Message>no</Message></Error>".encode()
        line.send_response(status)
        line.send_header("Content-Length", str(len(body)))
        line.end_headers()
        line.wfile.write(b"" if line.command == "HEAD" else body)

    return act


def lose(line: _Line, _: Callable[[], None]) -> None:
    """It is done, and the answer is lost."""
    line.forward(answer=False)
    line.close_connection = True


def hang(line: _Line, _: Callable[[], None]) -> None:
    """No answer, and nothing is done."""
    time.sleep(60)


def slowly(line: _Line, forward: Callable[[], None]) -> None:
    time.sleep(0.5)
    forward()


class _Answer:
    def __init__(self, found: http.client.HTTPResponse) -> None:
        self.status, self.headers, self.body = found.status, found.headers, found.read()


def _ask(port: int, method: str, path: str, headers: dict[str, str], body: bytes) -> _Answer:
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as line:
        line.request(method, path, body, headers)
        return _Answer(line.getresponse())
