"""Bodies and answers of creating, joining and listing games."""

from typing import Any, Final

from marshmallow import Schema, ValidationError, fields, validate

from service.schemas.common import CursorSchema, Name, QueryInteger, StrictInteger, StrictSchema
from service.schemas.view import STATUSES, GameSchema

NO_OPTION: Final = "No option is called so."


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
        keys=fields.String(validate=validate.Regexp(r"[\x21-\x7e]{1,40}\Z", error=NO_OPTION)),
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
    """At which revision to look at a game, and with whose eyes."""

    revision = QueryInteger(minimum=1)
    seat = QueryInteger(maximum=9)


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
    visibility = fields.String(required=True)
    revision = fields.Integer(required=True)


class GameListSchema(Schema):
    """One page of public games, newest first. The `Link` header leads to the next one."""

    games = fields.List(fields.Nested(GameSummarySchema), required=True)
    next = fields.String(required=True, allow_none=True)
