"""What the server answers with, each object as a table of its members by kind."""

from typing import Final

from domain.text.spelling import HASH
from service.schemas.kinds import (
    answer,
    data,
    flag,
    integer,
    many,
    maybe,
    one_of,
    optional,
    text,
    text_with,
    time,
)

JWS: Final = r"^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{86}$"
STATUSES: Final = ("lobby", "playing", "finished", "abandoned")

# The server's word on where the ledger of a game stood (docs/ledger.md): its revision and the chain
# hash there. `jws` is all of it, signed (RFC 7515; keys: /.well-known/jwks.json).
Head = answer(
    "Head",
    {
        text: "game",
        integer: "revision",
        text_with(pattern=f"^{HASH}$"): "hash",
        text_with(pattern=JWS): "jws",
    },
)
# The server's word that an answer to a decision is stored, where and since when. Save it: it
# convicts a server that shows another answer, or another history, later.
Receipt = answer("Receipt", {time: "at"}, Head)

# Something that a seat owes. Only the seat itself is shown the options.
Decision = answer(
    "Decision",
    {
        text_with(examples=["r2t5-pick-s3"]): "id",
        text: "kind",
        integer: "seat",
        time: "opened_at",
        maybe(time): "deadline",
        optional(many(data)): "options",
    },
)
DecisionList = answer(
    "DecisionList", {time: "server_time", many(Decision): "decisions", Head: "head"}
)
# An answer that is stored for good, and where: the same for every repeat.
Answered = answer("Answered", {text: "decision", data: "answer", Receipt: "receipt"})

# A game as the one who asks may see it. `name` is null where it was erased. `deadline`: when what
# is owed must be answered; compare it with `server_time`, not with a clock of one's own.
Player = answer(
    "Player",
    {
        one_of("person", "bot"): "kind",
        text: "client_seed",
        maybe(text): "name policy",
        flag: "resigned away",
    },
)
Seat = answer(
    "Seat",
    {
        integer: "seat hand_count pile_heads total",
        maybe(Player): "player",
        many(text): "specials pile_specials",
        many(integer): "drafted pile",
        flag: "picked",
    },
)
Row = answer("Row", {integer: "row", many(integer): "cards", many(text): "specials"})
CardOfSeat = answer("CardOfSeat", {integer: "seat card"})
Points = answer("Points", {integer: "seat points"})
Place = answer("Place", {integer: "seat place total"})  # equal totals share a place
OwnSeat = answer(
    "OwnSeat",
    {
        integer: "seat",
        many(integer): "hand",
        many(text): "specials",
        maybe(integer): "pick",
        many(Decision): "decisions",
    },
)
Game = answer(
    "Game",
    {
        text: "id ruleset visibility commitment",
        one_of(*STATUSES): "status",
        time: "server_time created_at",
        maybe(time): "deadline over_at",
        integer: "revision round turn",
        maybe(text): "kind server_seed",
        data: "options",
        many(Seat): "seats",
        many(Row): "rows",
        many(integer): "pool waiting_on",
        many(CardOfSeat): "revealed unplaced",
        many(many(Points)): "rounds",
        many(Place): "places",
        maybe(OwnSeat): "you",
        Head: "head",
    },
)

# Tokens are given here and nowhere else; a person's seat has one, a bot's none.
CreatedGame = answer("CreatedGame", {Game: "game", text: "host_token invite_token"})
TakenSeat = answer("TakenSeat", {integer: "seat", maybe(text): "token", text: "game"})
GameSummary = answer(
    "GameSummary",
    {text: "id ruleset status visibility", time: "created_at", integer: "seats taken revision"},
)
GameList = answer("GameList", {many(GameSummary): "games", maybe(text): "next"})

# An entry is what one command has caused: the same for everybody and for ever. What opens a seal:
# payload and salt (docs/ledger.md), for those seals that the viewer may open.
Opening = answer("Opening", {data: "payload", text: "salt"})
PublicEntry = answer("PublicEntry", {time: "at", many(data): "events"})
StoredEntry = answer("StoredEntry", {integer: "revision", text: "hash", PublicEntry: "entry"})
Entry = answer("Entry", {optional(many(Opening)): "openings"}, StoredEntry)
EntryPage = answer("EntryPage", {time: "server_time", many(Entry): "entries", Head: "head"})

# The audit bundle (docs/ledger.md). It can be checked offline, without this server. Attempts are
# answers that were refused, repeated or late; `code`: of the problem, or `repeated`.
BundleOpening = answer("BundleOpening", {integer: "revision"}, Opening)
Engine = answer("Engine", {text: "name version"})
Attempt = answer("Attempt", {time: "at", integer: "seat", text: "decision code"})
Attempts = answer("Attempts", {many(Attempt): "attempts", integer: "dropped"})
Key = answer("Key", {text: "kty crv x kid use alg"})  # a JWK (RFC 8037)
KeySet = answer("KeySet", {many(Key): "keys"})
Bundle = answer(
    "Bundle",
    {
        text: "format game ruleset",
        data: "options",
        Engine: "engine",
        flag: "complete",
        maybe(integer): "asked_by",
        many(StoredEntry): "entries",
        many(BundleOpening): "openings",
        many(Head): "heads",
        many(Key): "keys",
        many(Attempt): "attempts",
        integer: "attempts_dropped",
    },
)

# The inbox of an account: what it owes, and stretches of its games' entries.
Owed = answer("Owed", {text: "game"}, Decision)
OwedList = answer("OwedList", {many(Owed): "decisions", maybe(text): "next"})
News = answer("News", {text: "cursor game", many(Entry): "entries"})
NewsPage = answer("NewsPage", {many(News): "items", text: "cursor", flag: "more"})

# A ruleset. `options` is the JSON Schema of a game's `options`, with the defaults.
SeatLimits = answer("SeatLimits", {integer: "minimum maximum"})
Ruleset = answer(
    "Ruleset",
    {
        text: "key title summary",
        text_with(description="Where the rules are written"): "rules",
        many(text): "aliases decisions policies",
        SeatLimits: "seats",
        data: "options",
    },
)
RulesetList = answer("RulesetList", {many(Ruleset): "rulesets"})

# Tokens and secrets are given once, when they are made.
Account = answer(
    "Account", {text: "id name", many(text): "scopes", time: "created_at", flag: "revoked"}
)
NewAccount = answer("NewAccount", {text: "token"}, Account)
AccountList = answer("AccountList", {many(Account): "tokens"})
Webhook = answer("Webhook", {text: "id url", time: "created_at"})
NewWebhookAnswer = answer("NewWebhookAnswer", {text: "secret"}, Webhook)
WebhookList = answer("WebhookList", {many(Webhook): "webhooks"})
Delivery = answer(
    "Delivery",
    {text: "id", data: "payload", time: "created_at", integer: "attempts", maybe(text): "error"},
)
DeliveryList = answer("DeliveryList", {many(Delivery): "deliveries"})
