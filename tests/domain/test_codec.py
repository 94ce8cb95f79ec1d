"""Stored events: every type, every version, and nothing that is not one."""

import json
from dataclasses import MISSING, fields, replace

import pytest

from domain import upcasters
from domain.codec import decode, encode, public
from domain.errors import UnreadableEntry
from domain.events import EVENT_TYPES, CardPlaced, Event, RoundDealt
from domain.views import redact
from tests.golden.samples import SAMPLES

TYPES = sorted(EVENT_TYPES)


def stored(name):
    p, s = encode(SAMPLES[name])
    return json.loads(p), None if s is None else json.loads(s)


def reread(form, secrets=None):
    return decode(json.dumps(form).encode(), None if secrets is None else json.dumps(secrets))


@pytest.mark.parametrize("name", TYPES)
def test_every_type_of_event_has_a_sample_with_every_field_set(name):
    event = SAMPLES[name]
    for field in fields(event):
        default = field.default
        assert default is MISSING or getattr(event, field.name) != default, field.name


@pytest.mark.parametrize("name", TYPES)
def test_every_event_comes_back_as_it_was_stored(name):
    event = SAMPLES[name]
    assert decode(*encode(event)) == event
    assert encode(decode(*encode(event))) == encode(event)


@pytest.mark.parametrize("name", TYPES)
def test_without_its_secret_part_an_event_comes_back_redacted_for_everybody(name):
    event = SAMPLES[name]
    bare = decode(encode(event)[0])
    assert bare == redact(bare, None)
    assert encode(bare)[1] is None
    assert public(bare) == public(event)


@pytest.mark.parametrize("name", TYPES)
def test_a_field_with_its_default_is_not_stored(name):
    event = SAMPLES[name]
    plain = {f.name: f.default for f in fields(event) if f.default is not MISSING}
    bare = replace(event, **{field: value for field, value in plain.items() if field != "at"})
    form = json.loads(encode(bare)[0])
    assert not form.keys() & (plain.keys() - {"at"})
    assert decode(*encode(bare)) == bare


def test_an_unknown_type_is_refused():
    form, secrets = stored("CardPlaced")
    with pytest.raises(UnreadableEntry, match="unknown event type 'CardStolen'"):
        reread({**form, "type": "CardStolen"}, secrets)


@pytest.mark.parametrize("name", TYPES)
@pytest.mark.parametrize("version", [0, 2, 99, -1, "1", 1.0, True, None])
def test_a_version_from_the_future_or_of_no_kind_is_refused(name, version):
    form, secrets = stored(name)
    assert EVENT_TYPES[name].version == 1
    with pytest.raises(UnreadableEntry):
        reread({**form, "version": version}, secrets)


@pytest.mark.parametrize("name", TYPES)
def test_a_missing_field_is_refused(name):
    form, secrets = stored(name)
    required = {f.name for f in fields(EVENT_TYPES[name]) if f.default is MISSING}
    for field in required | {"type", "version", "at"}:
        with pytest.raises(UnreadableEntry):
            reread({key: value for key, value in form.items() if key != field}, secrets)


@pytest.mark.parametrize("name", TYPES)
def test_an_extra_field_is_refused_in_either_part(name):
    form, secrets = stored(name)
    with pytest.raises(UnreadableEntry):
        reread({**form, "extra": 1}, secrets)
    with pytest.raises(UnreadableEntry):
        reread(form, {**(secrets or {}), "extra": 1})


@pytest.mark.parametrize("name", TYPES)
def test_a_secret_in_the_public_form_is_refused(name):
    form, secrets = stored(name)
    for field in (secrets or {}).keys() - form.keys():
        with pytest.raises(UnreadableEntry):
            reread({**form, field: secrets[field]})


def test_a_secret_inside_a_public_record_is_refused():
    form, _ = stored("RoundDealt")
    form["hands"][0]["cards"] = [7, 42]
    with pytest.raises(UnreadableEntry):
        reread(form)


@pytest.mark.parametrize(
    "hidden", [[{"cards": [1, 2]}], [{"seat": 9}, {}], [{}, {}, {}], {"cards": [1]}, 7]
)
def test_secret_records_that_do_not_fit_the_public_ones_are_refused(hidden):
    form, _ = stored("RoundDealt")
    with pytest.raises(UnreadableEntry):
        reread(form, {"hands": hidden})


def _wrong(value):
    """Values of another kind than this one, as JSON can write them."""
    other = [None, True, 1, 1.5, "x", [], {}, [None], [1.5], [[]]]
    same = {bool: bool, int: int, str: str, dict: dict}.get(type(value))
    if isinstance(value, list):
        return [wrong for wrong in other if wrong != []]
    return [wrong for wrong in other if type(wrong) is not same]


@pytest.mark.parametrize("name", TYPES)
def test_a_field_of_the_wrong_kind_is_refused(name):
    form, secrets = stored(name)
    for field in form.keys() - {"version"}:
        for wrong in _wrong(form[field]):
            if wrong is None and _may_be_null(name, field):
                continue
            with pytest.raises(UnreadableEntry):
                reread({**form, field: wrong}, secrets)


def _may_be_null(name, field):
    defaults = {f.name: f.default for f in fields(EVENT_TYPES[name])}
    return defaults.get(field, MISSING) is None


def test_a_side_is_right_or_left():
    form, _ = stored("CardPlaced")
    assert isinstance(reread({**form, "side": "right"}), CardPlaced)
    with pytest.raises(UnreadableEntry):
        reread({**form, "side": "up"})


@pytest.mark.parametrize("at", ["2026-11-30", "2026-11-30T01:47:42Z", "2026-11-30T01:47:42.1Z"])
def test_a_time_has_one_spelling(at):
    form, _ = stored("SeatLeft")
    with pytest.raises(UnreadableEntry):
        reread({**form, "at": at})


@pytest.mark.parametrize("p", [b"", b"{", b"[]", b"[1]", b"null", b'"x"', b"7", b"{}", b"\xff"])
def test_what_is_no_event_at_all_is_refused(p):
    with pytest.raises(UnreadableEntry):
        decode(p)


def test_old_versions_climb_every_step_to_the_present_one(monkeypatch):
    """Two older versions of RoundDealt that never were: `hand_list`, then `face_up`."""

    def first(form, secrets):
        hands = form.pop("hand_list")
        return {**form, "version": 0, "hands": hands}, {"hands": secrets["hand_list"]}

    def second(form, secrets):
        face_down = not form.pop("face_up")
        return {**form, "version": 1, "face_down": face_down}, secrets

    monkeypatch.setitem(upcasters.UPCASTERS, ("RoundDealt", -1), first)
    monkeypatch.setitem(upcasters.UPCASTERS, ("RoundDealt", 0), second)
    form, secrets = stored("RoundDealt")
    old = {**form, "version": -1, "hand_list": form["hands"], "face_up": False}
    del old["hands"], old["face_down"]
    before = json.dumps(old)
    event = reread(old, {"hand_list": secrets["hands"]})
    assert isinstance(event, RoundDealt)
    assert event == SAMPLES["RoundDealt"]
    assert json.dumps(old) == before


def test_every_event_class_is_registered_under_its_own_name():
    # By name: a dataclass with slots replaces the class that was written down.
    assert set(EVENT_TYPES) == {kind.__name__ for kind in Event.__subclasses__()}
    assert all(kind.__name__ == name for name, kind in EVENT_TYPES.items())
