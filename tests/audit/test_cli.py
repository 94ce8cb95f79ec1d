"""python -m domain.audit: words, JSON, exit status."""

import json
import re
import subprocess
import sys
from copy import deepcopy
from pathlib import Path

import pytest

from domain.audit import __main__ as command
from domain.audit.__main__ import main
from domain.audit.verdicts import Status
from tests.support.audit_games import OTHER_HASH, bundled, claims, game
from tests.support.audit_signed import head, jwk, jwks, receipt, signed
from tests.support.forging import events_in, mended

ROOT = Path(__file__).parents[2]
VERDICTS = json.loads((ROOT / "docs/vectors/verdicts.json").read_text("utf-8"))
DECIDED = game("professional", 41, seats=2, options={"max_rounds": 1})
TRUE = signed(bundled(DECIDED))
KEYS = jwks(1)
NAMES = {each.value: each.name.lower() for each in Status}
CLAIMS = claims(DECIDED, TRUE)


@pytest.fixture
def run(tmp_path, capsys):
    """Runs the command on a bundle, keys and receipts: status, output, errors."""

    def ran(*options, made=TRUE, keys=KEYS, kept=(), policies=None):
        given = {"bundle": made, "keys": keys, **{f"kept{n}": each for n, each in enumerate(kept)}}
        for name, data in given.items():
            text = data if isinstance(data, str) else json.dumps(data)
            (tmp_path / name).write_text(text, "utf-8")
        call = [*options, str(tmp_path / "bundle")]
        call += [] if keys is None else ["--keys", str(tmp_path / "keys")]
        for number in range(len(kept)):
            call += ["--receipt", str(tmp_path / f"kept{number}")]
        status = main(call, policies=policies)
        return status, *capsys.readouterr()

    return ran


