"""Codes of refusals are public: each is a word of its own, and each is raised somewhere."""

import re
from pathlib import Path

import pytest

from domain import errors

FAMILY = [
    kind for kind in errors.RuleViolation.__subclasses__() if kind.__module__ == errors.__name__
]
"""Without those that tests have made."""


def test_every_refusal_has_a_code_of_its_own():
    codes = [kind.code for kind in FAMILY]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", code) for code in codes)
    assert errors.RuleViolation.code not in codes


@pytest.mark.parametrize("kind", FAMILY, ids=[kind.__name__ for kind in FAMILY])
def test_every_refusal_is_raised_by_the_domain_and_seen_by_a_test(kind):
    raised = "".join(path.read_text() for path in Path(errors.__file__).parent.rglob("*.py"))
    assert re.search(rf"raise (errors\.)?{kind.__name__}\(", raised)
    assert f'"{kind.code}"' in "".join(p.read_text() for p in Path(__file__).parent.glob("*.py"))
