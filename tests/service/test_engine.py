"""The embedded engine: which binary, where its socket, and never two on one directory."""

import os
import shutil
import socket
import subprocess
import threading
from contextlib import nullcontext
from pathlib import Path

import pytest

from service.processes import engine
from service.processes.engine import EngineError
from service.settings.sockets import MAX_SOCKET_PATH_BYTES, socket_path
from tests.support.processes import eventually


@pytest.fixture
def far(tmp_path):
    """A data directory whose path is too long for a socket."""
    place = tmp_path / ("d" * 60) / ("e" * 60)
    place.mkdir(parents=True)
    yield place
    shutil.rmtree(socket_path(place).parent, ignore_errors=True)
    socket_path(place).parent.unlink(missing_ok=True)


def test_the_socket_lies_in_the_data_directory_or_else_where_its_path_is_short(
    far, monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)
    assert socket_path(Path("v")) == tmp_path / "v" / "engine.sock"
    path = socket_path(far)
    assert len(str(path)) <= MAX_SOCKET_PATH_BYTES
    assert path == socket_path(far)
    assert path != socket_path(far / "other")


@pytest.mark.parametrize("what", ["open to others", "a link"])
def test_a_short_socket_directory_that_is_not_ones_own_is_refused(far, tmp_path, what):
    place = socket_path(far).parent
    if what == "a link":
        place.symlink_to(tmp_path)
    else:
        place.mkdir()
        place.chmod(0o777)
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


def test_a_binary_that_does_not_run_is_passed_over_and_without_any_it_is_said_what_to_do(
    monkeypatch, tmp_path
):
    def no_wheel(name):
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(engine.importlib, "import_module", no_wheel)
    for name, status in (("valkey-server", 1), ("redis-server", 0)):
        (tmp_path / name).write_text(f"#!/bin/sh\nexit {status}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    assert engine.find_binary() == tmp_path / "redis-server"
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    with pytest.raises(EngineError, match=r"TOMA6_REDIS_URL.*install"):
        engine.find_binary()


def test_the_engine_starts_beside_data_with_a_long_path_and_keeps_an_append_only_file(far):
    engine.prepare(far)
    assert not engine.is_ready(socket_path(far))
    process = subprocess.Popen(engine.command(engine.find_binary(), far))
    try:
        assert eventually(lambda: engine.is_ready(socket_path(far))), engine.log_tail(far)
        assert list((far / "appendonlydir").glob("*.incr.aof"))
        assert "Ready to accept connections" in engine.log_tail(far)
    finally:
        process.terminate()
        assert process.wait(timeout=30) == 0


@pytest.mark.parametrize(
    ("says", "ready"),
    [(b"+PONG", True), (b"-LOADING the data", False), (b"", False), (b"-NOAUTH a password", None)],
)
def test_an_engine_is_ready_when_it_answers_and_never_will_be_if_it_refuses(tmp_path, says, ready):
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "s"))
        listener.listen()

        def answer():
            line, _ = listener.accept()
            with line:
                line.recv(100)
                line.sendall(says)

        threading.Thread(target=answer, daemon=True).start()
        with nullcontext() if ready is not None else pytest.raises(EngineError, match="NOAUTH"):
            assert engine.is_ready(tmp_path / "s") is ready
