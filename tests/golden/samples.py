"""One event of every type, in which every field differs from its default.

Their stored bytes are kept for good in tests/golden/events/ (make.py writes them). A sample
whose event gets a new optional field, or a new version, changes with it; the old bytes stay.
"""

from collections.abc import Mapping

from domain import events as e

AT = 1_796_000_000_123
SEAL = "5ea1" * 16
SALT = "5a17" * 16
SEED = "5eed" * 16

_ALL: tuple[e.Event, ...] = (
    e.GameCreated(
        at=AT,
        game="AbCdEfGhIjKlMnOpQrStUv",
        ruleset="classic",
        options={"end_score": 66, "max_rounds": None, "row_choice": "player"},
        seats=4,
        visibility="public",
        commitment="c0" * 32,
        server_seed=SEED,
        host_hash="0057" * 16,
        invite_hash="1471" * 16,
        request="key.print",
        owner="acc0" * 8,
    ),
    e.SeatTaken(
        at=AT,
        seat=1,
        name="Zoë «×2» 牛",
        policy="careful",
        client_seed="sal y pimienta",
        token_hash="70ce" * 16,
        request="key.print",
        owner="acc0" * 8,
    ),
    e.SeatLeft(at=AT, seat=1),
    e.SeatHandedOver(at=AT, seat=1, policy="careful", reason="resigned"),
    e.SeatReturned(at=AT, seat=1),
    e.GameStarted(at=AT, seats=(0, 2, 3)),
    e.RoundDealt(
        at=AT,
        round=2,
        hands=(
            e.DealtHand(seat=0, count=2, seal=SEAL, cards=(7, 42)),
            e.DealtHand(seat=2, count=2, seal=SEAL, cards=(104, 3)),
        ),
        face_down=True,
        specials=("x2", "+5"),
        pool=(1, 2, 3),
    ),
    e.RowsLaid(at=AT, cards=(12, 37, 43, 58)),
    e.TurnStarted(at=AT, turn=5, kind="pick", seats=(0, 2)),
    e.CardDrafted(at=AT, seat=0, card=17, by="bot", policy="careful/1"),
    e.CardPicked(
        at=AT, round=2, turn=5, seat=0, seal=SEAL, card=42, by="clock", policy="careful/1"
    ),
    e.PicksRevealed(
        at=AT,
        picks=(
            e.RevealedPick(seat=2, card=3, salt=SALT),
            e.RevealedPick(seat=0, card=42, salt=SALT),
        ),
    ),
    e.CardsPlayed(
        at=AT,
        seat=0,
        cards=(e.PlayedCard(card=42), e.PlayedCard(special="x2", row=0)),
        by="bot",
        policy="random/12",
    ),
    e.CardPlaced(at=AT, seat=0, row=0, reason="nearest", card=42, special="x2", side="left"),
    e.ChoiceRequested(
        at=AT,
        seat=0,
        card=50,
        kind="place",
        options=(e.Spot(row=0, side="right"), e.Spot(row=1, side="left")),
    ),
    e.ChoiceMade(at=AT, seat=0, row=0, side="left", by="bot", policy="careful/1"),
    e.RowTaken(
        at=AT,
        seat=0,
        row=0,
        cards=(50, 51, 52, 53, 55),
        heads=13,
        reason="full",
        specials=("x2",),
    ),
    e.RoundScored(
        at=AT,
        round=2,
        scores=(e.Score(seat=0, points=-3, total=13), e.Score(seat=2, points=0, total=0)),
    ),
    e.GameFinished(
        at=AT,
        places=(e.Place(seat=0, place=2, total=70), e.Place(seat=2, place=1, total=0)),
        server_seed=SEED,
    ),
    e.GameAbandoned(at=AT, reason="host", server_seed=SEED),
)

SAMPLES: Mapping[str, e.Event] = {type(event).__name__: event for event in _ALL}
