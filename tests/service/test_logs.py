"""Logging: one line each, and nothing secret in it."""

import io
import json
import logging

import pytest
import structlog

from service.observability import logs
from service.settings.config import Settings

TOKEN = "t6s_" + "Ab3-_" * 9


@pytest.fixture
def written():
    """What has been logged so far; logging is put back as it was afterwards."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    stream = io.StringIO()
    logs.configure(Settings(log_format="json"), stream)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


SECRET = [
    *(f"joined with {TOKEN}", f"Authorization: Bearer {TOKEN}", "bearer anything.at-all"),
    *('{"Authorization": "Bearer anything.at-all"}', "{'authorization': 'Basic dXNlcjpwYXNz'}"),
    *("[(b'Authorization', b'Bearer anything.at-all')]", "authorization=dXNlcjpwYXNz"),
    "cannot reach redis://user:anything.at-all@host:6379/0",
]
PLAIN = ["PUT /v1/games/Ab-_/decisions/r2t5-pick-s3 200", "redis://host:6379/0", "t6 is short"]


@pytest.mark.parametrize("text", SECRET)
def test_what_lets_somebody_in_is_masked_and_all_else_stays_as_it_is(text):
    masked = logs.mask(text)
    assert "***" in masked
    for secret in (TOKEN, "anything.at-all", "dXNlcjpwYXNz"):
        assert secret not in masked
    assert [logs.mask(each) for each in PLAIN] == PLAIN


def test_a_field_a_message_and_a_traceback_are_masked_alike(written):
    log = structlog.get_logger("test")
    log.info("seat taken", headers={"Authorization": f"Bearer {TOKEN}"}, seat=3)
    logging.getLogger("gunicorn.error").warning("odd: %s", TOKEN)
    try:
        raise ValueError(TOKEN)
    except ValueError:
        log.exception("failed")
    first, second, third = written()
    assert first["seat"] == 3
    assert first["level"] == "info"
    assert second["event"] == "odd: t6s_***"
    assert "ValueError: t6s_***" in third["exception"]
    assert TOKEN not in repr([first, second, third])


def test_a_message_is_one_line_whatever_is_in_it_and_none_below_the_level(written):
    structlog.get_logger("test").debug("small")
    logging.getLogger("x").debug("small")
    logging.getLogger("x").warning("one\ntwo")
    assert [each["event"] for each in written()] == ["one\ntwo"]
