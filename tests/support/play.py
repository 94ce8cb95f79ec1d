"""Whole games played at random by the rules, the same game for the same seed. `playing` gives each
step on the way, `random_game` the entries, `played` does it for any opening and for whoever else
acts. Every answer is drawn from what the engine offers. Not here: positions laid out by hand
(dsl.py)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeVar

from domain.decider import consequences, decide
from domain.decisions import Decision, open_decisions, options
from domain.decisions import commands as c
from domain.errors import NotAnOption
from domain.events import Event
from domain.events.entries import Entry
from domain.ledger import Name
from domain.ledger.fairness import words
from domain.rulesets import ruleset
from domain.state import INITIAL, State
from domain.text.spelling import base64url

GAME = "RandomGame000000000000"
START = 1_790_000_000_000
E = TypeVar("E", bound=Event)


@dataclass(frozen=True, slots=True)
class Step:
    """A command, the state it met, what it caused, and the state it left."""

    command: c.Command
    before: State
    entry: Entry
    after: State

    @property
    def events(self) -> tuple[Event, ...]:
        """What it caused, without the time."""
        return self.entry.events


def server_seed(seed: int) -> str:
    """A server seed that belongs to the seed of a random game."""
    stream = words(seed.to_bytes(16, "big"))
    return base64url(b"".join(next(stream).to_bytes(4, "big") for _ in range(8)))


NAME_SALT = base64url(bytes(16))


def name_seal(name: str) -> str:
    """The seal of a player's name, with the one salt of all random games."""
    return Name(name, NAME_SALT).seal(GAME)


def opening(
    key: str, seats: int, given: Mapping[str, Any], seed: int, leaving: Sequence[int] = ()
) -> list[c.Command]:
    """The commands that create the game, fill its seats and start it without those leaving."""
    asked = {"ruleset": key, "options": given, "seats": seats, "server_seed": server_seed(seed)}
    commands: list[c.Command] = [c.CreateGame(game=GAME, **asked)]
    for seat in range(seats):
        mine = {"client_seed": f"{seed}-{seat}", "token_hash": base64url(seat.to_bytes(32, "big"))}
        commands.append(c.TakeSeat(name_seal=name_seal(f"P{seat}"), **mine))
    return [*commands, *(c.LeaveSeat(seat=seat) for seat in leaving), c.StartGame()]


def random_body(rng: Random, state: State, decision: Decision) -> dict[str, Any]:
    """One of the answers that are offered; for `play` one to three of the cards."""
    offered = options(state, decision)
    if decision.kind != "play":
        return dict(rng.choice(offered))
    chosen = rng.sample(offered, min(len(offered), rng.choice((1, 1, 2, 3))))
    return {
        "cards": [
            {"special": card["special"], "row": rng.choice(card["rows"])}
            if "special" in card
            else dict(card)
            for card in chosen
        ]
    }


def random_answer(rng: Random, state: State, decision: Decision, at: int = START) -> c.Answer:
    """An answer that the engine accepts. Several cards in one play may spoil it for each other (the
    row of a special may be gone), so a refused one is cut to its first card, which was offered on
    its own."""
    body = random_body(rng, state, decision)
    answer = c.Answer(decision, body, **who(state, decision.seat), at=at)
    if decision.kind == "play":
        try:
            decide(answer, state)
        except NotAnOption:
            return replace(answer, body={"cards": body["cards"][:1]})
    return answer


def who(state: State, seat: int) -> dict[str, Any]:
    """Who plays the seat now, as its answers say it."""
    name = state.players[seat].policy
    return {"by": "player"} if name is None else {"by": "bot", "policy": f"{name}/1"}


Act = Callable[[Random, State, Decision, int], c.Command]


def played(
    commands: Iterable[c.Command],
    rng: Random,
    at: int,
    act: Act = random_answer,
    state: State = INITIAL,
) -> Iterator[Step]:
    """What these commands cause, and then everything up to the end of the game, each some moments
    after the one before: a decision that is owed is drawn, and `act` says what somebody does."""
    for command in commands:
        step = _step(replace(command, at=at), state)
        yield step
        state, at = step.after, at + rng.randrange(10_000)
    while owed := open_decisions(state):
        step = _step(act(rng, state, rng.choice(owed), at), state)
        if step.events:
            yield step
        state, at = step.after, at + rng.randrange(10_000)


def _step(command: c.Command, state: State) -> Step:
    caused = consequences(command, state)
    return Step(command, state, caused.entry, caused.state)


def playing(
    key: str,
    seats: int,
    given: Mapping[str, Any],
    seed: int,
    *,
    leaving: Sequence[int] = (),
    resigning: float = 0,
) -> Iterator[Step]:
    """A game of persons, command by command, to its end. The seats `leaving` do so before the
    start; `resigning` is the chance, before each answer, that one of the players hands over to a
    bot."""

    def act(rng: Random, state: State, owed: Decision, at: int) -> c.Command:
        people = [seat for seat, player in state.players.items() if not player.is_bot]
        if people and rng.random() < resigning:
            return c.LeaveSeat(seat=rng.choice(people), at=at)
        return random_answer(rng, state, owed, at)

    return played(opening(key, seats, given, seed, leaving), Random(seed), START, act)


def random_game(key: str, seats: int, given: Mapping[str, Any], seed: int) -> list[Entry]:
    """All entries of a game played to its end."""
    return [step.entry for step in playing(key, seats, given, seed)]


def told(entries: Iterable[Entry], kind: type[E] = Event) -> list[E]:  # type: ignore[assignment]
    """All events of these entries, in order; of one type, if it is named."""
    return [event for entry in entries for event in entry.events if isinstance(event, kind)]


def random_options(rng: Random, key: str, seats: int) -> dict[str, Any]:
    """Any options that this ruleset can be created with, for a game of few rounds. A clock is so
    slow that no answer is late: what happens at a deadline is test_clock.py's."""
    given: dict[str, Any] = {"turn_seconds": rng.choice((None, 7 * 24 * 3600))}
    given |= {o.name: rng.choice(o.values) for o in ruleset(key).options if o.values}
    names = {option.name for option in ruleset(key).options}
    if "start_seat" in names:
        given["start_seat"] = rng.choice((None, rng.randrange(seats)))
    if "end_score" in names:
        given["end_score"] = rng.choice((None, 1, 10, 20))
        given["max_rounds"] = rng.choice((1, 2))
    return given
