"""Forged frames: who plays, who decided, when, under which options, and values out of form."""

from random import Random
from typing import Any

from domain.rulesets import RULESETS
from domain.times import milliseconds, rfc3339
from tests.forge.forgery import INTEGRITY, NO_VERDICT, RULES, UNSIGNED, Change, Kind, Nothing, some
from tests.forge.workbench import Bundle, Stored, entries
from tests.forge.worlds import World

HOSTILE = "\x1b[2K\n✓ integrity: ok\n✓ rules: ok\u202e"


def a_player_renamed(world: World, made: Bundle, rng: Random) -> Change:
    entry = some(rng, entries(made, "SeatTaken"))
    entry["event"]["name"] = "Somebody else"
    return Change(entry["revision"], UNSIGNED)


def made_private(world: World, made: Bundle, rng: Random) -> Change:
    made["events"][0]["event"]["visibility"] = "private"
    return Change(1, UNSIGNED)


def an_hour_later(world: World, made: Bundle, rng: Random) -> Change:
    """The whole game; every interval in it stays."""
    for entry in made["events"]:
        entry["event"]["at"] = rfc3339(milliseconds(entry["event"]["at"]) + 3_600_000)
    return Change(1, UNSIGNED)


def one_event_at_another_time(world: World, made: Bundle, rng: Random) -> Change:
    """The events of one decision have one time."""
    inside = [
        one
        for before, one in zip(made["events"], made["events"][1:], strict=False)
        if one["event"]["type"] not in _DECISIONS and one["event"]["at"] == before["event"]["at"]
    ]
    entry = some(rng, inside)
    entry["event"]["at"] = rfc3339(milliseconds(entry["event"]["at"]) + 1)
    return Change(entry["revision"], RULES)


def decided_by_another_sort_of_player(world: World, made: Bundle, rng: Random) -> Change:
    entry = some(rng, _answers(made))
    event = entry["event"]
    if event.get("by", "player") == "player":
        event |= {"by": "bot", "policy": "careful/1"}
    else:
        event.pop("by")
        event.pop("policy", None)
    return Change(entry["revision"], RULES)


def another_policy(world: World, made: Bundle, rng: Random) -> Change:
    entry = some(rng, [entry for entry in _answers(made) if "policy" in entry["event"]])
    entry["event"]["policy"] = "random/1"
    return Change(entry["revision"], RULES)


def a_later_version_of_the_policy(world: World, made: Bundle, rng: Random) -> Change:
    entry = some(rng, [entry for entry in _answers(made) if "policy" in entry["event"]])
    entry["event"]["policy"] = "careful/99"
    return Change(entry["revision"], UNSIGNED)


def a_policy_for_a_person(world: World, made: Bundle, rng: Random) -> Change:
    entry = some(rng, [entry for entry in _answers(made) if "policy" not in entry["event"]])
    entry["event"]["policy"] = "careful/1"
    return Change(entry["revision"], RULES)


def a_bot_without_a_policy(world: World, made: Bundle, rng: Random) -> Change:
    entry = some(rng, [entry for entry in _answers(made) if "policy" in entry["event"]])
    del entry["event"]["policy"]
    return Change(entry["revision"], RULES)


def another_option(world: World, made: Bundle, rng: Random) -> Change:
    """It made a difference, or it did not."""
    names = [o.name for o in RULESETS[world.key].options if o.values]
    name = some(rng, names)
    option = next(o for o in RULESETS[world.key].options if o.name == name)
    value = some(rng, [v for v in option.values if v != made["options"][name]])
    made["options"][name] = value
    made["events"][0]["event"]["options"] = made["options"]
    return Change(1, (INTEGRITY, RULES, UNSIGNED))


def options_that_there_are_not(world: World, made: Bundle, rng: Random) -> Change:
    made["options"] = {**made["options"], HOSTILE.encode("ascii", "ignore").decode(): 1}
    made["events"][0]["event"]["options"] = made["options"]
    return Change(1, (INTEGRITY, RULES))


def another_ruleset(world: World, made: Bundle, rng: Random) -> Change:
    key = some(rng, [key for key in RULESETS if key != world.key])
    made["ruleset"] = made["events"][0]["event"]["ruleset"] = key
    if not any(entry["event"]["type"] == "RoundDealt" for entry in made["events"]):
        raise Nothing  # nothing in it is of one ruleset yet, but perhaps its options
    # While the seed is secret, the deck of tactics cannot be told from that of classic.
    maybe = () if made["complete"] else (UNSIGNED,)
    return Change(1, (INTEGRITY, RULES, *maybe))


def another_name_for_the_game(world: World, made: Bundle, rng: Random) -> Change:
    """Every seal, salt and deal is bound to the name. A game without any of them is another's."""
    made["game"] = made["events"][0]["event"]["game"] = "AnotherGame"
    sealed = any(entry["event"]["type"] == "RoundDealt" for entry in made["events"])
    return Change(1, INTEGRITY if sealed and made["complete"] else (INTEGRITY, UNSIGNED))


def a_value_out_of_form(world: World, made: Bundle, rng: Random) -> Change:
    """What might break a reader, or draw its own ticks into a report."""
    place: Stored = rng.choice(made["events"])
    event = place["event"]
    name = some(rng, [name for name in event if name not in ("type", "version")])
    values: list[Any] = [HOSTILE, -1, 2**53 - 1, [], {}, None, True, [[]], "", {"x": HOSTILE}]
    value = rng.choice(values)
    if event["type"] == "GameCreated" and name in ("ruleset", "options"):
        raise Nothing  # any string, any object: the rules judge those
    if type(value) is type(event[name]) and value == event[name]:
        raise Nothing
    event[name] = value
    return Change(place["revision"], (INTEGRITY, RULES))


def no_bundle_at_all(world: World, made: Bundle, rng: Random) -> Change:
    made["format"] = rng.choice(("toma6-audit/2", HOSTILE, None, 1))
    return Change(1, NO_VERDICT)


KINDS: tuple[Kind, ...] = (
    a_player_renamed,
    made_private,
    an_hour_later,
    one_event_at_another_time,
    decided_by_another_sort_of_player,
    another_policy,
    a_later_version_of_the_policy,
    a_policy_for_a_person,
    a_bot_without_a_policy,
    another_option,
    options_that_there_are_not,
    another_ruleset,
    another_name_for_the_game,
    a_value_out_of_form,
    no_bundle_at_all,
)

_ANSWERS = ("CardPicked", "CardDrafted", "CardsPlayed")
_DECISIONS = (*_ANSWERS, "ChoiceMade", "GameCreated", "SeatTaken", "SeatLeft", "SeatHandedOver")
_DECISIONS += ("SeatReturned", "GameStarted", "GameAbandoned")


def _answers(made: Bundle) -> list[Stored]:
    return [entry for kind in _ANSWERS for entry in entries(made, kind)]
