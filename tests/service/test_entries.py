"""Stored entries: walking through many lets others in the process have their turn; what a feed
shows of one that a newer server has written.
"""

import pytest

from bench.games import chained
from domain.state import INITIAL
from domain.views.bundle import bundle
from service.games.games import Game, Unreadable, advance
from service.storage import stored
from service.storage.labels import Labels
from service.storage.stored import ENTRIES_PER_TURN, Entries, Stored, entries_of
from service.watching.feed import Eyes
from tests.support import chains
from tests.support.audit_games import GAME, game

LONG = chained(game("classic", 5, seats=10, options={"end_score": None, "max_rounds": 5}))
NEWER = b'{"at":"2026-09-21T12:00:00.000Z","events":[{"seat":0,"type":"%b","what":1}]}'


@pytest.fixture
def pauses(monkeypatch):
    found = []
    monkeypatch.setattr(stored.time, "sleep", found.append)
    return found


def test_all_entries_come_in_order_with_a_pause_every_so_often(pauses):
    entries = Entries(Stored(n, b"{}", None, "h") for n in range(1, 3 * ENTRIES_PER_TURN + 2))
    assert [entry.revision for entry in entries] == list(range(1, 3 * ENTRIES_PER_TURN + 2))
    assert pauses == [0, 0, 0]


def test_a_few_entries_come_without_a_pause(pauses):
    assert len([*Entries([Stored(1, b"{}", None, "h")] * ENTRIES_PER_TURN)]) == ENTRIES_PER_TURN
    assert [*Entries()] == pauses == []


def raw(entries):
    return [
        (b"%d-0" % e.revision, [b"p", e.p, b"h", e.h.encode(), *((b"s", e.s) if e.s else ())])
        for e in entries
    ]


@pytest.mark.parametrize(
    ("work", "passes"),
    [
        (lambda: entries_of(GAME, raw(LONG), 1), 1),
        (lambda: advance(GAME, Game(INITIAL, chains.GENESIS), LONG), 1),
        (lambda: bundle(Entries(LONG), None, {}, version="1"), 3),
    ],
    ids=["reading", "folding", "a bundle"],
)
def test_what_takes_long_with_a_long_game_pauses(pauses, work, passes):
    work()
    assert len(LONG) > 3 * ENTRIES_PER_TURN
    assert len(pauses) == passes * ((len(LONG) - 1) // ENTRIES_PER_TURN)


def items(kind, seat=None, names=None):
    entry = Stored(7, NEWER % kind, None, chains.GENESIS)
    return [*Eyes(chains.GAME, seat, "").items([entry], lambda _: Labels("1", names or {}))]


@pytest.mark.parametrize("kind", [b"CardPicked", b"SeatTaken", b"Novelty"])
def test_what_opens_nothing_is_passed_on_as_it_lies(kind):
    (item,) = items(kind)
    public = NEWER % kind
    assert item == b'{"revision":7,"hash":"%b","entry":%b}' % (chains.GENESIS.encode(), public)
    assert items(b"Novelty", 0, chains.LABEL)


@pytest.mark.parametrize(("kind", "seat"), [(b"CardPicked", 0), (b"SeatTaken", None)])
def test_what_may_have_seals_to_open_is_told_with_its_place(kind, seat):
    with pytest.raises(Unreadable, match="revision 7"):
        items(kind, seat, chains.LABEL)
