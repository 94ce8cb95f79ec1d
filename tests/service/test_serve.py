"""`toma6 serve` for real: a free port, a directory of its own, and parts of it killed."""

import os
import re
import signal
import subprocess
import sys
import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

from service.processes import engine
from service.settings.sockets import socket_path
from tests.support.processes import children_of, eventually, family_of, running

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc"),
    pytest.mark.engine,
    pytest.mark.slow,
]
SERVE = [sys.executable, "-m", "service.commands.cli", "serve", "--port", "0", "--data-dir"]


@dataclass(frozen=True)
class Server:
    process: "subprocess.Popen[str]"
    data_dir: object
    url: str

    def answers(self):
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
                return answer.status == 200
        except OSError:
            return False

    def child(self, part):
        found = [pid for pid, line in children_of(self.process.pid).items() if part in line]
        return found[0] if found else None


def clean_environment():
    return {k: v for k, v in os.environ.items() if not k.startswith("TOMA6_")}


@contextmanager
def serving(data_dir):
    with (
        (data_dir / "stderr").open("w") as errors,
        subprocess.Popen(
            [*SERVE, str(data_dir)],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=clean_environment(),
        ) as process,
    ):
        try:
            # Ends with an empty line when the server gives up; pytest's timeout guards a hang.
            lines = iter(process.stdout.readline, "")
            urls = (re.search(r"toma6 is up: (\S+)", line) for line in lines)
            up = next((found for found in urls if found), None)
            assert up, (data_dir / "stderr").read_text()
            yield Server(process, data_dir, up[1])
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=60)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("served")) as running_server:
        yield running_server


def test_it_says_where_it_is_and_answers_there(server):
    assert server.answers()


def test_nobody_else_on_the_machine_can_read_the_games(server):
    made = [*server.data_dir.glob("appendonlydir/*"), server.data_dir / "secret"]
    assert len(made) > 1
    assert [each.name for each in made if each.stat().st_mode & 0o077] == []


def test_a_second_server_on_the_same_data_is_refused_and_told_who_has_it(server):
    second = subprocess.run(
        [*SERVE, str(server.data_dir)],
        capture_output=True,
        text=True,
        check=False,
        env=clean_environment(),
    )
    assert second.returncode == 2
    assert f"another toma6 server (process {server.process.pid}) uses" in second.stderr
    assert server.answers()


def test_a_port_that_is_taken_is_told_before_anything_is_started(server, tmp_path):
    port = server.url.rpartition(":")[2]
    second = subprocess.run(
        [*SERVE, str(tmp_path), "--port", port],
        capture_output=True,
        text=True,
        check=False,
        env=clean_environment(),
    )
    assert second.returncode == 2
    assert f"port {port}" in second.stderr
    assert "TOMA6_PORT" in second.stderr


@pytest.mark.parametrize("part", ["engine.sock", "gunicorn"])
def test_a_part_that_is_killed_comes_back(server, part):
    before = server.child(part)
    os.kill(before, signal.SIGKILL)
    assert eventually(lambda: server.child(part) not in (None, before))
    assert eventually(server.answers)
    assert eventually(lambda: engine.is_ready(socket_path(server.data_dir)))


def test_ctrl_c_stops_everything_and_the_data_can_be_served_again(tmp_path):
    with serving(tmp_path) as server:
        family = family_of(server.process.pid)
        assert any("engine.sock" in line for line in family.values())
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(timeout=60) == 0
        assert not [line for pid, line in family.items() if running(pid)]
        assert "ready to exit" in engine.log_tail(tmp_path)
    os.close(engine.lock(tmp_path, patience=0))
