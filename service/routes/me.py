"""The inbox of an account: what it owes in all of its games, and what happened in them."""

import hashlib
import logging
from typing import Any

import orjson
from flask import Response

from domain.views import decisions
from service import access
from service.accounts import Account
from service.describe import Routes, operation
from service.feed import Eyes, is_last
from service.games import Unreadable
from service.inbox import CursorLost, Item
from service.jsonbody import load_query
from service.jsonreply import for_viewer, not_modified, reply_bytes, weak_etag
from service.problems import Problem
from service.routes.common import require_scope, services
from service.schemas.inbox import InboxQuerySchema, NewsPageSchema, OwedListSchema
from service.store import Damaged

log = logging.getLogger("toma6.http")

blueprint = Routes("me", __name__, description="The inbox of an account")

QUERY = InboxQuerySchema()


@blueprint.route("/v1/me/decisions")
@operation(
    answers={200: OwedListSchema, 304: None},
    fails=(401, 403, 503),
    headers=("If-None-Match",),
    auth="required",
)
def list_owed() -> Response:
    """List all that is owed, in all games, the nearest deadline first

    For tokens of accounts with the scope `play`. After a day away this one call is enough.
    """
    owed = _owed(require_scope("play"))
    body = orjson.dumps({"decisions": owed})
    tag = weak_etag(hashlib.sha256(body).hexdigest()[:32])
    return not_modified(tag) or reply_bytes(body, headers=for_viewer(tag))


@blueprint.route("/v1/me/events")
@operation(
    query=InboxQuerySchema, answers={200: NewsPageSchema}, fails=(401, 403, 410, 422, 503),
    auth="required",
)  # fmt: skip
def list_news() -> Response:
    """Follow all games of an account with one cursor

    Each item is a stretch of one game's events, as `/v1/games/{id}/events` has them. 410: the
    cursor is too old or was never one; `first` says where the feed now begins.
    """
    account = require_scope("play")
    query = load_query(QUERY)
    inbox = services().inbox
    inbox.catch_up(account.id, services().store.revisions(inbox.games(account.id)))
    try:
        items = inbox.after(account.id, query["after"], query["limit"])
    except CursorLost:
        raise Problem("cursor_lost", first=inbox.first(account.id)) from None
    cursor = items[-1].number if items else query["after"]
    more = len(items) == query["limit"]
    body = b'{"items":[%b],"cursor":%d,"more":%b}' % (
        b",".join(_news(account, item) for item in items),
        cursor,
        b"true" if more else b"false",
    )
    return reply_bytes(body, headers=for_viewer())


def _owed(account: Account) -> list[dict[str, Any]]:
    """The account's open decisions with their options."""
    owed: list[dict[str, Any]] = []
    for name in services().inbox.games(account.id):
        try:
            game = services().games.load(name)
        except (Damaged, Unreadable) as error:
            log.error("left out of an inbox: %s", error)  # noqa: TRY400 - the message says it all
            continue
        seats = access.seats_of(game, account)
        shown = decisions(game.state, seats)
        owed += ({"game": name, **each} for each in shown if each["seat"] in seats)
    return sorted(owed, key=lambda each: (each["deadline"] or "~", each["opened_at"], each["game"]))


def _news(account: Account, item: Item) -> bytes:
    """One item with its events, as the account may see them."""
    entries = services().store.read(item.game, item.first - 1, item.last - item.first + 1)
    game = services().games.load(item.game)
    eyes = Eyes.of(access.Caller(game, access.seats_of(game, account), account=account))
    if entries and is_last(entries[-1]):
        services().inbox.forget(account.id, item.game)
    return b'{"cursor":%d,"game":"%b","events":[%b]}' % (
        item.number,
        item.game.encode(),
        b",".join(map(eyes.item, entries)),
    )
