"""Stored games and their bundles for the tests of the verifier, the same for the same seed.
Persons, bots and clocks, seats left and taken again, resignations, an end before the end."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import chain
from random import Random
from typing import Any

from msgspec import structs

from bench.games import chained
from domain.decider import consequences
from domain.decisions import Decision
from domain.decisions import commands as c
from domain.decisions.answers import answers
from domain.decisions.clock import has_passed, lowest
from domain.events.entries import Entry
from domain.ledger import Name
from domain.rulesets import ruleset
from domain.state import State
from domain.state.evolve import fold
from domain.text.spelling import base64url
from domain.text.times import rfc3339
from domain.views.bundle import bundle
from tests.support.play import played, random_answer, random_options, server_seed

GAME = "AuditedGame00000000000"
START = 1_790_000_000_123
EARLY = "came too early"


def _sealed(name: str) -> tuple[str, Name]:
    known = Name(name, base64url(sha256(name.encode()).digest()[:16]))
    return known.seal(GAME), known


NAMES: Mapping[str, Name] = dict(
    _sealed(name) for name in (EARLY, *(f"P{seat} 🐂" for seat in range(10)))
)
"""What players are called, by the seals of their names."""
OTHER_HASH = "abc" * 14 + "A"
"""Of the form of hashes, and of nothing."""
OTHER_SALT = "ab" * 10 + "aQ"
SEALS = {known.name: sealed for sealed, known in NAMES.items()}


def playing(key: str, seats: int, options: dict[str, Any], seed: int) -> Iterator[Entry]:
    """The game, entry by entry, to its end."""
    rng = Random(seed)
    return (step.entry for step in played(_lobby(rng, key, seats, options, seed), rng, START, _act))


def played_on(entries: Sequence[Entry], seed: int) -> Iterator[Entry]:
    """These entries, and then others to the end of the game, as they might have gone."""
    further = played((), Random(seed), entries[-1].at, _act, fold(entries))
    return chain(entries, (step.entry for step in further))


def _act(rng: Random, state: State, owed: Decision, at: int) -> c.Command:
    """An answer by whoever has to give it, or now and then a change of who that is."""
    away = [seat for seat, player in state.players.items() if player.away]
    if away and rng.random() < 0.2:
        return c.ReturnToSeat(seat=rng.choice(away), at=at)
    if rng.random() < 0.01:
        people = [seat for seat in sorted(state.totals) if not state.players[seat].seated_as_bot]
        if people:
            return c.LeaveSeat(seat=rng.choice(people), at=at)
    by = "bot" if state.players[owed.seat].is_bot else "player"
    if by == "player" and has_passed(state, at):
        policy = state.options["on_timeout"]
        if policy == "forfeit":
            return c.ForfeitSeat(seat=owed.seat, at=at)
        by = "clock"
        if policy == "lowest":
            return c.Answer(owed, lowest(state, owed), by=by, at=at)
    drawn = random_answer(rng, _of_persons(state), owed, at=state.opened_at)
    by_careful = by == "bot" or (by == "clock" and state.options["on_timeout"] == "careful")
    return replace(drawn, by=by, policy="careful/1" if by_careful else None, at=at)


def _of_persons(state: State) -> State:
    """The same state with no bots in it, for answers that are given as a player."""
    persons = {seat: structs.replace(who, policy=None) for seat, who in state.players.items()}
    return replace(state, players=persons)


def _lobby(
    rng: Random, key: str, seats: int, options: dict[str, Any], seed: int
) -> Iterator[c.Command]:
    yield c.CreateGame(
        game=GAME, ruleset=key, options=options, seats=max(seats, rng.choice(ruleset(key).seats)),
        server_seed=server_seed(seed), host_hash="a" * 42 + "A",
    )  # fmt: skip
    order = rng.sample(range(seats), seats)
    yield c.TakeSeat(seat=order[0], name_seal=SEALS[EARLY], client_seed="old")
    yield c.LeaveSeat(seat=order[0])
    for seat in order:
        policy = rng.choice((None, None, "careful"))
        client_seed = rng.choice(("", f"rolled {seat} ~ 4 1 6"))
        yield c.TakeSeat(
            seat=seat, name_seal=SEALS[f"P{seat} 🐂"], policy=policy, client_seed=client_seed,
            token_hash="c" * 42 + "A",
        )  # fmt: skip
    yield c.StartGame()


def game(
    key: str, seed: int, seats: int | None = None, options: dict[str, Any] | None = None
) -> list[Entry]:
    """A whole random game of this ruleset."""
    rng = Random(f"{key} {seed}")
    seats = seats or rng.choice(ruleset(key).seats)
    if options is None:
        options = random_options(rng, key, seats)
        policy = rng.choice(("none", "careful", "lowest", "forfeit"))
        if policy != "none":
            options |= {"turn_seconds": rng.choice((5, 20)), "on_timeout": policy}
    return list(playing(key, seats, options, seed))


def abandoned(entries: Sequence[Entry], after: int) -> list[Entry]:
    """The game, given up after so many entries."""
    kept = list(entries[:after])
    command = c.AbandonGame(reason="host", at=kept[-1].at + 1)
    return [*kept, consequences(command, fold(kept)).entry]


def bundled(
    entries: Sequence[Entry], viewer: int | None = None, names: Mapping[str, Name] = NAMES
) -> dict[str, Any]:
    """The bundle of these entries, through JSON, as a client would hold it."""
    made = bundle(chained(entries), viewer, names, version="1.2.3")
    return dict(json.loads(json.dumps(made)))


Claims = dict[str, Any]


def claims(entries: Iterable[Entry], made: dict[str, Any]) -> list[Claims]:
    """The claims of each answer in `entries`, of which `made` is the bundle, in order."""
    return [
        {
            "answer": given.body,
            "at": rfc3339(given.at),
            "decision": given.decision.id,
            "game": made["game"],
            "hash": made["entries"][given.revision - 1]["hash"],
            "revision": given.revision,
        }
        for given in answers(entries)
    ]
