"""Two servers that are alike in all that a test does not change: keys, times, tokens, accounts.
Each has a database of its own and the same game, laid out by hand. Seat 0 is a person's with a
token, seat 1 that of the account `app`, which also owns the game; seat 2 is a bot's, stored with
token and owner as older releases did; seat 3 is that of the account `rival`."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

import redis
from flask import Flask
from msgspec.structs import replace

from domain import events as e
from domain.events.entries import Entry
from domain.state import State
from service.access.accounts import _IDS, _TOKENS, Account
from service.access.tokens import hash_token
from service.services import Services
from service.settings.config import Settings
from service.webhooks.kept import HOOKS, of
from service.webhooks.repository import Webhook
from tests.support import dsl
from tests.support.client import Table
from tests.support.laid import NAME, put, renamed, token
from tests.support.site import Clock, Process, Site

NOW = dsl.AT + 60_000
"""The moment in which everything is asked, by every clock."""
SCOPES: Mapping[str, tuple[str, ...]] = {
    "app": ("play", "games:write"),
    "rival": ("play",),
    "stranger": ("play", "games:write"),
    "auditor": ("audit",),
    "admin": ("admin",),
    "all": ("play", "games:write", "audit", "admin"),
}
ACCOUNTS = {
    name: Account(f"{number:016x}", name, frozenset(scopes), 0)
    for number, (name, scopes) in enumerate(SCOPES.items(), start=1)
}
TOKENS = {name: token("a", number) for number, name in enumerate(SCOPES, start=1)}
OWNERS = {1: "app", 2: "app", 3: "rival"}
BOT = 2
EVERYBODY: Mapping[str, str | None] = {
    "nobody": None,
    "host": token("h"),
    "invited": token("i"),
    **{f"seat {seat}": token("s", seat) for seat in range(4)},
    "unknown": token("s", 7),
    **TOKENS,
}


@dataclass(frozen=True)
class World:
    process: Process
    table: Table

    @property
    def services(self) -> Services:
        return self.process.services


def world(app: Flask, settings: Settings, number: int) -> World:
    """A server on the database of that number, with all accounts and no game yet."""
    process = _process(app, settings, number)
    services = process.services
    services.games.forget(NAME)
    for name, account in ACCOUNTS.items():
        hashed = hash_token(TOKENS[name])
        services.accounts._call("HSET", _TOKENS, hashed, json.dumps(account.as_data()))
        services.accounts._call("HSET", _IDS, account.id, hashed)
        hook = Webhook(account.id, account.id, "https://example.org/", "whsec_" + "A" * 44, 0)
        services.webhooks._call("HSET", HOOKS, hook.id, json.dumps(asdict(hook)))
        services.webhooks._call("SADD", of(account.id), hook.id)
    seats = {seat: token("s", seat) for seat in range(4)}
    return World(process, Table(process.api, NAME, token("h"), token("i"), seats))


@lru_cache
def _process(app: Flask, settings: Settings, number: int) -> Process:
    """Made once: what listens for hints has a thread of its own."""
    url = settings.redis_url.replace("db=0", f"db={number}")
    return Site(settings, app, Clock(NOW)).process(redis_url=url, queue_url=url)


def seat_all(entries: Iterable[Entry], owners: Mapping[int, str] = OWNERS) -> list[Entry]:
    """The entries with the bot and the accounts on their seats."""
    return [Entry(x.at, tuple(_seated(event, owners) for event in x.events)) for x in entries]


def _seated(event: e.Event, owners: Mapping[int, str]) -> e.Event:
    match event:
        case e.GameCreated():
            return replace(event, secret=replace(event.secret, owner=ACCOUNTS["app"].id))
        case e.SeatTaken():
            owner = owners.get(event.seat)
            secret = e.SeatSecret(owner=owner and ACCOUNTS[owner].id)
            return replace(event, policy="careful" if event.seat == BOT else None, secret=secret)
    return event


def lay(in_world: World, entries: Iterable[Entry], visibility: str = "public") -> None:
    """Put the game into the world, list it, and tell those whom it waits for."""
    services = in_world.services
    told = [Entry(x.at, tuple(renamed(x.events, visibility=visibility))) for x in entries]
    put(services.store, told)
    services.listing.project(services.games.load(NAME))


def lying(client: redis.Redis) -> dict[bytes, Any]:
    read = {
        b"string": client.get,
        b"hash": client.hgetall,
        b"set": client.smembers,
        b"zset": lambda key: client.zrange(key, 0, -1, withscores=True),
        b"list": lambda key: client.lrange(key, 0, -1),
        b"stream": client.xrange,
    }
    return {key: read[client.type(key)](key) for key in client.scan_iter()}


def put_both(worlds: Iterable[World], pair: Iterable[Iterable[Entry]], **more: str) -> list[State]:
    """Put a pair of games into the two worlds; their states, which do differ."""
    for each, entries in zip(worlds, pair, strict=True):
        lay(each, entries, **more)
    one, two = (each.services.games.load(NAME).state for each in worlds)
    assert (one.hands, one.picks) != (two.hands, two.picks)
    return [one, two]
