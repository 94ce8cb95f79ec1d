"""Bodies that do not come, and bodies that nobody reads, in the web's worker."""

import time

import gevent
import pytest
from gunicorn.http.body import Body, LengthReader
from gunicorn.http.unreader import IterUnreader

from service.processes import worker
from service.processes.worker import SURPLUS_BYTES, bound, is_used_up


def body(length, pieces):
    return Body(LengthReader(IterUnreader(pieces), length))


def slowly():
    while True:
        gevent.sleep(0.01)
        yield b"x"


@pytest.fixture
def hurried(monkeypatch):
    monkeypatch.setattr(worker, "BODY_SECONDS", 0.05)
    monkeypatch.setattr(worker, "SURPLUS_SECONDS", 0.05)


def test_a_body_that_comes_is_read_as_ever():
    coming = body(5, [b"he", b"llo, and the next request"])
    bound(coming)
    assert coming.read(3) == b"hel"
    assert coming.read() == b"lo"
    assert is_used_up(coming)


@pytest.mark.usefixtures("hurried")
def test_a_body_that_trickles_in_is_a_time_out_and_ends_the_connection():
    trickling = body(1000, slowly())
    bound(trickling)
    with pytest.raises(TimeoutError):
        trickling.read()
    assert not is_used_up(trickling)


@pytest.mark.usefixtures("hurried")
def test_what_is_left_of_a_body_is_not_waited_for_long():
    started = time.monotonic()
    assert not is_used_up(body(1000, slowly()))
    assert time.monotonic() - started < 1


@pytest.mark.parametrize(("more", "used"), [(-1, True), (0, False), (10**7, False)])
def test_a_little_that_nobody_read_is_taken_in_and_no_more_than_that(more, used):
    length = SURPLUS_BYTES + more
    assert is_used_up(body(length, [b"x" * length])) is used


def test_a_body_that_breaks_off_ends_the_connection():
    def broken():
        yield b"x"
        raise ConnectionResetError

    assert not is_used_up(body(10, broken()))
