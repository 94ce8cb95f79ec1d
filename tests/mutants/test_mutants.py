"""The tool itself: a change that tests notice, one that changes nothing, one that never ends."""

import pytest

from tests.mutants import trial
from tests.mutants.__main__ import ROOT, equivalents
from tests.mutants.changes import places
from tests.mutants.seen import noting

CODE = b'''
def least(a: int, b: int = 7) -> int:
    """The smaller one \xe2\x80\x94 of two."""
    while not b >= a:
        a -= 1
    return a
'''
TESTS = "import m\ndef test_least():\n    assert m.least(3, 2) == 2 and m.least(1) == 1\n"
CHANGES = {
    str(change).removeprefix("m.py "): change for place in places("m.py", CODE) for change in place
}


def test_what_can_be_changed():
    assert set(CHANGES) == {
        "least: 7 → 8", "least: 7 → 6", "least: not b >= a → False", "least: not b >= a → b >= a",
        "least: b >= a → b > a", "least: b >= a → b < a", "least: a -= 1 → a += 1",
        "least: a -= 1 → pass", "least: 1 → 2", "least: 1 → 0",
        "least: return a → return", "least: return a → pass",
    }  # fmt: skip


def test_a_change_leaves_all_other_bytes():
    made = CHANGES["least: b >= a → b > a"].applied(CODE)
    assert made == CODE.replace(b"b >= a", b"(b > a)")


def test_each_block_notes_itself_after_its_docstring():
    noted = []
    space = {"__seen__": noted.append}
    exec(noting("m.py", CODE), space)
    assert (noted, space["least"].__doc__) == (["m.py:0"], "The smaller one — of two.")
    assert space["least"](3, 2) == 2
    assert noted == ["m.py:0", "m.py:3", "m.py:5"]


@pytest.mark.parametrize(
    ("change", "by"),
    [
        ("least: return a → return", "test_m.py::test_least"),
        ("least: 1 → 0", "time limit"),
        ("least: 7 → 8", None),
    ],
)
def test_what_becomes_of_a_change(tmp_path, monkeypatch, change, by):
    (tmp_path / "m.py").write_bytes(CODE)
    (tmp_path / "test_m.py").write_text(TESTS)
    if by == "time limit":
        monkeypatch.setattr(trial, "START_SECONDS", 0)
    assert trial.killer(tmp_path, CHANGES[change], [("test_m.py", 1.0)]) == by
    assert (tmp_path / "m.py").read_bytes() == CODE


def test_the_equivalent_changes_are_still_possible():
    paths = {change.partition(" ")[0] for change in equivalents()}
    found = [places(path, (ROOT / path).read_bytes()) for path in paths]
    assert set(equivalents()) <= {str(each) for file in found for place in file for each in place}
