"""The command under bad circumstances: a crash is never a verdict, nothing is drawn."""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tests.support.audit_games import bundled, game
from tests.support.audit_signed import jwks, signed
from tests.support.forging import mended
from tests.support.processes import ALONE, ROOT

MADE = signed(bundled(game("classic", 81, seats=2, options={"max_rounds": 1})))
TICKS = '✓ rules: ok\n\x1b[2K\x1b[1A"signed by this server: everything\u202e\x7f\u2028é\\'
OLD = ("2.7", "3.6", "3.7", "3.8", "3.9", "3.10")


@pytest.fixture
def files(tmp_path):
    (tmp_path / "bundle").write_text(json.dumps(MADE), "utf-8")
    (tmp_path / "keys").write_text(json.dumps(jwks(1)), "utf-8")
    return [str(tmp_path / "bundle"), "--keys", str(tmp_path / "keys")]


def command(*arguments, program=sys.executable, root=ROOT, **how):
    how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL} | how
    environment = {"PATH": os.environ["PATH"], **how.pop("env", {})}
    call = [program, *how.pop("flags", ()), "-m", "domain.audit", *arguments]
    return subprocess.run(call, cwd=root, env=environment, check=False, **how)


def shell(line, *arguments):
    """The command in a shell's line, where `"$@"` stands for it."""
    call = ["bash", "-c", line, "bash", sys.executable, "-m", "domain.audit", *arguments]
    return subprocess.run(call, cwd=ROOT, check=False, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("environment", "encoding", "ticks"),
    [
        ({"LANG": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}, "ascii", False),
        ({"PYTHONIOENCODING": "ascii"}, "ascii", False),
        ({"PYTHONIOENCODING": "ascii:strict"}, "ascii", False),
        ({"PYTHONIOENCODING": "latin-1"}, "latin-1", False),
        ({"PYTHONIOENCODING": "cp037"}, "cp037", False),
        ({"PYTHONIOENCODING": "cp932"}, "cp932", False),
        ({"PYTHONIOENCODING": "utf-8"}, "utf-8", True),
        ({"PYTHONIOENCODING": "utf-16"}, "utf-16", True),
        ({"PYTHONIOENCODING": "utf-7"}, "utf-7", True),
    ],
)
def test_the_report_fits_any_output_encoding(files, environment, encoding, ticks):
    for options in ((), ("--json",), ("--help",)):
        done = command(*files, *options, env=environment)
        assert (done.returncode, done.stderr) == (3 if "--help" in options else 0, b"")
        told = done.stdout.decode(encoding)
        assert ("✓ integrity: ok" in told) == (ticks and not options)
        assert ("ok: integrity: ok" in told) == (not ticks and not options)


@pytest.mark.parametrize("options", [[], ["--json"], ["--help"]])
@pytest.mark.parametrize(
    "line", ['"$@" > /dev/full', '"$@" >&-', 'exec 3> >(true); wait $!; "$@" >&3']
)
def test_a_report_that_cannot_be_written_is_no_verdict(files, options, line):
    done = shell(line, *files, *options)
    assert done.returncode == 3
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    assert options == ["--help"] or done.stderr.startswith("no verdict: ")


def test_a_reader_that_takes_the_first_line_alone_gets_it(files):
    done = shell('"$@" | head -1', *files)
    assert (done.stdout, done.stderr) == ("signed by this server: everything\n", "")


@pytest.mark.parametrize("closed", ["2>&-", "2> /dev/full", "<&-"])
def test_other_streams_may_be_closed_or_full(files, closed):
    assert shell(f'"$@" {closed}', *files).returncode == 0
    assert shell(f'"$@" {closed}', "missing").returncode == 3
    assert shell(f'"$@" {closed}', "--what").returncode == 3
    assert shell(f'"$@" {closed} > /dev/full', *files).returncode == 3


def test_standard_input_may_be_the_bundle_or_closed(files):
    assert shell(f'"$@" < {files[0]}', "-", *files[1:]).returncode == 0
    done = shell('"$@" <&-', "-")
    said = "no verdict: standard input cannot be read: it is closed\n"
    assert (done.returncode, done.stderr) == (3, said)


def test_an_interruption_is_no_verdict_and_no_traceback():
    call = [sys.executable, "-m", "domain.audit", "-"]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(call, **pipes, **ALONE) as running:
        running.stdin.write(b" " * 1_000_000)  # more than a pipe holds: it is reading
        running.stdin.flush()
        assert interrupted(running) == 130
        assert (running.stdout.read(), running.stderr.read()) == (b"", b"")


def interrupted(running):
    """Its status. A signal that comes right before it waits for more is heard with the next."""
    for _ in range(10):
        running.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            return running.wait(3)
    raise AssertionError("it goes on")


def old_interpreters():
    folder = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for version in OLD:
        found = next(folder.glob(f"{version}.*/bin/python"), None)
        yield pytest.param(found or shutil.which(f"python{version}"), id=version)


@pytest.mark.parametrize("program", list(old_interpreters()))
def test_an_interpreter_that_is_too_old_says_so_and_gives_no_verdict(files, program):
    if not program or subprocess.run([program, "-c", ""], check=False).returncode:
        pytest.skip("there is no such interpreter here")
    done = command(*files, program=program)
    assert (done.returncode, done.stdout) == (3, b"")
    assert re.fullmatch(rb"no verdict: this needs Python 3\.11 [^\n]*\n", done.stderr)


@pytest.mark.parametrize(
    "missing",
    ["domain/table/cards.py", "domain/audit/reading/files.py", "domain/audit/telling/terminal.py"],
)
def test_a_part_that_is_missing_is_no_verdict(files, tmp_path, missing):
    shutil.copytree(ROOT / "domain", tmp_path / "domain")
    (tmp_path / missing).unlink()
    (tmp_path / "msgspec").symlink_to(Path(msgspec.__file__).parent)
    done = command(*files, root=tmp_path, flags=["-S"])  # nothing else that is installed
    assert (done.returncode, done.stdout) == (3, b"")
    assert re.fullmatch(rb"no verdict: the program could not start: [^\n]*\n", done.stderr)


def hostile():
    """Bundles in which everything that may be a text tries to draw its own ticks."""
    created = MADE["entries"][0]["entry"]["events"][0]
    for name in ("game", "ruleset", "visibility", "commitment"):
        yield name, {**created, name: TICKS}
    yield "option", {**created, "options": {**created["options"], "row\nok: rules: ok\x1b[2K": 1}}
    yield "value", {**created, "options": {**created["options"], "row_choice": TICKS}}
    yield "type", {**created, "type": TICKS}
    yield "member", {**created, "ok\n\x1b[2K": TICKS}


@pytest.mark.parametrize(("what", "event"), list(hostile()), ids=lambda each: each)
def test_nothing_from_a_file_is_shown_as_it_stands(files, tmp_path, what, event):
    made = {**MADE, "heads": [], "options": event["options"]}
    made |= {"game": event["game"], "ruleset": event["ruleset"]}
    first, *rest = MADE["entries"]
    made["entries"] = [{"entry": {**first["entry"], "events": [event]}}, *rest]
    made = mended(made)
    (tmp_path / "bundle").write_text(json.dumps(made).replace("ok\\n", "ok\\u000a"), "utf-8")
    for options in ((), ("--json",)):
        done = command(*files, *options, env={"PYTHONUTF8": "1"})
        assert done.returncode in (3, 20, 21)
        told = (done.stdout + done.stderr).decode()
        assert re.fullmatch("[ -~✓✗\n]*", told)
        for line in told.splitlines():
            assert not re.match(r"\W*(✓ rules|signed by this server: everything)", line)
