"""Every command that stays hears when it is to stop, as the first process of a container too, and
buries."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.processes import ALONE, children_of, environment, eventually, family_of, toma6
from tests.support.server import Server

CONTAINED = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"]
"""As in a container without an init: the command is process 1 of a world of its own."""


def cannot_be_contained():
    try:
        return subprocess.run([*CONTAINED, "true"], capture_output=True, check=False).returncode
    except OSError:
        return True


pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc"),
    pytest.mark.skipif(cannot_be_contained(), reason="this user makes no namespaces"),
]


WORKS = {
    "web": "Booting worker", "worker": "queue down", "sweep": "store down", "courier": "store down",
}  # fmt: skip
"""What each says when it has come so far, and there is no store."""


class Contained(Server):
    """`toma6 serve` as the first process of a container."""

    def argv(self):
        return [*CONTAINED, *super().argv()]

    @property
    def first(self):
        (pid,) = children_of(self.process.pid)
        return pid

    def child(self, part):
        return next((pid for pid, line in family_of(self.first).items() if part in line), None)

    def stop(self, number=signal.SIGTERM):
        self.line.close()
        if self.process.poll() is None:
            os.kill(self.first, number)
        return self.process.wait(60)


def heeds(pid):
    """Whether the process does something at SIGTERM, or will."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    masks = dict(line.split(":\t") for line in lines if line.startswith(("SigCgt", "SigBlk")))
    return any(int(each, 16) >> signal.SIGTERM - 1 & 1 for each in masks.values())


def dead(parent):
    """The children of a process that nobody has buried."""
    found = []
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, of = place.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        found += [place.parent.name] if state == "Z" and int(of) == parent else []
    return found


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("moment", ["at once", "when it works"])
@pytest.mark.parametrize("command", ["web", "worker", "sweep", "courier"])
def test_each_part_alone_stops_when_told_even_without_a_store(tmp_path, command, moment, number):
    """At once: as soon as it would not be lost, which is before anything else is imported."""
    own = environment(redis_url="redis://127.0.0.1:9/0", data_dir=tmp_path, port=0)
    with (tmp_path / "log").open("wb") as log:
        run = [*CONTAINED, *toma6(command)]
        outer = subprocess.Popen(run, env=own, stdout=log, stderr=log, **ALONE)
    with outer:
        try:
            assert eventually(lambda: children_of(outer.pid))
            (first,) = children_of(outer.pid)
            assert eventually(lambda: heeds(first)), "it would hear nothing"
            works = WORKS[command]
            if moment == "when it works":
                assert eventually(lambda: works in (tmp_path / "log").read_text())
            os.kill(first, number)
            assert outer.wait(30) == 0, (tmp_path / "log").read_text()
        finally:
            outer.kill()


def test_who_is_left_to_the_first_process_is_buried_and_it_stops(tmp_path):
    with Contained(tmp_path, web_processes=2) as server:
        first, gone = server.first, server.child("gunicorn")
        left = server.web()
        os.kill(gone, signal.SIGKILL)
        assert eventually(lambda: not left & family_of(first).keys())
        assert eventually(lambda: server.ready() and server.child("gunicorn") != gone)
        assert eventually(lambda: not dead(first)), dead(first)
        assert server.stop() == 0
