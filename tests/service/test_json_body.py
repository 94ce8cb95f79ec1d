"""Bodies: what counts as one clean JSON object."""

import json

import pytest
from flask.testing import FlaskClient

from service.http.strictjson import MAX_DEPTH, MAX_DIGITS, parse_object
from service.problems import Problem
from tests.http import bodies
from tests.service.edge_app import assert_problem, make_client, post


@pytest.fixture
def client() -> FlaskClient:
    return make_client()


def test_a_plain_object_comes_through_unchanged(client):
    body = {"a": [1, -2, 3.5, True, None, "käse \U0001f0a1"], "b": {"c": {}}}
    response = post(client, json.dumps(body))
    assert response.status_code == 200
    assert response.json == body


FURTHER = [
    *(b'{"card":-1e999}', b'{"card":7,"\\u0063ard":8}', b'{"name":"\xe9"}', b'{"a":"\x00"}'),
    *(b'{"name":"\xed\xa0\x80"}', b'{"name":"\xc0\x80"}', b'{"a\\u0000":1}', b'{"a":["\\ud800"]}'),
    *(b'{"a":"\\ude00\\ud83d"}', b'{"card":/*7*/8}', b'{"n":' + b"9" * (MAX_DIGITS + 1) + b"}"),
    *(b'{"n":-' + b"9" * 5000 + b"}", b'{"n":1.' + b"9" * 5000 + b"}"),
]


@pytest.mark.parametrize(
    "body", [*filter(bytes.strip, bodies.no_json('"card":7')), *FURTHER], ids=lambda b: repr(b[:60])
)
def test_what_is_not_one_clean_object_is_400(body):
    with pytest.raises(Problem) as refused:
        parse_object(body)
    assert (refused.value.status, refused.value.code) == (400, "invalid_json")


def test_escaped_surrogate_pairs_and_every_other_escape_are_read(client):
    body = rb'{"a":"\ud83c\udca1 \u00e4 \n \" \\u0000 \\ud800"}'
    assert post(client, body).json == {"a": '\U0001f0a1 ä \n " \\u0000 \\ud800'}


@pytest.mark.parametrize("body", [b"", b" ", b"\r\n\t "])
def test_an_empty_body_is_400(client, body):
    assert_problem(post(client, body), 400, "empty_body")


def nested(depth, opening, middle, closing):
    return b'{"x":' + opening * depth + middle + closing * depth + b"}"


@pytest.mark.parametrize("depth", [100, 1000, 1500, 20_000])
@pytest.mark.parametrize(
    ("opening", "middle", "closing"), [(b"[", b"", b"]"), (b'{"a":', b"1", b"}"), (b"[", b"", b"")]
)
def test_deep_nesting_is_400_and_never_reaches_a_recursive_parser(depth, opening, middle, closing):
    with pytest.raises(Problem) as refused:
        parse_object(nested(depth, opening, middle, closing))
    assert refused.value.code == "invalid_json"
    assert "deep" in refused.value.detail


def test_the_deepest_allowed_nesting_is_read_and_one_more_is_not():
    assert parse_object(nested(MAX_DEPTH - 1, b"[", b"", b"]"))
    with pytest.raises(Problem):
        parse_object(nested(MAX_DEPTH, b"[", b"", b"]"))


def test_brackets_in_strings_and_side_by_side_are_not_depth():
    text = '["' + "[{" * 500 + '\\"[[' + '"]'
    assert parse_object(b'{"x":%s,"y":[%s]}' % (text.encode(), b",".join([b"[]"] * 500)))


@pytest.mark.parametrize(
    "body",
    [b'"' + b'\\"' * 32_000, b'{"a":"' + b"[" * 60_000, b"]" * 40 + b"[" * 40, b'"\\' + b"[" * 99],
    ids=["unfinished escapes", "unfinished string", "closing first", "odd escape"],
)
def test_hostile_brackets_and_quotes_are_400(body):
    with pytest.raises(Problem) as refused:
        parse_object(body)
    assert refused.value.status == 400
