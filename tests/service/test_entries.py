"""Walking through many stored entries lets others in the process have their turn."""

import pytest

from bench.games import chained
from domain import INITIAL
from domain.ledger import GENESIS
from domain.views.bundle import bundle
from service.games.games import Game, advance
from service.storage import stored
from service.storage.stored import ENTRIES_PER_TURN, Entries, Stored, entries_of
from tests.support.audit_games import GAME, game

LONG = chained(game("classic", 5, seats=10, options={"end_score": None, "max_rounds": 5}))


def test_all_entries_come_in_order_with_a_pause_every_so_often(monkeypatch):
    pauses = []
    monkeypatch.setattr(stored.time, "sleep", pauses.append)
    entries = Entries(Stored(n, b"{}", None, "h") for n in range(1, 3 * ENTRIES_PER_TURN + 2))
    assert [entry.revision for entry in entries] == list(range(1, 3 * ENTRIES_PER_TURN + 2))
    assert pauses == [0, 0, 0]


def test_a_few_entries_come_without_a_pause(monkeypatch):
    monkeypatch.setattr(stored.time, "sleep", lambda seconds: 1 / seconds)
    assert len([*Entries([Stored(1, b"{}", None, "h")] * ENTRIES_PER_TURN)]) == ENTRIES_PER_TURN
    assert [*Entries()] == []


def raw(entries):
    return [
        (b"%d-0" % e.revision, [b"p", e.p, b"h", e.h.encode(), *((b"s", e.s) if e.s else ())])
        for e in entries
    ]


@pytest.mark.parametrize(
    ("work", "passes"),
    [
        (lambda: entries_of(GAME, raw(LONG), 1), 1),
        (lambda: advance(GAME, Game(INITIAL, GENESIS), LONG), 1),
        (lambda: bundle(Entries(LONG), None, {}, version="1"), 3),
    ],
    ids=["reading", "folding", "a bundle"],
)
def test_what_takes_long_with_a_long_game_pauses(monkeypatch, work, passes):
    pauses = []
    monkeypatch.setattr(stored.time, "sleep", pauses.append)
    work()
    assert len(LONG) > 3 * ENTRIES_PER_TURN
    assert len(pauses) == passes * ((len(LONG) - 1) // ENTRIES_PER_TURN)
