"""Bodies: what counts as one clean JSON object."""

import json

import pytest
from flask.testing import FlaskClient

from service.http.strictjson import MAX_DEPTH, parse_object
from service.problems import Problem
from tests.support.service.edge_app import assert_problem, make_client, post


@pytest.fixture
def client() -> FlaskClient:
    return make_client()


def test_a_plain_object_comes_through_unchanged(client):
    body = {"a": [1, -2, 3.5, True, None, "käse \U0001f0a1"], "b": {"c": {}}}
    response = post(client, json.dumps(body))
    assert response.status_code == 200
    assert response.json == body


def test_escaped_surrogate_pairs_and_every_other_escape_are_read(client):
    body = rb'{"a":"\ud83c\udca1 \u00e4 \n \" \\u0000 \\ud800"}'
    assert post(client, body).json == {"a": '\U0001f0a1 ä \n " \\u0000 \\ud800'}


@pytest.mark.parametrize("body", [b"", b" ", b"\r\n\t "])
def test_an_empty_body_is_400(client, body):
    assert_problem(post(client, body), 400, "empty_body")


def nested(depth, opening, middle, closing):
    return b'{"x":' + opening * depth + middle + closing * depth + b"}"


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
    assert refused.value.code == "invalid_json"


def test_faults_are_pointed_at_each_by_its_place(client):
    body = '{"seats":[{"card":7},{},{"card":"7"}],"a/b~c":1}'
    response = post(client, body, path="/v1/seats")
    assert_problem(response, 422, "invalid_body")
    assert [fault["pointer"] for fault in response.json["errors"]] == [
        *("#/a~1b~0c", "#/seats/1/card", "#/seats/2/card"),
    ]
    body = {"seats": [{"card": 7}]}
    assert post(client, json.dumps(body), path="/v1/seats").json == body
