"""Forged histories: cut, spliced, played on to another end, or told otherwise in one place."""

from random import Random

from domain.events.entries import Entry
from tests.forge.forgery import INTEGRITY, RULES, UNSIGNED, Change, Nothing, between, some
from tests.forge.worlds import World
from tests.forge.worlds import world as another
from tests.support.audit_games import abandoned, bundled, played_on
from tests.support.forging import (
    Bundle,
    events_in,
    renumbered,
    sorted_openings,
    turns,
    within,
)

CONSEQUENCES = ("CardPlaced", "RowTaken", "RoundScored", "PicksRevealed")


def played_on_to_another_end(world: World, made: Bundle, rng: Random) -> Change:
    """True up to some decision, and then as it might have gone: every rule is kept."""
    if not world.complete:
        raise Nothing
    kept = between(rng, world.started, len(world.entries) - 1)
    forged = bundled(list(played_on(world.entries[:kept], rng.randrange(1 << 30))))
    return Change(_first(made, forged), UNSIGNED, made=forged)


def dealt_from_another_seed(world: World, made: Bundle, rng: Random) -> Change:
    """A whole other game of the same people under the same name."""
    if not world.complete:
        raise Nothing
    other = another(rng.randrange(1 << 30))
    forged = bundled(other.entries)
    return Change(_first(made, forged), UNSIGNED, made=forged)


def cut_after_a_decision(world: World, made: Bundle, rng: Random) -> Change:
    """The true record of an earlier moment, given out as the last one."""
    kept = between(rng, 1, len(world.entries))
    forged = bundled(world.entries[:kept])
    return Change(len(forged["entries"]), UNSIGNED, made=forged)


def cut_inside_a_decision(world: World, made: Bundle, rng: Random) -> Change:
    place = some(rng, [n for n, entry in enumerate(world.entries) if len(entry.events) > 1])
    at, told = world.entries[place]
    cut = Entry(at, told[: between(rng, 1, len(told))])
    return Change(place + 1, RULES, made=bundled([*world.entries[:place], cut]))


def abandoned_before_its_end(world: World, made: Bundle, rng: Random) -> Change:
    """A game that was lost becomes one that was given up."""
    if not world.complete:
        raise Nothing
    kept = between(rng, 1, len(world.entries) - 1)
    return Change(kept + 1, UNSIGNED, made=bundled(abandoned(world.entries, kept)))


def spliced_with_another_game(world: World, made: Bundle, rng: Random) -> Change:
    """The beginning of this game and the end of another one of the same form."""
    other = another(rng.randrange(1 << 30)).bundle()
    first = between(rng, 2, min(len(made["entries"]), len(other["entries"])))
    made["entries"] = made["entries"][: first - 1] + other["entries"][first - 1 :]
    made["complete"] = other["complete"]
    opened = [o for o in made["openings"] if o["revision"] < first]
    opened += [o for o in other["openings"] if o["revision"] >= first]
    made["openings"] = sorted_openings(opened)
    return Change(first, (INTEGRITY, RULES))


def a_consequence_left_out(world: World, made: Bundle, rng: Random) -> Change:
    revision, event = some(rng, events_in(made, *CONSEQUENCES))
    within(made, revision).remove(event)
    return Change(revision, (INTEGRITY, RULES))


def a_consequence_twice(world: World, made: Bundle, rng: Random) -> Change:
    revision, event = some(rng, events_in(made, *CONSEQUENCES))
    inside = within(made, revision)
    inside.insert(inside.index(event), {**event})
    return Change(revision, (INTEGRITY, RULES))


def two_entries_made_one(world: World, made: Bundle, rng: Random) -> Change:
    """Every event is as it was, and in its order: an entry is what one decision has caused."""
    revision = between(rng, 1, len(made["entries"]))
    within(made, revision).extend(made["entries"].pop(revision)["entry"]["events"])
    renumbered(made, revision, -1)
    return Change(revision, (INTEGRITY, RULES))


def an_entry_made_two(world: World, made: Bundle, rng: Random) -> Change:
    """The consequences stand alone: the end of the one entry, and the other one."""
    revision, _ = some(rng, [told for told in events_in(made) if len(within(made, told[0])) > 1])
    inside = within(made, revision)
    kept = between(rng, 1, len(inside))
    entry = made["entries"][revision - 1]["entry"]
    made["entries"].insert(revision, {"entry": {"at": entry["at"], "events": inside[kept:]}})
    del inside[kept:]
    renumbered(made, revision, 1)
    return Change(revision, (INTEGRITY, RULES))


def another_winner(world: World, made: Bundle, rng: Random) -> Change:
    revision, event = some(rng, events_in(made, "GameFinished"))
    one, other = rng.sample(event["places"], 2)
    if one["place"] == other["place"]:
        raise Nothing
    one["place"], other["place"] = other["place"], one["place"]
    return Change(revision, RULES)


def another_score(world: World, made: Bundle, rng: Random) -> Change:
    revision, event = some(rng, events_in(made, "RoundScored"))
    score = rng.choice(event["scores"])
    score["points"] += 1
    score["total"] += 1
    return Change(revision, RULES)


def another_landing(world: World, made: Bundle, rng: Random) -> Change:
    revision, event = some(rng, events_in(made, "CardPlaced"))
    event["row"] = (event["row"] + 1) % 4
    return Change(revision, RULES)


def fewer_heads_taken(world: World, made: Bundle, rng: Random) -> Change:
    revision, event = some(rng, events_in(made, "RowTaken"))
    event["heads"] = max(0, event["heads"] - 1)
    return Change(revision, RULES)


def picks_in_another_order(world: World, made: Bundle, rng: Random) -> Change:
    """Two that were made independently: nothing in a game says which came first."""
    picks, _ = some(rng, [turn for turn in turns(made) if len(turn[0]) > 2])
    first, _ = picks[0]
    if picks[1][0] != first + 1:
        raise Nothing
    if made["options"]["on_timeout"] != "none":
        raise Nothing
    one, other = within(made, first), within(made, first + 1)
    one[:], other[:] = other[:], one[:]
    return Change(first, UNSIGNED)


def _first(made: Bundle, forged: Bundle) -> int:
    """The first revision at which two records differ."""
    pairs = zip(made["entries"], forged["entries"], strict=False)
    return next(
        (n for n, (one, other) in enumerate(pairs, 1) if one["hash"] != other["hash"]),
        min(len(made["entries"]), len(forged["entries"])) + 1,
    )
