"""One event of every type, in which every field differs from its default. Their bytes are kept for
good in tests/golden/events/ (make.py writes them). A sample whose event gets a new optional field,
or a new version, changes with it; the old bytes stay."""

from collections.abc import Mapping

from domain import events as e
from domain.events.entries import Entry

AT = 1_796_000_000_123
SEAL = "5ea1" * 10 + "5eA"
SALT = "5a17" * 5 + "5A"
SEED = "5eed" * 10 + "5eE"
HASHES = {"host_hash": "0057" * 10 + "00A", "invite_hash": "1471" * 10 + "14A"}
ASKED = {"request": "key.print", "owner": "acc0" * 8}

# fmt: off
_ALL: tuple[e.Event, ...] = (
    e.GameCreated(
        game="AbCdEfGhIjKlMnOpQrStUv", ruleset="classic", seats=4, visibility="public",
        options={"end_score": 66, "max_rounds": None, "row_choice": "player"},
        commitment="c0" * 21 + "A", secret=e.GameSecret(server_seed=SEED, **HASHES, **ASKED),
    ),
    e.SeatTaken(
        seat=1, name_seal=SEAL, policy="careful", client_seed='sal y pimienta "\\/',
        secret=e.SeatSecret(token_hash="70ce" * 10 + "70A", **ASKED),
    ),
    e.SeatLeft(seat=1),
    e.SeatHandedOver(seat=1, policy="careful", reason="resigned"),
    e.SeatReturned(seat=1),
    e.GameStarted(seats=(0, 2, 3)),
    e.RoundDealt(
        round=2, face_down=True, specials=("x2", "+5"), pool=(1, 2, 3),
        hands=tuple(e.DealtHand(seat=seat, count=2, seal=SEAL) for seat in (0, 2)),
        secret=e.HandsSecret(hands=((7, 42), (104, 3))),
    ),
    e.RowsLaid(cards=(12, 37, 43, 58)),
    e.TurnStarted(turn=5, kind="pick", seats=(0, 2)),
    e.CardDrafted(seat=0, card=17, by="bot", policy="careful/1"),
    e.CardPicked(
        round=2, turn=5, seat=0, seal=SEAL, by="clock", policy="careful/1",
        secret=e.PickSecret(card=42),
    ),
    e.PicksRevealed(
        picks=tuple(e.RevealedPick(seat=s, card=card, salt=SALT) for s, card in ((2, 3), (0, 42))),
    ),
    e.CardsPlayed(
        seat=0, by="bot", policy="random/12",
        cards=(e.PlayedCard(card=42), e.PlayedCard(special="x2", row=0)),
    ),
    e.CardPlaced(seat=0, row=0, reason="nearest", card=42, special="x2", side="left"),
    e.ChoiceRequested(
        seat=0, card=50, kind="place",
        options=(e.Spot(row=0, side="right"), e.Spot(row=1, side="left")),
    ),
    e.ChoiceMade(seat=0, row=0, side="left", by="bot", policy="careful/1"),
    e.RowTaken(
        seat=0, row=0, cards=(50, 51, 52, 53, 55), heads=13, reason="full", specials=("x2",)
    ),
    e.RoundScored(
        round=2,
        scores=(e.Score(seat=0, points=-3, total=13), e.Score(seat=2, points=0, total=0)),
    ),
    e.GameFinished(
        places=(e.Place(seat=0, place=2, total=70), e.Place(seat=2, place=1, total=0)),
        server_seed=SEED,
    ),
    e.GameAbandoned(reason="host", server_seed=SEED),
)
# fmt: on

SAMPLES: Mapping[str, Entry] = {type(event).__name__: Entry(AT, (event,)) for event in _ALL}
