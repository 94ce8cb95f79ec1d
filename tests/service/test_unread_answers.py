"""A client that asks and reads nothing, at a real gunicorn that loses its patience soon."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

UNREAD_SECONDS = 1.0
CONFIG = f"""
from service.processes import worker
worker.UNREAD_SECONDS = {UNREAD_SECONDS}
workers, worker_class = 1, "service.processes.worker.Worker"
bind = "127.0.0.1:0"
control_socket_disable = True
"""


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    folder = tmp_path_factory.mktemp("gunicorn")
    (folder / "conf.py").write_text(CONFIG)
    app = "tests.support.service.edge_app:make_app()"
    process = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", "-c", folder / "conf.py", app],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
    )
    try:
        said = iter(process.stderr or ())
        found = next(filter(None, (re.search(r"http://127\.0\.0\.1:(\d+)", x) for x in said)))
        yield int(found[1])
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="the system cannot do it")
@pytest.mark.parametrize("path", ["/docs/swagger-ui-bundle.js", "/v1/openapi.json"])
def test_a_client_that_asks_and_reads_nothing_is_let_go_and_one_that_reads_is_not(port, path):
    """Left to itself it would hold its place among the connections for ever."""
    asked = f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.settimeout(20)
        client.sendall(asked * 400)
        time.sleep(UNREAD_SECONDS + 4)  # the kernel looks ever more rarely
        with contextlib.suppress(ConnectionResetError):
            while client.recv(1 << 20):
                pass
            pytest.fail("the server went on, or took its leave")
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        client.sendall(asked * 3)
        client.shutdown(socket.SHUT_WR)
        assert b"".join(iter(lambda: client.recv(1 << 16), b"")).count(b"HTTP/1.1 200") == 3
