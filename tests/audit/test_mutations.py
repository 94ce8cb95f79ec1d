"""Every small alteration of a true bundle is noticed, apart from a list of known ones.

First as a careless forger alters it, then as one who computes all hashes again. The list of
what passes then is that of docs/ledger.md, "What is not covered". TOMA6_AUDIT_SEED draws
another sample; the seed is printed when a test fails.
"""

import os
from functools import cache
from random import Random

import pytest

from domain.audit import verify
from domain.audit.reading.keys import trusted_keys
from domain.audit.verdicts import Status
from domain.ledger import canonical
from domain.rulesets import RULESETS
from tests.audit.test_schema import VALIDATOR
from tests.support.audit_games import NAMES, abandoned, bundled, game
from tests.support.audit_signed import jwk, jwks, signed
from tests.support.forging import events_in, mended, mended_around
from tests.support.mutations import altered, at, shown, unreadable, versions_apart

SEED = int(os.environ.get("TOMA6_AUDIT_SEED", "1"))
SAMPLE = {"finished": 35, "abandoned": 100, "running": 100}

each_ruleset = pytest.mark.parametrize("key", RULESETS)
each_state = pytest.mark.parametrize("state", ["finished", "abandoned", "running"])

ASKER = ("asked_by",)
NOT_COVERED = {("engine", "name"), ("engine", "version"), ASKER}
"""Members that nothing else says anything about; the asker only where nothing is opened
for this seat alone."""

BESIDE = ("heads", "keys", "attempts", "attempts_dropped")
"""Members about the game rather than of it."""
TRUSTED = trusted_keys(jwks(1))

RECORDED = {
    ("GameCreated", "visibility"),
    ("GameCreated", "seats"),
    ("SeatTaken", "name_seal"),
    ("SeatTaken", "policy"),
    ("SeatHandedOver", "policy"),
    ("GameAbandoned", "reason"),
}
"""Fields that the chain alone holds: what they should be follows from nothing in the game."""

UNDEALT = {("RoundDealt", "hands"), ("RowsLaid", "cards"), ("TurnStarted", "seats")}
"""Fields that only the seed could deny, while it is unknown."""

SEALED = {("GameCreated", "commitment"), ("CardPicked", "seal")}
"""The same; all of them are values of hashes, and of nothing else."""


@pytest.fixture(autouse=True)
def _the_seed_is_told():
    print(f"TOMA6_AUDIT_SEED={SEED}")  # noqa: T201


@cache
def true_bundle(key, state, *, named=True):
    options = {option.name for option in RULESETS[key].options}
    names = NAMES if named else {}
    decided = game(key, SEED, seats=2, options={"max_rounds": 1} if "max_rounds" in options else {})
    made = {
        "finished": lambda: bundled(decided, 1, names),
        "abandoned": lambda: bundled(abandoned(decided, 15), names=names),
        "running": lambda: bundled(decided[:15], 1, names),
    }[state]()
    assert verify(made).ok
    return made


def sampled(rng, alterations, state):
    found = list(alterations)
    return rng.sample(found, min(SAMPLE[state], len(found)))


def rejected(made, what):
    """It is refused for a reason, and what cannot even be read is no verdict. A fault of the
    verifier itself would come out of it as an exception."""
    report = verify(made)
    assert not report.ok, what
    assert (report.status == Status.NO_VERDICT) == (report.integrity.ok is None), what
    assert report.status != Status.NO_VERDICT or unreadable(made), what
    assert all(not each.ok or each.reason is None for each in (report.integrity, report.rules))
    assert report.integrity.reason or report.rules.reason, what


@each_ruleset
@each_state
def test_an_altered_entry_is_noticed(key, state):
    made = true_bundle(key, state)
    for path, entries in altered(made["entries"], Random(SEED), SAMPLE[state]):
        if entries != made["entries"][:-1] or made["complete"]:  # else an earlier moment, and true
            rejected({**made, "entries": entries}, f"{path}: {shown(at(made['entries'], path))}")


@each_ruleset
@each_state
def test_an_entry_altered_by_somebody_who_chains_again_is_noticed(key, state):
    """The names are erased: with one that is open, its seal is held as well."""
    made = true_bundle(key, state, named=False)
    forms = [each["entry"] for each in made["entries"]]
    written = {id(form): canonical(form) for form in forms}
    for path, others in altered(forms, Random(SEED + 1), SAMPLE[state]):
        forged = mended_around(made, others, written)
        if forged is None:
            continue
        report = verify(forged)
        if report.ok:
            assert allowed(forms, path, others, state), f"{path}: {shown(at(forms, path))}"


def allowed(forms, path, others, state):
    """Whether this alteration is on the list, and kept the kind of what it altered."""
    if not path:
        return state == "running" and others == forms[:-1]  # an earlier moment, and true
    entry, another = forms[path[0]], others[path[0]]
    if path[1:] == ("at",):
        return True
    if len(path) < 3 or {**entry, "events": 0} != {**another, "events": 0}:
        return False
    form, other = entry["events"][path[2]], another["events"][path[2]]
    changed = {name for name in {*form, *other} if form.get(name) != other.get(name)}
    fields = {(form["type"], name) for name in changed}
    free = set(RECORDED)
    if form["type"] == "SeatTaken" and (state == "running" or drawn_only(forms, form, path[0])):
        free |= {("SeatTaken", "client_seed")}
    if state == "running":
        free |= UNDEALT | SEALED
    if changed == {"policy"} and versions_apart(form.get("policy"), other.get("policy")):
        return True
    if state != "finished":
        free |= {("CardDrafted", "card")}  # another card of the pool, if nobody took it later
    return fields <= free


