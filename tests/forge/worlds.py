"""True games to forge: signed bundles of every ruleset, with the receipts of their players."""

import json
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from domain.answers import body_of
from domain.bundle import bundle
from domain.decisions import Decision
from domain.events import (
    CardDrafted,
    CardPicked,
    CardsPlayed,
    ChoiceMade,
    ChoiceRequested,
    Event,
    RoundDealt,
    TurnStarted,
)
from domain.rulesets import RULESETS
from domain.times import rfc3339
from tests.audit_games import abandoned, batches, stored
from tests.audit_signed import jwk
from tests.forge.workbench import OTHER_SERVER, SERVER, Bundle, head, receipt

KEYS = json.dumps({"keys": [jwk(SERVER)]})


@dataclass(frozen=True)
class World:
    """One true game. `decided` has its events, one list for each decision."""

    key: str
    seats: int
    options: dict[str, Any]
    seed: int
    decided: list[list[Event]]
    viewer: int | None = None

    @cached_property
    def events(self) -> list[Event]:
        return self.decided

    @cached_property
    def _signed(self) -> Bundle:
        return signed(made_of(self.events, self.viewer))

    def bundle(self) -> Bundle:
        """A copy of the bundle, with the server's head at its end."""
        return deepcopy(self._signed)

    @cached_property
    def receipts(self) -> list[dict[str, Any]]:
        """The receipts of every person's answers, as claims, in order."""
        return list(_claims(self.events, self._signed))

    @property
    def complete(self) -> bool:
        return bool(self._signed["complete"])

    def saved(self, *answers: dict[str, Any]) -> str:
        """A file with answers of the server as a player saves them; all true ones if none."""
        kept = answers or tuple(map(receipt, self.receipts))
        return "\n".join(map(json.dumps, kept))


def made_of(events: list[Event], viewer: int | None = None) -> Bundle:
    """The bundle of these events, unsigned, as a client holds it."""
    made: Bundle = json.loads(json.dumps(bundle(stored(events), viewer, version="0")))
    return made


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
    return World(key, seats, options, seed, list(batches(key, seats, options, seed)))


def running(whole: World, rng: Random) -> World:
    """The same game, somewhere on its way, as somebody at the table sees it."""
    starts = next(n for n, events in enumerate(whole.decided) if len(events) > 1) + 1
    kept = whole.decided[: rng.randrange(starts, len(whole.decided))]
    viewer = rng.choice((None, *range(whole.seats)))
    return World(whole.key, whole.seats, whole.options, whole.seed, kept, viewer)


def given_up(whole: World, rng: Random) -> World:
    """The same game, abandoned on its way."""
    starts = next(n for n, events in enumerate(whole.decided) if len(events) > 1) + 1
    kept = rng.randrange(starts, len(whole.decided))
    events = abandoned(whole.decided, kept)
    decided = [*whole.decided[:kept], [events[-1]]]
    return World(whole.key, whole.seats, whole.options, whole.seed, decided)


def _claims(events: list[Event], made: Bundle) -> Any:
    round = turn = 0
    kind = choice = ""
    for revision, event in enumerate(events, start=1):
        asked = ""
        match event:
            case RoundDealt():
                round, turn = event.round, 0
            case TurnStarted():
                turn, kind = event.turn, event.kind
            case ChoiceRequested():
                choice = event.kind
            case CardPicked() | CardDrafted() | CardsPlayed() if event.by == "player":
                asked = kind
            case ChoiceMade() if event.by == "player":
                asked = choice
        if asked:
            yield {
                "game": made["game"],
                "decision": Decision(round, turn, asked, event.seat).id,
                "answer": body_of(event, asked),
                "at": rfc3339(event.at),
                "revision": revision,
                "hash": made["entries"][revision - 1]["hash"],
            }
