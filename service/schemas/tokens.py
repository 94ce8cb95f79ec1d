"""Bodies and answers of accounts and their tokens."""

from typing import Any

from marshmallow import Schema, fields, validate

from service.access.accounts import NAME, SCOPES
from service.schemas.common import StrictSchema


class NewTokenSchema(StrictSchema):
    """An account to create."""

    name = fields.String(
        required=True,
        validate=validate.Regexp(NAME.pattern + r"\Z", error="1 to 60 printable ASCII characters."),
        metadata={"minLength": 1, "maxLength": 60},
    )
    scopes = fields.List(
        fields.String(validate=validate.OneOf(SCOPES)),
        required=True,
        validate=validate.Length(1, len(SCOPES)),
    )


def account_fields() -> dict[str, Any]:
    """What is shown of an account."""
    return {
        "id": fields.String(required=True),
        "name": fields.String(required=True),
        "scopes": fields.List(fields.String(), required=True),
        "created_at": fields.DateTime(required=True),
        "revoked": fields.Boolean(required=True),
    }


AccountSchema = Schema.from_dict(account_fields(), name="Account")


class NewAccountSchema(AccountSchema):  # type: ignore[misc, valid-type]
    """A new account with its token, which is given here and nowhere else."""

    token = fields.String(required=True)


class AccountListSchema(Schema):
    """Every account, the oldest first."""

    tokens = fields.List(fields.Nested(AccountSchema), required=True)
