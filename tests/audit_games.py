"""Stored games and their bundles for the tests of the verifier, the same for the same seed.

Persons, bots and clocks, seats left and taken again, resignations, an end before the end. Chaining
again after an alteration lives here too: it is what a forger would do.
"""

import json
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from domain import commands as c
from domain.answers import command as answer
from domain.bundle import bundle
from domain.clock import has_passed, lowest
from domain.codec import encode
from domain.decider import decide
from domain.decisions import Decision, open_decisions
from domain.events import Event
from domain.evolve import fold
from domain.ledger import GENESIS, canonical, chain
from domain.rulesets import ruleset
from domain.state import INITIAL, State
from tests.play import random_answer, random_options, server_seed

GAME = "AuditedGame00000000000"
START = 1_790_000_000_123


@dataclass(frozen=True)
class Stored:
    """What the store keeps of one event."""

    revision: int
    p: bytes
    s: bytes | None
    h: str


def stored(events: Sequence[Event]) -> list[Stored]:
    """The events as the store would keep them."""
    entries, previous = [], GENESIS
    for revision, event in enumerate(events, start=1):
        p, s = encode(event)
        previous = chain(previous, p)
        entries.append(Stored(revision, p, s, previous))
    return entries


def batches(key: str, seats: int, options: dict[str, Any], seed: int) -> Iterator[list[Event]]:
    """The game, one list of events per decision, to its end."""
    rng = Random(seed)
    state, at = INITIAL, START
    for command in _lobby(rng, key, seats, options, seed):
        events = decide(replace(command, at=at), state)
        yield events
        state, at = fold(events, state), at + rng.randrange(10_000)
    yield from _to_the_end(rng, state, at)


def played_on(decided: Sequence[Sequence[Event]], seed: int) -> Iterator[Sequence[Event]]:
    """These decisions, and then others to the end of the game, as they might have gone."""
    yield from decided
    state = fold(event for events in decided for event in events)
    yield from _to_the_end(Random(seed), state, decided[-1][-1].at)


def _to_the_end(rng: Random, state: State, at: int) -> Iterator[list[Event]]:
    while owed := open_decisions(state):
        events = decide(_act(rng, state, rng.choice(owed), at), state)
        if events:
            yield events
        state, at = fold(events, state), at + rng.randrange(10_000)


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
            return answer(owed, lowest(state, owed), by=by, at=at)
    drawn = random_answer(rng, _of_persons(state), owed, at=state.opened_at)
    by_careful = by == "bot" or (by == "clock" and state.options["on_timeout"] == "careful")
    return replace(drawn, by=by, policy="careful/1" if by_careful else None, at=at)


def _of_persons(state: State) -> State:
    """The same state with no bots in it, for answers that are given as a player."""
    persons = {seat: replace(player, policy=None) for seat, player in state.players.items()}
    return replace(state, players=persons)


def _lobby(
    rng: Random, key: str, seats: int, options: dict[str, Any], seed: int
) -> Iterator[c.Command]:
    yield c.CreateGame(
        game=GAME,
        ruleset=key,
        options=options,
        seats=max(seats, rng.choice(ruleset(key).seats)),
        server_seed=server_seed(seed),
        host_hash="ab" * 32,
    )
    order = rng.sample(range(seats), seats)
    yield c.TakeSeat(seat=order[0], name="came too early", client_seed="old")
    yield c.LeaveSeat(seat=order[0])
    for seat in order:
        policy = rng.choice((None, None, "careful"))
        client_seed = rng.choice(("", f"rolled {seat} ~ 4 1 6"))
        yield c.TakeSeat(
            seat=seat,
            name=f"P{seat} 🐂",
            policy=policy,
            client_seed=client_seed,
            token_hash="cd" * 32,
        )
    yield c.StartGame()


def game(
    key: str, seed: int, seats: int | None = None, options: dict[str, Any] | None = None
) -> list[list[Event]]:
    """A whole random game of this ruleset, one list per decision."""
    rng = Random(f"{key} {seed}")
    seats = seats or rng.choice(ruleset(key).seats)
    if options is None:
        options = random_options(rng, key, seats)
        policy = rng.choice(("none", "careful", "lowest", "forfeit"))
        if policy != "none":
            options |= {"turn_seconds": rng.choice((5, 20)), "on_timeout": policy}
    return list(batches(key, seats, options, seed))


def flat(decided: Sequence[Sequence[Event]]) -> list[Event]:
    return [event for events in decided for event in events]


def abandoned(decided: Sequence[Sequence[Event]], after: int) -> list[Event]:
    """The game, given up after so many decisions."""
    events = flat(decided[:after])
    at = events[-1].at + 1
    return events + decide(c.AbandonGame(reason="host", at=at), fold(events))


def bundled(events: Sequence[Event], viewer: int | None = None) -> dict[str, Any]:
    """The bundle of these events, through JSON, as a client would hold it."""
    made: dict[str, Any] = json.loads(json.dumps(bundle(stored(events), viewer, version="1.2.3")))
    return made


def chained_again(altered: dict[str, Any]) -> dict[str, Any]:
    """The same bundle with revisions and hashes that fit its events."""
    forged = deepcopy(altered)
    previous = GENESIS
    for revision, entry in enumerate(forged["events"], start=1):
        previous = chain(previous, canonical(entry["event"]))
        entry["revision"], entry["hash"] = revision, previous
    return forged
