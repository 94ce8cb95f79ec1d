"""Every small alteration of heads, keys and attempts is noticed, or on the list of what is not.

The list is that of docs/ledger.md, "What is not covered"; whatever passes is still of the shape
that the schema describes.
"""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from domain.audit import verify
from domain.audit.reading.keys import trusted_keys
from tests.support.audit_games import abandoned, bundled, game
from tests.support.audit_signed import jwk, jwks, signed
from tests.support.mutations import altered, at, shown

SCHEMA = Draft202012Validator(
    json.loads((Path(__file__).parents[2] / "docs" / "audit-bundle.schema.json").read_text("utf-8"))
)
TRUSTED = trusted_keys(jwks(1))
BESIDE = ("heads", "keys", "attempts", "attempts_dropped")
DECIDED = game("classic", 61, seats=2, options={"max_rounds": 1})


def true_bundle(state):
    made = {
        "over": lambda: bundled(abandoned(DECIDED, 12), viewer=1),
        "running": lambda: bundled(DECIDED[:12], viewer=1),
    }[state]()
    return signed(made, revisions=[2, len(made["entries"])])


@pytest.mark.parametrize("state", ["over", "running"])
def test_an_altered_head_key_or_attempt_is_noticed_or_on_the_list(state):
    made = true_bundle(state)
    assert verify(made, trusted=TRUSTED).ok
    beside = {name: made[name] for name in BESIDE}
    rest = {name: member for name, member in made.items() if name not in beside}
    passed = set()
    for path, other in altered(beside):
        if not isinstance(other, dict):
            continue
        if verify({**rest, **other}, trusted=TRUSTED).integrity.ok:
            what = f"{path}: {shown(at(beside, path))} to {shown(at(other, path))}"
            assert allowed(path, beside, other), what
            assert SCHEMA.is_valid({**rest, **other}), what
            passed.add(path[:1])
    assert passed == {("heads",), ("keys",), ("attempts",), ("attempts_dropped",)}


def allowed(path, before, after):
    """Whether this alteration is on the list: fewer heads, other unused keys, other notes."""
    match path:
        case ("heads",):
            return all(head in before["heads"] for head in after["heads"])
        case ("keys",):
            return jwk(1) in after["keys"] and all(key in before["keys"] for key in after["keys"])
        case ("attempts",) | ("attempts", int(), _) | ("attempts_dropped",):
            return True
    return False
