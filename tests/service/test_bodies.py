"""What counts as one clean JSON object; what every route refuses: tests/http/test_bodies.py."""

import io
import json
import tracemalloc

import pytest

from service.http.strictjson import MAX_DEPTH, parse_object
from service.problems import Problem
from tests.support.edge_app import LIMIT, assert_problem, post

SURROGATES = rb'{"a":"\ud83c\udca1 \u00e4 \n \" \\u0000 \\ud800"}'


def test_a_plain_object_comes_through_unchanged_and_every_escape_is_read(client):
    body = {"a": [1, -2, 3.5, True, None, "käse \U0001f0a1"], "b": {"c": {}}}
    response = post(client, json.dumps(body))
    assert (response.status_code, response.json) == (200, body)
    assert post(client, SURROGATES).json == {"a": '\U0001f0a1 ä \n " \\u0000 \\ud800'}


def nested(depth):
    return b'{"x":' + b"[" * depth + b"]" * depth + b"}"


def test_the_deepest_nesting_is_read_and_brackets_in_strings_or_side_by_side_are_none():
    assert parse_object(nested(MAX_DEPTH - 1))
    text = '["' + "[{" * 500 + '\\"[[' + '"]'
    assert parse_object(b'{"x":%s,"y":[%s]}' % (text.encode(), b",".join([b"[]"] * 500)))


HOSTILE = {
    "nothing": (b"", "empty_body"),
    "a blank": (b" ", "empty_body"),
    "blanks": (b"\r\n\t ", "empty_body"),
    "one level too deep": (nested(MAX_DEPTH), "invalid_json"),
    "unfinished escapes": (b'"' + b'\\"' * 32_000, "invalid_json"),
    "an unfinished string": (b'{"a":"' + b"[" * 60_000, "invalid_json"),
    "closing first": (b"]" * 40 + b"[" * 40, "invalid_json"),
    "an odd escape": (b'"\\' + b"[" * 99, "invalid_json"),
}


@pytest.mark.parametrize(("body", "code"), HOSTILE.values(), ids=HOSTILE)
def test_a_body_that_is_empty_or_hostile_is_400(client, body, code):
    with pytest.raises(Problem) as refused:
        parse_object(body)
    assert refused.value.code == code
    if len(body) < LIMIT:
        assert_problem(post(client, body), 400, code)


def test_faults_are_pointed_at_each_by_its_place(client):
    body = '{"seats":[{"card":7},{},{"card":"7"}],"a/b~c":1}'
    response = post(client, body, path="/v1/seats")
    assert_problem(response, 422, "invalid_body")
    pointers = [fault["pointer"] for fault in response.json["errors"]]
    assert pointers == ["#/a~1b~0c", "#/seats/1/card", "#/seats/2/card"]
    body = {"seats": [{"card": 7}]}
    assert post(client, json.dumps(body), path="/v1/seats").json == body


def test_what_is_refused_says_what_is_taken(client):
    response = post(client, b'{"card":7}', content_type="text/plain")
    assert_problem(response, 415, "unsupported_media_type")
    assert response.json["allowed"] == ["application/json"]
    assert_problem(post(client, b"{}", Content_Encoding=""), 415, "unsupported_encoding")
    for declared in (
        *("Application/JSON", "application/json;charset=utf-8"),
        'application/json ; charset="UTF-8"',
    ):
        assert post(client, b"{}", declared, Content_Encoding="Identity").status_code == 200


def sized(size):
    return b'{"a":"' + b"x" * (size - 8) + b'"}'


def test_the_limit_itself_is_read_and_one_byte_more_is_413(client):
    assert post(client, sized(LIMIT)).status_code == 200
    response = post(client, sized(LIMIT + 1))
    assert_problem(response, 413, "body_too_large")
    assert response.json["limit"] == LIMIT


def sent(client, stream, **environ):
    return client.post(
        "/v1/echo",
        input_stream=stream,
        content_type="application/json",
        environ_overrides={"CONTENT_LENGTH": "50", **environ},
    )


class Counted(io.BytesIO):
    taken = 0

    def read(self, size=-1):
        data = super().read(size)
        self.taken += len(data)
        return data


def test_a_chunked_body_without_length_is_counted_as_it_arrives(client):
    chunked = {"wsgi.input_terminated": True, "CONTENT_LENGTH": ""}
    assert sent(client, Counted(sized(LIMIT)), **chunked).status_code == 200
    huge = Counted(sized(10_000_000))
    tracemalloc.start()
    response = sent(client, huge, **chunked)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert_problem(response, 413, "body_too_large")
    assert huge.taken == LIMIT + 1
    assert peak < 1_000_000


@pytest.mark.parametrize(
    ("error", "status"), [(None, 400), (TimeoutError(), 408), (OSError("reset"), 400)]
)
def test_a_body_that_is_shorter_than_it_says_or_breaks_is_the_clients_error(client, error, status):
    class Broken(io.BytesIO):
        def read(self, size=-1):
            if error:
                raise error
            return super().read(size)

    code = None if error else "incomplete_body"
    assert_problem(sent(client, Broken(b'{"card":7}')), status, code)
