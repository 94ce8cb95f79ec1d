"""Raw bytes to a real gunicorn: what it refuses itself, and what only a socket can send."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import orjson
import pytest

APP = "tests.service.edge_app:make_app()"
UNREAD_SECONDS = 1.0
CONFIG = f"""
from service.running import worker
from service.running.gunicorn_errors import install
install()
worker.UNREAD_SECONDS = {UNREAD_SECONDS}
workers, worker_class = 1, "service.running.worker.Worker"
bind = "127.0.0.1:0"
control_socket_disable = True
"""


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    folder = tmp_path_factory.mktemp("gunicorn")
    (folder / "conf.py").write_text(CONFIG)
    process = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", "-c", folder / "conf.py", APP],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
    )
    try:
        assert process.stderr is not None
        for line in process.stderr:
            if found := re.search(r"Listening at: http://127\.0\.0\.1:(\d+)", line):
                yield int(found[1])
                break
        else:
            pytest.fail("gunicorn did not start")
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)


def talk(port, data):
    """Everything the server says to `data` until it closes."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        try:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # refused before all of it was sent
        said = b""
        try:
            while part := connection.recv(65536):
                said += part
        except ConnectionResetError:
            pass
    return said


def answer(said):
    head, _, body = said.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    headers = {k.lower(): v for k, _, v in (line.partition(": ") for line in lines[1:])}
    return int(lines[0].split()[1]), headers, body


def request(line, *headers, body=b"", host="Host: x"):
    lines = [line, *([host] if host else []), *headers]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


GET = "GET /v1/things HTTP/1.1"
POST = "POST /v1/echo HTTP/1.1"
JSON = "Content-Type: application/json"
CHUNKED = "Transfer-Encoding: chunked"


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (request(POST, JSON, "Content-Length: 2", CHUNKED, body=b"{}"), 400),
        (request(POST, JSON, "Content-Length: 2", "Content-Length: 3", body=b"{}"), 400),
        (request(GET, *[f"X-{n}: y" for n in range(101)]), 431),
        (request(GET, "X-Long: " + "y" * 9000), 431),
        (request(f"GET /v1/things?cursor={'x' * 5000} HTTP/1.1"), 414),
        (request(f"GET /v1/things?cursor={'x' * 3000} HTTP/1.1"), 414),
        (request(GET, host=""), 400),
        (request("get /v1/things HTTP/1.1"), 400),
        (request("GET /v1/things HTTP/9.9"), 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n", 400),
        (request("TRACE /v1/things HTTP/1.1"), 405),
        (request("BREW /v1/things HTTP/1.1"), 405),
        (request("GET //v1/things HTTP/1.1"), 404),
        (request("GET /v1%2Fthings HTTP/1.1"), 404),
        (request("GET /v1/things/%FF HTTP/1.1"), 404),
        (request("GET /v1/things/\xff HTTP/1.1"), 400),
        (request("GET /v1/me HTTP/1.1", "Authorization: Bearer a", "Authorization: Bearer b"), 401),
        (request(POST, JSON, CHUNKED, body=b"zz\r\n{}\r\n0\r\n\r\n"), 400),
        (request(POST, JSON, "Content-Length: 50", body=b"{}"), 400),
        (request(POST, JSON, JSON, "Content-Length: 2", body=b"{}"), 400),
    ],
    ids=lambda value: repr(value[:60]) if isinstance(value, bytes) else str(value),
)
def test_a_bad_request_is_a_problem_and_never_a_page(port, data, status):
    got, headers, body = answer(talk(port, data))
    assert got == status
    assert headers["content-type"] == "application/problem+json"
    assert len(headers["x-request-id"]) == 16
    assert orjson.loads(body)["status"] == status


def test_a_chunked_body_is_read(port):
    """What is refused, and that nothing after it is executed: tests/http/test_hostile.py."""
    small = request(POST, JSON, CHUNKED, body=b'5\r\n{"a":\r\n2\r\n7}\r\n0\r\n\r\n')
    assert answer(talk(port, small))[::2] == (200, b'{"a":7}')


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="the system cannot do it")
@pytest.mark.parametrize("path", ["/docs/swagger-ui-bundle.js", "/v1/openapi.json"])
def test_a_client_that_asks_and_reads_nothing_is_let_go(port, path):
    """Left to itself it would hold its place among the connections for ever."""
    asked = request(f"GET {path} HTTP/1.1") * 400
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.settimeout(20)
        client.sendall(asked)
        time.sleep(UNREAD_SECONDS + 4)  # the kernel looks ever more rarely
        with contextlib.suppress(ConnectionResetError):
            while client.recv(1 << 20):
                pass
            pytest.fail("the server went on, or took its leave")
    reading = talk(port, request(f"GET {path} HTTP/1.1") * 3)
    assert reading.count(b"HTTP/1.1 200") == 3
