"""Games that are stored otherwise than they were played, with the chain whole. As an operator could
write them who rewrites history, or a newer server: with an event in their middle that this one
cannot read, the last of an entry that others begin."""

import json

from domain import ledger
from service.storage.stored import Stored
from tests.support import chains
from tests.support.client import Table


def unknown(event):
    return {**event, "type": "TurnEnchanted"}


def newer(event):
    return {**event, "type": event["type"] + "/2"}


def lacking(event):
    return {name: value for name, value in event.items() if name != "turn"}


def too_rich(event):
    return {**event, "moon": "full"}


ALTERED = [unknown, newer, lacking, too_rich]


def turn(entries):
    """The place of the first entry with a TurnStarted, in a game of a few turns."""
    return next(n for n, entry in enumerate(entries) if b'"type":"TurnStarted"' in entry.p)


def chained(entries, alter):
    """The same game with each event altered, and the chain that a server would have written."""
    changed, previous = [], ledger.GENESIS
    for entry in entries:
        form = json.loads(entry.p)
        events = [alter(entry.revision, event) for event in form["events"]]
        p = ledger.canonical({**form, "events": events})
        previous = ledger.chain(previous, p)
        changed.append(Stored(entry.revision, p, entry.s, previous))
    return changed


def stored_anew(services, game, entries, **more):
    """Put entries into Redis in the place of what is there, as one who leaves no trace."""
    services.store._call("DEL", services.store._keys.stream(game))
    services.store.drop_snapshot(game)
    chains.append(services.store, *entries, game=game, previous=ledger.GENESIS, **more)


def rewrite(services, game, alter):
    """Put the altered game in the place of the true one; the revision that is unreadable."""
    entries = services.store.read(game)
    at = turn(entries) + 1
    changed = chained(
        entries,
        lambda revision, event: (
            alter(event) if (revision, event["type"]) == (at, "TurnStarted") else event
        ),
    )
    stored_anew(services, game, changed, due=1, touched=True)
    return at, changed


def everything_asked(table: Table):
    """Every request about the game that a route could answer from its entries."""
    own = max(table.seats)
    decision, seat = f"/decisions/r1t2-pick-s{own}", table.seats[own]
    return [
        *(
            ("GET", rest, token)
            for rest in ("", "/events?after=1&limit=1")
            for token in (None, seat)
        ),
        *(("GET", rest, seat) for rest in ("?revision=1", "/decisions", decision, "/events")),
        ("GET", "/audit", None),
        ("PUT", decision, seat, {"card": 1}),
        ("POST", "/seats", None, {"name": "Cy"}),
        ("DELETE", f"/seats/{own}", seat),
        ("POST", "/start", table.host),
        ("POST", "/abandon", table.host),
    ]
