"""The feed of a game: one cursor, the revision, on every way of watching it.

Here is what HTTP has to do with it: what is asked for, and how answers look. What is sent when is
in `streams.py`.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Final

import orjson
from flask import Blueprint, Response, request

from service.access.callers import Caller
from service.games.moments import at_the_front
from service.http.bearer import bearer_token
from service.http.describe import Operation
from service.http.jsonbody import load_query
from service.http.jsonreply import JSON, WholeResponse, for_viewer, no_content
from service.routes.common import caller, caller_of, client_connection, services, who_waits
from service.routes.cursors import wanted_cursor, wanted_media, wanted_wait
from service.routes.rendering import head, view_bytes
from service.schemas import requests, responses
from service.storage.stored import Stored
from service.watching.client_connection import ClientConnection
from service.watching.feed import Eyes
from service.watching.formats import EVENT_STREAM, FORMATS, NDJSON
from service.watching.hub import await_more
from service.watching.streams import HEARTBEAT_SECONDS, Cursor, Follower, Message, follow

blueprint = Blueprint("events", __name__)

VARY: Final = "Authorization, Accept, Prefer"


@blueprint.route("/v1/games/<game>/events")
@Operation(
    query=requests.EVENTS_QUERY,
    answers={200: responses.EntryPage, 204: None},
    fails=(406, 409, 429),
    headers=("Prefer", "Last-Event-ID"),
    auth="optional",
    media={EVENT_STREAM: {"type": "string"}, NDJSON: {"type": "string"}},
)
def list_events(game: str) -> Response:
    """Follow a game, entry by entry

    An entry has the events that one command caused. Its public form is the same for everybody and
    for ever. In `openings` is what opens one's own seals, and what players are called. Go on with
    `?after=` the last revision you have.

    As a page; with `Prefer: wait=n` it waits up to n seconds (25 at most) for the first one. With
    `Accept: text/event-stream` or `application/x-ndjson` the answer goes on until the game is over;
    it begins with the game as you may see it. docs/streaming.md has the messages. 204: the game is
    over and you have seen the end of it.
    """
    media = wanted_media((JSON, EVENT_STREAM, NDJSON))
    query = load_query(requests.EVENTS_QUERY)
    asking = caller(game)
    at = wanted_cursor(asking.game, query["after"], query.get("hash"), services())
    if media == JSON:
        return _page(asking, at, query["limit"])
    return _stream(asking, at, media)


def _page(asking: Caller, at: Cursor, limit: int) -> Response:
    game, headers = asking.game, {}
    entries = services().store.read(game.id, at.revision, limit)
    seconds = wanted_wait()
    if seconds is not None:
        headers["Preference-Applied"] = f"wait={seconds}"
        if not entries and not game.state.is_over and request.method != "HEAD":
            with (
                services().quota.taken(*who_waits(asking.account)),
                services().hub.waiting(client_connection(), game.id) as waiter,
            ):
                entries = await_more(waiter, at.revision, limit, min(seconds, HEARTBEAT_SECONDS))
                if not entries and not waiter.released and seconds > HEARTBEAT_SECONDS:
                    caller(game.id)  # the right to wait may have ended meanwhile
                    rest = seconds - HEARTBEAT_SECONDS
                    entries = await_more(waiter, at.revision, limit, rest)
    asking = caller_of(entries, asking)
    eyes = Eyes.of(asking)
    body = b'{"entries":[%b],"head":%b}' % (
        b",".join(eyes.items(entries, services().store.labels)),
        orjson.dumps(head(asking.game, services())),
    )
    body = at_the_front(body, services().moments.of(asking.game.state))
    headers.update(for_viewer(**_links(game.id, limit, entries, asking)), Vary=VARY)
    return WholeResponse(body, headers=headers)


def _links(game: str, limit: int, entries: Sequence[Stored], asking: Caller) -> dict[str, str]:
    """A Link to the next page (RFC 8288), while there is one."""
    if not entries or entries[-1].revision >= asking.game.revision:
        return {}
    after = entries[-1].revision
    return {"Link": f'</v1/games/{game}/events?after={after}&limit={limit}>; rel="next"'}


def _stream(asking: Caller, at: Cursor, media: str) -> Response:
    game = asking.game
    over = game.state.is_over and at.revision == game.revision
    # no-transform and X-Accel-Buffering: a proxy that compresses or collects would hold entries.
    headers = for_viewer(X_Accel_Buffering="no") | {
        "Vary": VARY,
        "Cache-Control": "private, no-cache, no-transform",
    }
    if over and "Last-Event-ID" in request.headers:
        # The one answer after which a browser's EventSource does not connect again by itself.
        return no_content(headers)
    if request.method == "HEAD":
        return Response(b"", 200, headers, content_type=media)
    follower = Follower.of(
        asking,
        bearer_token(request),
        games=services().games,
        accounts=services().accounts,
        signer=services().signer,
        moments=services().moments,
    )
    with ExitStack() as held:
        held.enter_context(services().quota.taken(*who_waits(asking.account)))
        connection = client_connection()
        waiter = held.enter_context(services().hub.waiting(connection, game.id))
        state = view_bytes(game, asking.seat, services())
        messages = follow(follower, waiter, at, state, over=over)
        body = _Body(messages, FORMATS[media], connection)
        response = Response(body, 200, headers, content_type=media)
        response.call_on_close(held.pop_all().close)
    return response


class _Body:
    """The written messages; closing it early, as a server does when a write fails, cuts the line:
    the polite way of closing would make the whole worker wait for a client that is away.
    """

    def __init__(
        self,
        messages: Iterator[Sequence[Message]],
        written: Callable[[Sequence[Message]], bytes],
        connection: ClientConnection,
    ) -> None:
        self._messages, self._written, self._connection = messages, written, connection
        self._ended = False

    def __iter__(self) -> Iterator[bytes]:
        for group in self._messages:
            yield self._written(group)
            # Who waits keeps nothing of what was sent: not here, and not in the server's loop,
            # which holds on to what it was given last. An empty piece is not sent at all.
            del group
            yield b""
        self._ended = True

    def close(self) -> None:
        if not self._ended:
            self._connection.cut()
