"""The attacker, who knows all that is public and the server's code, but not its seed. For each hand
that a bot may have, he asks the bot's policy what it would pick, with a generator seeded by
whatever he can think of that is public. He drops the hands that do not fit what is revealed later.
If one of his ways to seed is the server's, the true hand alone is left."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from bots.policies import POLICIES
from domain.decider import consequences
from domain.decisions import Decision, open_decisions
from domain.decisions import commands as c
from domain.decisions.kinds import Body
from domain.events.entries import encode
from domain.ledger import GENESIS, canonical, chain
from domain.ledger.fairness import chance
from domain.state import INITIAL, State
from domain.text.spelling import bytes_of
from domain.views import view
from domain.views.opened import opening_view
from tests.support.play import name_seal, server_seed

Choose = Callable[[State, Decision, str], Body | None]
View = Mapping[str, Any]


@dataclass(frozen=True)
class Pick:
    """A pick of a bot: what was public when it was sealed, and what is revealed later."""

    seen: View
    owed: Mapping[str, Any]
    seat: int
    hash: str
    hand: tuple[int, ...]
    card: int
    others: tuple[int, ...] = ()
    """What the other seats hold, all together."""

    def view_with(self, hand: tuple[int, ...]) -> View:
        """The view of the bot's seat, if this were its hand: the rest of it is public."""
        options = [{"card": card} for card in hand]
        own: dict[str, Any] = {"seat": self.seat, "hand": list(hand), "pick": None}
        own["specials"] = self.seen["seats"][self.seat]["specials"]
        return {**self.seen, "you": {**own, "decisions": [{**self.owed, "options": options}]}}


def _digest(*parts: object) -> bytes:
    return hashlib.sha256("/".join(map(str, parts)).encode()).digest()


SEEDINGS: Mapping[str, Callable[[Pick, View], Any]] = {
    "the view of the seat": lambda pick, view: hashlib.sha256(canonical(view)).digest(),
    "the public view": lambda pick, view: hashlib.sha256(canonical(pick.seen)).digest(),
    "the decision": lambda pick, view: _digest(pick.owed["id"]),
    "the decision as text": lambda pick, view: pick.owed["id"],
    "game and decision": lambda pick, view: _digest(view["id"], pick.owed["id"]),
    "no seed, as the kit had it": lambda pick, view: _digest("", view["id"], pick.owed["id"]),
    "the game": lambda pick, view: _digest(view["id"]),
    "the commitment": lambda pick, view: bytes_of(view["commitment"]),
    "the hash of the ledger": lambda pick, view: bytes_of(pick.hash),
    "the time": lambda pick, view: pick.owed["opened_at"],
    "the revision": lambda pick, view: view["revision"],
    "commitment for seed": lambda pick, view: _chance(view["commitment"], pick),
    "hash for seed": lambda pick, view: _chance(pick.hash, pick),
    "zeros for seed": lambda pick, view: _chance(GENESIS, pick),
    **{f"the number {n}": lambda pick, view, n=n: n for n in range(8)},
}
"""What the attacker tries to seed the generator with: all of it follows from what is public."""


def _chance(instead_of_seed: str, pick: Pick) -> bytes:
    return chance(instead_of_seed, pick.seen["id"], pick.owed["id"])


def predicted(pick: Pick, hand: tuple[int, ...], policy: str, seeding: str) -> int:
    seen = pick.view_with(hand)
    rng = Random(SEEDINGS[seeding](pick, seen))
    card: int = POLICIES[policy].choose(seen, seen["you"]["decisions"][0], rng)["card"]
    return card


def picks(
    key: str,
    policy: str,
    seed: int,
    choose: Choose,
    turns: int = 10,
    seats: int = 2,
    options: Mapping[str, Any] | None = None,
) -> Iterator[Pick]:
    """The picks of bots alone in the first turns of a game, as they are seen from outside."""
    opening = [
        c.CreateGame(
            game=f"game-{key}-{seed}", ruleset=key, options={"max_rounds": 1, **(options or {})},
            seats=seats, server_seed=server_seed(seed),
        ),
        *(c.TakeSeat(name_seal=name_seal("Bo"), policy=policy) for _ in range(seats)),
        c.StartGame(),
    ]  # fmt: skip
    state, digest = INITIAL, GENESIS
    for step in opening:
        state, digest = _after(state, digest, step)
    opened = digest
    while not state.is_over and (state.pool or state.turn <= turns):
        owed = open_decisions(state)[0]
        body = choose(state, owed, f"{policy}/1")
        assert body is not None
        if owed.kind == "pick":
            yield _seen(state, owed, opened, body["card"])
        by = {"by": "bot", "policy": f"{policy}/1"}
        before = (state.round, state.turn, state.kind)
        state, digest = _after(state, digest, c.Answer(owed, body, **by))
        if (state.round, state.turn, state.kind) != before:
            opened = digest


def _after(state: State, digest: str, step: c.Command) -> tuple[State, str]:
    story = consequences(step, state)
    return story.state, chain(digest, encode(story.entry)[0])


def _seen(state: State, owed: Decision, digest: str, card: int) -> Pick:
    seen = view(state, owed.seat)
    (shown,) = seen["you"]["decisions"]
    named = {name: value for name, value in shown.items() if name != "options"}
    other_seats = (seat for seat in range(state.seats) if seat != owed.seat)
    others = tuple(card for s in other_seats for card in opening_view(state, s)["you"]["hand"])
    hand = tuple(seen["you"]["hand"])
    return Pick(view(state, None), named, owed.seat, digest, hand, card, others)
