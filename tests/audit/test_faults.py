"""A fault of the verifier itself is never a verdict: what the library raises is one."""

import json

import pytest

from domain.audit import verify, verify_files, verify_text
from domain.audit.checking import integrity, replay
from tests.audit.cases import OVER
from tests.support.forging import mended

FUNCTIONS = {
    "verify": verify,
    "verify_text": lambda made: verify_text(json.dumps(made)),
    "verify_files": lambda made: verify_files(json.dumps(made).encode()),
}


@pytest.mark.parametrize("judge", FUNCTIONS.values(), ids=FUNCTIONS)
@pytest.mark.parametrize("check", [integrity, replay])
@pytest.mark.parametrize("fault", [KeyError("x"), ValueError("x"), RecursionError(), OSError()])
def test_a_fault_comes_out_as_what_it_is(monkeypatch, judge, check, fault):
    def stumble(*_):
        raise fault

    assert judge(OVER).ok
    monkeypatch.setattr(check, "check", stumble)
    for made in (OVER, mended({**OVER, "entries": OVER["entries"][:-1]})):
        with pytest.raises(type(fault)):
            judge(made)
