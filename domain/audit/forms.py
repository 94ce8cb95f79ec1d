"""The public forms and the values in them, as the table of docs/ledger.md has them.

What has a default is optional here, and its default is no value that it may have: it is left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from domain.audit.checks import (
    Checks,
    any_object,
    any_text,
    array,
    ascending,
    fault,
    integer,
    number,
    objects,
    one_of,
    text,
    true,
)
from domain.audit.report import Rejected
from domain.errors import UnreadableEntry
from domain.events import EVENT_TYPES, Event, entries
from domain.events.upcasters import UPCASTERS
from domain.text import spelling
from domain.text.shown import shown


@dataclass(frozen=True, slots=True)
class Form:
    """The members of one type of event: those it needs, and all that it may have."""

    kind: type[Event]
    needed: frozenset[str]
    known: Checks


HASH: Final = text(spelling.HASH)
SALT: Final = text(spelling.SALT)
GAME: Final = text(spelling.GAME)
NAME: Final = text(r"[^\x00-\x1f\x7f-\x9f]{1,40}")
CLIENT_SEED: Final = text(r"[\x20-\x7e]{1,64}")
POLICY: Final = text(r"[a-z][a-z0-9_]{0,39}")
ABANDONED: Final = text(r"[a-z][a-z_]{0,39}")
SEAT, ROW, CARD = number(0, 9), number(0, 14), number(1, 104)
ROUND = TURN = number(1, 9999)
COUNT = HEADS = PLACE = number(0, 999)
SPECIAL: Final = one_of("x2", "+5")
SIDE: Final = one_of("left", "right")
ANSWERED: Final[Checks] = {
    "by": one_of("bot", "clock"),
    "policy": text(r"[a-z][a-z0-9_]{0,39}/[1-9][0-9]{0,5}"),
}


def _form(name: str, needed: Checks, optional: Checks | None = None) -> Form:
    """Every form has its type besides."""
    needed = {"type": one_of(name), **needed}
    return Form(EVENT_TYPES[name], frozenset(needed), {**needed, **(optional or {})})


_TABLE: Final[Mapping[str, tuple[Checks, Checks]]] = {
    "GameCreated": (
        {
            "game": GAME,
            "ruleset": any_text,
            "options": any_object,
            "seats": number(1, 10),
            "visibility": one_of("public", "private"),
            "commitment": HASH,
        },
        {},
    ),
    "SeatTaken": (
        {"seat": SEAT, "name_seal": HASH},
        {"policy": POLICY, "client_seed": CLIENT_SEED},
    ),
    "SeatLeft": ({"seat": SEAT}, {}),
    "SeatHandedOver": (
        {"seat": SEAT, "policy": POLICY, "reason": one_of("resigned", "timeout")},
        {},
    ),
    "SeatReturned": ({"seat": SEAT}, {}),
    "GameStarted": ({"seats": ascending(SEAT)}, {}),
    "RoundDealt": (
        {"round": ROUND},
        {
            "hands": objects({"seat": SEAT, "count": COUNT, "seal": HASH}, least=1),
            "face_down": true,
            "specials": array(SPECIAL, least=1),
            "pool": array(CARD, least=1),
        },
    ),
    "RowsLaid": ({"cards": array(CARD)}, {}),
    "TurnStarted": (
        {"turn": TURN, "kind": one_of("draft", "pick", "flip", "play"), "seats": array(SEAT)},
        {},
    ),
    "CardDrafted": ({"seat": SEAT, "card": CARD}, ANSWERED),
    "CardPicked": ({"round": ROUND, "turn": TURN, "seat": SEAT, "seal": HASH}, ANSWERED),
    "PicksRevealed": ({"picks": objects({"seat": SEAT, "card": CARD, "salt": SALT})}, {}),
    "CardsPlayed": (
        {"seat": SEAT, "cards": objects({}, {"card": CARD, "special": SPECIAL, "row": ROW})},
        ANSWERED,
    ),
    "CardPlaced": (
        {
            "seat": SEAT,
            "row": ROW,
            "reason": one_of("nearest", "highest", "chosen", "named", "start"),
        },
        {"card": CARD, "special": SPECIAL, "side": one_of("left")},
    ),
    "ChoiceRequested": (
        {
            "seat": SEAT,
            "card": CARD,
            "kind": one_of("row", "place"),
            "options": objects({"row": ROW}, {"side": SIDE}),
        },
        {},
    ),
    "ChoiceMade": (
        {"seat": SEAT, "row": ROW},
        {"side": SIDE, **ANSWERED, "by": one_of("bot", "clock", "rule")},
    ),
    "RowTaken": (
        {
            "seat": SEAT,
            "row": ROW,
            "cards": array(CARD),
            "heads": HEADS,
            "reason": one_of("full", "low"),
        },
        {"specials": array(SPECIAL, least=1)},
    ),
    "RoundScored": (
        {
            "round": ROUND,
            "scores": objects({"seat": SEAT, "points": integer, "total": integer}),
        },
        {},
    ),
    "GameFinished": (
        {
            "places": objects({"seat": SEAT, "place": PLACE, "total": integer}),
            "server_seed": HASH,
        },
        {},
    ),
    "GameAbandoned": ({"reason": ABANDONED, "server_seed": HASH}, {}),
}

FORMS: Final[Mapping[str, Form]] = {name: _form(name, *fields) for name, fields in _TABLE.items()}


def event(form: Mapping[str, Any]) -> Event:
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
    expected = FORMS[name]
    if wrong := fault(form, expected.needed, expected.known):
        raise Rejected(f"{name} {wrong}")
    return msgspec.convert(form, expected.kind)
