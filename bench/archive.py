"""`python -m bench.archive`: how small games are that were put away, and what is left of them in
Redis. `python -m bench.archive --dictionary 2` makes a dictionary to pack with.

Games are played at random from a seed, with secrets as long and as random as those of real ones.
"""

import argparse
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import mean
from typing import Any

import msgspec
import redis

from domain import ledger
from domain.decisions import commands as c
from domain.events.entries import encode
from domain.rulesets import RULESETS
from domain.text.spelling import base64url
from service.archive import packing
from service.archive.packing import Record
from service.archive.shelf import packed
from service.archive.zstandard import zstd
from service.projections.directory import Directory, Summary
from service.projections.inbox import Inbox
from service.storage.connections import connect
from service.storage.keys import Keys
from service.storage.stored import Stored
from tests.support.engine import Engine
from tests.support.play import START, opening, played, random_options

DICTIONARY_BYTES = 112_640
SEATS = {
    "classic": (2, 3, 4, 5, 6, 10), "tactics": (2, 4, 6), "logic": (2, 4),
    "professional": (2, 4, 6), "children": (2, 4, 6), "hornochsen": (2, 4, 6),
}  # fmt: skip
"""Of the games that a dictionary is made of."""
SEAL = re.compile(rb'"name_seal":"([^"]+)"')
MEASURED = (2, 4, 6, 10)
ACCOUNTS = 1000


def game(
    key: str, seats: int, seed: int, options: dict[str, Any], bots: Sequence[int] = ()
) -> list[Stored]:
    """A game of chance as it is stored, the seats `bots` played by bots."""
    rng, digest = random.Random(seed), ledger.GENESIS
    name = _chance(rng, 16).replace("-", "a").replace("_", "b").lower()[:26]
    commands = [_real(each, name, bots, rng) for each in opening(key, seats, options, seed)]
    stored = []
    for revision, step in enumerate(played(commands, rng, START + seed * 1_000_003), 1):
        p, s = encode(step.entry)
        digest = ledger.chain(digest, p)
        stored.append(Stored(revision, p, s, digest))
    return stored


def _real(command: c.Command, name: str, bots: Sequence[int], rng: random.Random) -> c.Command:
    """The command with secrets as real ones are."""
    match command:
        case c.CreateGame():
            return replace(
                command, game=name, host_hash=_chance(rng, 32), invite_hash=_chance(rng, 32),
                request=f"{_chance(rng, 16)}.{_chance(rng, 16)}", server_seed=_chance(rng, 32),
                owner=_chance(rng, 16)[:16],
            )  # fmt: skip
        case c.TakeSeat(client_seed=of) if int(of.split("-")[1]) in bots:
            given = {"policy": "careful", "client_seed": "", "token_hash": None}
            given |= {"name_seal": _chance(rng, 32)}
            return replace(command, **given, request=f"{_chance(rng, 16)}.{_chance(rng, 16)}")
        case c.TakeSeat():
            given = {"name_seal": _chance(rng, 32), "client_seed": _chance(rng, 16)}
            given |= {"token_hash": _chance(rng, 32)}
            return replace(command, **given, request=f"{_chance(rng, 16)}.{_chance(rng, 16)}")
    return command


def _chance(rng: random.Random, size: int) -> str:
    return base64url(rng.randbytes(size))


def dictionary() -> bytes:
    """Made of games of all rulesets: some with bots, some with other options."""
    samples = [
        msgspec.msgpack.encode(packing.derived(each))
        for number in range(24)
        for each in _of(number)
    ]
    return zstd.train_dict(samples, DICTIONARY_BYTES).dict_content


def _of(number: int) -> Iterator[list[Stored]]:
    for key, sizes in SEATS.items():
        for seats in sizes:
            usual = number % 3
            options = {} if usual else random_options(random.Random(number), key, seats)
            bots = range(seats - 1, 0, -1) if number % 2 else ()
            yield game(key, seats, 5000 + number, options, bots)


def _named(entries: list[Stored]) -> Record:
    """A record with what its players are called."""
    rng, labels = random.Random(1), [b"version", b"1790000000000000"]
    for seal in SEAL.findall(b"".join(each.p for each in entries)):
        labels += [seal, f"{_chance(rng, 16)}Player {len(labels)}".encode()]
    return Record(entries, labels)


def sizes() -> Iterator[str]:
    """A row for each ruleset and number of seats: means over ten games."""
    yield "| ruleset | seats | events | stored, bytes | packed, bytes: people | one and bots |"
    yield "|---|---|---|---|---|---|"
    for key in sorted(RULESETS):
        for seats in (each for each in MEASURED if each <= max(RULESETS[key].seats)):
            people = [game(key, seats, 900 + number, {}) for number in range(10)]
            bots = [game(key, seats, 950 + n, {}, range(1, seats)) for n in range(10)]
            events = mean(sum(each.p.count(b'"type":') for each in one) for one in people)
            raw = mean(sum(len(e.p) + len(e.s or b"") + 43 for e in one) for one in people)
            small = [
                mean(len(packing.pack(_named(one))) for one in some) for some in (people, bots)
            ]
            figures = (f"{each:,.0f}" for each in (seats, events, raw, *small))
            yield f"| {key} | {' | '.join(figures)} |"


def left(count: int) -> Iterator[str]:
    """What `count` games that were put away leave in Redis, one part after the other."""
    rng = random.Random(7)
    with Engine(tcp=True) as engine:
        raw: Any = redis.Redis(port=engine.port)
        keys = Keys(64)
        directory, inbox = Directory(connect(engine.url)), Inbox(connect(engine.url))
        records = [Record(game("classic", 4, seed, {})) for seed in range(200)]
        stubs = [packed(each)[0] for each in records]
        names = [f"{number:026d}" for number in range(count)]
        used = raw.info("memory")["used_memory"]
        yield "| what | bytes in all | a game |\n|---|---|---|"

        def row(what: str) -> str:
            nonlocal used
            before, used = used, raw.info("memory")["used_memory"]
            return f"| {what} | {used - before:,} | {(used - before) / count:.0f} |"

        for name in names:
            stub = rng.choice(stubs)._replace(
                name=f"{rng.randbytes(8).hex()}-{rng.randbytes(4).hex()}"
            )
            raw.hset(keys.away(name), name, stub._replace(labels="1790000000000000").written())
        longest = max(len(each.written()) + 16 for each in stubs)
        yield row(f"stubs ({longest} bytes written)")
        for name in names:
            directory.put(Summary(id=name, ruleset="classic", status="finished",
                                  created_at=START + int(name), seats=4, taken=4,
                                  visibility="public", revision=300))  # fmt: skip
        yield row("listing")
        for name in names:
            inbox._feed(f"a{int(name) % ACCOUNTS}", {name: 300}, over=True)  # noqa: SLF001 - as index does
        yield row(f"feeds of {ACCOUNTS} accounts, one game each in turn")
        found = {key.decode().split(":")[-1] for key in raw.scan_iter("*", 1000)}
        yield f"\nKinds of keys that are there: {', '.join(sorted(found))}."


def main() -> None:
    """Print the tables, or make a dictionary."""
    parser = argparse.ArgumentParser(prog="python -m bench.archive")
    parser.add_argument("--dictionary", type=int, metavar="NUMBER")
    parser.add_argument("--games", type=int, default=100_000)
    options = parser.parse_args()
    if options.dictionary is not None:
        path = Path(packing.__file__).with_name(f"games-{options.dictionary}.dict")
        path.write_bytes(dictionary())
        return
    for line in (*sizes(), "", *left(options.games)):
        print(line, flush=True)


if __name__ == "__main__":
    main()
