"""True games to forge: signed bundles of every ruleset, with the receipts of their players."""

import json
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

from domain.events.entries import Entry
from domain.rulesets import RULESETS
from tests.support.audit_games import abandoned, bundled, claims, playing
from tests.support.audit_signed import head_of, jwk, jwks, receipt
from tests.support.forging import Bundle, within

SERVER, OTHER_SERVER, FORGER = 1, 2, 9
"""Numbers of keys: the one that is trusted, another server's, and one that anybody can make."""
KEYS = json.dumps(jwks(SERVER))


@dataclass(frozen=True)
class World:
    """One true game."""

    key: str
    seats: int
    seed: int
    entries: list[Entry]
    viewer: int | None = None

    @cached_property
    def _signed(self) -> Bundle:
        made = bundled(self.entries, self.viewer)
        heads, keys = [head_of(made, len(self.entries))], [jwk(SERVER), jwk(OTHER_SERVER)]
        return {**made, "heads": heads, "keys": keys}

    def bundle(self) -> Bundle:
        """A copy of the bundle, with the server's head at its end."""
        return deepcopy(self._signed)

    @cached_property
    def receipts(self) -> list[dict[str, Any]]:
        """The receipts of every person's answers, as claims, in order."""
        told = claims(self.entries, self._signed)
        return [each for each in told if "by" not in within(self._signed, each["revision"])[0]]

    @property
    def complete(self) -> bool:
        return bool(self._signed["complete"])

    @property
    def started(self) -> int:
        """How many entries there were when the game had started."""
        return next(n for n, entry in enumerate(self.entries, 1) if len(entry.events) > 1)

    def saved(self) -> str:
        """A file with all answers of the server, as a player saves them."""
        return "\n".join(json.dumps(receipt(each)) for each in self.receipts)


def world(seed: int) -> World:
    """A finished game of few rounds; any ruleset, seats and options that go with it."""
    rng = Random(f"forge {seed}")
    key = rng.choice(sorted(RULESETS))
    seats = rng.choice([n for n in RULESETS[key].seats if n <= 5])
    options: dict[str, Any] = {}
    if any(option.name == "max_rounds" for option in RULESETS[key].options):
        options["max_rounds"] = rng.choice((1, 1, 2))
    if rng.random() < 0.3:
        policy = rng.choice(("careful", "lowest", "forfeit"))
        options |= {"turn_seconds": rng.choice((5, 20)), "on_timeout": policy}
    return World(key, seats, seed, list(playing(key, seats, options, seed)))


def running(whole: World, rng: Random) -> World:
    """The same game, somewhere on its way, as somebody at the table sees it."""
    kept = whole.entries[: rng.randrange(whole.started, len(whole.entries))]
    return replace(whole, entries=kept, viewer=rng.choice((None, *range(whole.seats))))


def given_up(whole: World, rng: Random) -> World:
    """The same game, abandoned on its way."""
    kept = rng.randrange(whole.started, len(whole.entries))
    return replace(whole, entries=abandoned(whole.entries, kept))
