"""Walking through many stored entries lets others in the process have their turn."""

from service.storage import stored
from service.storage.stored import TURN, Entries, Stored


def test_all_entries_come_in_order_with_a_pause_every_so_often(monkeypatch):
    pauses = []
    monkeypatch.setattr(stored.time, "sleep", pauses.append)
    entries = Entries(Stored(n, b"{}", None, "h") for n in range(1, 3 * TURN + 2))
    assert [entry.revision for entry in entries] == list(range(1, 3 * TURN + 2))
    assert pauses == [0, 0, 0]


def test_a_few_entries_come_without_a_pause(monkeypatch):
    monkeypatch.setattr(stored.time, "sleep", lambda seconds: 1 / seconds)
    assert len([*Entries([Stored(1, b"{}", None, "h")] * TURN)]) == TURN
    assert [*Entries()] == []
