"""Describing what the server answers with: an object is a table of its members by kind.

For the document alone: no answer is dumped through a schema. What the server sends in the tests is
checked against the document, strictly.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, cast

from marshmallow import Schema, fields, validate

Kind = Callable[..., fields.Field[Any]] | type[Schema]
"""Makes a member from marshmallow's options; a schema stands for itself, nested."""

integer, text, flag = fields.Integer, fields.String, fields.Boolean
time, data = fields.DateTime, fields.Dict


def text_with(**metadata: Any) -> Kind:
    """A text of which the document says more, as the `pattern` that it has."""
    return partial(text, metadata=metadata)


def one_of(*values: str) -> Kind:
    """One of these texts."""
    return partial(text, validate=validate.OneOf(values))


def many(kind: Kind) -> Kind:
    """A list of these."""
    return lambda **options: fields.List(_field(kind), **options)


def maybe(kind: Kind) -> Kind:
    """The same, or null."""
    return lambda **options: _field(kind, allow_none=True, **options)


def optional(kind: Kind) -> Kind:
    """The same, or not there at all."""
    return lambda **options: _field(kind, **{**options, "required": False})


def answer(name: str, members: Mapping[Kind, str], base: type[Schema] = Schema) -> type[Schema]:
    """The schema `name` of the document: what `base` has, and these members, by kind."""
    made = {
        member: _field(kind, required=True)
        for kind, names in members.items()
        for member in names.split()
    }
    return base.from_dict(made, name=name)


def _field(kind: Kind, **options: Any) -> fields.Field[Any]:
    if isinstance(kind, type) and issubclass(kind, Schema):
        return fields.Nested(kind, **options)
    return cast("fields.Field[Any]", kind(**options))