def test_it_runs_from_the_command_line(tmp_path):
    (tmp_path / "bundle").write_text(json.dumps(TRUE, ensure_ascii=False), "utf-8")
    (tmp_path / "keys").write_text(json.dumps(jwks(1)))
    files = [str(tmp_path / "bundle"), "--keys", str(tmp_path / "keys")]
    done = subprocess.run(
        [sys.executable, "-m", "domain.audit", *files],
        cwd=ROOT, capture_output=True, encoding="utf-8", check=False, env={"PYTHONUTF8": "1"},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[:4] == [
        "signed by this server: everything",
        f'game "{TRUE["game"]}"',
        "✓ integrity: ok",
        "✓ rules: ok",
    ]


@pytest.mark.parametrize("arguments", [["bundle"], ["--help"], []])
def test_without_the_one_package_that_it_needs_it_says_so_and_gives_no_verdict(tmp_path, arguments):
    """`-S` leaves the folder of installed packages out."""
    (tmp_path / "bundle").write_text(json.dumps(TRUE), "utf-8")
    done = subprocess.run(
        [sys.executable, "-S", "-m", "domain.audit", *arguments],
        cwd=tmp_path, capture_output=True, encoding="utf-8", check=False,
        env={"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    needs = "no verdict: this needs the package msgspec: python -m pip install msgspec\n"
    assert (done.returncode, done.stdout, done.stderr) == (3, "", needs)


def changed(kind, **change):
    made = deepcopy({**TRUE, "heads": []})
    events_in(made, kind)[0][1].update(change)
    return made


OTHER_ANSWER = receipt({**CLAIMS[0], "answer": {"card": CLAIMS[0]["answer"]["card"] % 104 + 1}})
CALLS = {
    0: {"kept": [receipt(CLAIMS[0])]},
    3: {"made": "{}"},
    20: {"made": changed("SeatTaken", client_seed="another")},
    21: {"made": mended(changed("RoundScored", scores=[]))},
    22: {"kept": [head(TRUE["game"], 5, OTHER_HASH)]},
    23: {"kept": [OTHER_ANSWER]},
    24: {"kept": [receipt(CLAIMS[0], 9)]},
    25: {"made": {**TRUE, "heads": []}},
}


def test_every_status_has_the_name_of_the_table():
    assert {each["status"]: each["name"] for each in VERDICTS["statuses"]} == NAMES
    assert {*CALLS, 26, 27} == NAMES.keys()  # those of bots are in test_bots.py


@pytest.mark.parametrize("status", CALLS)
def test_each_status_is_reached_and_told_as_data(run, status):
    found, told, _ = run("--json", **CALLS[status])
    report = json.loads(told)
    assert (found, report["status"], report["verdict"]) == (status, status, NAMES[status])
    assert told.isascii()
    assert list(report) == [
        "status", "verdict", "game", "entries", "signed", "integrity", "rules", "receipts", "bots",
        "checked", "noticed", "not_checked",
    ]  # fmt: skip
    for name in ("integrity", "rules"):
        assert list(report[name]) == ["ok", "revision", "reason"]
    assert list(report["signed"]) == ["extent", "revision", "reason"]
    signed_by = run(**CALLS[status])[1].partition("\n")[0]
    nothing = r"signed by this server: nothing \(no signature by a given key fits this record\)|"
    everything = status in {0, 22, 23, 24}
    assert (signed_by == "signed by this server: everything") == everything
    assert everything or re.fullmatch(nothing, signed_by)
    kept = report["receipts"]
    assert (kept is None) == ("kept" not in CALLS[status])
    if kept is not None:
        assert list(kept) == ["ok", "revision", "reason", "agree", "foreign", "findings"]
        assert [list(each) for each in kept["findings"]] == [["finding", "revision", "reason"]]


def test_a_part_that_is_signed_is_told_in_the_first_line(run):
    made = signed(bundled(DECIDED), [7])
    status, told, _ = run(made=made)
    first = f"signed by this server: up to revision 7 of {len(made['entries'])}"
    assert (status, told.splitlines()[0]) == (25, first)
    assert run(made=made, keys=None)[1].startswith("signed by this server: nothing (no keys")


def test_reasons_are_told_as_text(run):
    assert "✗ integrity: revision 2: the hash does not follow" in run(**CALLS[20])[1]
    told = run(**CALLS[21])[1]
    assert "✓ integrity: ok" in told
    assert re.search(r"✗ rules: revision \d+: RoundScored says scores", told)
    assert "✗ receipts: revision 5: the server has signed another history" in run(**CALLS[22])[1]
    told = run(**CALLS[23])[1]
    assert re.search(r"✗ receipts: revision \d+: the server has acknowledged \{", told)
    foreign = head("another", 1, OTHER_HASH)
    assert "✓ receipts: ok; 1 of other games" in run(kept=[foreign, receipt(CLAIMS[0])])[1]


def test_times_that_go_back_are_noticed_and_no_fault(run):
    made = {**deepcopy(TRUE), "heads": []}
    made["entries"][2]["entry"]["at"] = "1970-01-01T00:00:00.000Z"
    status, told, _ = run(made=mended(made))
    assert status == 25
    assert "  noticed: times go back, first at revision 3\n" in told


def test_what_cannot_be_read_says_so_and_nothing_else(run, tmp_path, capsys):
    for options in ((), ("--json",)):
        for call in ({"made": "{"}, {"keys": TRUE}, {"kept": ["{}"]}, {"kept": [{}], "keys": None}):
            status, told, error = run(*options, **call)
            assert status == 3
            assert error.startswith("no verdict: ")
            assert bool(told) == bool(options)
    for name in (tmp_path / "missing", tmp_path, "nul\0"):
        assert main([str(name)]) == 3
        assert "cannot be read" in capsys.readouterr().err


CALLED_WRONGLY = [
    *(*VERDICTS["calls_without_verdict"], ["BUNDLE", "--json=\x1b[2K\nrules: ok"]),
    *(["BUNDLE", "--keys", "KEYS", "--receipt", ""], ["x", "-h"], ["--keys", "KEYS", "--help"]),
]
HELP, EMPTY = {"-h", "--help"}, {"", "--keys="}


@pytest.mark.parametrize("arguments", CALLED_WRONGLY, ids=ascii)
def test_calls_that_both_verifiers_refuse_and_those_for_help_are_no_verdict(
    arguments, tmp_path, capsys
):
    for name, data in (("BUNDLE", TRUE), ("KEYS", KEYS)):
        (tmp_path / name).write_text(json.dumps(data), "utf-8")
    path = re.compile("BUNDLE|KEYS")
    call = [path.sub(lambda name: str(tmp_path / name[0]), each) for each in arguments]
    try:
        status = main(call)
    except SystemExit as stopped:
        status = stopped.code
    assert status == 3
    told, error = capsys.readouterr()
    assert "signed by this server" not in told
    if HELP & {*arguments}:
        assert (told.startswith("usage: "), error) == (True, "")
    elif EMPTY & {*arguments}:
        assert error == "no verdict: the name of a file is empty\n"
    else:
        assert re.fullmatch(r"usage: [ -~\n]+", error)


@pytest.mark.parametrize("fault", [KeyError("x"), RecursionError(), MemoryError(), OSError("x")])
def test_a_fault_of_the_verifier_itself_is_no_verdict(run, monkeypatch, fault):
    def stumble(*_, **__):
        raise fault

    monkeypatch.setattr(command, "verify_files", stumble)
    status, told, error = run("--json")
    assert (status, json.loads(told)["verdict"]) == (3, "no_verdict")
    assert error == "no verdict: the verifier itself failed; this says nothing about the record\n"


def test_a_fault_in_telling_the_report_is_no_verdict_either(run, monkeypatch):
    monkeypatch.setattr(command, "as_text", lambda *_: 1 // 0)
    assert run() == (3, "", f"no verdict: {command.FAILED}\n")


def test_a_long_file_tells_its_progress(run):
    made = bundled(game("classic", 41, seats=10, options={"end_score": 1000, "max_rounds": 12}))
    count = len(made["entries"])
    assert count > 1000
    assert run(made=made, keys={"keys": [jwk(1)]})[2].endswith(f"\r{count} of {count} entries\n")
