"""The feed of a game: its public events, served as they lie in the stream."""

from collections.abc import Sequence
from typing import Any

import orjson
from flask import Response

from domain.codec import decode
from domain.views import opening
from service.access import Caller
from service.answers import head
from service.describe import Routes, operation
from service.jsonbody import load_query
from service.jsonreply import for_viewer, reply_bytes
from service.problems import Problem
from service.routes.common import caller, services
from service.schemas.ledger import EventPageSchema, EventsQuerySchema
from service.store import Entry

blueprint = Routes("events", __name__, description="The feed")

QUERY = EventsQuerySchema()
SEALED = (b'"type":"CardPicked"', b'"type":"RoundDealt"')


@blueprint.route("/v1/games/<game>/events")
@operation(
    query=EventsQuerySchema,
    answers={200: EventPageSchema},
    fails=(401, 403, 404, 422, 503),
    auth="optional",
)
def list_events(game: str) -> Response:
    """Follow a game, event by event

    The public form of an event is the same for everybody and for ever. A seat also gets, as
    `opening`, what opens its own seals. Go on with `?after=` the last revision you have.
    """
    query = load_query(QUERY)
    asking = caller(game)
    if query["after"] > asking.game.revision:
        raise Problem("no_such_revision", head=head(asking.game, services().signer))
    entries = services().store.read(game, query["after"], query["limit"])
    body = b'{"events":[%b],"head":%b}' % (
        b",".join(feed_item(entry, asking) for entry in entries),
        orjson.dumps(_head(asking, entries)),
    )
    return reply_bytes(body, headers=for_viewer(**_links(game, query, entries, asking)))


def feed_item(entry: Entry, asking: Caller) -> bytes:
    """One event as the feed shows it: revision, hash, public form, and the own opening."""
    item = b'{"revision":%d,"hash":"%b","event":%b' % (entry.revision, entry.h.encode(), entry.p)
    opened = _own_opening(entry, asking)
    return item + (b"}" if opened is None else b',"opening":%b}' % orjson.dumps(opened))


def _head(asking: Caller, entries: Sequence[Entry]) -> dict[str, Any]:
    """The signed head, which may have moved on since the caller was identified."""
    game, signer = asking.game, services().signer
    if entries and entries[-1].revision > game.revision:
        return signer.head(game.id, entries[-1].revision, entries[-1].h)
    return head(game, signer)


def _own_opening(entry: Entry, asking: Caller) -> dict[str, object] | None:
    if asking.seat is None or entry.s is None or not any(kind in entry.p for kind in SEALED):
        return None
    state = asking.game.state
    return opening(decode(entry.p, entry.s), state.game, state.seed, asking.seat)


def _links(
    game: str, query: dict[str, int], entries: Sequence[Entry], asking: Caller
) -> dict[str, str]:
    """A Link to the next page (RFC 8288), while there is one."""
    if not entries or entries[-1].revision >= asking.game.revision:
        return {}
    after, limit = entries[-1].revision, query["limit"]
    return {"Link": f'</v1/games/{game}/events?after={after}&limit={limit}>; rel="next"'}
