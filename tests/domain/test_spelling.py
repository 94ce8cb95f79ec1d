"""Each hash, salt, seed, id and time has one spelling, and nothing else is read as one."""

import base64
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.text.spelling import base64url, bytes_of, from_base64url, is_game, is_hash
from domain.text.times import LAST, is_time, milliseconds, rfc3339

HASH = base64url(bytes(range(200, 232)))


@given(st.binary(max_size=70))
def test_bytes_are_written_in_base64url_without_padding(data):
    assert base64url(data) == base64.urlsafe_b64encode(data).decode().rstrip("=")
    assert bytes_of(base64url(data)) == from_base64url(base64url(data), len(data)) == data


@pytest.mark.parametrize(
    "wrong",
    [HASH + "=", HASH[:-1], HASH + "A", "+" + HASH[1:], "/" + HASH[1:], HASH[:-1] + "B",
     " " + HASH[1:], "é" + HASH[1:], HASH[:-1] + "\n", "", None, 7, HASH.encode()],
)  # fmt: skip
def test_no_other_text_is_a_hash_or_read_as_bytes(wrong):
    assert is_hash(HASH)
    assert not is_hash(wrong)
    with pytest.raises(ValueError, match="not 32 bytes"):
        from_base64url(wrong, 32)


def test_an_id_has_up_to_64_letters_digits_and_two_marks():
    assert all(map(is_game, ("a", "A_-9", "x" * 64)))
    assert not any(map(is_game, ("", "x" * 65, "a b", "é", "a\n", "a.b", None, 7)))


@given(st.integers(0, LAST))
def test_a_time_is_written_as_rfc_3339_has_it_and_read_back(at):
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at)
    text = moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    assert rfc3339(at) == text
    assert milliseconds(text) == at
    assert is_time(text)


def test_a_moment_that_has_no_spelling_is_written_as_the_last_that_has_one():
    assert rfc3339(LAST + 1) == rfc3339(LAST) == "9999-12-31T23:59:59.999Z"


@pytest.mark.parametrize(
    "wrong",
    ["", "2026-11-30", "2026-11-30T01:47:42Z", "2026-11-30T01:47:42.1Z",
     "2026-11-30T01:47:42.1234Z", "2026-11-30T01:47:42.123", "2026-11-30T01:47:42.123+00:00",
     "2026-11-30t01:47:42.123Z", "2026-11-30 01:47:42.123Z", "2026-11-30T01:47:42.123z",
     "2026-11-30T24:00:00.000Z", "2026-11-30T23:60:00.000Z", "2026-11-30T23:59:60.000Z",
     "2026-02-29T01:47:42.123Z", "2026-13-01T01:47:42.123Z", "2026-00-01T01:47:42.123Z",
     "1969-12-31T23:59:59.999Z", "0000-01-01T00:00:00.000Z", "2026-W48-1T01:47:42.123Z",
     "20261130T01:47:42.123Z", "+2026-1-30T01:47:42.123Z", "２026-11-30T01:47:42.123Z",
     "2026-11-30T01:47:42.12３Z", "2026-11-30T01:47:42.123Z\n", " 2026-11-30T01:47:42.123Z"],
)  # fmt: skip
def test_no_other_text_is_a_time(wrong):
    assert not is_time(wrong)
    with pytest.raises(ValueError, match="RFC 3339"):
        milliseconds(wrong)
