"""docs/audit-bundle.schema.json describes the bundles that there are, and no others."""

import re

import pytest
from jsonschema import Draft202012Validator
from msgspec.structs import fields

from domain.events import EVENT_TYPES
from domain.rulesets import RULESETS
from tests.support.audit_forms import AT, EDGES, ENTRY_EDGES, SAMPLES, form
from tests.support.audit_games import abandoned, bundled, game
from tests.support.audit_signed import signed
from tests.support.conforming import BUNDLE as SCHEMA
from tests.support.mutations import others

VALIDATOR = Draft202012Validator(SCHEMA)


def test_the_schema_is_one():
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("key", RULESETS)
def test_bundles_are_of_this_shape(key):
    decided = game(key, 31)
    middle = len(decided) // 2
    for made in (
        bundled(decided),
        bundled(decided[:middle], viewer=0),
        bundled(abandoned(decided, middle)),
    ):
        assert not list(VALIDATOR.iter_errors(made))


def test_every_event_and_every_public_field_is_described():
    described = {entry["$ref"].rpartition("/")[2] for entry in SCHEMA["$defs"]["event"]["oneOf"]}
    assert described == set(EVENT_TYPES)
    for name, kind in EVENT_TYPES.items():
        public = {field.name for field in fields(kind) if field.name != "secret"}
        assert set(SCHEMA["$defs"][name]["properties"]) == public | {"type"}


def valid(data, what=None):
    kind = {"$ref": f"#/$defs/{what or data['type']}", "$defs": SCHEMA["$defs"]}
    return Draft202012Validator(kind).is_valid(data)


@pytest.mark.parametrize("kind", SAMPLES)
def test_each_form_is_of_this_shape(kind):
    assert valid(form(kind))


def beyond_a_schema(value):
    """What a schema cannot see: 7.0, no such day, an order; and how Python reads `$`."""
    times = re.fullmatch("20.*Z", value) if isinstance(value, str) else None
    descending = value == [1, 0]
    return isinstance(value, float) or str(value).endswith("\n") or times or descending


@pytest.mark.parametrize(("kind", "name", "good", "bad"), EDGES, ids=lambda each: str(each)[:20])
def test_values_have_the_bounds_of_the_document(kind, name, good, bad):
    for value in good:
        assert valid(form(kind, **{name: value})), value
    for value in bad:
        assert beyond_a_schema(value) or not valid(form(kind, **{name: value})), value


@pytest.mark.parametrize(("name", "good", "bad"), ENTRY_EDGES)
def test_entries_have_the_bounds_of_the_document(name, good, bad):
    entry = {"at": AT, "events": [form("SeatLeft")]}
    for value in good:
        assert valid({**entry, name: value}, "entry"), value
    for value in bad:
        assert beyond_a_schema(value) or not valid({**entry, name: value}, "entry"), value


def test_signed_heads_are_of_this_shape():
    made = signed(bundled(game("classic", 31, seats=2, options={"max_rounds": 1})))
    assert not list(VALIDATOR.iter_errors(made))
    for name in ("game", "jws", "hash", "revision"):
        rest = {other: value for other, value in made["heads"][0].items() if other != name}
        assert not VALIDATOR.is_valid({**made, "heads": [rest]})


def test_every_ruleset_is_named():
    assert set(SCHEMA["properties"]["ruleset"]["enum"]) == set(RULESETS)


def test_a_member_more_or_less_is_of_another_shape():
    made = bundled(game("classic", 31, seats=2, options={"max_rounds": 1})[:12], viewer=0)
    members = [other for other in others(made) if isinstance(other, dict)]
    assert members
    for other in members:
        assert not VALIDATOR.is_valid(other)
