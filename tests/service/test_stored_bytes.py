"""What is appended are the canonical bytes, though a faster writer makes them."""

from hypothesis import given
from hypothesis import strategies as st

from domain import INITIAL
from domain.codec import encode
from domain.events import SeatTaken
from domain.ledger import GENESIS
from service.games import Game
from service.handling import chained
from tests.golden.samples import SAMPLES


def test_every_kind_of_event_is_stored_in_its_canonical_bytes() -> None:
    for event in SAMPLES.values():
        (entry,) = chained([event], Game(INITIAL, GENESIS))
        assert (entry.p, entry.s) == encode(event)


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@given(name=TEXT, seed=TEXT, request=TEXT)
def test_whatever_a_player_writes_is_stored_in_its_canonical_bytes(
    name: str, seed: str, request: str
) -> None:
    event = SeatTaken(at=1, seat=0, name=name, client_seed=seed, request=request)
    (entry,) = chained([event], Game(INITIAL, GENESIS))
    assert (entry.p, entry.s) == encode(event)
