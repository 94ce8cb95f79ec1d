"""python -m domain.audit: words, JSON, exit status; with the standard library alone."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from domain.audit.__main__ import main
from tests.audit_games import bundled, chained_again, flat, game

ROOT = Path(__file__).parents[2]


@pytest.fixture
def made():
    return bundled(flat(game("professional", 41, seats=2, options={"max_rounds": 1})))


def written(tmp_path, made):
    file = tmp_path / "bundle.json"
    file.write_text(json.dumps(made, ensure_ascii=False), "utf-8")
    return str(file)


def test_it_runs_from_the_command_line_without_any_package(tmp_path, made):
    command = [sys.executable, "-S", "-m", "domain.audit", written(tmp_path, made)]
    run = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False,
        env={"PYTHONUTF8": "1"},
    )  # fmt: skip
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.splitlines()[:3] == [f"game {made['game']}", "✓ integrity: ok", "✓ rules: ok"]


def test_a_failure_of_integrity_is_status_1(tmp_path, made, capsys):
    made["events"][5]["hash"] = "0" * 64
    assert main([written(tmp_path, made)]) == 1
    assert "✗ integrity: revision 6: the hash does not follow" in capsys.readouterr().out


def test_a_failure_of_the_rules_is_status_2(tmp_path, made, capsys):
    scored = next(e for e in made["events"] if e["event"]["type"] == "RoundScored")
    scored["event"]["scores"][0]["points"] += 1
    assert main([written(tmp_path, chained_again(made))]) == 2
    shown = capsys.readouterr().out
    assert "✓ integrity: ok" in shown
    assert f"✗ rules: revision {scored['revision']}: RoundScored says scores" in shown


def test_the_report_as_json_says_the_same(tmp_path, made, capsys):
    assert main(["--json", written(tmp_path, made)]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["ok"]
    assert report["game"] == made["game"]
    assert report["integrity"] == {"ok": True, "reason": None, "revision": None}
    assert report["checked"]["events"] == len(made["events"])
    assert len(report["not_checked"]) == 2


def test_a_file_that_is_no_bundle_is_status_1(tmp_path, capsys):
    file = tmp_path / "x.json"
    file.write_text("{}")
    assert main([str(file)]) == 1
    assert "no game could be read" in capsys.readouterr().out


def test_what_cannot_be_read_is_status_3(tmp_path, capsys):
    assert main([str(tmp_path / "missing.json")]) == 3
    assert main([str(tmp_path)]) == 3
    (tmp_path / "latin").write_bytes(b'{"game": "\xe9"}')
    assert main([str(tmp_path / "latin")]) == 3
    assert "missing.json" in capsys.readouterr().err


def test_a_wrong_call_is_status_3(capsys):
    for arguments in ([], ["--what"], ["a", "b"]):
        with pytest.raises(SystemExit) as stopped:
            main(arguments)
        assert stopped.value.code == 3
    assert "usage" in capsys.readouterr().err


def test_a_long_file_tells_its_progress(tmp_path, capsys):
    events = flat(game("classic", 41, seats=10, options={"end_score": 1000, "max_rounds": 10}))
    made = bundled(events)
    assert len(events) > 2000
    assert main([written(tmp_path, made)]) == 0
    assert f"{len(events)} of {len(events)} events" in capsys.readouterr().err
