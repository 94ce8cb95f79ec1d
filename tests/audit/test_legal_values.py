"""Records made of legal values in the wrong places: refused by the rules, and never a stumble.

Every value is one that the form allows, every hash is computed again, so all of it reaches the
rules. An exception would be a fault of the verifier. TOMA6_AUDIT_SEED draws another sample, and
TOMA6_AUDIT_MUTANTS says how many; both are printed when a test fails.
"""

import os
from copy import deepcopy
from random import Random

import pytest

from domain.audit import verify
from domain.audit.verdicts import Status
from domain.rulesets import RULESETS
from tests.support.audit_games import abandoned, bundled, game
from tests.support.forging import mended

SEED = int(os.environ.get("TOMA6_AUDIT_SEED", "1"))
MUTANTS = int(os.environ.get("TOMA6_AUDIT_MUTANTS", "60"))

VALUES = {
    "seat": range(10),
    "row": range(15),
    "card": range(1, 105),
    "turn": (1, 2, 3, 9999),
    "round": (1, 2, 9999),
    "count": (0, 1, 10, 14, 15, 999),
    "heads": (0, 1, 7, 999),
    "place": (0, 1, 2, 999),
    "points": (-(2**53) + 1, -1, 0, 2**53 - 1),
    "total": (-(2**53) + 1, -1, 0, 2**53 - 1),
    "by": ("bot", "clock"),
    "side": ("left", "right"),
    "special": ("x2", "+5"),
    "policy": ("careful/1", "careful", "random/999999"),
    "kind": ("draft", "pick", "flip", "play", "row", "place"),
    "reason": ("resigned", "timeout", "full", "low", "nearest", "highest", "chosen", "start"),
    "at": ("1970-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"),
    "face_down": (True,),
    "ruleset": (*RULESETS, "none", ""),
    "seats": (1, 2, 10),
}
LISTS = {
    "seats": range(10),
    "cards": range(1, 105),
    "pool": range(1, 105),
    "specials": ("x2", "+5"),
}


def others(rng, form):
    name = rng.choice([name for name in form if name != "type"])
    value = form[name]
    if isinstance(value, list) and value and isinstance(value[0], dict):
        inner = rng.choice(value)
        if rng.random() < 0.3 or not inner:
            rng.choice((value.append, value.remove))(inner)
        else:
            others(rng, inner)
    elif isinstance(value, list) and name in LISTS:
        drawn = rng.sample(list(LISTS[name]), min(len(LISTS[name]), rng.randrange(1, 8)))
        form[name] = rng.choice((drawn, [*value, *value[:1]], value[1:], value[::-1]))
    elif isinstance(value, dict):
        others(rng, value) if value else value.update(row_choice="player")
    elif name in VALUES:
        form[name] = rng.choice(VALUES[name])
    elif rng.random() < 0.2:
        del form[name]
    else:
        form[name] = rng.choice((None, 0, 5, 10, 100, "player", "cheapest", "forfeit", "lowest"))


def moved(rng, told, among):
    """Put an entry or an event elsewhere, drop it, or have it twice."""
    one = rng.choice(told)
    how = rng.randrange(4)
    if how < 2 and len(told) > 1:
        told.remove(one)
    if how > 0:
        among.insert(rng.randrange(len(among) + 1), deepcopy(one))
    if how == 3:
        del among[rng.randrange(1, len(among) + 1) :]


def changed(rng, entries):
    one, other = (rng.choice(entries)["entry"] for _ in range(2))
    match rng.choices(("entries", "events", "elsewhere", "at", "value"), (10, 10, 5, 3, 72))[0]:
        case "entries":
            moved(rng, entries, entries)
        case "events":
            moved(rng, one["events"], one["events"])
        case "elsewhere":
            moved(rng, one["events"], other["events"])
        case "at":
            one["at"] = rng.choice(VALUES["at"])
        case "value":
            others(rng, rng.choice(one["events"]))


def mutants(key, state):
    print(f"TOMA6_AUDIT_SEED={SEED} TOMA6_AUDIT_MUTANTS={MUTANTS}")  # noqa: T201
    rng = Random(f"{SEED} {key} {state}")
    for number in range(MUTANTS):
        if number % 20 == 0:
            made = true_record(rng, key, state)
        altered = deepcopy(made)
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            changed(rng, altered["entries"])
        yield mended(altered)


def true_record(rng, key, state):
    rounds = {"max_rounds"} & {option.name for option in RULESETS[key].options}
    options = dict.fromkeys(rounds, 1)
    policy = rng.choice(("none", "careful", "lowest", "forfeit"))
    if policy != "none":
        options |= {"turn_seconds": 5, "on_timeout": policy}
    decided = game(key, rng.randrange(1 << 30), seats=rng.choice((2, 3)), options=options)
    if state == "finished":
        return bundled(decided)
    after = rng.randrange(len(decided) // 3, len(decided))
    if state == "abandoned":
        return bundled(abandoned(decided, after))
    return bundled(decided[:after], viewer=rng.choice((None, 0, 1)))


@pytest.mark.parametrize("state", ["finished", "abandoned", "running"])
@pytest.mark.parametrize("key", RULESETS)
def test_legal_values_in_wrong_places_are_answered_with_a_verdict(key, state):
    seen = set()
    for made in mutants(key, state):
        report = verify(made)
        assert report.status in (Status.INTEGRITY, Status.RULES, Status.UNSIGNED)
        for verdict in (report.integrity, report.rules):
            assert verdict.reason is None or verdict.reason.isprintable()
        seen.add(report.status)
    assert Status.RULES in seen or Status.INTEGRITY in seen
