"""Bodies as a server delivers them: media type, encoding, size, chunks, broken connections."""

import io
import tracemalloc

import pytest

from tests.support.edge_app import LIMIT, assert_problem, make_client, post


@pytest.fixture
def client():
    return make_client()


def test_what_is_refused_says_what_is_taken(client):
    """Which are refused, on every route: tests/http/test_cases_input.py."""
    response = post(client, b'{"card":7}', content_type="text/plain")
    assert_problem(response, 415, "unsupported_media_type")
    assert response.json["allowed"] == ["application/json"]
    assert_problem(post(client, b"{}", Content_Encoding=""), 415, "unsupported_encoding")


@pytest.mark.parametrize(
    "declared",
    [
        "application/json",
        "Application/JSON",
        "application/json;charset=utf-8",
        'application/json ; charset="UTF-8"',
    ],
)
def test_json_in_utf_8_may_say_so(client, declared):
    assert post(client, b'{"card":7}', content_type=declared).status_code == 200


def test_content_encoding_identity_is_none_at_all(client):
    assert post(client, b'{"card":7}', Content_Encoding="Identity").status_code == 200


def sized(size):
    return b'{"a":"' + b"x" * (size - 8) + b'"}'


def test_the_limit_itself_is_read_and_one_byte_more_is_413(client):
    assert post(client, sized(LIMIT)).status_code == 200
    response = post(client, sized(LIMIT + 1))
    assert_problem(response, 413, "body_too_large")
    assert response.json["limit"] == LIMIT


class Counted(io.BytesIO):
    taken = 0

    def read(self, size=-1):
        data = super().read(size)
        self.taken += len(data)
        return data


def chunked(client, body):
    stream = Counted(body)
    response = client.post(
        "/v1/echo",
        input_stream=stream,
        content_type="application/json",
        environ_overrides={"wsgi.input_terminated": True, "CONTENT_LENGTH": ""},
    )
    return response, stream


def test_a_chunked_body_without_length_is_counted_as_it_arrives(client):
    assert chunked(client, sized(LIMIT))[0].status_code == 200
    huge = sized(10_000_000)
    tracemalloc.start()
    response, stream = chunked(client, huge)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert_problem(response, 413, "body_too_large")
    assert stream.taken == LIMIT + 1
    assert peak < 1_000_000


def test_a_body_shorter_than_its_length_is_400(client):
    response = client.post(
        "/v1/echo",
        input_stream=io.BytesIO(b'{"card":7}'),
        content_type="application/json",
        environ_overrides={"CONTENT_LENGTH": "50"},
    )
    assert_problem(response, 400, "incomplete_body")


class Broken(io.BytesIO):
    def __init__(self, error):
        super().__init__()
        self.error = error

    def read(self, size=-1):
        raise self.error


@pytest.mark.parametrize(("error", "status"), [(TimeoutError(), 408), (OSError("reset"), 400)])
def test_a_connection_that_breaks_while_sending_is_the_clients_error(client, error, status):
    response = client.post(
        "/v1/echo",
        input_stream=Broken(error),
        content_type="application/json",
        environ_overrides={"CONTENT_LENGTH": "50"},
    )
    assert_problem(response, status)
