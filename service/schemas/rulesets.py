"""What is said of a ruleset."""

from marshmallow import Schema, fields


class SeatLimitsSchema(Schema):
    """How many can play."""

    minimum = fields.Integer(required=True)
    maximum = fields.Integer(required=True)


class RulesetSchema(Schema):
    """A ruleset. `options` is the JSON Schema of a game's `options`, with the defaults."""

    key = fields.String(required=True)
    aliases = fields.List(fields.String(), required=True)
    title = fields.String(required=True)
    summary = fields.String(required=True)
    rules = fields.String(required=True, metadata={"description": "Where the rules are written"})
    seats = fields.Nested(SeatLimitsSchema, required=True)
    options = fields.Dict(required=True)
    decisions = fields.List(fields.String(), required=True)
    policies = fields.List(fields.String(), required=True)


class RulesetListSchema(Schema):
    """All rulesets."""

    rulesets = fields.List(fields.Nested(RulesetSchema), required=True)
