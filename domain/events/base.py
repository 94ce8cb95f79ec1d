"""What every event is: a frozen struct that is written as it stands, tagged by its type."""

import msgspec


class Event(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """A fact. A field that has its default is left out of what is stored.

    The type is the class's name; a later version of a type says `tag="CardPicked/2"`.
    """


class Part(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """A value that an event holds several of."""


class Secret(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """What an event keeps from everybody; stored apart."""
