"""Starting on somebody's own Redis: refused if it may evict, patient if it is down."""

import os
import subprocess

import pytest

from service.commands import cli
from service.processes import serve
from service.storage.connections import connect
from tests.support.engine import Engine
from tests.support.processes import environment, eventually, toma6
from tests.support.server import Server
from workers import courier, run, sweep

COMMANDS = ["serve", "web", *cli.WORK]


class Begun(Exception):  # noqa: N818 - says how far it came
    """The command would have started something."""


@pytest.fixture
def on(monkeypatch, tmp_path):
    """Make the commands use the Redis at a URL, and start nothing."""

    def begin(*args):
        raise Begun

    def choose(url):
        monkeypatch.setattr(os, "environ", environment(redis_url=url, data_dir=tmp_path))
        monkeypatch.setattr(os, "execv", begin)
        monkeypatch.setattr("service.observability.logs.configure", lambda settings: None)
        monkeypatch.setattr("gevent.monkey.patch_all", lambda: None)
        for module in (serve, run, sweep, courier):
            monkeypatch.setattr(module, "main", begin)

    return choose


@pytest.fixture(scope="module")
def evicting():
    with Engine("--maxmemory-policy", "allkeys-lru") as running:
        yield running


@pytest.mark.parametrize("command", COMMANDS)
def test_a_redis_that_may_evict_games_is_refused_with_what_to_do(on, evicting, capsys, command):
    on(evicting.url)
    assert cli.main([command]) == 2
    assert "CONFIG SET maxmemory-policy noeviction" in capsys.readouterr().err


@pytest.mark.parametrize("command", COMMANDS)
def test_a_redis_that_is_down_is_no_reason_to_refuse(on, tmp_path, command):
    on(f"unix://{tmp_path}/nobody")
    with pytest.raises(Begun):
        cli.main([command])


@pytest.fixture
def down():
    """A Redis that is not there yet: `start` it."""
    with Engine() as engine:
        engine.kill()
        yield engine


@pytest.mark.parametrize("command", ["web", "serve"])
def test_a_server_waits_for_its_redis_with_503_and_needs_no_restart(down, tmp_path, command):
    class Waiting(Server):
        def ready(self):
            return self.status("/healthz") == 200

    Waiting.command = command
    own = {"redis_url": down.url, "queue_url": down.url, "web_processes": 1}
    with Waiting(tmp_path, **own) as server:
        answer = server.api.get("/v1/games").expect(503)
        assert answer.header("Retry-After")
        down.start()
        assert eventually(lambda: server.status("/readyz") == 200)
        assert server.process.poll() is None


def test_a_worker_waits_for_its_queue(down, tmp_path):
    own = environment(redis_url=down.url, data_dir=tmp_path)
    with subprocess.Popen(toma6("worker"), env=own, stderr=subprocess.PIPE, text=True) as worker:
        try:
            assert any("queue down or full, waiting" in line for line in worker.stderr)
            down.start()
            with connect(down.url) as client:
                assert eventually(lambda: client.scard("rq:workers"))
            assert worker.poll() is None
        finally:
            worker.terminate()
