"""Metrics: who may read them where, of every process, and what watches them."""

import json
import re
import subprocess
from contextlib import closing, suppress
from dataclasses import replace

import pytest
import yaml

from service.app import create_app
from service.observability import shared_counts
from tests.support.client import WATCHING, WATCHMAN, Api, Wire, in_process
from tests.support.engine import free_port
from tests.support.processes import ALONE, ROOT, environment, eventually, toma6
from tests.support.server import serving

DEPLOY = ROOT / "deploy"


def read(port, path="/metrics", token=None):
    """Status and text; 0 if nobody listens there."""
    with closing(Wire(port)) as line, suppress(OSError):
        answer = Api(line).get(path, token)
        return answer.status, answer.body.decode()
    return 0, ""


def value(text, name):
    found = re.findall(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    assert len(found) == 1, (name, found)
    return float(found[0])


def test_without_a_setting_metrics_are_nowhere(settings):
    api = Api(in_process(create_app(replace(settings, metrics_token=""))))
    for headers in ((), WATCHING, [("X-Forwarded-For", "127.0.0.1")]):
        api.get("/metrics", headers=headers).expect(404, "not_found")


@pytest.fixture(scope="module")
def told():
    """A server with an address for metrics, after a game with a bot, and what it tells."""
    port = free_port()
    with serving(metrics_address=f"127.0.0.1:{port}", metrics_token="") as server:
        house = server.api.started(seats=1, bots=["careful"])
        house.pick(0, house.hand(0)[0]).expect(201)
        server.api.get("/v1/games/nowhere").expect(404)
        ready = 'toma6_bot_move_seconds_count{policy="careful"} ', "toma6_writable"
        assert eventually(lambda: all(each in read(port)[1] for each in ready))
        yield server, port, read(port)[1]


def test_one_address_tells_of_every_process_of_a_server_and_has_nothing_else(told):
    server, port, text = told
    places = {"web-1", "web-2", "worker-1", "sweeper", "courier"}
    for place in places:
        assert value(text, f'process_resident_memory_bytes{{process="{place}"}}') > 1e7
    assert set(re.findall(r'process="([^"]*)"', text)) == places
    assert value(text, "toma6_sweep_last_timestamp_seconds") > 1.7e9, "by the sweeper"
    assert value(text, 'toma6_writable{part="store"}') == 1
    assert value(text, "toma6_engine_memory_bytes") > 1e5
    assert value(text, "toma6_store_seconds_count") > 9
    server.api.get("/metrics").expect(404)
    others = "/healthz", "/v1/rulesets", "/docs"
    assert [read(port, path)[0] for path in others] == [200, 404, 404]


def test_a_process_that_dies_leaves_its_counts_and_nothing_that_it_had_in_hand(told):
    server, port, _ = told
    name = 'toma6_bot_move_seconds_count{policy="careful"}'
    before = value(read(port)[1], name)
    files = set((server.data / f"metrics-{server.port}").glob("*.db"))
    for part in ("worker", "sweep"):
        subprocess.run(["kill", "-9", str(server.child(part))], check=True)
    assert eventually(lambda: server.child("worker") and server.child("sweep"))
    table = server.api.started(seats=1, bots=["careful"])
    table.pick(0, table.hand(0)[0]).expect(201)
    assert eventually(lambda: value(read(port)[1], name) > before)
    assert eventually(lambda: 'process="sweeper"' in read(port)[1])
    assert eventually(lambda: set((server.data / f"metrics-{server.port}").glob("*.db")) == files)


@pytest.mark.parametrize("command", ["worker", "sweep", "courier"])
def test_each_process_of_its_own_has_its_own_address_and_keeps_it_from_others(told, command):
    server, _, _ = told
    port = free_port()
    url = f"unix://{server.data}/engine.sock"
    settings = environment(
        redis_url=url, queue_url=url, data_dir=server.data, metrics_token=WATCHMAN,
        metrics_address=f"127.0.0.1:{port}",
    )  # fmt: skip
    with subprocess.Popen(toma6(command), env=settings, stderr=subprocess.DEVNULL, **ALONE) as made:
        try:
            assert eventually(lambda: read(port, token=WATCHMAN)[0] == 200)
            assert "process_resident_memory_bytes " in read(port, token=WATCHMAN)[1]
            assert [read(port, token=each)[0] for each in (None, "x", "é")] == [401, 401, 401]
            assert read(port, "/else", WATCHMAN)[0] == 404
            more = {"env": settings, "capture_output": True, **ALONE}
            again = subprocess.run(toma6(command), check=False, **more)
            assert again.returncode == 2
            assert b"TOMA6_METRICS_ADDRESS" in again.stderr
        finally:
            made.terminate()


def test_what_dashboard_and_alerts_ask_for_is_told(told):
    _, _, text = told
    there = set(re.findall(r"^# TYPE (\S+) ", text, re.MULTILINE)) | {"up"}
    there |= {name + end for name in there for end in ("_bucket", "_sum", "_count", "_total")}
    panels = json.loads((DEPLOY / "grafana-dashboard.json").read_text("utf-8"))["panels"]
    asked = [target["expr"] for panel in panels for target in panel.get("targets", ())]
    groups = yaml.safe_load((DEPLOY / "alerts.yaml").read_text("utf-8"))["groups"]
    rules = [rule for group in groups for rule in group["rules"]]
    asked += [rule["expr"] for rule in rules]
    words = {word for each in asked for word in re.findall(r"\b(?:toma6|process)_\w+|\bup\b", each)}
    assert words - there == set()
    told_of = (ROOT / "docs/operating.md").read_text("utf-8")
    assert [rule["alert"] for rule in rules if f"### {rule['alert']}" not in told_of] == []
    ours = {name for name in there if name.startswith("toma6_") and f"# TYPE {name} " in text}
    unseen = [n for n in ours if not any(w.startswith(n.removesuffix("_total")) for w in words)]
    assert [name for name in unseen if not name.endswith("_created")] == []


def test_no_label_is_an_id_or_a_token(told):
    _, _, text = told
    assert not re.search(r't6[a-z]_|="[a-z2-7]{26}"', text)


@pytest.mark.parametrize("room", [0, 1 << 16])
def test_counting_goes_on_without_room_for_it(tmp_path, monkeypatch, room):
    """A page that the disk cannot hold ends the process that writes to it: it is not written to."""
    reserve = shared_counts._reserve

    def full(file, size):
        assert room or not list(tmp_path.glob("*.db")), "who adds up finds none without room"
        if size > room:
            raise OSError(28, "No space left on device")
        reserve(file, size)

    monkeypatch.setattr(shared_counts, "_reserve", full)
    counts = shared_counts._Counts(str(tmp_path / "counter_web-1.db"))
    for n in range(3000):
        counts.write_value(f"key {n}", float(n), 0.0)
    assert [counts.read_value(f"key {n}")[0] for n in range(3000)] == list(range(3000))
    counts.close()
    assert [each.stat().st_size for each in tmp_path.iterdir()] == ([room] if room else [])


@pytest.mark.parametrize("content", [b"", b"\xff" * 10, b"\xff" * 70000])
def test_a_file_of_counts_that_is_damaged_is_not_believed(tmp_path, content):
    path = tmp_path / "counter_web-1.db"
    path.write_bytes(content)
    counts = shared_counts._Counts(str(path))
    counts.write_value("key", 1.0, 0.0)
    assert counts.read_value("key")[0] == 1.0
    counts.close()
