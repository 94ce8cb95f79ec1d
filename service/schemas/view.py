"""A game as its viewers see it."""

from typing import Final

from marshmallow import Schema, fields, validate

from domain.text.spelling import HASH

JWS: Final = r"^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{86}$"
STATUSES: Final = ("lobby", "playing", "finished", "abandoned")


class HeadSchema(Schema):
    """The server's word on where the ledger of a game stood (docs/ledger.md): its revision and
    the chain hash there. `jws` is all of it, signed (RFC 7515; keys: /.well-known/jwks.json).
    """

    game = fields.String(required=True)
    revision = fields.Integer(required=True)
    hash = fields.String(required=True, metadata={"pattern": f"^{HASH}$"})
    jws = fields.String(required=True, metadata={"pattern": JWS})


class ReceiptSchema(HeadSchema):
    """The server's word that an answer to a decision is stored, where and since when.

    `jws` is all of it with decision and answer, signed. Save it: it convicts a server that
    shows another answer, or another history, later.
    """

    at = fields.DateTime(required=True)


class DecisionSchema(Schema):
    """Something that a seat owes. Only the seat itself is shown the options."""

    id = fields.String(required=True, metadata={"examples": ["r2t5-pick-s3"]})
    kind = fields.String(required=True)
    seat = fields.Integer(required=True)
    opened_at = fields.DateTime(required=True)
    deadline = fields.DateTime(required=True, allow_none=True)
    options = fields.List(fields.Dict())


class PlayerSchema(Schema):
    """Who sits on a seat. `name` is null where it was erased."""

    name = fields.String(required=True, allow_none=True)
    kind = fields.String(required=True, validate=validate.OneOf(["person", "bot"]))
    policy = fields.String(required=True, allow_none=True)
    client_seed = fields.String(required=True)
    resigned = fields.Boolean(required=True)
    away = fields.Boolean(required=True)


class SeatSchema(Schema):
    """What everybody may know of a seat."""

    seat = fields.Integer(required=True)
    player = fields.Nested(PlayerSchema, required=True, allow_none=True)
    hand_count = fields.Integer(required=True)
    specials = fields.List(fields.String(), required=True)
    drafted = fields.List(fields.Integer(), required=True)
    picked = fields.Boolean(required=True)
    pile = fields.List(fields.Integer(), required=True)
    pile_specials = fields.List(fields.String(), required=True)
    pile_heads = fields.Integer(required=True)
    total = fields.Integer(required=True)


class RowSchema(Schema):
    """A row on the table."""

    row = fields.Integer(required=True)
    cards = fields.List(fields.Integer(), required=True)
    specials = fields.List(fields.String(), required=True)


class CardOfSeatSchema(Schema):
    """A card that lies open, and whose it is."""

    seat = fields.Integer(required=True)
    card = fields.Integer(required=True)


class PointsSchema(Schema):
    """What a round brought a seat."""

    seat = fields.Integer(required=True)
    points = fields.Integer(required=True)


class PlaceSchema(Schema):
    """How a seat ended. Equal totals share a place."""

    seat = fields.Integer(required=True)
    place = fields.Integer(required=True)
    total = fields.Integer(required=True)


class OwnSeatSchema(Schema):
    """What only the seat itself may know."""

    seat = fields.Integer(required=True)
    hand = fields.List(fields.Integer(), required=True)
    specials = fields.List(fields.String(), required=True)
    pick = fields.Integer(required=True, allow_none=True)
    decisions = fields.List(fields.Nested(DecisionSchema), required=True)


class GameSchema(Schema):
    """A game as the one who asks may see it.

    `deadline`: when what is owed must be answered; compare it with `server_time`, not with a
    clock of one's own.
    """

    server_time = fields.DateTime(required=True)
    deadline = fields.DateTime(required=True, allow_none=True)
    id = fields.String(required=True)
    ruleset = fields.String(required=True)
    options = fields.Dict(required=True)
    visibility = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    created_at = fields.DateTime(required=True)
    over_at = fields.DateTime(required=True, allow_none=True)
    revision = fields.Integer(required=True)
    seats = fields.List(fields.Nested(SeatSchema), required=True)
    round = fields.Integer(required=True)
    turn = fields.Integer(required=True)
    kind = fields.String(required=True, allow_none=True)
    rows = fields.List(fields.Nested(RowSchema), required=True)
    pool = fields.List(fields.Integer(), required=True)
    revealed = fields.List(fields.Nested(CardOfSeatSchema), required=True)
    unplaced = fields.List(fields.Nested(CardOfSeatSchema), required=True)
    waiting_on = fields.List(fields.Integer(), required=True)
    rounds = fields.List(fields.List(fields.Nested(PointsSchema)), required=True)
    places = fields.List(fields.Nested(PlaceSchema), required=True)
    commitment = fields.String(required=True)
    server_seed = fields.String(required=True, allow_none=True)
    you = fields.Nested(OwnSeatSchema, required=True, allow_none=True)
    head = fields.Nested(HeadSchema, required=True)
