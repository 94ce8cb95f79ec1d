"""Slow clients of every kind at once, on the running server; more clients than there are places;
and a stop in the midst of all of it."""

import os
import resource
import secrets
import signal
import socket
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from service.processes import serve, worker
from service.settings.config import Settings
from tests.hostile.attack import GET, KINDS, POST
from tests.hostile.plays import trial
from tests.support.processes import eventually
from tests.support.server import HastyWeb, Web, serving
from tests.support.wire import CLOSE, Connection, request, talk, watch

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
PLAIN = GET + b"\r\n"
PLACES = 20
FEW_FILES = 250
GROWTH_KB = 20_000


def test_slow_clients_of_every_kind_are_over_in_time_and_players_notice_nothing(
    engine_of_its_own, tmp_path
):
    """What is between two requests is not slow: it may be idle for longer."""
    seed = secrets.randbelow(10**6)
    two = {"web_processes": 2, "log_level": "INFO", "access_log": "false"}
    web = HastyWeb(engine_of_its_own.url, tmp_path, **two)
    with web as server, Connection(server.port) as idle:
        assert idle.ask(PLAIN).status == 200
        found = trial(server, dict.fromkeys(KINDS, 20), 7, 20, seed)
        assert found.plays.good == 1, found.plays.statuses
        for name, tally in found.slow.items():
            ways = set(tally["ended"]) - {"still there"}
            assert ways, f"{name}: none is over"
            assert ways <= {"408", "400", "closed", "200 408"}, (name, tally)
        assert len(found.processes) == 2, "one was replaced"
        for before, _, after in found.processes.values():
            assert after.files < before.files + 30, "players have some"
            assert after.kb < before.kb + GROWTH_KB
        assert idle.ask(PLAIN).status == 200
        assert "Traceback" not in server.log.read_text()


@pytest.fixture(scope="module")
def small(engine_of_its_own, tmp_path_factory):
    """A web process with few places."""
    few = {"connections": PLACES, "max_streams": 1, "graceful_seconds": 1}
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (FEW_FILES, before[1]))  # what it inherits
    try:
        web = Web(engine_of_its_own.url, tmp_path_factory.mktemp("web"), **few).start()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    yield web
    web.stop()


def idling(web, count, held):
    """So many connections, one after the other, that have had an answer."""
    lines = []
    for _ in range(count):
        lines.append(held.enter_context(Connection(web.port)))
        assert lines[-1].ask(PLAIN).status == 200
    return lines


def slow(web, first, count, held, source="127.0.0.1"):
    """So many connections that have sent this."""
    made = []
    for _ in range(count):
        line = held.enter_context(
            socket.create_connection(("127.0.0.1", web.port), 20, source_address=(source, 0))
        )
        line.sendall(first)
        made.append(line)
    return made


def ended(line):
    line.setblocking(False)
    try:
        return not line.recv(1 << 16)
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True


def test_the_soft_limit_of_open_files_is_raised_as_far_as_the_places_need(small):
    (pid,) = small.web()
    assert resource.prlimit(pid, resource.RLIMIT_NOFILE)[0] > FEW_FILES + PLACES


def test_beyond_all_places_the_longest_idle_make_room(small, held):
    idle = idling(small, 3 * PLACES, held)
    assert idle[0].socket.recv(1) == b"", "the first one was closed"
    assert idle[-1].ask(PLAIN).status == 200


def test_idle_ones_go_before_slow_ones_of_the_same_address(small, held):
    (line,) = slow(small, GET, 1, held)
    idling(small, PLACES + 1, held)
    line.sendall(b"\r\n")
    assert line.recv(12) == b"HTTP/1.1 200"


@pytest.mark.parametrize("first", [GET, POST + b"Content-Length: 9\r\n\r\n", b"", PLAIN])
def test_one_address_with_many_connections_keeps_nobody_elses_out(small, held, first):
    with Connection(small.port) as idle:
        assert idle.ask(PLAIN).status == 200
        lines = slow(small, first, 4 * PLACES, held, "127.0.0.2")
        assert small.status("/healthz") == 200
        assert idle.ask(PLAIN).status == 200, "it has few, and keeps them"
    assert eventually(lambda: sum(ended(line) for line in lines) >= 2 * PLACES)
    assert "Traceback" not in small.log.read_text()


