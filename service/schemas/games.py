"""Bodies and answers of games and seats."""

from typing import Any, Final

from marshmallow import Schema, ValidationError, fields, validate

from service.schemas.common import CursorSchema, Name, QueryInteger, StrictInteger, StrictSchema

STATUSES: Final = ("lobby", "playing", "finished", "abandoned")
CLIENT_SEED_MAX: Final = 64


def _key(text: str = "") -> fields.String:
    return fields.String(validate=validate.Length(1, 40), metadata={"description": text})


class OptionsField(fields.Dict):
    """Options by name; which there are and what they allow is the ruleset's to say."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        loaded = super()._deserialize(value, attr, data, **kwargs)  # type: ignore[no-untyped-call]
        if len(loaded) > 20:
            raise ValidationError("At most 20 options.")
        for member in loaded.values():
            if member is not None and type(member) not in (int, str):
                raise ValidationError("Options are whole numbers, strings or null.")
        return loaded


class NewGameSchema(StrictSchema):
    """A game to create. Without `seats`, as many as the ruleset allows."""

    ruleset = fields.String(
        required=True,
        validate=validate.Length(1, 40),
        metadata={"description": "Key or alias, from /v1/rulesets", "examples": ["classic"]},
    )
    seats = StrictInteger(minimum=1, maximum=10, load_default=None)
    visibility = fields.String(
        validate=validate.OneOf(["public", "private"]), load_default="public"
    )
    options = OptionsField(
        keys=fields.String(validate=validate.Length(1, 40)),
        load_default=dict,
        metadata={"description": "What the ruleset's `options` allow; the rest is its default"},
    )


class NewSeatSchema(StrictSchema):
    """A seat to take: by a person with a `name`, or by the bot `policy`."""

    name = Name(metadata={"minLength": 1, "maxLength": 40})
    policy = fields.String(validate=validate.Length(1, 40), metadata={"examples": ["careful"]})
    seat = StrictInteger(minimum=0, maximum=9, load_default=None)
    client_seed = fields.String(
        validate=validate.Regexp(r"[\x20-\x7e]{0,64}\Z", error="At most 64 ASCII characters."),
        load_default="",
        metadata={"description": "Mixed into every deal (docs/ledger.md)", "maxLength": 64},
    )


class GamesQuerySchema(CursorSchema):
    """Which games to list."""

    status = fields.String(validate=validate.OneOf(STATUSES))
    ruleset = fields.String(validate=validate.Length(1, 40))


class GameQuerySchema(StrictSchema):
    """At which revision to look at a game."""

    revision = QueryInteger(minimum=1)


class HeadSchema(Schema):
    """Where the ledger stands: its last revision, and the chain hash there."""

    revision = fields.Integer(required=True)
    hash = fields.String(required=True, metadata={"pattern": "^[0-9a-f]{64}$"})


class DecisionSchema(Schema):
    """Something that a seat owes. Only the seat itself is shown the options."""

    id = fields.String(required=True, metadata={"examples": ["r2t5-pick-s3"]})
    kind = fields.String(required=True)
    seat = fields.Integer(required=True)
    opened_at = fields.DateTime(required=True)
    deadline = fields.DateTime(required=True, allow_none=True)
    options = fields.List(fields.Dict())


class PlayerSchema(Schema):
    """Who sits on a seat."""

    name = fields.String(required=True)
    kind = fields.String(required=True, validate=validate.OneOf(["person", "bot"]))
    policy = fields.String(required=True, allow_none=True)
    client_seed = fields.String(required=True)
    resigned = fields.Boolean(required=True)


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
    """A game as the one who asks may see it."""

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


class CreatedGameSchema(Schema):
    """A new game with its tokens, which are given here and nowhere else."""

    game = fields.Nested(GameSchema, required=True)
    host_token = fields.String(required=True)
    invite_token = fields.String(required=True)


class TakenSeatSchema(Schema):
    """A seat just taken; a person also gets the token that plays it, here and nowhere else."""

    seat = fields.Integer(required=True)
    token = fields.String(required=True, allow_none=True)
    game = fields.String(required=True)


class GameSummarySchema(Schema):
    """A line of the listing."""

    id = fields.String(required=True)
    ruleset = fields.String(required=True)
    status = fields.String(required=True)
    created_at = fields.DateTime(required=True)
    seats = fields.Integer(required=True)
    taken = fields.Integer(required=True)


class GameListSchema(Schema):
    """One page of public games, newest first. The `Link` header leads to the next one."""

    games = fields.List(fields.Nested(GameSummarySchema), required=True)
    next = fields.String(required=True, allow_none=True)
