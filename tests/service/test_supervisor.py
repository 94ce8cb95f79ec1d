"""The supervisor, with children small enough to see what it does to them."""

import os
import signal
import subprocess
import sys

import pytest

from service.processes.children import Child
from service.processes.supervisor import Supervisor
from tests.support.processes import eventually, running

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc"),
    # The supervisor itself has one thread; a parallel test runner around it has more.
    pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning"),
]

CODE = """
import os, signal, sys, time
name, notes, kind, slow = *sys.argv[1:4], float(sys.argv[4])
def stop(*_):
    time.sleep(slow)
    open(notes, "a").write(f"{name} stopped\\n")
    sys.exit(0)
first = not os.path.exists(notes)
signal.signal(signal.SIGTERM, signal.SIG_IGN if kind == "stubborn" else stop)
open(notes, "a").write(f"{name} started\\n")
if first and kind == "fragile":
    os.kill(os.getpid(), 9)
while True:
    signal.pause()
"""
"""A child that notes its start and its end; or does not stop; or dies the first time."""


@pytest.fixture
def notes(tmp_path):
    return tmp_path / "notes"


@pytest.fixture
def child(notes):
    def make(name, kind="", slow=0.0, **more):
        def ready():
            starts = notes.read_text().count(f"{name} started\n") if notes.exists() else 0
            return starts >= (2 if kind == "fragile" else 1)

        own = name, str(notes), kind, str(slow)
        return Child(name, [sys.executable, "-I", "-S", "-c", CODE, *own], ready=ready, **more)

    return make


@pytest.fixture(autouse=True)
def signals():
    """As at a terminal: who runs the tests in the background may have one ignored (nohup)."""
    before = {each: signal.signal(each, signal.SIG_DFL) for each in (signal.SIGHUP, signal.SIGTERM)}
    before[signal.SIGINT] = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def interrupt():
    os.kill(os.getpid(), signal.SIGINT)


def test_groups_start_in_order_and_stop_in_reverse_order(child, notes):
    groups = [[child("engine")], [child("worker")], [child("web")]]
    assert Supervisor(groups, when_up=interrupt).run() == 0
    assert notes.read_text().splitlines() == [
        "engine started", "worker started", "web started",
        "web stopped", "worker stopped", "engine stopped",
    ]  # fmt: skip


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_each_signal_that_means_stop_stops(child, number):
    only = child("only")
    assert Supervisor([[only]], when_up=lambda: os.kill(os.getpid(), number)).run() == 0
    assert not only.alive
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler, "it is put back"


def test_a_child_that_is_killed_is_started_again(child, capfd):
    fragile = child("fragile", "fragile")
    assert Supervisor([[fragile]], when_up=interrupt).run() == 0
    assert fragile.failures == 1
    assert "fragile was ended by SIGKILL; again in 0.1 s" in capfd.readouterr().err


@pytest.mark.parametrize(("told", "has"), [({}, 0o027), ({"umask": 0o077}, 0o077)])
def test_a_child_keeps_the_mask_of_its_files_unless_it_is_told_another(notes, told, has):
    before = os.umask(0o027)
    try:
        child = Child("x", ["sh", "-c", f"umask > {notes}"], **told)
        child.start()
        assert eventually(lambda: not child.alive)
    finally:
        os.umask(before)
    assert int(notes.read_text(), 8) == has


@pytest.mark.parametrize("code", [0, 3])
def test_a_child_that_ends_by_itself_is_started_again_too(code, capfd):
    child = Child("short", [sys.executable, "-c", f"raise SystemExit({code})"])
    child.start()
    assert eventually(lambda: not child.alive)
    child.restart()
    assert f"short ended with code {code}; again in 0.1 s" in capfd.readouterr().err


@pytest.mark.parametrize(("code", "status"), [(1, 1), (2, 2), (3, 1)])
def test_a_child_that_never_comes_up_is_tried_ever_more_rarely_and_ends_the_start(
    child, notes, capfd, code, status
):
    """With its status, where it refuses what is set."""
    broken = Child("broken", ["sh", "-c", f"exit {code}"], ready=lambda: False)
    groups = [[child("engine")], [broken], [child("web")]]
    assert Supervisor(groups, when_up=interrupt).run() == status
    assert notes.read_text().splitlines() == ["engine started", "engine stopped"]
    said = capfd.readouterr().err
    assert "broken does not stay up" in said
    assert [said.count(f"again in {pause} s") for pause in ("0.1", "0.2", "0.4")] == [1, 1, 1]


def test_a_child_that_does_not_stop_in_its_time_is_killed(child, capfd):
    stubborn = child("stubborn", "stubborn", patience=0.1)
    assert Supervisor([[stubborn]], when_up=interrupt).run() == 0
    assert not stubborn.alive
    assert "stubborn is killed" in capfd.readouterr().err


def test_a_second_ctrl_c_kills_what_is_slow_but_lets_the_data_be_saved(child, notes):
    groups = [
        [child("engine", slow=0.3, patience=60, holds_data=True)],
        [child("web", "stubborn", patience=1000)],
    ]
    assert Supervisor(groups, when_up=interrupt, when_stopping=interrupt).run() == 0
    assert notes.read_text().splitlines()[-1] == "engine stopped"


def test_ctrl_c_during_the_start_stops_what_has_been_started(child, notes):
    def interrupted():
        interrupt()
        return False

    groups = [[child("engine")], [Child("web", ["sleep", "600"], ready=interrupted)]]
    assert Supervisor(groups, when_up=lambda: pytest.fail("it never came up")).run() == 0
    assert notes.read_text().splitlines() == ["engine started", "engine stopped"]


def test_what_a_child_has_started_does_not_outlive_it(notes):
    parent = Child(
        "parent",
        ["sh", "-c", f"sleep 600 & echo $! > {notes}; wait"],
        ready=lambda: notes.exists() and notes.read_text().strip(),
    )
    Supervisor([[parent]], when_up=interrupt).run()
    assert eventually(lambda: not running(int(notes.read_text())))


def test_children_follow_a_supervisor_that_is_killed():
    code = """
import os, signal
from service.processes.children import Child
child = Child("child", ["sleep", "600"])
child.start()
print(child.pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGKILL
    assert eventually(lambda: not running(int(done.stdout)))
