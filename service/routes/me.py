"""The inbox of an account: what it owes in all of its games, and what happened in them."""

import hashlib
import logging
import time
from collections.abc import Callable
from typing import Any, Final, TypeVar

import orjson
from flask import Blueprint, Response, request

from domain.views import decisions
from service.access import callers as access
from service.access.accounts import Account
from service.games.games import Unreadable
from service.http.describe import Operation
from service.http.jsonbody import load_query
from service.http.jsonreply import WholeResponse, for_viewer, not_modified, weak_etag
from service.problems import Problem
from service.projections.inbox import CursorLost, Item
from service.routes.common import client_connection, require_scope, services, who_waits
from service.routes.cursors import wanted_wait
from service.routes.owed_pages import order, page_of
from service.schemas import requests, responses
from service.storage.stored import Damaged, ReadOnly
from service.watching.feed import Eyes
from service.watching.streams import SIGN

log = logging.getLogger("toma6.http")

blueprint = Blueprint("me", __name__)

NOTHING_OWED: Final = b'{"decisions":[]'
REJOIN_SECONDS: Final = 5.0

Found = TypeVar("Found")


@blueprint.route("/v1/me/decisions")
@Operation(
    query=requests.OWED_QUERY,
    answers={200: responses.OwedList},
    fails=(429, 500),
    headers=("If-None-Match", "Prefer"),
    auth="required",
)
def list_owed() -> Response:
    """List all that is owed, in all games, the nearest deadline first

    For tokens of accounts with the scope `play`. After a day away this one call is enough. With
    `Prefer: wait=n` it waits for something to be owed, or, beside `If-None-Match`, for something
    else to be owed. `next`: pass it as `after` for more. What it costs depends on what is owed
    alone, not on how much was played.
    """
    account = require_scope("play")
    query = load_query(requests.OWED_QUERY)
    known = request.headers.get("If-None-Match", "")
    body = _when_new(
        account,
        lambda: orjson.dumps(page_of(_owed(account, query.get("game")), query)),
        lambda body: not body.startswith(NOTHING_OWED) and _tag(body) not in known,
    )
    tag = _tag(body)
    headers = for_viewer(tag, **_applied())
    return not_modified(tag) or WholeResponse(body, headers=headers)


@blueprint.route("/v1/me/events")
@Operation(
    query=requests.INBOX_QUERY,
    answers={200: responses.NewsPage},
    fails=(409, 410, 429, 500),
    headers=("Prefer",),
    auth="required",
)
def list_news() -> Response:
    """Follow all games of an account with one cursor

    Each item is a stretch of one game's entries, as `/v1/games/{id}/events` has them. With
    `Prefer: wait=n` it waits for the first one. 410: the cursor is too old or was never one;
    `first` says where the feed now begins. 409: it is of another history, as after a restored
    backup; begin anew there.
    """
    account = require_scope("play")
    query = load_query(requests.INBOX_QUERY)
    after = query.get("after", "0")
    items = _when_new(account, lambda: _items(account, after, query["limit"]), bool)
    news = [_news(account, item) for item in items]
    body = b'{"items":[%b],"cursor":"%b","more":%b}' % (
        b",".join(shown for _, shown in news),
        (news[-1][0] if news else after).encode(),
        b"true" if len(items) == query["limit"] else b"false",
    )
    return WholeResponse(body, headers=for_viewer(**_applied()))


def _when_new(
    account: Account, look: Callable[[], Found], is_news: Callable[[Found], bool]
) -> Found:
    """What `look` finds: at once, or as long as is preferred until it is news."""
    found, seconds = look(), wanted_wait()
    if not seconds or is_news(found):
        return found
    until = time.monotonic() + seconds
    with services().quota.taken(*who_waits(account)):
        while (left := until - time.monotonic()) > 0:
            # Anew every few seconds: the account may have sat down in another game, or lost its
            # rights.
            require_scope("play")
            games = services().inbox.games(account.id)
            with services().hub.waiting(client_connection(), *games) as waiter:
                waiter.hush()
                found = look()
                if is_news(found) or waiter.released:
                    break
                waiter.wait(min(left, REJOIN_SECONDS))
    return look() if not is_news(found) else found


def _applied() -> dict[str, str]:
    """The header that says that a wish to wait was heard (RFC 7240)."""
    seconds = wanted_wait()
    return {} if seconds is None else {"Preference_Applied": f"wait={seconds}"}


def _tag(body: bytes) -> str:
    return weak_etag(hashlib.sha256(body).hexdigest()[:32])


def _items(account: Account, after: str, limit: int) -> list[Item]:
    """What the account's feed has after a cursor, when it has caught up with its games."""
    inbox = services().inbox
    number, _, sign = after.partition(".")
    try:
        inbox.catch_up(account.id, services().store.revisions(inbox.games(account.id)))
    except ReadOnly as error:
        log.warning("a feed is shown as far as it has come: %s", error)
    try:
        at, items = inbox.after(account.id, int(number), limit)
    except CursorLost:
        raise Problem("cursor_lost", first=str(inbox.first(account.id))) from None
    if sign and at is not None and _sign(at) not in ("", sign):
        raise Problem("foreign_cursor", first=str(inbox.first(account.id)))
    return items


def _sign(item: Item) -> str:
    """Of the hash where an item ends; "" if the game is damaged."""
    try:
        return services().store.read(item.game_id, item.last - 1, 1)[0].h[:SIGN]
    except (Damaged, LookupError):
        return ""


def _owed(account: Account, only: str | None) -> list[dict[str, Any]]:
    """The account's open decisions with their options, or those in one game."""
    owed: list[dict[str, Any]] = []
    for game_id in services().inbox.owed(account.id):
        if only not in (None, game_id):
            continue
        try:
            game = services().games.load(game_id)
        except (Damaged, Unreadable) as error:
            log.error("left out of an inbox: %s", error)  # noqa: TRY400 - the message says it all
            continue
        players = game.state.players
        # Not those where a bot plays for good; whoever is away may return and answer.
        seats = {s for s in access.seats_of(game, account) if not players[s].resigned}
        shown = decisions(game.state, seats)
        found = [{"game": game_id, **each} for each in shown if each["seat"] in seats]
        if not found:
            services().inbox.settle(account.id, game_id, game.revision)
        owed += found
    return sorted(owed, key=order)


def _news(account: Account, item: Item) -> tuple[str, bytes]:
    """The cursor after an item, with a sign of the history that it is of; and the item with its
    entries, as the account may see them: none, if the game is damaged."""
    cursor = str(item.number)
    try:
        entries = services().store.read(item.game_id, item.first - 1, item.last - item.first + 1)
        if entries and entries[-1].revision == item.last:
            cursor += f".{entries[-1].h[:SIGN]}"
        game = services().games.load(item.game_id)
        eyes = Eyes.of(access.Caller(game, access.seats_of(game, account), account=account))
        shown = b",".join(eyes.items(entries, lambda _: game.labels))
    except (Damaged, Unreadable) as error:
        log.error("left out of a feed: %s", error)  # noqa: TRY400 - the message says it all
        shown = b""
    told = cursor.encode(), item.game_id.encode(), shown
    return cursor, b'{"cursor":"%b","game":"%b","entries":[%b]}' % told
