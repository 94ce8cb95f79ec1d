"""`toma6 serve` for real: a free port, a directory of its own, and parts of it killed."""

import os
import signal
import subprocess
import sys

import pytest

from service.processes import engine
from service.settings.sockets import socket_path
from tests.support.processes import ALONE, eventually, family_of, running, toma6
from tests.support.server import Server, serving

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")


@pytest.fixture(scope="module")
def own():
    """A server that may lose parts of it."""
    with serving() as running_server:
        yield running_server


def test_nobody_else_on_the_machine_can_read_the_games(own):
    made = [*own.data.glob("appendonlydir/*"), own.data / "secret"]
    assert len(made) > 1
    assert [each.name for each in made if each.stat().st_mode & 0o077] == []


@pytest.mark.parametrize("taken", ["data", "port"])
def test_a_second_server_on_the_same_data_or_port_is_not_started_and_told_why(own, taken, tmp_path):
    options = ["--port", "0"] if taken == "data" else ["--data-dir", str(tmp_path)]
    started = {"capture_output": True, "text": True, "env": own.environment, **ALONE}
    done = subprocess.run(toma6("serve", *options), check=False, **started)
    assert done.returncode == 2
    owner = f"another toma6 server (process {own.process.pid}) uses"
    for word in (owner,) if taken == "data" else (f"port {own.port}", "TOMA6_PORT"):
        assert word in done.stderr
    assert own.status("/healthz") == 200


@pytest.mark.parametrize("part", ["engine.sock", "gunicorn"])
def test_a_part_that_is_killed_comes_back(own, part):
    before = own.child(part)
    os.kill(before, signal.SIGKILL)
    assert eventually(lambda: own.child(part) not in (None, before))
    assert eventually(lambda: own.status("/healthz") == 200)
    assert eventually(lambda: engine.is_ready(socket_path(own.data)))


def test_ctrl_c_stops_everything_and_the_data_can_be_served_again(tmp_path):
    """On a port that it found itself, and says."""
    with Server(tmp_path, port=0) as server:
        assert server.status("/healthz") == 200
        family = family_of(server.process.pid)
        assert any("engine.sock" in line for line in family.values())
        assert server.stop(signal.SIGINT) == 0
        assert not [line for pid, line in family.items() if running(pid)]
        assert "ready to exit" in engine.log_tail(server.data)
    os.close(engine.lock(server.data, patience=0))
