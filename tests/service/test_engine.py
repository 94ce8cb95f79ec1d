"""The embedded engine: which binary, where its socket, and never two on one directory."""

import os
import subprocess
import time
from pathlib import Path

import pytest

from service.processes import engine
from service.processes.engine import EngineError
from service.settings.sockets import LONGEST_SOCKET_PATH, socket_path
from tests.support.service.processes import eventually


@pytest.fixture
def far(tmp_path):
    """A data directory whose path is too long for a socket."""
    place = tmp_path / ("d" * 60) / ("e" * 60)
    place.mkdir(parents=True)
    yield place
    socket = socket_path(place)
    socket.unlink(missing_ok=True)
    if socket.parent.is_symlink():
        socket.parent.unlink()
    elif socket.parent.exists():
        socket.parent.rmdir()


def test_the_socket_lies_in_the_data_directory(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert socket_path(Path("v")) == tmp_path / "v" / "engine.sock"


def test_a_path_too_long_for_a_socket_is_replaced_by_a_short_one_of_its_own(far):
    path = socket_path(far)
    assert len(str(path)) <= LONGEST_SOCKET_PATH
    assert path == socket_path(far)
    assert path != socket_path(far / "other")


def test_a_short_socket_directory_that_others_can_enter_is_refused(far):
    socket_path(far).parent.mkdir(mode=0o777)
    socket_path(far).parent.chmod(0o777)
    with pytest.raises(EngineError, match="private"):
        engine.prepare(far)


def test_a_short_socket_directory_that_is_a_link_is_refused(far, tmp_path):
    socket_path(far).parent.symlink_to(tmp_path)
    with pytest.raises(EngineError, match="private"):
        engine.prepare(far)


def test_a_second_lock_on_the_directory_is_refused_and_names_the_process(tmp_path):
    held = engine.lock(tmp_path)
    with os.fdopen(held):
        owner = (tmp_path / "engine.lock").read_text().strip()
        with pytest.raises(EngineError, match=rf"process {owner}\b.*TOMA6_DATA_DIR"):
            engine.lock(tmp_path, patience=0)
    with os.fdopen(engine.lock(tmp_path, patience=0)):
        pass  # free again once the holder is gone


def test_a_binary_that_does_not_run_here_is_passed_over(monkeypatch, tmp_path):
    broken = tmp_path / "valkey-server"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    works = tmp_path / "redis-server"
    works.write_text("#!/bin/sh\nexit 0\n")
    works.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    monkeypatch.setattr(engine.importlib, "import_module", _no_wheel)
    assert engine.find_binary() == works


def test_without_any_binary_the_error_says_what_to_do(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(engine.importlib, "import_module", _no_wheel)
    with pytest.raises(EngineError, match=r"TOMA6_REDIS_URL.*install"):
        engine.find_binary()


def _no_wheel(name):
    raise ModuleNotFoundError(name)


def test_nobody_at_the_socket_means_not_ready(tmp_path):
    assert not engine.is_ready(tmp_path / "engine.sock")


@pytest.mark.engine
def test_the_engine_starts_beside_data_with_a_long_path_and_keeps_an_append_only_file(far):
    engine.prepare(far)
    process = subprocess.Popen(engine.command(engine.find_binary(), far))
    try:
        assert eventually(lambda: engine.is_ready(socket_path(far))), engine.log_tail(far)
        assert list((far / "appendonlydir").glob("*.incr.aof"))
        assert "Ready to accept connections" in engine.log_tail(far)
    finally:
        process.terminate()
        started = time.monotonic()
        assert process.wait(timeout=30) == 0, time.monotonic() - started
