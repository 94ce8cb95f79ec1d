"""Bodies and answers of webhooks."""

from marshmallow import Schema, fields, validate

from service.schemas.common import StrictSchema


class NewWebhookSchema(StrictSchema):
    """A webhook to register."""

    url = fields.String(
        required=True,
        validate=validate.Regexp(
            r"https?://[A-Za-z0-9.\-:\[\]]{1,255}(/[\x21-\x7e]{0,1000})?\Z",
            error="An https address of at most 1000 characters, without user and password.",
        ),
        metadata={"examples": ["https://example.org/toma6"]},
    )


class WebhookSchema(Schema):
    """A webhook. Its secret is given once, when it is registered."""

    id = fields.String(required=True)
    url = fields.String(required=True)
    created_at = fields.DateTime(required=True)


class NewWebhookAnswerSchema(WebhookSchema):
    """A new webhook with the secret that signs its deliveries (Standard Webhooks 1.0)."""

    secret = fields.String(required=True)


class WebhookListSchema(Schema):
    """The account's webhooks, the oldest first."""

    webhooks = fields.List(fields.Nested(WebhookSchema), required=True)


class DeliverySchema(Schema):
    """A message that could not be delivered, and the last error."""

    id = fields.String(required=True)
    payload = fields.Dict(required=True)
    created_at = fields.DateTime(required=True)
    attempts = fields.Integer(required=True)
    error = fields.String(required=True, allow_none=True)


class DeliveryListSchema(Schema):
    """The dead letters of a webhook, the oldest first."""

    deliveries = fields.List(fields.Nested(DeliverySchema), required=True)
