"""What people may be called, how two of one name are told apart, and in which language."""

import unicodedata

import pytest

from domain.views.called import called
from service.schemas.names import settled
from tests.support.dsl import lobby

NAMES = (
    "Ana", "Ana María", "Zoë", "牛", "Ñandú 牛", "👩‍🚀", "🏴‍☠️", "❤️‍🔥", "👩🏽‍🚀", "می‌خواهم", "क्‍ष",
    "O'Brien", "Ἀθηνᾶ", "ก่ำ", "ཧཱུྃ", "Nguyễn", "김철수", "x" * 40, "🇪🇸", "שָׁלוֹם", "A (2)",
    "e\u0301" * 40, "\u212b", "ﬁ", "👩‍👩‍👧", "नी", "O’Neill", "O'Neil", "0", "ا", "李",
)  # fmt: skip
NONE = (
    # twins that nobody sees
    "Ana\u200b", "Ana\u200d", "A\u200dna", "A\u200cna", "Ana\ufeff", "An\u00ada", "A\u2060na",
    "Ana\ufe0f", "Ana\ufe00", "Ana\U000e0041", "Ana\u034f", "Ana\U000e0100", "\u180eAna",
    "Ana\u115f", "\u3164Ana", "Ana\uffa0", "Ana\u2800", "Ana\u17b4", "👩\u200d", "\u200d👩",
    "👩\u200da", "Ana\u00a0", "\u3000Ana", "Ana ",
    # blank ones
    "", " ", "\u2800", "\u3164", "\u200b", "\u115f\u1160", "\u3000", "\u200d\u200d", "\ufe0f",
    "\u00ad", "\ufeff", "\u200d\ufe0f", " Ana",
    # what writes over others
    "Z" + "\u0301" * 4, "a\u0323\u0301\u0302\u0303", "\u0301a", "a \u0301", "e" + "\u20dd" * 4,
    # what turns them around, and what is no character
    "Ana\u202e", "\u2066Ana\u2069", "A\u200fna", "\u061cAna", "a\u2028b", "a\nb", "a\x00b",
    "\ud800", "\ue000", "\U000f0000", "\u0378", "\ufffe", "\uffff", "\u061c", "A\tna", "A\x7fna",
    "A\x85na", "x" * 41, "\U0001f402" * 41, "e\u0301" * 41, 7, None,
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_a_name_in_any_script_is_one_and_kept_in_nfc_and_otherwise_as_it_is(server, name):
    assert settled(name) == settled(settled(name))
    table = server.api.create(seats=2)
    table.sit(name)
    assert table.names() == [unicodedata.normalize("NFC", name), None]


def test_blanks_are_one_plain_blank_and_letters_are_whole():
    assert settled("山田　太郎") == "山田 太郎"
    assert settled("A \u00a0\u2003 b") == "A b"
    assert settled("Zoe\u0308") == "Zoë"


@pytest.mark.parametrize("name", NONE, ids=ascii)
def test_a_name_that_hides_something_is_none(server, name):
    if isinstance(name, str):
        with pytest.raises(ValueError, match="Must"):
            settled(name)
    asked = server.api.post("/v1/games/" + "a" * 26 + "/seats", {"name": name})
    if name in ("\ud800", "a\x00b"):  # what no JSON may have
        asked.expect(400, "invalid_json")
    else:
        (fault,) = asked.expect(422, "invalid_body").json["errors"]
        assert fault["pointer"] == "#/name"


TABLES = {
    "Ana|Ana|Ana": "Ana|Ana (2)|Ana (3)",
    "Ana|ANA|ａｎａ": "Ana|ANA (2)|ａｎａ (3)",
    "Ana|Ana (2)|Ana": "Ana|Ana (2)|Ana (3)",
    "Ana (2)|Ana|Ana": "Ana (2)|Ana|Ana (3)",
    "Straße|STRASSE|strasse (2)": "Straße|STRASSE (3)|strasse (2)",
    "Ana|An\u00ada|A\u200dna": "Ana|An\u00ada (2)|A\u200dna (3)",  # from before there was a rule
    "Ana|Anna|Ánа": "Ana|Anna|Ánа",
}


@pytest.mark.parametrize("names", TABLES)
def test_two_of_one_name_at_a_table_are_told_apart(names):
    given = names.split("|")
    state = lobby("classic", 5, 3).state
    labels = {state.players[seat].name_seal: name for seat, name in enumerate(given)}
    shown = called(state, labels)
    assert "|".join(shown[seat] for seat in range(3)) == TABLES[names]
    assert called(state, {}) == {}


def test_the_view_and_the_streams_first_word_tell_them_apart_and_the_record_has_what_was_said(
    server,
):
    table = server.api.create(seats=4)
    for name in ("Ana", "ana", "Bo", "Ana"):
        table.sit(name)
    assert table.names() == ["Ana", "ana (2)", "Bo", "Ana (3)"]
    opened = b"".join(str(each).encode() for each in table.feed(table.host))
    assert b"(2)" not in opened
    table.leave(0).expect(204)
    assert table.names() == [None, "ana", "Bo", "Ana (2)"]


@pytest.mark.parametrize(("asked", "given"), [
    ("es-MX, en;q=0.5", "es"), ("es-MX", "es"), ("fr-CA-x-me, de", "fr"), ("DE-at", "de"),
    ("zh-Hant-TW, es-419;q=0.9, en;q=0.8", "es"), ("en;q=0.1, fr;q=0.2", "fr"), ("*", "en"),
    ("es;q=0, es-MX, fr;q=0.1", "fr"), ("pt-BR", "en"), ("esx, de;q=0.1", "de"), ("", "en"),
    ("de;q=0.5, *;q=0.9", "de"), ("es_MX", "en"), ("x-es, fr", "fr"), ("-", "en"), ("é", "en"),
    ("tlh", "en"),
])  # fmt: skip
def test_a_language_is_looked_up_from_the_wished_for_to_the_plain_one(server, asked, given):
    asking = [("Accept-Language", asked.encode().decode("latin-1"))]
    for path in ("/v1/rulesets", "/v1/rulesets/classic"):
        assert server.api.get(path, headers=asking).header("Content-Language") == given
