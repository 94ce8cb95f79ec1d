"""Stored entries: every type of event, every field, and nothing that is not one."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields, replace

from domain.errors import UnreadableEntry
from domain.events import EVENT_TYPES, SECRETS, Event, upcasters
from domain.events.entries import MAX_EVENTS, Entry, decode, encode, event_of, form
from domain.ledger import canonical
from domain.state.apply import APPLY
from domain.views import redact
from tests.golden.samples import AT, SAMPLES

TYPES = sorted(EVENT_TYPES)
HIDING = {kind.__name__: name for kind, name in SECRETS.items()}
BOTH = [*((name, "p") for name in TYPES), ("GameCreated", "s"), ("SeatTaken", "s")]
"""Where there are objects with fields, in the public forms and in the secrets."""


def sample(name):
    return SAMPLES[name].events[0]


def stored(name, part="p"):
    """The public form of a sample, or its secret, as data."""
    p, s = encode(SAMPLES[name])
    return json.loads(p)["events"][0] if part == "p" else json.loads(s)[HIDING[name]]


def but(name, form):
    return {key: value for key, value in form.items() if key != name}


def read(*events, secrets=None, at="2026-11-30T01:47:42.123Z", **more):
    p = canonical({"at": at, "events": list(events), **more})
    return decode(p, None if secrets is None else canonical(secrets))


def refused(why, *events, **more):
    with pytest.raises(UnreadableEntry, match=why):
        read(*events, **more)


def read_part(name, part, data):
    """A sample with other data in one of its parts."""
    if part == "p":
        return read(data, secrets=json.loads(encode(SAMPLES[name])[1] or b"{}"))
    return read(stored(name), secrets={HIDING[name]: data})


def required(kind):
    tagged = {"type"} if issubclass(kind, Event) else set()
    return {each.name for each in fields(kind) if each.required} | tagged


@pytest.mark.parametrize("name", TYPES)
def test_every_event_comes_back_as_it_was_stored_in_canonical_bytes(name):
    entry, event = SAMPLES[name], sample(name)
    assert type(event) is EVENT_TYPES[name]
    for each in fields(event):
        assert getattr(event, each.name) != each.default, "a sample has every field set"
    p, s = encode(entry)
    assert decode(p, s) == entry
    assert [p, s or b"{}"] == [canonical(json.loads(part)) for part in (p, s or b"{}")]
    assert (s is None) == (name not in HIDING)
    assert event_of(form(event)) == redact(entry, None).events[0]


@given(st.text(), st.integers(-(2**53) + 1, 2**53 - 1))
def test_any_text_and_number_is_written_in_canonical_bytes(text, number):
    options = {"b": text, "a": [number, None, True], "": {text: text} if text.isascii() else {}}
    told = replace(sample("GameCreated"), options=options, secret=None)
    seated = replace(sample("SeatTaken"), policy=text, client_seed=text, secret=None)
    p, _ = encode(Entry(AT, (told, seated)))
    assert p == canonical(json.loads(p))
    assert decode(p) == Entry(AT, (told, seated))


def test_an_entry_of_many_events_keeps_their_order_and_gives_each_its_secret():
    told = tuple(sample(name) for name in reversed(TYPES))
    p, s = encode(Entry(AT, told))
    assert decode(p, s) == Entry(AT, told)
    assert decode(p).events == tuple(redact(Entry(AT, told), None).events)
    known = json.loads(s)
    assert known.keys() == set(HIDING.values())
    for name, secret in known.items():
        hidden = [event for event in decode(p, canonical({name: secret})).events if event in told]
        assert len(hidden) == len(told) - len(HIDING) + 1
    assert decode(p, b"{}") == decode(p)


@pytest.mark.parametrize("name", TYPES)
def test_a_field_with_its_default_is_not_stored_however_it_came_about(name):
    """A string of a client is equal to the default, and another object."""
    plain = {each.name: each.default for each in fields(sample(name)) if not each.required}
    equal = {x: "".join(list(v)) if isinstance(v, str) else v for x, v in plain.items()}
    bare = replace(sample(name), **equal)
    p, s = encode(Entry(AT, (bare,)))
    assert json.loads(p)["events"][0].keys() == required(type(bare)) == form(bare).keys()
    assert s is None
    assert decode(p) == Entry(AT, (bare,))


def test_an_entry_has_a_time_and_one_to_two_hundred_events():
    left = stored("SeatLeft")
    assert len(read(*[left] * MAX_EVENTS).events) == MAX_EVENTS == 200
    refused("length <= 200", *[left] * (MAX_EVENTS + 1))
    refused("length >= 1")
    for wrong in ("2026-11-30", "2026-11-30T01:47:42Z", 7, None, []):
        refused("RFC 3339|`str`", left, at=wrong)
    refused("unknown field `version`", left, version=1)
    data = {"at": "2026-11-30T01:47:42.123Z", "events": [left]}
    for missing in data:
        with pytest.raises(UnreadableEntry, match=f"missing required field `{missing}`"):
            decode(canonical(but(missing, data)))


@pytest.mark.parametrize(
    ("kind", "told"),
    [("CardStolen", "CardStolen"), ("CardPicked/2", "CardPicked/2"), ("CardPicked/1", "Picked/1"),
     ("cardpicked", "cardpicked"), ("", "''"), (7, r"`str`.*\.type"), (None, r"`str`.*\.type")],
)  # fmt: skip
def test_an_unknown_type_or_a_version_from_the_future_is_refused_and_named(kind, told):
    refused(told, {**stored("CardPicked"), "type": kind})


@pytest.mark.parametrize(("name", "part"), BOTH)
def test_a_field_that_is_missing_unknown_or_of_the_wrong_kind_is_refused_and_named(name, part):
    def told(why, data):
        with pytest.raises(UnreadableEntry, match=why):
            read_part(name, part, data)

    whole = stored(name, part)
    kind = EVENT_TYPES[name] if part == "p" else type(sample(name).secret)
    nullable = {each.name for each in fields(kind) if each.default is None}
    for field in required(kind):
        told(f"missing required field `{field}`", but(field, whole))
    for field in ("extra", "at", "version"):
        told(f"unknown field `{field}`", {**whole, field: 1})
    for field, value in whole.items():
        for wrong in _wrong(value):
            if wrong is not None or field not in nullable:
                told(rf"\$.*{field}|Invalid value|number of hands", {**whole, field: wrong})


def _wrong(value):
    """Values of another kind than this one, as JSON can write them."""
    other = [None, True, 1, "x", {}, [None], [[]], [{"extra": 1}]]
    return [wrong for wrong in other if type(wrong) is not type(value) or type(value) is list]


def test_a_number_is_whole_and_a_side_is_right_or_left():
    p, _ = encode(SAMPLES["SeatLeft"])
    for number in (b"7.5", b"1e3", b"-0.5", b"NaN", b"Infinity"):
        with pytest.raises(UnreadableEntry):
            decode(p.replace(b'"seat":1', b'"seat":' + number))
    refused("Invalid enum value 'up'", {**stored("CardPlaced"), "side": "up"})


# -- secrets ----------------------------------------------------------------------------------


def test_a_secret_in_the_public_form_is_refused():
    for name in HIDING:
        refused("a secret is in", {**stored(name), "secret": stored(name, "s")})
        with pytest.raises(UnreadableEntry, match="a secret is in"):
            event_of({**stored(name), "secret": stored(name, "s")})
    for name in set(TYPES) - set(HIDING):
        refused("unknown field `secret`", {**stored(name), "secret": None})
    dealt = stored("RoundDealt")
    dealt["hands"][0]["cards"] = [7, 42]
    refused("unknown field `cards`", dealt)


def test_a_secret_belongs_to_the_one_event_of_its_type():
    for kind, name in HIDING.items():
        hidden = {name: stored(kind, "s")}
        refused(f"a secret of {kind}", stored("SeatLeft"), secrets=hidden)
        refused(f"a secret of {kind}", stored(kind), stored(kind), secrets=hidden)
        with pytest.raises(ValueError, match=f"two secrets of {kind}"):
            encode(Entry(AT, (sample(kind), sample(kind))))
        bare = redact(SAMPLES[kind], None).events[0]
        assert decode(*encode(Entry(AT, (bare, sample("SeatLeft"), bare)))).events[2] == bare
    refused("unknown field `card`", stored("CardPicked"), secrets={"card": [42]})


def test_secret_hands_fit_the_public_ones_and_a_secret_pick_is_one_card():
    for hands in ([], [[7, 42]], [[7], [104], [3]], [[7, 42], 7], 7, [["7"], []]):
        refused("hands", stored("RoundDealt"), secrets={"hands": [hands]})
    for pick in ([], [42, 1], {"card": 42}, 42, [None], ["42"], [[42]], [True]):
        refused("pick|`array`", stored("CardPicked"), secrets={"pick": pick})
    (dealt,) = read(stored("RoundDealt"), secrets={"hands": [[None, [104, 3]]]}).events
    assert dealt.cards == (None, (104, 3)), "a hand that is not known has no cards"


# -- what is none -----------------------------------------------------------------------------

JUNK = [b"", b"{", b"[]", b"[1]", b"null", b'"x"', b"7", b"{}", b"\xff", b"[" * 10_000, b"[{}] x"]


@pytest.mark.parametrize("junk", JUNK)
def test_what_is_no_entry_or_no_secret_at_all_is_refused(junk):
    p, s = encode(SAMPLES["CardPicked"])
    no_secret = junk if junk not in (b"{}", b"null") else b"[]"
    for parts in ((junk, None), (junk, s), (p, no_secret), (p + b"x", s)):
        with pytest.raises(UnreadableEntry):
            decode(*parts)


# -- older versions ---------------------------------------------------------------------------


@pytest.fixture
def older(monkeypatch):
    """Two older versions of RoundDealt that never were: `hand_list`, then `face_up`."""

    def first(form, secret):
        newer = {"type": "RoundDealt/0", "hands": form["hand_list"]}
        return but("hand_list", form) | newer, secret and [secret]

    def second(form, secret):
        newer = {"type": "RoundDealt", "face_down": not form["face_up"]}
        return but("face_up", form) | newer, secret

    monkeypatch.setitem(upcasters.UPCASTERS, "RoundDealt/-1", first)
    monkeypatch.setitem(upcasters.UPCASTERS, "RoundDealt/0", second)
    form = stored("RoundDealt")
    old = {**form, "type": "RoundDealt/-1", "hand_list": form.pop("hands"), "face_up": False}
    del old["hands"], old["face_down"]
    return old, stored("RoundDealt", "s")[0]


def test_old_versions_climb_every_step_to_the_present_one(older):
    old, secret = older
    before = json.dumps(older)
    others = (SAMPLES["SeatLeft"].events[0], sample("SeatTaken"))
    forms = [form(event) for event in others]
    hidden = {"seat": stored("SeatTaken", "s"), "hands": secret}
    read_again = read(old, *forms, secrets=hidden)
    assert read_again.events == (sample("RoundDealt"), *others)
    assert read(old).events == redact(SAMPLES["RoundDealt"], None).events
    assert event_of(old) == read(old).events[0]
    assert json.dumps(older) == before


def test_where_there_are_older_versions_what_is_none_is_refused_all_the_same(older):
    old, secret = older
    refused("'hand_list' is missing", but("hand_list", old))
    refused("unknown field `extra`", {**old, "extra": 1})
    refused("RoundDealt/-2", {**old, "type": "RoundDealt/-2"})
    refused("a secret of CardPicked", old, secrets={"hands": secret, "pick": [42]})
    refused("unknown field `hand`", old, secrets={"hands": secret, "hand": secret})
    refused(".", old, old, secrets={"hands": secret})
    for junk in JUNK:
        with pytest.raises(UnreadableEntry):
            decode(junk, junk)


def test_every_event_changes_the_state_and_names_its_secret():
    assert set(EVENT_TYPES.values()) == set(APPLY)
    assert set(SECRETS) == {kind for kind in EVENT_TYPES.values() if hasattr(kind, "secret")}
