"""Forged histories: cut, spliced, played on to another end, or told otherwise in one place."""

from random import Random
from typing import Any

from domain import commands as c
from domain.decider import decide
from domain.evolve import fold
from tests.audit_games import played_on
from tests.forge.forgery import INTEGRITY, RULES, UNSIGNED, Change, Kind, Nothing, between, some
from tests.forge.workbench import Bundle, entries, turns
from tests.forge.worlds import World, made_of
from tests.forge.worlds import world as another


def played_on_to_another_end(world: World, made: Bundle, rng: Random) -> Change:
    """True up to some decision, and then as it might have gone: every rule is kept."""
    if not world.complete:
        raise Nothing
    kept = between(rng, _started(world), len(world.decided) - 1)
    decided = list(played_on(world.decided[:kept], rng.randrange(1 << 30)))
    forged = made_of(decided)
    return Change(_first(made, forged), UNSIGNED, made=forged)


def dealt_from_another_seed(world: World, made: Bundle, rng: Random) -> Change:
    """A whole other game of the same people under the same name."""
    if not world.complete:
        raise Nothing
    other = another(rng.randrange(1 << 30))
    forged = made_of(other.events)
    return Change(_first(made, forged), UNSIGNED, made=forged)


def cut_after_a_decision(world: World, made: Bundle, rng: Random) -> Change:
    """The true record of an earlier moment, given out as the last one."""
    kept = between(rng, 1, len(world.decided))
    forged = made_of(world.decided[:kept])
    return Change(len(forged["events"]), UNSIGNED, made=forged)


def cut_inside_a_decision(world: World, made: Bundle, rng: Random) -> Change:
    places = [n for n, events in enumerate(world.decided) if len(events) > 1]
    place = some(rng, places)
    last = world.decided[place]
    events = world.decided[:place] + last[: between(rng, 1, len(last))]
    forged = made_of(events)
    return Change(len(events), RULES, made=forged)


def abandoned_before_its_end(world: World, made: Bundle, rng: Random) -> Change:
    """A game that was lost becomes one that was given up."""
    if not world.complete:
        raise Nothing
    kept = between(rng, 1, len(world.decided) - 1)
    events = world.decided[:kept]
    end = decide(c.AbandonGame(reason="host", at=events[-1].at), fold(events))
    forged = made_of([*events, *end])
    return Change(len(events) + 1, UNSIGNED, made=forged)


def spliced_with_another_game(world: World, made: Bundle, rng: Random) -> Change:
    """The beginning of this game and the end of another one of the same form."""
    other = another(rng.randrange(1 << 30)).bundle()
    first = between(rng, 2, min(len(made["entries"]), len(other["events"])))
    events = made["entries"][: first - 1] + other["events"][first - 1 :]
    made["entries"] = events
    made["complete"] = other["complete"]
    made["openings"] = [o for o in made["openings"] if o["revision"] < first]
    made["openings"] += [o for o in other["openings"] if o["revision"] >= first]
    return Change(first, (INTEGRITY, RULES))


def a_consequence_left_out(world: World, made: Bundle, rng: Random) -> Change:
    entry = some(rng, _consequences(made))
    made["entries"].remove(entry)
    return _moved(made, entry["revision"], RULES)


def a_consequence_twice(world: World, made: Bundle, rng: Random) -> Change:
    entry = some(rng, _consequences(made))
    made["entries"].insert(entry["revision"], {**entry})
    return _moved(made, entry["revision"] + 1, RULES)


def another_winner(world: World, made: Bundle, rng: Random) -> Change:
    entry = some(rng, entries(made, "GameFinished"))
    one, other = rng.sample(entry["event"]["places"], 2)
    if one["place"] == other["place"]:
        raise Nothing
    one["place"], other["place"] = other["place"], one["place"]
    return Change(entry["revision"], RULES)


def another_score(world: World, made: Bundle, rng: Random) -> Change:
    entry = some(rng, entries(made, "RoundScored"))
    score = rng.choice(entry["event"]["scores"])
    score["points"] += 1
    score["total"] += 1
    return Change(entry["revision"], RULES)


def another_landing(world: World, made: Bundle, rng: Random) -> Change:
    entry = some(rng, entries(made, "CardPlaced"))
    entry["event"]["row"] = (entry["event"]["row"] + 1) % 4
    return Change(entry["revision"], RULES)


def fewer_heads_taken(world: World, made: Bundle, rng: Random) -> Change:
    entry = some(rng, entries(made, "RowTaken"))
    entry["event"]["heads"] = max(0, entry["event"]["heads"] - 1)
    return Change(entry["revision"], RULES)


def picks_in_another_order(world: World, made: Bundle, rng: Random) -> Change:
    """Two that were made independently: nothing in a game says which came first."""
    picks, _ = some(rng, [turn for turn in turns(made) if len(turn[0]) > 2])
    first = picks[0]["revision"]
    if picks[1]["revision"] != first + 1:
        raise Nothing
    one, other = picks[0]["event"], picks[1]["event"]
    if made["options"]["on_timeout"] != "none":
        raise Nothing
    one["at"], other["at"] = other["at"], one["at"]
    picks[0]["event"], picks[1]["event"] = other, one
    return Change(first, UNSIGNED)


KINDS: tuple[Kind, ...] = (
    played_on_to_another_end,
    played_on_to_another_end,  # what matters most is tried twice as often
    dealt_from_another_seed,
    cut_after_a_decision,
    cut_inside_a_decision,
    abandoned_before_its_end,
    spliced_with_another_game,
    a_consequence_left_out,
    a_consequence_twice,
    another_winner,
    another_score,
    another_landing,
    fewer_heads_taken,
    picks_in_another_order,
)


def _started(world: World) -> int:
    """How many decisions there were when the game had started."""
    return next(n for n, events in enumerate(world.decided, 1) if len(events) > 2)


def _first(made: Bundle, forged: Bundle) -> int:
    """The first revision at which two records differ."""
    pairs = zip(made["entries"], forged["events"], strict=False)
    return next(
        (n for n, (one, other) in enumerate(pairs, 1) if one["hash"] != other["hash"]),
        min(len(made["entries"]), len(forged["events"])) + 1,
    )


def _consequences(made: Bundle) -> list[dict[str, Any]]:
    kinds = ("CardPlaced", "RowTaken", "RoundScored", "PicksRevealed")
    return [entry for kind in kinds for entry in entries(made, kind)]


def _moved(made: Bundle, first: int, status: int) -> Change:
    """Openings follow the events whose seals they open."""
    numbers = {id(entry["event"]): n for n, entry in enumerate(made["entries"], 1)}
    before = {entry["revision"]: numbers[id(entry["event"])] for entry in made["entries"]}
    for opening in made["openings"]:
        opening["revision"] = before[opening["revision"]]
    return Change(first, (INTEGRITY, status))
