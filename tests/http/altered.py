"""Stored games with one event in their middle that this server cannot read.

Each way of altering it keeps the chain whole, as a newer server would have written it.
"""

import json

from domain import ledger
from service.store import Stored


def unknown(form):
    return {**form, "type": "TurnEnchanted"}


def newer(form):
    return {**form, "version": form["version"] + 1}


def lacking(form):
    return {name: value for name, value in form.items() if name != "turn"}


def too_rich(form):
    return {**form, "moon": "full"}


ALTERED = [unknown, newer, lacking, too_rich]


def turn(entries):
    """The place of the first TurnStarted, in the middle of a game of a few turns."""
    return next(n for n, entry in enumerate(entries) if b'"type":"TurnStarted"' in entry.p)


def chained(entries, at, alter):
    """The same game with one event altered, and the chain that a server would have written."""
    changed, previous = [], ledger.GENESIS
    for place, entry in enumerate(entries):
        form = json.loads(entry.p)
        p = ledger.canonical(alter(form) if place == at else form)
        previous = ledger.chain(previous, p)
        changed.append(Stored(entry.revision, p, entry.s, previous))
    return changed


def rewrite(services, redis, game, alter):
    """Put the altered game in the place of the true one; the revision that is unreadable."""
    entries = services.store.read(game)
    at = turn(entries)
    redis.delete(services.store._keys.stream(game))
    changed = chained(entries, at, alter)
    services.store.append(game, 0, changed, previous=ledger.GENESIS, due=1, touched=True)
    return at + 1, changed
