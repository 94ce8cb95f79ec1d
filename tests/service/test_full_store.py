"""A store that takes no writes, on the running server: reads go on, writes wait, nothing dies."""

import contextlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from tests.support.client import WATCHING
from tests.support.processes import eventually, family_of
from tests.support.server import Server, serving
from tests.support.wire import watch


def read_only(server, table, receipt):
    """Reads and repeats are as ever, writes are refused in the words for it. The parts named."""
    for path in (*map(table.path, ("", "/events", "/audit")), "/v1/games", "/healthz"):
        server.api.get(path).expect(200)
    with watch(server, table, table.seats[0]) as watcher:
        assert next(watcher.events).kind == "state"
    again = table.put(receipt["decision"], receipt["answer"], 0)
    assert again.expect(200).json == receipt
    server.api.get("/v1/me/decisions", server.app).expect(200)
    server.api.get("/v1/me/events", server.app).expect(200)
    made = server.api.post("/v1/games", {"ruleset": "classic"})
    for refused in (table.pick(1, table.hand(1)[0]), made):
        refused.expect(503, "store_read_only")
        assert refused.header("Retry-After")
    told = server.api.get("/readyz").expect(503, "store_read_only").json["failed"]
    reads = server.api.get("/readyz?for=reads").expect(200).json["checks"]
    assert told == [name for name, said in reads.items() if said == "failed"]
    assert server.api.get("/metrics", headers=WATCHING).status == 200
    return told


def begun(server):
    """A game in which the first of two has answered: its table, and the receipt."""
    server.app = server.account()
    table = server.api.started(seats=2, bots=["careful"])
    return table, table.pick(0, table.hand(0)[0]).expect(201).json


def plays_on(server, table):
    assert eventually(lambda: server.status("/readyz") == 200)
    table.pick(1, table.hand(1)[0]).expect(201)
    assert eventually(lambda: 2 not in table.view()["waiting_on"]), "the bot"


FULL = {
    "memory": ("CONFIG SET maxmemory 1", "CONFIG SET maxmemory 0"),
    "disk, or too few replicas":
        ("CONFIG SET min-replicas-to-write 1", "CONFIG SET min-replicas-to-write 0"),
    "a replica": ("REPLICAOF 127.0.0.1 1", "REPLICAOF NO ONE"),
}  # fmt: skip
"""How a store comes to take no writes, and to take them again."""


@pytest.fixture(scope="module")
def server(engine_of_its_own):
    url = engine_of_its_own.url
    with serving(redis_url=url, queue_url=url, sweep_seconds=0.1) as running:
        yield running


@pytest.mark.parametrize("why", FULL)
def test_reads_go_on_and_play_when_it_can_be_written_again(server, why):
    table, receipt = begun(server)
    family = family_of(server.process.pid)
    full, again = map(str.split, FULL[why])
    server.redis.execute_command(*full)
    assert read_only(server, table, receipt) == ["store_writes", "queue_writes"]
    server.redis.execute_command(*again)
    plays_on(server, table)
    assert family_of(server.process.pid) == family, "no process has ended"


def test_a_server_that_may_evict_since_is_not_ready(server):
    assert eventually(lambda: server.status("/readyz") == 200)
    server.redis.config_set("maxmemory-policy", "allkeys-lru")
    told = server.api.get("/readyz").expect(503).json["failed"]
    server.redis.config_set("maxmemory-policy", "noeviction")
    assert told == ["store"]


@pytest.fixture
def small_disk():
    """A disk of four megabytes."""
    with tempfile.TemporaryDirectory(prefix="toma6-", dir="/tmp") as at:
        mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", at]
        if os.getuid() or subprocess.run(mount, check=False, capture_output=True).returncode:
            pytest.skip("this user may not mount a disk")
        yield Path(at)
        subprocess.run(["umount", "-l", at], check=True)


def test_the_engines_disk_is_full_and_has_room_again(small_disk, tmp_path):
    with Server(tmp_path, data_dir=small_disk / "d", metrics_token="who-watches") as server:
        table, receipt = begun(server)
        family = family_of(server.process.pid)
        ballast = small_disk / "ballast"
        with ballast.open("wb", 0) as file:
            for size in (65536, 512):
                with contextlib.suppress(OSError):
                    while shutil.disk_usage(small_disk).free > 100_000 or size == 512:
                        file.write(b"x" * size)
        assert eventually(lambda: server.status("/readyz") == 503)
        assert read_only(server, table, receipt) == ["store_writes"]
        assert family_of(server.process.pid) == family
        for part in ("sweep", "gunicorn", "engine.sock"):
            before = server.child(part)
            os.kill(before, 9)
            assert eventually(lambda b=before, p=part: server.child(p) not in (b, None)), part
        assert eventually(lambda: server.status("/readyz?for=reads") == 200)
        assert eventually(lambda: server.status("/readyz") == 503)
        server.line.close()
        assert read_only(server, table, receipt) == ["store_writes"]
        ballast.unlink()
        plays_on(server, table)
        assert "games can be read, not played" in server.log.read_text()
