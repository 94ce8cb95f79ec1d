"""The supervisor, with children small enough to see what it does to them."""

import os
import signal
import subprocess
import sys

import pytest

from service.processes.children import Child
from service.processes.supervisor import Supervisor
from tests.support.service.processes import eventually, running

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc"),
    # The supervisor itself has one thread; a parallel test runner around it has more.
    pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning"),
]

NOTES = """
import signal, sys, time
name, notes, slow = sys.argv[1], sys.argv[2], float(sys.argv[3])
def stop(*_):
    time.sleep(slow)
    open(notes, "a").write(f"{name} stopped\\n")
    sys.exit(0)
signal.signal(signal.SIGTERM, stop)
open(notes, "a").write(f"{name} started\\n")
while True:
    signal.pause()
"""
STUBBORN = """
import signal, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
open(sys.argv[2], "a").write(f"{sys.argv[1]} started\\n")
while True:
    signal.pause()
"""
SECOND_TIME = """
import os, sys, time
notes = sys.argv[2]
lines = open(notes).read() if os.path.exists(notes) else ""
open(notes, "a").write(f"{sys.argv[1]} started\\n")
if lines.count("started") == 0:
    os.kill(os.getpid(), 9)
time.sleep(600)
"""


@pytest.fixture
def notes(tmp_path):
    return tmp_path / "notes"


@pytest.fixture
def child(notes):
    def make(name, code=NOTES, starts=1, slow=0.0, **more):
        return Child(
            name,
            [sys.executable, "-I", "-S", "-c", code, name, str(notes), str(slow)],
            ready=lambda: notes.exists() and notes.read_text().count(f"{name} started\n") >= starts,
            **more,
        )

    return make


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


def test_the_signal_handlers_are_put_back(child):
    before = signal.getsignal(signal.SIGINT)
    Supervisor([[child("only")]], when_up=interrupt).run()
    assert signal.getsignal(signal.SIGINT) is before


def test_a_child_that_is_killed_is_started_again(child, notes, capfd):
    fragile = child("fragile", SECOND_TIME, starts=2)
    assert Supervisor([[fragile]], when_up=interrupt).run() == 0
    assert fragile.failures == 1
    assert "fragile was ended by SIGKILL; again in 0.1 s" in capfd.readouterr().err


def test_a_child_that_never_comes_up_ends_the_start_and_stops_the_others(child, notes, capfd):
    groups = [[child("engine")], [Child("broken", ["false"], ready=lambda: False)], [child("web")]]
    assert Supervisor(groups, when_up=interrupt).run() == 1
    assert notes.read_text().splitlines() == ["engine started", "engine stopped"]
    assert "broken does not stay up" in capfd.readouterr().err


def test_pauses_before_a_new_start_grow(capfd):
    broken = Child("broken", ["false"], ready=lambda: False)
    Supervisor([[broken]], when_up=interrupt).run()
    said = capfd.readouterr().err
    assert [said.count(f"again in {pause} s") for pause in ("0.1", "0.2", "0.4")] == [1, 1, 1]


def test_a_child_that_does_not_stop_in_its_time_is_killed(child, capfd):
    stubborn = child("stubborn", STUBBORN, patience=0.1)
    assert Supervisor([[stubborn]], when_up=interrupt).run() == 0
    assert not stubborn.alive
    assert "stubborn is killed" in capfd.readouterr().err


def test_a_second_ctrl_c_kills_what_is_slow_but_lets_the_data_be_saved(child, notes):
    groups = [
        [child("engine", slow=0.3, patience=60, holds_data=True)],
        [child("web", STUBBORN, patience=1000)],
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
