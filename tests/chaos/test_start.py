"""Starting on somebody's own Redis: refused if it may evict, patient if it is down."""

import os
import subprocess
import sys
import urllib.error
import urllib.request

import pytest
import redis

from service.commands import cli
from service.processes import serve
from service.settings.config import PREFIX
from tests.support.engine import Engine, free_port
from tests.support.service.processes import eventually
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
        for name in [name for name in os.environ if name.startswith(PREFIX)]:
            monkeypatch.delenv(name)
        monkeypatch.setenv("TOMA6_REDIS_URL", url)
        monkeypatch.setenv("TOMA6_DATA_DIR", str(tmp_path))
        monkeypatch.setattr(os, "execv", begin)
        monkeypatch.setattr("service.observability.logs.configure", lambda settings: None)
        for module in (serve, run, sweep, courier):
            monkeypatch.setattr(module, "main", begin)

    return choose


@pytest.fixture(scope="module")
def evicting():
    with Engine("--maxmemory-policy", "allkeys-lru") as running:
        yield running


@pytest.mark.engine
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


def begun(engine, tmp_path, command, port=0, **streams):
    environment = {k: v for k, v in os.environ.items() if not k.startswith(PREFIX)}
    environment |= {
        "TOMA6_REDIS_URL": engine.url,
        "TOMA6_DATA_DIR": str(tmp_path),
        "TOMA6_PORT": str(port),
        "TOMA6_WEB_PROCESSES": "1",
    }
    return subprocess.Popen(
        [sys.executable, "-m", "service.commands.cli", command], env=environment, **streams
    )


@pytest.mark.engine
@pytest.mark.slow
@pytest.mark.parametrize("command", ["web", "serve"])
def test_a_server_waits_for_its_redis_with_503_and_needs_no_restart(down, tmp_path, command):
    port = free_port()
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with begun(down, tmp_path, command, port, **silent) as server:
        try:
            assert eventually(lambda: asked(port, "/healthz")[0] == 200, 60)
            status, retry_after = asked(port, "/v1/games")
            assert status == 503
            assert retry_after
            down.start()
            assert eventually(lambda: asked(port, "/readyz")[0] == 200)
            assert server.poll() is None
        finally:
            server.terminate()


@pytest.mark.engine
@pytest.mark.slow
def test_a_worker_waits_for_its_queue(down, tmp_path):
    with begun(down, tmp_path, "worker", stderr=subprocess.PIPE, text=True) as worker:
        try:
            assert any("queue down, waiting" in line for line in worker.stderr)
            down.start()
            with redis.Redis.from_url(down.url) as client:
                assert eventually(lambda: client.scard("rq:workers"))
            assert worker.poll() is None
        finally:
            worker.terminate()


def asked(port, path):
    """Status and Retry-After; status 0 if nobody listens."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
            return answer.status, None
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers["Retry-After"]
    except OSError:
        return 0, None
