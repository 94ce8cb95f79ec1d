"""Fields and schemas that every resource uses, and validation errors as JSON pointers.

Stricter than marshmallow's own: JSON has types, and a body that needs guessing is refused.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from marshmallow import INCLUDE, RAISE, Schema, ValidationError, fields

from service.schemas.names import settled

__all__ = ["Schema", "ValidationError", "fields"]  # for those who know no marshmallow

SAFE_INTEGER: Final = 2**53 - 1
"""Beyond it readers that keep numbers as doubles disagree (RFC 7493)."""
_WHOLE: Final = "Must be a whole number, without a fraction, an exponent or quotes."


class StrictSchema(Schema):
    """A schema that refuses members it does not know, as every body's schema does."""

    class Meta:
        unknown = RAISE


class StrictInteger(fields.Integer):
    """A JSON integer and nothing that resembles one: no true, 7.0, "7", 1e2.

    `minimum` and `maximum` are inclusive; without them the safe integers are the limits.
    """

    def __init__(
        self, *, minimum: int = -SAFE_INTEGER, maximum: int = SAFE_INTEGER, **kwargs: Any
    ) -> None:
        described = {"minimum": minimum, "maximum": maximum}
        super().__init__(strict=True, metadata=described, **kwargs)
        self.minimum, self.maximum = minimum, maximum

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:  # noqa: ARG002
        if type(value) is not int:  # bool is a subclass
            raise ValidationError(_WHOLE)
        if not self.minimum <= value <= self.maximum:
            raise ValidationError(f"Must be from {self.minimum} to {self.maximum}.")
        return value


class QueryInteger(StrictInteger):
    """The same for a query parameter: ASCII digits, at most 16, no sign and no zero before them."""

    def __init__(self, *, minimum: int = 0, **kwargs: Any) -> None:
        super().__init__(minimum=minimum, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if not (isinstance(value, str) and re.fullmatch(r"0|[1-9][0-9]{0,15}", value)):
            raise ValidationError(_WHOLE)
        return super()._deserialize(int(value), attr, data, **kwargs)


class Name(fields.String):
    """What a person is called at the table, by the rule of `names.py`."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:  # noqa: ARG002
        if not isinstance(value, str):
            raise ValidationError("Must be a string.")
        try:
            return settled(value)
        except ValueError as fault:
            raise ValidationError(str(fault)) from None


class FaultSchema(Schema):
    """One fault in a body (`pointer`) or in the query (`parameter`)."""

    pointer = fields.String(metadata={"description": "JSON pointer as a fragment (RFC 6901)"})
    parameter = fields.String(metadata={"description": "Name of a query parameter"})
    detail = fields.String(required=True)


class ProblemSchema(Schema):
    """An error (RFC 9457). Programs branch on `code`; more members may help, by code."""

    class Meta:
        unknown = INCLUDE

    type = fields.String(required=True, metadata={"format": "uri"})
    title = fields.String(required=True)
    status = fields.Integer(required=True, metadata={"minimum": 400, "maximum": 599})
    detail = fields.String(required=True)
    code = fields.String(required=True, metadata={"examples": ["not_found"]})
    errors = fields.List(fields.Nested(FaultSchema))


def pointers(error: ValidationError) -> list[dict[str, str]]:
    """The faults in the order of their pointers, e.g. `{"pointer": "#/seats/0", "detail": …}`."""
    found = sorted(_faults(error.messages, "#"))
    return [{"pointer": pointer, "detail": detail} for pointer, detail in found]


def _faults(messages: Any, pointer: str) -> Iterator[tuple[str, str]]:
    if isinstance(messages, Mapping):
        for key, below in messages.items():
            step = "" if key == "_schema" else "/" + _escaped(str(key))
            yield from _faults(below, pointer + step)
    elif isinstance(messages, (list, tuple)):
        for below in messages:
            yield from _faults(below, pointer)
    else:
        yield pointer, str(messages)


def _escaped(key: str) -> str:
    # An unknown member's name is the client's own text: bounded, and harmless in any output.
    return key[:64].replace("~", "~0").replace("/", "~1")
