"""Queries and answers of an account's inbox."""

from marshmallow import Schema, fields

from service.schemas.common import QueryInteger, StrictSchema
from service.schemas.ledger import EntrySchema
from service.schemas.view import DecisionSchema


class InboxQuerySchema(StrictSchema):
    """Where to go on in the feed, and how many items a page has."""

    after = QueryInteger(minimum=0, load_default=0)
    limit = QueryInteger(minimum=1, maximum=100, load_default=20)


class OwedSchema(DecisionSchema):
    """A decision of one's own, and in which game."""

    game = fields.String(required=True)


class OwedListSchema(Schema):
    """All that the account owes, the nearest deadline first."""

    decisions = fields.List(fields.Nested(OwedSchema), required=True)


class NewsSchema(Schema):
    """A stretch of one game's entries, in the order in which they came into this feed."""

    cursor = fields.Integer(required=True)
    game = fields.String(required=True)
    entries = fields.List(fields.Nested(EntrySchema), required=True)


class NewsPageSchema(Schema):
    """A page of the account's feed. Go on with `?after=` its `cursor`."""

    items = fields.List(fields.Nested(NewsSchema), required=True)
    cursor = fields.Integer(required=True)
    more = fields.Boolean(required=True)
