"""JSON of the restricted form: what is read, what is refused, and what merely breaks off."""

import json
from random import Random

import pytest

from domain.text.json_tokens import DEEPEST, LARGEST
from domain.text.shown import plain, shown
from domain.text.strict_json import BadText, Unfinished, check, parse, parse_first

VALUE = {"a": [1, -2, {"b": 'é\u0001😀\\"x', "": "\u007f"}], "c": [True, None, False, [], {}, ""]}
TEXTS = [json.dumps(VALUE), json.dumps(VALUE, ensure_ascii=False, indent=1)]


def refused(text, why="."):
    with pytest.raises(BadText, match=why) as error:
        parse(text)
    assert str(error.value).isascii()
    return error.value


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_is_read_as_json_reads_it(text):
    assert parse(text) == parse(f" \n{text}\r\t") == json.loads(text) == VALUE
    check(VALUE)


@pytest.mark.parametrize("text", TEXTS)
def test_every_beginning_of_a_text_breaks_off(text):
    for end in range(1, len(text)):
        assert type(refused(text[:end])) is Unfinished, text[:end]


@pytest.mark.parametrize(
    "text",
    ["{oops", "[1 2", '{"a" 1', "[,", '{"a":1,,', "[tru1", "thanks", "]", "[}", '"\n', "\0",
     '{"a" "b', "{-", "{tr", "[1 -", "[1t"],
)  # fmt: skip
def test_what_can_never_become_json_does_not_break_off(text):
    assert type(refused(text)) is BadText


def test_integers_up_to_the_largest_are_read_and_others_refused():
    rng = Random(1)
    smaller = [rng.randrange(-LARGEST, LARGEST + 1) for _ in range(500)]
    for number in (0, 1, -1, LARGEST, -LARGEST, 9_007_199_254_740_909, 10**15, *smaller):
        assert (parse(str(number)), parse(f"[{number},{number}]")) == (number, [number, number])
    larger = [rng.randrange(LARGEST + 1, 10**17) for _ in range(500)]
    for number in (LARGEST + 1, 10**16, 10**17, "1" * 5000, *larger):
        refused(f"[{number}]", "beyond 2")
        refused(f"[-{number}]", "beyond 2")


@pytest.mark.parametrize(
    "token",
    ["7.0", "7e0", "-0", "01", "-01", "1.", ".5", "1E400", "+1", "0x1",
     "NaN", "Infinity", "-Infinity", "nul", "True", "undefined"],
)  # fmt: skip
def test_numbers_in_other_spellings_and_other_words_are_refused(token):
    for text in (token, f"[{token}]", f'{{"a":{token}}}'):
        refused(text)


@pytest.mark.parametrize(
    "text", ['"\\ud800"', '"\\udc00\\ud800"', '"\ud800"', '{"\\udfff":1}', '"\\ud83dx"']
)
def test_half_a_character_is_refused_and_a_whole_one_may_be_two_escapes(text):
    refused(text, "half a character")
    assert parse('"\\ud83d\\ude00\\u00e9"') == "😀é"


@pytest.mark.parametrize("name", ["é", "\\u00e9", "😀", "\\ud83d\\ude00", "a\u0080"])
def test_names_are_ascii(name):
    refused(f'{{"{name}":1}}', "not ASCII")
    with pytest.raises(BadText, match="not ASCII"):
        check({json.loads(f'"{name}"'): 1})


def test_a_name_has_a_thousand_characters_at_most():
    assert parse(f'{{"{"x" * 1000}":1}}') == {"x" * 1000: 1}
    refused(f'{{"{"x" * 1001}":1}}', "more than 1000 characters")
    with pytest.raises(BadText, match="more than 1000 characters"):
        check({"x" * 1001: 1})


def test_a_name_comes_once_unless_the_text_breaks_off_and_names_are_not_looked_at():
    for second in ("a", "\\u0061"):
        refused(f'[{{"a":1,"b":2,"{second}":1}}]', '"a" comes twice')
    for text in ('{"a":1,"a":', '[{"a":1,"a":2},', '{"\u00e9":', '{"\u00e9'):
        assert type(refused(text)) is Unfinished


def test_there_are_a_thousand_different_names_at_most():
    many = [{f"n{number}": 1, "n0": 2} if number else {"n0": 1} for number in range(1000)]
    text = json.dumps([many, many])
    assert parse(text) == [many, many]
    check([many, many])
    refused(text[:-1] + ', {"one": 1}]', "more than 1000 different names")
    with pytest.raises(BadText, match="more than 1000 different names"):
        check([many, {"one": 1}])


def test_a_value_stands_inside_sixteen_brackets_at_most():
    def nested(brackets, inside=""):
        return "[" * brackets + inside + "]" * brackets

    assert DEEPEST == 16
    for text in (nested(16, "0"), nested(17), nested(16, "{},[]")):
        check(parse(text))
    for text in (nested(17, "0"), nested(18), '{"a":' * 17 + "0" + "}" * 17, "[" * 10**6):
        refused(text, "nested too deeply")
    with pytest.raises(BadText, match="nested too deeply"):
        check(json.loads(nested(17, "0")))


@pytest.mark.parametrize(
    "junk", [1.5, float("nan"), b"x", (), {1}, object(), {1: 2}, 10**400, "\ud800"]
)
def test_data_that_no_text_can_give_is_refused(junk):
    for data in (junk, [junk], {"a": [junk]}):
        with pytest.raises(BadText):
            check(data)


def test_the_first_of_several_texts_ends_where_the_next_begins():
    assert parse_first('{"a":1}\n[2]', 0) == ({"a": 1}, 7)
    assert parse_first('{"a":1}\n[2]', 8) == ([2], 11)
    assert parse_first("[1]HTTP/", 0) == ([1], 3)
    with pytest.raises(Unfinished):
        parse_first("[1] [2", 4)
    with pytest.raises(BadText):
        parse_first("[1] [1 2]", 4)


def test_what_is_shown_is_one_line_of_printable_ascii_and_short():
    escapes = "\x1b[2K\n✓ \u202e\x7f\u2028\ud800"
    for told in map(shown, (escapes, ["\x7f" * 99], {"a\n": {"b": 1}}, "x" * 10**6)):
        assert (told.isascii(), told.isprintable()) == (True, True)
        assert len(told) <= 63
    assert shown('say "x"\n') == '"say \\"x\\"\\n"'
    assert shown({"card": 7}) == '{"card":7}'
    assert plain('Seat "é"\n') == 'Seat "\\u00e9"\\n'
