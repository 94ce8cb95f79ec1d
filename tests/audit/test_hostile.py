"""Whatever is in the file, the verifier answers with a report and a reason; a fault of its own is
never a verdict: what the library raises is one. TOMA6_AUDIT_SEED draws another sample, and
TOMA6_AUDIT_MUTANTS says how many; both are printed when a test fails."""

import contextlib
import json
import os
import re
from collections import defaultdict
from random import Random

import pytest

from domain.audit import verify, verify_files, verify_text
from domain.audit.checking import integrity, replay
from domain.audit.verdicts import Status
from domain.rulesets import RULESETS
from domain.text.json_tokens import DEEPEST
from tests.audit.cases import OVER
from tests.support.audit_forms import EDGES
from tests.support.audit_games import abandoned, bundled, game
from tests.support.forging import events_in, mended
from tests.support.mutations import at, paths, replaced

SEED = int(os.environ.get("TOMA6_AUDIT_SEED", "1"))
MUTANTS = int(os.environ.get("TOMA6_AUDIT_MUTANTS", "60"))


@pytest.fixture(scope="module")
def text():
    return json.dumps(bundled(game("classic", 21, seats=2, options={"max_rounds": 1}), 0))


def refused(text):
    """It cannot be read, so there is no verdict, and the reason is one plain line."""
    report = verify_text(text)
    assert report.status == Status.NO_VERDICT
    assert (report.integrity.ok, report.rules.ok) == (None, None)
    assert re.fullmatch("[ -~]{1,200}", report.integrity.reason)
    assert "Error" not in report.integrity.reason
    return report.integrity.reason


def test_the_bundle_itself_is_well(text):
    assert verify_text(text).status == Status.UNSIGNED


def test_a_name_that_comes_twice_is_refused_even_with_the_same_value(text):
    for name in ("format", "revision", "seat", "type"):
        altered = re.sub(rf'("{name}": ("[^"]*"|\d+))', r"\1, \1", text, count=1)
        assert "comes twice" in refused(altered)


NO_BUNDLES = [
    "", "{", "null", "[]", "7", '"toma6-audit/2"', "\ufeff{}", "\0", "{} {}", "[" * 100_000,
    '{"a":' * 100_000, "[" * (DEEPEST + 2) + "]" * (DEEPEST + 2),
]  # fmt: skip


@pytest.mark.parametrize("text", NO_BUNDLES)
def test_text_that_is_no_bundle_is_refused(text):
    refused(text)


@pytest.mark.parametrize("seed", range(4))
def test_broken_text_is_refused(text, seed):
    rng = Random(seed)
    for _ in range(40):
        place = rng.randrange(len(text))
        junk = rng.choice(["", "[", "]", "{", "}", '"', ",", "\\", "\0", "é", "null", "-"])
        broken = text[:place] + junk + text[place + rng.randrange(1, 3) :]
        report = verify_text(broken)
        if report.ok:  # white space between values, or the engine's version
            assert json.loads(broken) | {"engine": 0} == json.loads(text) | {"engine": 0}


JUNK = [
    None, True, -1, 2**60, 10**400, 1.5, "", "x" * 70, "𝔘\ud800", [], [[]], {}, {"a": {}}, [None],
    {"type": []}, {"type": "GameFinished"}, b"bytes", (), object(), float("nan"), {1: 2},
]  # fmt: skip


FREE = {"engine": 0, "asked_by": 0}


@pytest.mark.parametrize("seed", range(4))
def test_data_of_any_kind_anywhere_is_answered(text, seed):
    rng = Random(seed)
    made = json.loads(text)
    places = list(paths(made))
    for _ in range(120):
        altered = made
        for path in rng.sample(places, rng.choice((1, 1, 2))):
            try:
                altered = replaced(altered, path, rng.choice(JUNK))
            except (AttributeError, IndexError, KeyError, TypeError):
                continue  # the first change has left no such place
        report = verify(altered)
        if report.ok:  # nothing differs but the engine's texts, or the asker among the seats
            assert repr({**altered, **FREE}) == repr({**made, **FREE})
        if isinstance(altered, dict) and isinstance(altered.get("entries"), list):
            try:
                forged = mended(altered)
            except (KeyError, TypeError, ValueError, RecursionError):
                continue
            assert verify(forged) is not None


