"""Every command ends with a status that the documents name, whatever becomes of its output.

Run as a script would run them: with output that is closed, full, or in another encoding, with
wrong arguments, and stopped. A status that means a verdict (20 and above, but 130) is none of them.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.engine import Engine

ROOT = Path(__file__).parents[2]
NO_GAME = "a" * 26
COMMANDS = {
    "version": ["version"],
    "openapi": ["openapi"],
    "keys": ["keys", "list"],
    "tokens": ["tokens", "list"],
    "export": ["export", NO_GAME],
    "names": ["names", NO_GAME],
    "demo": ["demo", "--help"],
    "bot": ["bot", "--help"],
    "help": ["--help"],
    "help of one": ["web", "--help"],
}
WRONG = {
    "no command": [],
    "keys": ["keys", "eat"],
    "tokens": ["tokens", "create", "--scope", "everything"],
    "export": ["export"],
    "names": ["names", NO_GAME, "--erase", "all"],
    "demo": ["demo", "--seats", "many"],
    "bot": ["bot", "--what"],
}
DOCUMENTED = {0, 1, 2, 130}


@pytest.fixture(params=["", "1"], ids=["buffered", "unbuffered"])
def environment(engine: Engine, tmp_path, request):
    ours = {name: value for name, value in os.environ.items() if not name.startswith("TOMA6_")}
    return {
        **ours,
        "PYTHONUNBUFFERED": request.param,
        "PYTHONPATH": str(ROOT),
        "TOMA6_REDIS_URL": engine.url,
        "TOMA6_DATA_DIR": str(tmp_path),
    }


def run(arguments, environment, **how):
    command = [sys.executable, "-m", "service.commands.cli", *arguments]
    how = {"stdout": subprocess.PIPE, **how}
    return subprocess.run(
        command,
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        timeout=60,
        check=False,
        **how,
    )


def assert_documented(done):
    assert done.returncode in DOCUMENTED, done
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


@pytest.mark.engine
@pytest.mark.parametrize("name", COMMANDS)
def test_a_full_disk_is_not_done(environment, name):
    with Path("/dev/full").open("w") as full:
        done = run(COMMANDS[name], environment, stdout=full)
    assert_documented(done)
    if name not in {"tokens", "export", "names"}:  # those print nothing here
        assert done.returncode == 1
        assert "No space left" in done.stderr


@pytest.mark.engine
@pytest.mark.parametrize("name", COMMANDS)
def test_a_reader_who_has_gone_is_no_crash(environment, name):
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as gone:
        assert_documented(run(COMMANDS[name], environment, stdout=gone))


@pytest.mark.engine
@pytest.mark.parametrize("name", COMMANDS)
def test_no_standard_output_at_all_is_no_crash(environment, name):
    command = [sys.executable, "-m", "service.commands.cli", *COMMANDS[name]]
    shell = ["bash", "-c", 'exec "$@" >&-', "-", *command]
    done = subprocess.run(
        shell, env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert_documented(done)


@pytest.mark.engine
@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_any_encoding_of_the_output_will_do(environment, name, encoding):
    done = run(COMMANDS[name], {**environment, "PYTHONIOENCODING": encoding})
    assert_documented(done)
    assert done.returncode == (1 if name in {"export", "names"} else 0)


@pytest.mark.parametrize("name", WRONG)
def test_wrong_arguments_are_status_2(environment, name):
    done = run(WRONG[name], environment)
    assert done.returncode == 2
    assert "usage" in done.stderr
    assert_documented(done)


@pytest.mark.engine
@pytest.mark.slow
def test_an_interrupted_demo_says_so_by_its_status(environment):
    command = [sys.executable, "-m", "service.commands.cli", "demo"]
    with subprocess.Popen(
        command,
        env={**environment, "TOMA6_PORT": "0"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # Whoever runs the tests in the background may have had it ignored, which is inherited.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as demo:
        assert demo.stdout is not None
        assert demo.stdout.readline().startswith("no server at")
        demo.send_signal(signal.SIGINT)
        _, said = demo.communicate(timeout=60)
    assert demo.returncode == 130
    assert "Traceback" not in said
