"""Walking through many entries lets others have their turn; entries that a newer server wrote."""

import pytest

from bench.games import chained
from domain.state import INITIAL
from domain.text.spelling import base64url
from domain.views.bundle import bundle
from service.games.games import Game, Unreadable, advance
from service.storage import labels, stored
from service.storage.labels import Labels
from service.storage.stored import ENTRIES_PER_TURN, Entries, Stored, entries_of
from service.watching.feed import Eyes
from tests.support import chains
from tests.support.audit_games import GAME, game

LONG = chained(game("classic", 5, seats=10, options={"end_score": None, "max_rounds": 5}))
NEWER = b'{"at":"2026-09-21T12:00:00.000Z","events":[{"seat":0,"type":"%b","what":1}]}'
SEALS = [base64url(n.to_bytes(32)) for n in range(3 * ENTRIES_PER_TURN)]
RAW = [
    (b"%d-0" % e.revision, [b"p", e.p, b"h", e.h.encode(), *((b"s", e.s) if e.s else ())])
    for e in LONG
]


@pytest.fixture
def pauses(monkeypatch):
    found = []
    monkeypatch.setattr(stored.time, "sleep", found.append)
    return found


@pytest.mark.parametrize(("more", "paused"), [(-ENTRIES_PER_TURN, 0), (0, 0), (1, 1)])
def test_all_entries_come_in_order_with_a_pause_every_so_often(pauses, more, paused):
    revisions = range(1, ENTRIES_PER_TURN + more + 1)
    entries = Entries(Stored(n, b"{}", None, "h") for n in revisions)
    assert [entry.revision for entry in entries] == list(revisions)
    assert pauses == [0] * paused


def labelled():
    """Whoever sits down and leaves again leaves a label, as often as he likes."""
    fields = [part.encode() for seal in SEALS for part in (seal, "s" * 21 + "AEve")]
    assert list(labels.read(fields).names) == SEALS


@pytest.mark.parametrize(
    ("work", "passes"),
    [
        (lambda: entries_of(GAME, RAW, 1), [LONG]),
        (lambda: advance(GAME, Game(INITIAL, chains.GENESIS), LONG), [LONG]),
        (lambda: bundle(Entries(LONG), None, {}, version="1"), [LONG] * 3),
        (labelled, [SEALS]),
    ],
    ids=["reading", "folding", "a bundle", "labels"],
)
def test_what_takes_long_with_a_long_game_pauses(pauses, work, passes):
    work()
    assert len(LONG) > 3 * ENTRIES_PER_TURN
    assert len(pauses) == sum((len(each) - 1) // ENTRIES_PER_TURN for each in passes)


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
