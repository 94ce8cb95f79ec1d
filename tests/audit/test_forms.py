"""The table of forms against the document's: which values a public form may have."""

import re
from copy import deepcopy
from pathlib import Path

import pytest
from msgspec import NODEFAULT
from msgspec.structs import fields

from domain.audit import verify
from domain.audit.reading.forms import FORMS, event
from domain.audit.verdicts import Rejected, Status
from domain.events import EVENT_TYPES, SeatLeft
from domain.events.entries import form as form_of
from domain.events.upcasters import UPCASTERS
from tests.support.audit_forms import EDGES, ENTRY_EDGES, SAMPLES, form
from tests.support.audit_games import bundled, game
from tests.support.forging import mended
from tests.support.mutations import altered

DOCUMENT = (Path(__file__).parents[2] / "docs" / "ledger.md").read_text("utf-8")


def refused(data, reason=None):
    with pytest.raises(Rejected) as error:
        event(data)
    assert reason in (None, error.value.reason)
    assert error.value.reason.isprintable()
    assert error.value.reason.isascii()


def test_every_type_of_event_has_its_form_and_no_other():
    assert FORMS.keys() == EVENT_TYPES.keys() == SAMPLES.keys()
    for name, kind in EVENT_TYPES.items():
        shown = [field for field in fields(kind) if field.name != "secret"]
        always = {field.name for field in shown if field.default is NODEFAULT}
        assert FORMS[name].members.keys() == {field.name for field in shown} | {"type"}
        assert FORMS[name].needed == always | {"type"}
        assert SAMPLES[name].keys() == {field.name for field in shown} | {"type"}
        assert isinstance(event(form(name)), kind)


@pytest.mark.parametrize("kind", SAMPLES)
def test_a_field_at_its_default_is_left_out(kind):
    for field in fields(EVENT_TYPES[kind]):
        if field.default is not NODEFAULT and field.name != "secret":
            default = list(field.default) if field.default == () else field.default
            refused(form(kind, **{field.name: default}))
            rest = form(kind)
            del rest[field.name]
            event(rest)


@pytest.mark.parametrize("kind", SAMPLES)
def test_whatever_has_the_form_can_be_read_and_is_written_so_again(kind):
    for other in altered(form(kind)):
        if isinstance(other, dict):
            try:
                found = event(other)
            except Rejected:
                continue
            assert form_of(found) == other


def document_rows():
    """The table of values in the document: fields, and what stands beside them."""
    start = DOCUMENT.index("These values are part of the form")
    table = DOCUMENT[start : DOCUMENT.index("`ruleset` and `options` are any", start)]
    return re.findall(r"^\| (.+?) \| (.+) \|$", table, re.MULTILINE)[1:]


def test_words_of_the_documents_table_are_those_of_the_form():
    rows = dict(document_rows())
    for words, kind, name in (
        (rows["`visibility`"], "GameCreated", "visibility"),
        (rows["`side`"], "ChoiceMade", "side"),
        *(
            (re.search(rf"of {kind} ([^;]+)", rows["`kind`"])[1], kind, "kind")
            for kind in ("TurnStarted", "ChoiceRequested")
        ),
        *(
            (re.search(rf"of {kind} ([^;]+)", rows["`reason`"])[1], kind, "reason")
            for kind in ("SeatHandedOver", "RowTaken", "CardPlaced")
        ),
    ):
        named = re.findall(r"`([a-z]+)`", words)
        assert len(named) > 1
        for word in ("draft", "pick", "row", "place", "full", "start", "left", "public", *named):
            check = FORMS[kind].members[name]
            assert check(word) == (word in named), (kind, name, word)


@pytest.mark.parametrize(("kind", "name", "good", "bad"), EDGES, ids=lambda each: str(each)[:20])
def test_each_value_has_its_bounds(kind, name, good, bad):
    for value in good:
        event(form(kind, **{name: value}))
    for value in bad:
        refused(form(kind, **{name: value}))


@pytest.mark.parametrize(
    "kind", ["", "Nonsense", "SeatLeft/2", "SeatLeft/1", None, ["SeatLeft"], 7]
)
def test_there_are_no_other_types(kind):
    refused({"type": kind, "seat": 0})


def test_an_older_form_that_its_step_cannot_read_is_refused(monkeypatch):
    def step(form, secrets):
        return {"type": "SeatLeft", "seat": form["place"]}, secrets

    monkeypatch.setitem(UPCASTERS, "SeatLeft/0", step)
    assert event({"type": "SeatLeft/0", "place": 3}) == SeatLeft(seat=3)
    for wrong in ({}, {"place": "x"}, {"place": None}):
        refused({"type": "SeatLeft/0", **wrong}, "SeatLeft/0 is not in the form of its version")
    refused({"type": "SeatLeft/0", "place": 10}, "SeatLeft has seat 10, which cannot be")


MADE = bundled(game("classic", 91, seats=2, options={"max_rounds": 1}))


def verdict(made):
    """Whether it has the form; the reason and the revision if not."""
    report = verify(mended(made))
    if report.rules.ok is None:
        assert (report.status, report.signed.extent) == (Status.INTEGRITY, "nothing")
        return False, report.integrity.reason, report.integrity.revision
    return True, None, None


@pytest.mark.parametrize(("name", "good", "bad"), ENTRY_EDGES)
def test_an_entry_has_its_bounds(name, good, bad):
    for values, expected in ((good, True), (bad, False)):
        for value in values:
            made = deepcopy(MADE)
            made["entries"][4]["entry"][name] = value
            well, _, revision = verdict(made)
            assert (well, revision) == (expected, None if expected else 5), value
    for rest in ({"at"}, {"events"}, set()):
        made = deepcopy(MADE)
        entry = made["entries"][4]["entry"]
        made["entries"][4]["entry"] = {name: entry[name] for name in rest}
        assert verdict(made)[0::2] == (False, 5)
