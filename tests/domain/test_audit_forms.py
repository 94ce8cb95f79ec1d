"""The table of forms against the document's: which values a public form may have (S30)."""

import re
from dataclasses import MISSING, fields
from pathlib import Path

import pytest

from domain.audit import verify
from domain.audit.forms import FORMS, today
from domain.audit.report import Rejected
from domain.audit.statuses import INTEGRITY
from domain.codec import public, read
from domain.events import EVENT_TYPES
from tests.audit_forms import AT, EDGES, SAMPLES, form
from tests.audit_games import bundled, chained_again, flat, game
from tests.mutations import altered

DOCUMENT = (Path(__file__).parents[2] / "docs" / "ledger.md").read_text("utf-8")


def refused(data):
    with pytest.raises(Rejected) as error:
        today(data)
    assert error.value.reason.isprintable()
    assert error.value.reason.isascii()


def test_every_type_of_event_has_its_form_and_no_other():
    assert FORMS.keys() == EVENT_TYPES.keys() == SAMPLES.keys()
    for name, kind in EVENT_TYPES.items():
        shown = [field for field in fields(kind) if not field.metadata.get("secret")]
        always = {field.name for field in shown if field.default is MISSING}
        assert FORMS[name].known.keys() == {field.name for field in shown} | {"type", "version"}
        assert FORMS[name].needed == always | {"type", "version", "at"}
        assert SAMPLES[name].keys() == {field.name for field in shown} - {"at"}
        today(form(name))


@pytest.mark.parametrize("kind", SAMPLES)
def test_a_field_at_its_default_is_left_out(kind):
    for field in fields(EVENT_TYPES[kind]):
        if field.default is not MISSING and not field.metadata.get("secret"):
            if field.name == "at":
                continue
            default = list(field.default) if field.default == () else field.default
            refused(form(kind, **{field.name: default}))
            rest = form(kind)
            del rest[field.name]
            today(rest)


@pytest.mark.parametrize("kind", SAMPLES)
def test_whatever_has_the_form_can_be_read_and_is_written_so_again(kind):
    for _, other in altered(form(kind)):
        if isinstance(other, dict):
            try:
                today(other)
            except Rejected:
                continue
            assert public(read(other)) == other


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
            check = FORMS[kind].known[name]
            assert check(word) == (word in named), (kind, name, word)


@pytest.mark.parametrize(("kind", "name", "good", "bad"), EDGES, ids=lambda each: str(each)[:20])
def test_each_value_has_its_bounds(kind, name, good, bad):
    for value in good:
        today(form(kind, **{name: value}))
    for value in bad:
        refused(form(kind, **{name: value}))


@pytest.mark.parametrize("kind", ["", "Nonsense", None, ["SeatLeft"], 7])
def test_there_are_no_other_types(kind):
    refused({"type": kind, "version": 1, "at": AT})


def test_an_illegal_value_is_a_failure_of_integrity_at_its_revision():
    made = bundled(flat(game("classic", 91, seats=2, options={"max_rounds": 1})))
    taken = next(n for n, e in enumerate(made["events"]) if e["event"]["type"] == "SeatTaken")
    made["events"][taken]["event"]["name"] = "two\nlines"
    report = verify(chained_again(made))
    assert (report.status, report.integrity.revision, report.rules.ok) == (
        INTEGRITY,
        taken + 1,
        None,
    )
    assert report.integrity.reason == 'SeatTaken has name "two\\nlines", which cannot be'
