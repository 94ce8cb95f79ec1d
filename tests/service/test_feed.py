"""What a feed shows of an entry that a newer server has written."""

import pytest

from service.games.games import Unreadable
from service.storage.labels import Labels
from service.storage.stored import Stored
from service.watching.feed import Eyes
from tests.support.chains import GAME, GENESIS, LABEL

NEWER = b'{"at":"2026-09-21T12:00:00.000Z","events":[{"seat":0,"type":"%b","what":1}]}'


def items(kind, seat=None, names=None):
    entry = Stored(7, NEWER % kind, None, GENESIS)
    return [*Eyes(GAME, seat, "").items([entry], lambda _: Labels("1", names or {}))]


@pytest.mark.parametrize("kind", [b"CardPicked", b"SeatTaken", b"Novelty"])
def test_what_opens_nothing_is_passed_on_as_it_lies(kind):
    (item,) = items(kind)
    assert item == b'{"revision":7,"hash":"%b","entry":%b}' % (GENESIS.encode(), NEWER % kind)
    assert items(b"Novelty", 0, LABEL)


@pytest.mark.parametrize(("kind", "seat"), [(b"CardPicked", 0), (b"SeatTaken", None)])
def test_what_may_have_seals_to_open_is_told_with_its_place(kind, seat):
    with pytest.raises(Unreadable, match="revision 7"):
        items(kind, seat, LABEL)
