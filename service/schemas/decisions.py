"""Answers to decisions, by kind, and what comes back."""

from collections.abc import Mapping
from typing import Any, Final

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from domain.table.cards import SPECIALS
from service.schemas.common import StrictInteger, StrictSchema
from service.schemas.view import DecisionSchema, HeadSchema, ReceiptSchema

MOST_CARD: Final = 104
MOST_ROW: Final = 14


class CardAnswerSchema(StrictSchema):
    """For `pick` and `draft`: one card among the options."""

    card = StrictInteger(required=True, minimum=1, maximum=MOST_CARD)


class FlipAnswerSchema(StrictSchema):
    """For `flip`: the top card of the own pile, whatever it is."""

    card = fields.String(required=True, validate=validate.Equal("top"))


class RowAnswerSchema(StrictSchema):
    """For `row`: the row to take."""

    row = StrictInteger(required=True, minimum=0, maximum=MOST_ROW)


class PlaceAnswerSchema(StrictSchema):
    """For `place`: one of two equally near places."""

    row = StrictInteger(required=True, minimum=0, maximum=MOST_ROW)
    side = fields.String(required=True, validate=validate.OneOf(["right", "left"]))


class PlayedCardSchema(StrictSchema):
    """A bull by its number, or a special with its row."""

    card = StrictInteger(minimum=1, maximum=MOST_CARD)
    special = fields.String(validate=validate.OneOf(SPECIALS))
    row = StrictInteger(minimum=0, maximum=MOST_ROW)

    @validates_schema
    def one_of_both(self, data: Mapping[str, Any], **_: Any) -> None:
        """Either a card, or a special with a row."""
        if set(data) not in ({"card"}, {"special", "row"}):
            raise ValidationError("Give a card, or a special with its row.")


class PlayAnswerSchema(StrictSchema):
    """For `play`: one to three cards in the order in which they are to be placed."""

    cards = fields.List(
        fields.Nested(PlayedCardSchema), required=True, validate=validate.Length(1, 3)
    )


ANSWERS: Final[Mapping[str, Schema]] = {
    "pick": CardAnswerSchema(),
    "draft": CardAnswerSchema(),
    "flip": FlipAnswerSchema(),
    "row": RowAnswerSchema(),
    "place": PlaceAnswerSchema(),
    "play": PlayAnswerSchema(),
}


class DecisionListSchema(Schema):
    """What is owed now; one's own decisions with their options."""

    server_time = fields.DateTime(required=True)
    decisions = fields.List(fields.Nested(DecisionSchema), required=True)
    head = fields.Nested(HeadSchema, required=True)


class AnsweredSchema(Schema):
    """An answer that is stored for good, and where: the same for every repeat."""

    decision = fields.String(required=True)
    answer = fields.Dict(required=True)
    receipt = fields.Nested(ReceiptSchema, required=True)
