"""Forged frames: who plays, who decided, when, under which options, and values out of form."""

from random import Random
from typing import Any

from domain.rulesets import RULESETS
from domain.text.times import milliseconds, rfc3339
from tests.forge.forgery import INTEGRITY, NO_VERDICT, RULES, UNSIGNED, Change, Nothing, some
from tests.forge.worlds import World
from tests.support.forging import Bundle, Told, events_in, opened, reseal, within

HOSTILE = "\x1b[2K\n✓ integrity: ok\n✓ rules: ok\u202e"


def a_player_renamed(world: World, made: Bundle, rng: Random) -> Change:
    """With the seal mended, or without."""
    opening = some(rng, opened(made, "name"))
    opening["payload"]["name"] = "Somebody else"
    if rng.random() < 0.5:
        return Change(opening["revision"], INTEGRITY)
    reseal(made, opening)
    return Change(opening["revision"], UNSIGNED)


def a_name_for_another(world: World, made: Bundle, rng: Random) -> Change:
    """The opening of one name at the place of another, twice, or behind the others."""
    names = opened(made, "name")
    if len(names) < 2:
        raise Nothing
    one, other = rng.sample(names, 2)
    match rng.choice(("place", "twice", "behind")):
        case "place":
            one |= {"payload": other["payload"], "salt": other["salt"]}
        case "twice":
            made["openings"].insert(0, one)
        case "behind":
            made["openings"].remove(one)
            made["openings"].append(one)
            if made["openings"] == names:
                raise Nothing
    return Change(one["revision"], INTEGRITY)


def made_private(world: World, made: Bundle, rng: Random) -> Change:
    within(made, 1)[0]["visibility"] = "private"
    return Change(1, UNSIGNED)


def an_hour_later(world: World, made: Bundle, rng: Random) -> Change:
    """The whole game; every interval in it stays."""
    for each in made["entries"]:
        each["entry"]["at"] = rfc3339(milliseconds(each["entry"]["at"]) + 3_600_000)
    return Change(1, UNSIGNED)


def an_event_with_a_time_of_its_own(world: World, made: Bundle, rng: Random) -> Change:
    """An entry has one time, and none of its events has another."""
    revision, event = rng.choice(events_in(made))
    event["at"] = made["entries"][revision - 1]["entry"]["at"]
    return Change(revision, INTEGRITY)


def decided_by_another_sort_of_player(world: World, made: Bundle, rng: Random) -> Change:
    revision, event = some(rng, _answers(made))
    if event.get("by", "player") == "player":
        event |= {"by": "bot", "policy": "careful/1"}
    else:
        event.pop("by")
        event.pop("policy", None)
    return Change(revision, RULES)


def another_policy(world: World, made: Bundle, rng: Random) -> Change:
    revision, event = some(rng, _answers(made, chosen=True))
    event["policy"] = "random/1"
    return Change(revision, RULES)


def a_later_version_of_the_policy(world: World, made: Bundle, rng: Random) -> Change:
    revision, event = some(rng, _answers(made, chosen=True))
    event["policy"] = "careful/99"
    return Change(revision, UNSIGNED)


def a_policy_for_a_person(world: World, made: Bundle, rng: Random) -> Change:
    revision, event = some(rng, _answers(made, chosen=False))
    event["policy"] = "careful/1"
    return Change(revision, RULES)


def a_bot_without_a_policy(world: World, made: Bundle, rng: Random) -> Change:
    revision, event = some(rng, _answers(made, chosen=True))
    del event["policy"]
    return Change(revision, RULES)


def another_option(world: World, made: Bundle, rng: Random) -> Change:
    """It made a difference, or it did not."""
    names = [o.name for o in RULESETS[world.key].options if o.values]
    name = some(rng, names)
    option = next(o for o in RULESETS[world.key].options if o.name == name)
    value = some(rng, [v for v in option.values if v != made["options"][name]])
    made["options"][name] = value
    within(made, 1)[0]["options"] = made["options"]
    return Change(1, (INTEGRITY, RULES, UNSIGNED))


def options_that_there_are_not(world: World, made: Bundle, rng: Random) -> Change:
    made["options"] = {**made["options"], HOSTILE.encode("ascii", "ignore").decode(): 1}
    within(made, 1)[0]["options"] = made["options"]
    return Change(1, (INTEGRITY, RULES))


def another_ruleset(world: World, made: Bundle, rng: Random) -> Change:
    key = some(rng, [key for key in RULESETS if key != world.key])
    made["ruleset"] = within(made, 1)[0]["ruleset"] = key
    if not events_in(made, "RoundDealt"):
        raise Nothing  # nothing in it is of one ruleset yet, but perhaps its options
    # While the seed is secret, the deck of tactics cannot be told from that of classic.
    maybe = () if made["complete"] else (UNSIGNED,)
    return Change(1, (INTEGRITY, RULES, *maybe))


def another_name_for_the_game(world: World, made: Bundle, rng: Random) -> Change:
    """Every seal, salt and deal is bound to the name. A game without any of them is another's."""
    made["game"] = within(made, 1)[0]["game"] = "AnotherGame"
    sealed = made["openings"] or (made["complete"] and events_in(made, "RoundDealt"))
    return Change(1, INTEGRITY if sealed else (INTEGRITY, UNSIGNED))


def a_value_out_of_form(world: World, made: Bundle, rng: Random) -> Change:
    """What might break a reader, or draw its own ticks into a report."""
    revision, event = rng.choice(events_in(made))
    name = some(rng, [name for name in event if name != "type"])
    values: list[Any] = [HOSTILE, -1, 2**53 - 1, [], {}, None, True, [[]], "", {"x": HOSTILE}]
    value = rng.choice(values)
    if event["type"] == "GameCreated" and name in ("ruleset", "options"):
        raise Nothing  # any string, any object: the rules judge those
    if type(value) is type(event[name]) and value == event[name]:
        raise Nothing
    event[name] = value
    return Change(revision, (INTEGRITY, RULES))


def no_bundle_at_all(world: World, made: Bundle, rng: Random) -> Change:
    made["format"] = rng.choice(("toma6-audit/1", HOSTILE, None, 1))
    return Change(1, NO_VERDICT)


def _answers(made: Bundle, *, chosen: bool | None = None) -> list[tuple[int, Told]]:
    """Answers; `chosen`: those that a policy has chosen, or those that none has."""
    told = events_in(made, "CardPicked", "CardDrafted", "CardsPlayed")
    return [each for each in told if chosen in (None, "policy" in each[1])]
