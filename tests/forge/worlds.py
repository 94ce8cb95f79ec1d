"""True games to forge: signed bundles of every ruleset, with the receipts of their players."""

import json
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from domain.events.entries import Entry
from domain.rulesets import RULESETS
from tests.forge.workbench import OTHER_SERVER, SERVER, Bundle, head, receipt, within
from tests.support.audit_claims import claims
from tests.support.audit_games import abandoned, bundled, playing
from tests.support.audit_signed import jwk

KEYS = json.dumps({"keys": [jwk(SERVER)]})


@dataclass(frozen=True)
class World:
    """One true game."""

    key: str
    seats: int
    options: dict[str, Any]
    seed: int
    entries: list[Entry]
    viewer: int | None = None

    @cached_property
    def _signed(self) -> Bundle:
        return signed(bundled(self.entries, self.viewer))

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

    def saved(self, *answers: dict[str, Any]) -> str:
        """A file with answers of the server as a player saves them; all true ones if none."""
        kept = answers or tuple(map(receipt, self.receipts))
        return "\n".join(map(json.dumps, kept))


def signed(made: Bundle, key: int = SERVER) -> Bundle:
    """The bundle with a head at its end."""
    last = made["entries"][-1]
    made["heads"] = [head(made["game"], last["revision"], last["hash"], key)]
    made["keys"] = [jwk(key), jwk(OTHER_SERVER)]
    return made


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
    return World(key, seats, options, seed, list(playing(key, seats, options, seed)))


def running(whole: World, rng: Random) -> World:
    """The same game, somewhere on its way, as somebody at the table sees it."""
    starts = next(n for n, entry in enumerate(whole.entries) if len(entry.events) > 1) + 1
    kept = whole.entries[: rng.randrange(starts, len(whole.entries))]
    viewer = rng.choice((None, *range(whole.seats)))
    return World(whole.key, whole.seats, whole.options, whole.seed, kept, viewer)


def given_up(whole: World, rng: Random) -> World:
    """The same game, abandoned on its way."""
    starts = next(n for n, entry in enumerate(whole.entries) if len(entry.events) > 1) + 1
    kept = rng.randrange(starts, len(whole.entries))
    entries = abandoned(whole.entries, kept)
    return World(whole.key, whole.seats, whole.options, whole.seed, entries)