def true_record(rng, key, state):
    rounds = {"max_rounds"} & {option.name for option in RULESETS[key].options}
    options = dict.fromkeys(rounds, 1)
    if (policy := rng.choice(("none", "careful", "lowest", "forfeit"))) != "none":
        options |= {"turn_seconds": 5, "on_timeout": policy}
    decided = game(key, rng.randrange(1 << 30), seats=rng.choice((2, 3)), options=options)
    after = rng.randrange(len(decided) // 3, len(decided))
    match state:
        case "finished":
            return bundled(decided)
        case "abandoned":
            return bundled(abandoned(decided, after))
    return bundled(decided[:after], viewer=rng.choice((None, 0, 1)))


def name_of(path):
    """The member that a value is of, and whether it is one of a list there."""
    return next((step for step in path[::-1] if isinstance(step, str)), ""), path[-1] in range(999)


def exchanged(rng, forms, places, alike):
    """Forms in which some values are others that one may have, from elsewhere or at a bound."""
    for path in rng.choices(places, k=rng.choice((1, 1, 1, 2, 3))):
        with contextlib.suppress(IndexError, KeyError):  # the first change has left no such place
            if rng.random() < 0.2:
                holder = at(forms, path[:-1]).copy()
                del holder[path[-1]]
                forms = replaced(forms, path[:-1], holder)
            else:
                forms = replaced(forms, path, rng.choice(alike[name_of(path)]))
    return forms


@pytest.mark.parametrize("state", ["finished", "abandoned", "running"])
@pytest.mark.parametrize("key", RULESETS)
def test_legal_values_in_wrong_places_are_answered_with_a_verdict(key, state):
    """Every hash is computed again, so all of it reaches the rules."""
    print(f"TOMA6_AUDIT_SEED={SEED} TOMA6_AUDIT_MUTANTS={MUTANTS}")  # noqa: T201
    rng, seen = Random(f"{SEED} {key} {state}"), set()
    for number in range(MUTANTS):
        if number % 20 == 0:
            made, alike = true_record(rng, key, state), defaultdict(list)
            forms = [each["entry"] for each in made["entries"]]
            places = [path for path in paths(forms) if path]
            for path in places:
                alike[name_of(path)].append(at(forms, path))
            for _, name, good, _ in EDGES:
                alike[name, False] += good
        entries = [{"entry": form} for form in exchanged(rng, forms, places, alike)]
        report = verify(mended({**made, "entries": entries}))
        assert report.status in (Status.INTEGRITY, Status.RULES, Status.UNSIGNED)
        for verdict in (report.integrity, report.rules):
            assert verdict.reason is None or verdict.reason.isprintable()
        seen.add(report.status)
    assert Status.RULES in seen


def test_a_count_of_cards_beyond_all_measure_costs_nothing(text):
    made = json.loads(text)
    running = {**made, "complete": False, "openings": [], "entries": made["entries"][:12]}
    for _, dealt in events_in(running, "RoundDealt"):
        for hand in dealt["hands"]:
            hand["count"] = 2**53 - 1
    assert not verify(mended(running)).ok


FUNCTIONS = {
    "verify": verify,
    "verify_text": lambda made: verify_text(json.dumps(made)),
    "verify_files": lambda made: verify_files(json.dumps(made).encode()),
}


@pytest.mark.parametrize("judge", FUNCTIONS.values(), ids=FUNCTIONS)
@pytest.mark.parametrize("check", [integrity, replay])
@pytest.mark.parametrize("fault", [KeyError("x"), ValueError("x"), RecursionError(), OSError()])
def test_a_fault_comes_out_as_what_it_is(monkeypatch, judge, check, fault):
    def stumble(*_):
        raise fault

    assert judge(OVER).ok
    monkeypatch.setattr(check, "check", stumble)
    for made in (OVER, mended({**OVER, "entries": OVER["entries"][:-1]})):
        with pytest.raises(type(fault)):
            judge(made)