def test_without_a_free_descriptor_others_are_closed_and_the_process_goes_on(small, held):
    (pid,) = small.web()
    idling(small, 5, held)
    before = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    most = max(int(each.name) for each in Path(f"/proc/{pid}/fd").iterdir()) + 1
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (most, before[1]))
    held.callback(resource.prlimit, pid, resource.RLIMIT_NOFILE, before)
    for _ in range(3):
        assert talk(small.port, GET + CLOSE.encode() + b"\r\n\r\n", 20)[0].status == 200
    assert "no connection can be taken" in small.log.read_text()
    assert small.web() == {pid}


def test_no_child_that_is_stopped_has_more_time_than_all_have_together():
    """Docker kills after ten seconds."""
    settings = Settings(redis_url="", queue_url="unix:///x")
    groups = serve.children(settings, [0], 1, ())
    assert sum(max(child.patience for child in group) for group in groups) < 10


def begun(server, held):
    """Everything that may be open when a server stops, and a play of which half is sent."""
    table = server.api.started(seats=2)
    held.enter_context(watch(server, table, table.invite))
    poll = table.path(f"/events?after={table.revision}")
    slow(server, request("GET", poll, table.invite, None, "Prefer: wait=25"), 1, held)
    for first in (GET, b"", POST + b"Content-Length: 9\r\n\r\n", PLAIN):
        slow(server, first, 5, held)
    play = request(
        "PUT", table.path("/decisions/r1t1-pick-s0"), table.seats[0], {"card": table.hand(0)[0]}
    )
    (line,) = slow(server, play[:40], 1, held)
    return line, play[40:]


@pytest.mark.parametrize("hangs", [None, "engine.sock"])
def test_a_stop_amid_slow_clients_and_streams_is_over_soon_and_answers_plays(held, hangs):
    with serving(graceful_seconds=5 if hangs else 1) as server:
        line, rest = begun(server, held)
        if hangs:
            os.kill(server.child(hangs), signal.SIGSTOP)
        server.process.send_signal(signal.SIGTERM)
        assert eventually(lambda: "stopping" in server.log.read_text())
        line.sendall(rest)
        assert line.recv(12) == (b"HTTP/1.1 503" if hangs else b"HTTP/1.1 201")
        assert eventually(lambda: server.process.poll() is not None, 20)
        assert server.process.returncode == 0
        assert ("engine is killed" in server.log.read_text()) == bool(hangs)


def test_a_web_process_that_was_stopped_goes_on_and_nothing_is_doubled(held):
    """The same pick on connections to both processes: one is the first, all are answered."""
    with serving() as server:
        table = server.api.started(seats=2)
        where, card = table.path("/decisions/r1t1-pick-s0"), {"card": table.hand(0)[0]}
        lines = [held.enter_context(Connection(server.port)) for _ in range(16)]
        assert {line.ask(PLAIN).status for line in lines} == {200}
        web = server.web()
        os.kill(min(web), signal.SIGSTOP)
        for line in lines:
            line.socket.sendall(request("PUT", where, table.seats[0], card))
        assert [server.status("/readyz") for _ in range(8)] == [200] * 8, "the other one goes on"
        os.kill(min(web), signal.SIGCONT)
        told = [line.read() for line in lines]
        assert {each.status for each in told} <= {200, 201}
        assert len({each.lasting for each in told}) == 1, "one receipt"
        assert len(table.events("CardPicked")) == 1
        assert server.web() == web


def test_a_master_that_was_stopped_itself_does_not_take_its_processes_for_dead(monkeypatch):
    clock = SimpleNamespace(now=1000.0)
    monkeypatch.setattr(worker.time, "monotonic", lambda: clock.now)
    cfg = SimpleNamespace(umask=0, worker_tmp_dir=None, uid=os.geteuid(), gid=os.getegid())
    beat, silent = worker.Heartbeat(cfg), []
    beat.notify()
    for seconds in (1, 1, 300, 1, 1, 40):  # looked after this long; 300: the master was stopped
        for _ in range(seconds if seconds == 40 else 1):
            clock.now += 1 if seconds == 40 else seconds
            silent.append(clock.now - beat.last_update())
    assert max(silent[:5]) <= 3, "it is not held against the process"
    assert silent[-1] >= 40, "but its own silence is"
    beat.close()
