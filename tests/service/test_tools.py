"""Every command ends with a status that the documents name, whatever becomes of its output."""

import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

from tests.support.engine import free_port
from tests.support.processes import ALONE, environment, toma6

NO_GAME = "a" * 26
COMMANDS = {
    "version": ["version"], "openapi": ["openapi"], "keys": ["keys", "list"],
    "tokens": ["tokens", "list"], "export": ["export", NO_GAME], "names": ["names", NO_GAME],
    "health": ["health"], "demo": ["demo", "--help"], "bot": ["bot", "--help"], "help": ["--help"],
}  # fmt: skip
SILENT = {"tokens", "export", "names", "health"}
"""Commands that print nothing here."""
WRONG = [
    *([], ["keys", "eat"], ["export"], ["tokens", "create", "--scope", "everything"]),
    *(["names", NO_GAME, "--erase", "all"], ["demo", "--seats", "many"], ["bot", "--what"]),
    ["health", "x"],
]
every = pytest.mark.parametrize("name", COMMANDS)
TALKING = [name for name in COMMANDS if name not in SILENT]


@pytest.fixture
def ours(engine, tmp_path):
    return environment(redis_url=engine.url, data_dir=tmp_path, port=9)  # where nobody answers


def run(arguments, env, stdout=subprocess.PIPE, shell=()):
    """It ends as documented, and says nothing of its insides."""
    out = {"stdout": stdout, "stderr": subprocess.PIPE, "text": True, "errors": "replace"}
    command = [*shell, *toma6(*arguments)]
    done = subprocess.run(command, env=env, timeout=60, check=False, **out, **ALONE)
    assert done.returncode in {0, 1, 2, 130}, done
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    return done


# Whether it is buffered says where an output is lost: in the command's own print, or at its end.
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("name", TALKING)
def test_a_full_disk_is_not_done(ours, name, unbuffered):
    with Path("/dev/full").open("w") as full:
        done = run(COMMANDS[name], {**ours, "PYTHONUNBUFFERED": unbuffered}, full)
    assert done.returncode == 1
    assert "No space left" in done.stderr


@pytest.mark.parametrize("name", TALKING)
def test_a_reader_who_has_gone_is_no_crash(ours, name):
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as gone:
        run(COMMANDS[name], ours, gone)


@every
def test_no_standard_output_at_all_is_not_done(ours, name):
    nowhere = run(COMMANDS[name], ours, shell=["bash", "-c", 'exec "$@" >&-', "-"])
    assert nowhere.returncode == 1


@pytest.mark.parametrize("name", ["tokens create", "export", "keys"])
def test_without_standard_error_the_output_is_no_other(ours, name):
    command = {"tokens create": ["tokens", "create", "--name", "x", "--scope", "play"]}
    arguments = command.get(name) or COMMANDS[name]
    nowhere = run(arguments, ours, shell=["bash", "-c", 'exec "$@" 2>&-', "-"])
    usual = run(arguments, ours)
    assert nowhere.returncode == usual.returncode
    assert nowhere.stdout.count("\n") == usual.stdout.count("\n")


@every
def test_any_encoding_of_the_output_will_do(ours, name):
    """The poorest there is: what can be written in it can be in every other."""
    done = run(COMMANDS[name], {**ours, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == (1 if name in {"export", "names", "health"} else 0)


@pytest.mark.parametrize("arguments", WRONG, ids=lambda wrong: " ".join(wrong[:1]))
def test_wrong_arguments_are_status_2(ours, arguments):
    done = run(arguments, ours)
    assert done.returncode == 2
    assert "usage" in done.stderr


UNUSABLE = {
    "TOMA6_REDIS_URL": [
        "redis://:hunter/2@one",
        "redis://[::1",
        "redis://one:65536",
        "unix://a?b=c",
    ],
    "TOMA6_QUEUE_URL": ["redis://:hunter/2@one"],
    "TOMA6_KEYS_DIR": ["/proc/none"],
}
OF_THE_WEB = {"TOMA6_LIMIT_READS": ["5", "0/minute"], "TOMA6_TRUSTED_PROXIES": ["10.0.0.1/8"]}


@pytest.mark.parametrize("command", [["web"], ["worker"], ["tokens", "list"]], ids=" ".join)
def test_settings_that_cannot_be_used_are_status_2_and_no_password_is_shown(ours, command):
    nowhere = {"TOMA6_REDIS_URL": f"redis://127.0.0.1:{free_port()}"}
    wrong = UNUSABLE | (OF_THE_WEB if command == ["web"] else {})
    for name, odd in ((name, odd) for name, several in wrong.items() for odd in several):
        done = run(command, {**ours, **nowhere, name: odd})
        assert (done.returncode, done.stderr.splitlines()[-1][:7]) == (2, "toma6: "), (odd, done)
        assert not re.search("Traceback|hunter", done.stderr), done.stderr


@pytest.mark.parametrize("name", sorted(SILENT))
def test_a_store_that_is_away_is_not_done(ours, name):
    done = run(COMMANDS[name], {**ours, "TOMA6_REDIS_URL": f"redis://127.0.0.1:{free_port()}/0"})
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"toma6 {COMMANDS[name][0]}: ")


def test_a_demo_plays_a_game_to_its_proof(ours):
    done = run(["demo", "--ruleset", "children", "--seats", "2"], {**ours, "TOMA6_PORT": "0"})
    assert done.returncode == 0, done
    assert "(children, 2 seats)" in done.stdout
    assert "\nverified: " in done.stdout


def test_an_interrupted_demo_says_so_by_its_status(ours):
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    own = {**ours, "TOMA6_PORT": "0"}
    with subprocess.Popen(toma6("demo"), env=own, start_new_session=True, **pipes, **ALONE) as demo:
        assert demo.stdout is not None
        assert demo.stdout.readline().startswith("no server at")
        demo.send_signal(signal.SIGINT)
        _, said = demo.communicate(timeout=60)
    assert demo.returncode == 130
    assert "Traceback" not in said
