"""What bodies and queries may hold, ready to load with."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from domain.table.cards import SPECIALS
from domain.text.spelling import HASH
from service.access.accounts import NAME, SCOPES
from service.schemas.common import Name, QueryInteger, StrictInteger, StrictSchema
from service.schemas.responses import STATUSES

MAX_OPTIONS: Final = 20
AT: Final = r"(0|[1-9][0-9]{0,15})(\.[A-Za-z0-9_-]{8})?"
TIME: Final = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z"
CURSOR: Final = "[0-9]{13}:[a-z2-7]{26}"


def request(called: str, /, **members: fields.Field[Any]) -> Schema:
    """The schema of a body or a query; members that it does not have are refused."""
    return StrictSchema.from_dict(dict(members), name=called)()


class _Whole(validate.Regexp):
    """That the whole string matches, as the `$` of ECMA-262 says it, which reads the document.
    Python's would let a line's end follow."""

    def __call__(self, value: str) -> str:  # type: ignore[override]
        if value.endswith("\n"):
            raise ValidationError(self._format_error(value))
        return super().__call__(value)


def matching(pattern: str, error: str) -> validate.Regexp:
    """That the whole string matches."""
    return _Whole(f"^{pattern}$", error=error)


def shaped(pattern: str, error: str, description: str) -> fields.Field[Any]:
    """A text that matches as a whole, which the document says, too."""
    return fields.String(validate=matching(pattern, error), metadata={"description": description})


word = partial(fields.String, validate=validate.Length(1, 40))
card = partial(StrictInteger, minimum=1, maximum=104)
row = partial(StrictInteger, minimum=0, maximum=14)


def _check_options(options: Mapping[str, Any]) -> None:
    """Which options there are and what they allow is the ruleset's to say."""
    if len(options) > MAX_OPTIONS:
        raise ValidationError(f"At most {MAX_OPTIONS} options.")
    if any(value is not None and type(value) not in (int, str) for value in options.values()):
        raise ValidationError("Options are whole numbers, strings or null.")


# Without `seats`, as many as the ruleset allows.
NEW_GAME: Final = request(
    "NewGame",
    ruleset=word(
        required=True,
        metadata={"description": "Key or alias, from /v1/rulesets", "examples": ["classic"]},
    ),
    seats=StrictInteger(minimum=1, maximum=10, load_default=None),
    visibility=fields.String(validate=validate.OneOf(["public", "private"]), load_default="public"),
    options=fields.Dict(
        keys=fields.String(validate=matching(r"[\x21-\x7e]{1,40}", "No option is called so.")),
        validate=_check_options,
        load_default=dict,
        metadata={"description": "What the ruleset's `options` allow; the rest is its default"},
    ),
)
# By a person with a `name`, or by the bot `policy`.
NEW_SEAT: Final = request(
    "NewSeat",
    name=Name(metadata={"minLength": 1, "maxLength": 40}),
    policy=word(metadata={"examples": ["careful"]}),
    seat=StrictInteger(minimum=0, maximum=9, load_default=None),
    client_seed=fields.String(
        validate=matching(r"[\x20-\x7e]{0,64}", "At most 64 ASCII characters."),
        load_default="",
        metadata={"description": "Mixed into every deal (docs/ledger.md)", "maxLength": 64},
    ),
)
NEW_TOKEN: Final = request(
    "NewToken",
    name=fields.String(
        required=True,
        validate=matching(NAME.pattern, "1 to 60 printable ASCII characters."),
        metadata={"minLength": 1, "maxLength": 60},
    ),
    scopes=fields.List(
        fields.String(validate=validate.OneOf(SCOPES)),
        required=True,
        validate=validate.Length(1, len(SCOPES)),
    ),
)
NEW_WEBHOOK: Final = request(
    "NewWebhook",
    url=fields.String(
        required=True,
        validate=matching(
            r"https?://[A-Za-z0-9.\-:\[\]]{1,255}(/[\x21-\x7e]{0,1000})?",
            "An https address of at most 1000 characters, without user and password.",
        ),
        metadata={"examples": ["https://example.org/toma6"]},
    ),
)


class PlayedCardSchema(StrictSchema):
    """A bull by its number, or a special with its row."""

    card = card()
    special = fields.String(validate=validate.OneOf(SPECIALS))
    row = row()

    @validates_schema
    def one_of_both(self, data: Mapping[str, Any], **_: Any) -> None:
        """Either a card, or a special with a row."""
        if set(data) not in ({"card"}, {"special", "row"}):
            raise ValidationError("Give a card, or a special with its row.")


CARD_ANSWER = request("CardAnswer", card=card(required=True))
ANSWERS: Final[Mapping[str, Schema]] = {
    "pick": CARD_ANSWER,
    "draft": CARD_ANSWER,
    "flip": request(
        "FlipAnswer", card=fields.String(required=True, validate=validate.Equal("top"))
    ),
    "row": request("RowAnswer", row=row(required=True)),
    "place": request(
        "PlaceAnswer",
        row=row(required=True),
        side=fields.String(required=True, validate=validate.OneOf(["right", "left"])),
    ),
    "play": request(  # in the order in which they are to be placed
        "PlayAnswer",
        cards=fields.List(
            fields.Nested(PlayedCardSchema), required=True, validate=validate.Length(1, 3)
        ),
    ),
}
"""Answers to decisions, by kind."""

PAGE: Final[Mapping[str, fields.Field[Any]]] = {
    "cursor": fields.String(
        validate=[validate.Length(1, 512), matching(CURSOR, "Not a cursor.")],
        metadata={"description": "Taken from the `next` link of the page before."},
    ),
    "limit": QueryInteger(minimum=1, maximum=100, load_default=20),
}
"""Where the last page of a listing ended, and how many entries a page has."""
GAMES_QUERY: Final = request(
    "GamesQuery", **PAGE, status=fields.String(validate=validate.OneOf(STATUSES)), ruleset=word()
)
GAME_QUERY: Final = request(
    "GameQuery", revision=QueryInteger(minimum=1), seat=QueryInteger(maximum=9)
)
EVENTS_QUERY: Final = request(
    "EventsQuery",
    after=QueryInteger(load_default=0),
    hash=shaped(
        HASH, "Must be a chain hash.", "The chain hash at `after`; 409 if another one stands there."
    ),
    limit=QueryInteger(minimum=1, maximum=500, load_default=100),
)
INBOX_QUERY: Final = request(
    "InboxQuery",
    after=shaped(AT, "Not a cursor.", "The `cursor` of a page, or of an item; 0: the beginning."),
    limit=QueryInteger(minimum=1, maximum=100, load_default=20),
)
OWED_QUERY: Final = request(
    "OwedQuery",
    after=shaped("[A-Za-z0-9_-]{1,400}", "Not a cursor.", "Taken from `next` of the page before."),
    limit=QueryInteger(minimum=1, maximum=500, load_default=100),
    game=shaped("[a-z2-7]{26}", "No game is called so.", "Only of this game."),
    due_before=shaped(
        TIME, "A time as answers write it.", "Only what has a deadline before this time."
    ),
)
READY_QUERY: Final = request(
    "ReadyQuery",
    until=fields.String(
        data_key="for",
        validate=validate.OneOf(["everything", "reads"]),
        load_default="everything",
        metadata={"description": "`reads`: 200 while no more than writes are refused."},
    ),
)
