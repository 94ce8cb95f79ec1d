"""Queries and answers of the feed and the audit bundle."""

from marshmallow import Schema, fields, validate

from domain.text.spelling import HASH
from service.schemas.common import QueryInteger, StrictSchema
from service.schemas.view import HeadSchema


class EventsQuerySchema(StrictSchema):
    """Where to go on in the feed, and how many entries a page has.

    `hash`: the chain hash at `after`, to be sure that it is this very history that goes on.
    """

    after = QueryInteger(minimum=0, load_default=0)
    hash = fields.String(
        validate=validate.Regexp(rf"{HASH}\Z", error="Must be a chain hash."),
        metadata={
            "description": "The chain hash at `after`; 409 if another one stands there.",
            "pattern": f"^{HASH}$",
        },
    )
    limit = QueryInteger(minimum=1, maximum=500, load_default=100)


class OpeningSchema(Schema):
    """What opens a seal: payload and salt (docs/ledger.md)."""

    payload = fields.Dict(required=True)
    salt = fields.String(required=True)


class PublicEntrySchema(Schema):
    """What one command has caused: the same for everybody and for ever."""

    at = fields.DateTime(required=True)
    events = fields.List(fields.Dict(), required=True)


class StoredEntrySchema(Schema):
    """An entry of the record, and where it stands."""

    revision = fields.Integer(required=True)
    hash = fields.String(required=True)
    entry = fields.Nested(PublicEntrySchema, required=True)


class EntrySchema(StoredEntrySchema):
    """An entry, with what opens the seals in it that the viewer may open."""

    openings = fields.List(fields.Nested(OpeningSchema))


class EntryPageSchema(Schema):
    """A page of the feed. `after` of the next page is the last revision of this one."""

    server_time = fields.DateTime(required=True)
    entries = fields.List(fields.Nested(EntrySchema), required=True)
    head = fields.Nested(HeadSchema, required=True)


class BundleOpeningSchema(OpeningSchema):
    """What opens a seal in the entry with this revision."""

    revision = fields.Integer(required=True)


class EngineSchema(Schema):
    """What wrote the bundle."""

    name = fields.String(required=True)
    version = fields.String(required=True)


class AttemptSchema(Schema):
    """One answer that was refused, repeated or late. `code`: of the problem, or `repeated`."""

    at = fields.DateTime(required=True)
    seat = fields.Integer(required=True)
    decision = fields.String(required=True)
    code = fields.String(required=True)


class AttemptsSchema(Schema):
    """The attempts that are kept, the oldest first, and how many older ones were dropped."""

    attempts = fields.List(fields.Nested(AttemptSchema), required=True)
    dropped = fields.Integer(required=True)


class KeySchema(Schema):
    """A public key of the server as a JWK (RFC 8037)."""

    kty = fields.String(required=True)
    crv = fields.String(required=True)
    x = fields.String(required=True)
    kid = fields.String(required=True)
    use = fields.String(required=True)
    alg = fields.String(required=True)


class KeySetSchema(Schema):
    """The server's public keys as a JWK set (RFC 7517), the one that signs first."""

    keys = fields.List(fields.Nested(KeySchema), required=True)


class BundleSchema(Schema):
    """The audit bundle (docs/ledger.md). It can be checked offline, without this server."""

    format = fields.String(required=True)
    game = fields.String(required=True)
    ruleset = fields.String(required=True)
    options = fields.Dict(required=True)
    engine = fields.Nested(EngineSchema, required=True)
    complete = fields.Boolean(required=True)
    asked_by = fields.Integer(required=True, allow_none=True)
    entries = fields.List(fields.Nested(StoredEntrySchema), required=True)
    openings = fields.List(fields.Nested(BundleOpeningSchema), required=True)
    heads = fields.List(fields.Nested(HeadSchema), required=True)
    keys = fields.List(fields.Nested(KeySchema), required=True)
    attempts = fields.List(fields.Nested(AttemptSchema), required=True)
    attempts_dropped = fields.Integer(required=True)
