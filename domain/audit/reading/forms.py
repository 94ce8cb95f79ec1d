"""The public forms and the values in them, as the table of docs/ledger.md has them.

Which members a form has, the event says. What has a default is optional here, and its default is
no value that it may have: it is left out.
"""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import fields

from domain import events as e
from domain.audit.reading.shapes import (
    Check,
    Checks,
    Shape,
    any_object,
    any_text,
    array,
    ascending,
    integer,
    number,
    objects,
    one_of,
    text,
)
from domain.audit.verdicts import Rejected
from domain.errors import UnreadableEntry
from domain.events import entries
from domain.events.upcasters import UPCASTERS
from domain.text import spelling
from domain.text.shown import shown

HASH: Final = text(spelling.HASH)
SALT: Final = text(spelling.SALT)
GAME: Final = text(spelling.GAME)
NAME: Final = text(r"[^\x00-\x1f\x7f-\x9f]{1,40}")
CARD: Final = number(1, 104)
SEAT: Final = number(0, 9)
_POLICY = text(r"[a-z][a-z0-9_]{0,39}")
_CHOSEN_BY = text(r"[a-z][a-z0-9_]{0,39}/[1-9][0-9]{0,5}")
_SPECIAL = one_of("x2", "+5")

_VALUES: Final[Checks] = {
    "game": GAME,
    "ruleset": any_text,
    "options": any_object,
    "visibility": one_of("public", "private"),
    "commitment": HASH,
    "server_seed": HASH,
    "name_seal": HASH,
    "seal": HASH,
    "salt": SALT,
    "client_seed": text(r"[\x20-\x7e]{1,64}"),
    "policy": _CHOSEN_BY,
    "by": one_of("bot", "clock"),
    "seat": SEAT,
    "seats": array(SEAT),
    "row": number(0, 14),
    "card": CARD,
    "cards": array(CARD),
    "pool": array(CARD, least=1),
    "special": _SPECIAL,
    "specials": array(_SPECIAL, least=1),
    "side": one_of("left", "right"),
    "face_down": lambda value: value is True,
    "round": number(1, 9999),
    "turn": number(1, 9999),
    "count": number(0, 999),
    "heads": number(0, 999),
    "place": number(0, 999),
    "points": integer,
    "total": integer,
}
"""What a member of this name may have, in most events."""


def _shape(kind: type[msgspec.Struct], /, **of_its_own: Check) -> Shape:
    """The shape of an event, or of a part of one, as it is written."""
    public = [field for field in fields(kind) if field.name != "secret"]
    members = {field.name: of_its_own.get(field.name) or _VALUES[field.name] for field in public}
    optional = [field.name for field in public if not field.required]
    return Shape({**of_its_own, **members}, optional)


def _parts(kind: type[msgspec.Struct], *, least: int = 0) -> Check:
    return objects(_shape(kind), least=least)


_OF_THEIR_OWN: Final[Mapping[str, Checks]] = {
    "GameCreated": {"seats": number(1, 10)},
    "SeatTaken": {"policy": _POLICY},
    "SeatHandedOver": {"policy": _POLICY, "reason": one_of("resigned", "timeout")},
    "GameStarted": {"seats": ascending(SEAT)},
    "RoundDealt": {"hands": _parts(e.DealtHand, least=1)},
    "TurnStarted": {"kind": one_of("draft", "pick", "flip", "play")},
    "PicksRevealed": {"picks": _parts(e.RevealedPick)},
    "CardsPlayed": {"cards": _parts(e.PlayedCard)},
    "CardPlaced": {
        "reason": one_of("nearest", "highest", "chosen", "named", "start"),
        "side": one_of("left"),
    },
    "ChoiceRequested": {"kind": one_of("row", "place"), "options": _parts(e.Spot)},
    "ChoiceMade": {"by": one_of("bot", "clock", "rule")},
    "RowTaken": {"reason": one_of("full", "low")},
    "RoundScored": {"scores": _parts(e.Score)},
    "GameFinished": {"places": _parts(e.Place)},
    "GameAbandoned": {"reason": text(r"[a-z][a-z_]{0,39}")},
}
"""Members that have other values in an event of this type."""

FORMS: Final[Mapping[str, Shape]] = {
    name: _shape(kind, type=any_text, **_OF_THEIR_OWN.get(name, {}))
    for name, kind in e.EVENT_TYPES.items()
}


def event(form: Mapping[str, Any]) -> e.Event:
    """The event of a public form; one of an older version in today's.

    :raises Rejected: if it is in none of the forms that events have.
    """
    name = form.get("type")
    if type(name) is str and name in UPCASTERS:
        try:
            # An older version was written in a form of its own, which only upcasters.py knows.
            form = entries.form(entries.event_of(form))
        except UnreadableEntry as error:
            raise Rejected(f"{name} is not in the form of its version") from error
        name = form["type"]
    if type(name) is not str or name not in FORMS:
        raise Rejected(f"there is no type of event {shown(name)}")
    FORMS[name].demand(name, form)
    return msgspec.convert(form, e.EVENT_TYPES[name])