def drawn_only(forms, form, place):
    """A client seed that no deal came from: given up, or of a game that is not dealt."""
    later = [event for each in forms[place:] for event in each["events"]]
    given_up = any(f["type"] == "SeatLeft" and f["seat"] == form["seat"] for f in later)
    return given_up or forms[0]["events"][0]["ruleset"] == "logic"


@each_ruleset
@each_state
def test_everything_else_in_an_altered_bundle_is_noticed(key, state):
    made = true_bundle(key, state)
    aside = {name: made[name] for name in ("entries", *BESIDE)}
    rest = {name: member for name, member in made.items() if name not in aside}
    free = NOT_COVERED if made["complete"] or not own(made) else NOT_COVERED - {ASKER}
    seats = {*range(events_in(made)[0][1]["seats"]), None}
    for path, other in altered(rest, Random(SEED + 2), SAMPLE[state]):
        whole = {**other, **aside} if isinstance(other, dict) else other
        if erased(rest, other):
            assert verify(whole).ok, path
        elif path in free:
            value = at(other, path)
            same_kind = type(value) in ((int, type(None)) if path == ASKER else (str,))
            expected = same_kind and (path != ASKER or value in seats)
            assert verify(whole).ok == expected, f"{path}: {shown(value)}"
        else:
            rejected(whole, f"{path}: {shown(at(rest, path))}")


def own(made):
    """The openings for one seat alone; names are for everybody."""
    return [each for each in made["openings"] if each["payload"]["kind"] != "name"]


def erased(rest, other):
    """Whether nothing is altered but that a name is not opened any more."""
    if not isinstance(other, dict) or {**other, "openings": 0} != {**rest, "openings": 0}:
        return False
    openings = other.get("openings")
    if not isinstance(openings, list) or openings == rest["openings"]:
        return False
    left = [each for each in rest["openings"] if each in openings]
    gone = [each for each in rest["openings"] if each not in openings]
    return left == openings and all(each["payload"]["kind"] == "name" for each in gone)


def moved(entries):
    """Entries swapped, dropped, doubled, repeated later, and the record cut: what, and the rest."""
    for place in range(len(entries)):
        before, entry, after = entries[:place], entries[place], entries[place + 1 :]
        yield ("double", place), [*before, entry, entry, *after]
        if place:
            yield ("cut", place), before
        if after:
            yield ("drop", place), before + after
            yield ("swap", place), [*before, after[0], entry, *after[1:]]
        if after[1:]:
            yield ("to the end", place), [*before, *after, entry]


DECISIONS = {"SeatTaken", "SeatLeft", "SeatHandedOver", "CardPicked"}


@each_ruleset
@each_state
def test_entries_out_of_place_are_noticed_although_somebody_chains_again(key, state):
    made = true_bundle(key, state, named=False)
    first = [each["entry"]["events"][0]["type"] for each in made["entries"]]
    written = {id(each["entry"]): canonical(each["entry"]) for each in made["entries"]}
    for (what, place), entries in sampled(Random(SEED + 4), moved(made["entries"]), state):
        report = verify(mended({**made, "entries": entries}, written))
        if report.ok:
            kind, following = first[place], first[min(place + 1, len(first) - 1)]
            if what == "swap":
                assert {kind, following} <= DECISIONS, (what, place)
            elif what == "cut":
                assert state == "running", (what, place)
            elif what == "drop" and following == "GameAbandoned":
                continue  # it might as well have been given up one answer earlier
            else:
                assert kind in DECISIONS, (what, place)


@pytest.mark.parametrize("state", ["over", "running"])
def test_an_altered_head_key_or_attempt_is_noticed_or_on_the_list(state):
    """Whatever passes is still of the shape that the schema describes."""
    decided = game("classic", 61, seats=2, options={"max_rounds": 1})
    entries = abandoned(decided, 12) if state == "over" else decided[:12]
    made = signed(bundled(entries, viewer=1), revisions=[2, len(entries)])
    assert verify(made, trusted=TRUSTED).ok
    beside = {name: made[name] for name in BESIDE}
    rest = {name: member for name, member in made.items() if name not in beside}
    passed = set()
    for path, other in altered(beside):
        if not isinstance(other, dict):
            continue
        if verify({**rest, **other}, trusted=TRUSTED).integrity.ok:
            what = f"{path}: {shown(at(beside, path))} to {shown(at(other, path))}"
            assert permitted(path, beside, other), what
            assert VALIDATOR.is_valid({**rest, **other}), what
            passed.add(path[:1])
    assert passed == {("heads",), ("keys",), ("attempts",), ("attempts_dropped",)}


def permitted(path, before, after):
    """Fewer heads, other unused keys, other notes."""
    match path:
        case ("heads",):
            return all(head in before["heads"] for head in after["heads"])
        case ("keys",):
            return jwk(1) in after["keys"] and all(key in before["keys"] for key in after["keys"])
        case ("attempts",) | ("attempts", int(), _) | ("attempts_dropped",):
            return True
    return False
