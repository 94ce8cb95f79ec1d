"""What is appended are the canonical bytes, though a faster writer makes them."""

import json

from hypothesis import given
from hypothesis import strategies as st

from domain import ledger
from domain.entries import Entry, decode
from domain.events import SeatTaken
from domain.ledger import GENESIS, canonical
from service.games import NOTHING
from service.handling import chained
from tests.dsl import AT
from tests.golden.samples import SAMPLES


def assert_canonical(entry: Entry) -> None:
    """It is stored in canonical bytes, chained to what was, and comes back."""
    stored = chained(entry, NOTHING)
    assert stored.p == canonical(json.loads(stored.p))
    assert stored.s is None or stored.s == canonical(json.loads(stored.s))
    assert stored.h == ledger.chain(GENESIS, stored.p)
    assert decode(stored.p, stored.s) == entry


def test_every_kind_of_event_is_stored_in_its_canonical_bytes() -> None:
    for entry in SAMPLES.values():
        assert_canonical(entry)
    all_at_once = tuple(event for entry in SAMPLES.values() for event in entry.events)
    assert_canonical(Entry(AT, all_at_once))


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@given(policy=TEXT, seed=TEXT)
def test_whatever_is_written_is_stored_in_its_canonical_bytes(policy: str, seed: str) -> None:
    seated = SeatTaken(seat=0, name_seal="A" * 43, policy=policy, client_seed=seed)
    assert_canonical(Entry(AT, (seated,)))
