"""What docs/ledger.md promises to be the same in the reports of both verifiers, on kinds of files.

The mutants of test_verifiers_agree.py are drawn; here is each kind that was once told apart, with
what both must say.
"""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from domain import ledger
from domain.audit import verify_files
from tests.support.audit_claims import claims
from tests.support.audit_games import OTHER_HASH, abandoned, bundled, chained_again, events_in, game
from tests.support.audit_signed import head, head_of, jwk, jwks, receipt, signed
from tests.support.js_verifier import batch, node, promised

DECIDED = game("classic", 57, seats=2, options={"max_rounds": 1})
PLAIN = bundled(DECIDED)
END = len(PLAIN["entries"])
TRUE = signed(PLAIN)
HORN = bundled(game("hornochsen", 57, seats=2))
RUNNING = bundled(DECIDED[:12])
ABANDONED = bundled(abandoned(DECIDED, 15))
PICK = events_in(PLAIN, "CardPicked")[0][0]
ROUNDS = bundled(game("classic", 57, seats=2, options={"max_rounds": 3}))
KEPT = [receipt(each) for each in claims(DECIDED, PLAIN)]
ALTERED = {**KEPT[-1], "answer": {"card": 0}}
LATE = {**KEPT[-1], "receipt": {**KEPT[-1]["receipt"], "revision": 3}}
Bundle = dict[str, Any]


def changed(**members: Any) -> Bundle:
    return {**deepcopy(TRUE), **members}


def inserted(made: Bundle, kind: str, before: str, **members: Any) -> Bundle:
    """The first event of a kind once more, before the first of another kind, in its entry."""
    made = {**deepcopy(made), "heads": []}
    _, again = events_in(made, kind)[0]
    revision, _ = events_in(made, before)[0]
    inside = made["entries"][revision - 1]["entry"]["events"]
    place = next(place for place, event in enumerate(inside) if event["type"] == before)
    inside.insert(place, {**again, **members})
    return chained_again(made)


def put_together(made: Bundle, revision: int, count: int = 2) -> Bundle:
    """So many entries as one; openings follow them."""
    made = {**deepcopy(made), "heads": []}
    one, *others = made["entries"][revision - 1 : revision - 1 + count]
    del made["entries"][revision : revision - 1 + count]
    for other in others:
        one["entry"]["events"] += other["entry"]["events"]
    for opening in made["openings"]:
        later = opening["revision"] - revision
        opening["revision"] -= min(max(later, 0), count - 1)
    made["openings"].sort(key=place_of)  # stable: what shares a place keeps its order
    return chained_again(made)


def place_of(opening: dict[str, Any]) -> tuple[int, int, int]:
    kind = ("name", "hand", "pick").index(opening["payload"]["kind"])
    return kind, opening["revision"], opening["payload"].get("seat", 0)


def with_names(change: Callable[[list[dict[str, Any]]], list[dict[str, Any]]]) -> Bundle:
    """The true bundle with other openings of names."""
    names = [each for each in TRUE["openings"] if each["payload"]["kind"] == "name"]
    rest = TRUE["openings"][len(names) :]
    return {**TRUE, "openings": [*change(deepcopy(names)), *rest]}


def renamed(name: Any, *, sealed: bool = True) -> Bundle:
    """Somebody is called so."""
    made = {**deepcopy(TRUE), "heads": []}
    opening = made["openings"][0]
    opening["payload"]["name"] = name
    if sealed:
        _, taken = events_in(made, "SeatTaken")[0]
        taken["name_seal"] = ledger.seal(opening["salt"], opening["payload"])
    return chained_again(made)


def of_events(change: Callable[[list[Any]], list[Any]], revision: int = 2) -> Bundle:
    """Other events in one entry."""
    made = {**deepcopy(TRUE), "heads": []}
    entry = made["entries"][revision - 1]["entry"]
    entry["events"] = change(entry["events"])
    return chained_again(made)


FOREIGN = head("another", 1, OTHER_HASH)
KINDS: dict[str, tuple[Callable[[], Bundle], list[Any], int, tuple[str, int], bool | None]] = {
    "true": (lambda: TRUE, [], 0, ("everything", END), True),
    "receipts": (lambda: TRUE, KEPT, 0, ("everything", END), True),
    "foreign beside others": (lambda: TRUE, [FOREIGN, *KEPT], 0, ("everything", END), True),
    "altered answer, no head": (lambda: PLAIN, [ALTERED], 24, ("nothing", 0), True),
    "altered revision, no head": (lambda: PLAIN, [LATE], 24, ("nothing", 0), True),
    "altered head, no head": (
        lambda: PLAIN, [{**head_of(PLAIN, END), "revision": 3}], 24, ("nothing", 0), True
    ),
    "an altered one beside a true one": (
        lambda: PLAIN, [KEPT[0], ALTERED], 24, ("part", KEPT[0]["receipt"]["revision"]), True
    ),
    "101 heads": (lambda: changed(heads=TRUE["heads"] * 101), [], 20, ("nothing", 0), True),
    "a head twice": (lambda: changed(heads=TRUE["heads"] * 2), [], 20, ("everything", END), True),
    "a foreign head": (lambda: changed(heads=[FOREIGN]), [], 20, ("nothing", 0), True),
    "no keys in it": (lambda: changed(keys=[]), [], 20, ("everything", END), True),
    "101 keys": (
        lambda: changed(keys=[jwk(n) for n in range(1, 102)]), [], 20, ("everything", END), True
    ),
    "asked_by -1": (lambda: changed(asked_by=-1), [], 20, ("nothing", 0), None),
    "asked_by 2": (lambda: changed(asked_by=2), [], 20, ("everything", END), True),
    "no entries": (lambda: changed(entries=[]), [], 20, ("nothing", 0), None),
    "no entries, receipts": (lambda: changed(entries=[]), KEPT, 20, ("nothing", 0), None),
    "no events": (lambda: of_events(lambda _: []), [], 20, ("nothing", 0), None),
    "no event": (lambda: of_events(lambda told: [*told, 7]), [], 20, ("nothing", 0), None),
    "200 events": (lambda: of_events(lambda told: told * 200), [], 21, ("nothing", 0), False),
    "201 events": (lambda: of_events(lambda told: told * 201), [], 20, ("nothing", 0), None),
    "an entry with a member more": (
        lambda: chained_again(
            changed(
                heads=[],
                entries=[
                    {**each, "entry": {**each["entry"], "version": 1}} for each in PLAIN["entries"]
                ],
            )
        ),
        [], 20, ("nothing", 0), None,
    ),
    "no names": (lambda: with_names(lambda _: []), [], 0, ("everything", END), True),
    "one name": (lambda: with_names(lambda names: names[1:2]), [], 0, ("everything", END), True),
    "a name twice": (
        lambda: with_names(lambda names: [names[0], *names]), [], 20, ("everything", END), True
    ),
    "names the other way round": (
        lambda: with_names(lambda names: names[::-1]), [], 20, ("everything", END), True
    ),
    "a name behind the hands": (
        lambda: changed(openings=[*TRUE["openings"][1:], TRUE["openings"][0]]),
        [], 20, ("everything", END), True,
    ),
    "a name of another entry": (
        lambda: with_names(lambda names: [{**names[0], "revision": 1}, *names[1:]]),
        [], 20, ("everything", END), True,
    ),
    "a name beyond the end": (
        lambda: with_names(lambda names: [*names, {**names[0], "revision": END + 1}]),
        [], 20, ("everything", END), True,
    ),
    "a name at revision -1": (
        lambda: with_names(lambda names: [{**names[0], "revision": -1}, *names]),
        [], 20, ("everything", END), True,
    ),
    "another name": (lambda: renamed("x"), [], 25, ("nothing", 0), True),
    "a name of 40 signs": (lambda: renamed("🐂" * 40), [], 25, ("nothing", 0), True),
    "a name of 41": (lambda: renamed("x" * 41), [], 20, ("nothing", 0), True),
    "a name with a line break": (lambda: renamed("x\ny"), [], 20, ("nothing", 0), True),
    "a name that is none": (lambda: renamed(["x"]), [], 20, ("nothing", 0), True),
    "a name that does not open": (
        lambda: renamed("x", sealed=False), [], 20, ("nothing", 0), True
    ),
    "two picks as one entry": (lambda: put_together(RUNNING, PICK), [], 21, ("nothing", 0), False),
    "two picks as one entry, their receipts": (
        lambda: put_together(PLAIN, PICK), KEPT[:1], 21, ("nothing", 0), False
    ),
    "turns as one entry": (
        lambda: put_together(ABANDONED, PICK, 5), [], 21, ("nothing", 0), False
    ),
    "a whole game as one entry": (
        lambda: put_together(PLAIN, 1, 20), [], 20, ("nothing", 0), False
    ),
    "rounds as one entry": (lambda: put_together(ROUNDS, 4, 60), [], 20, ("nothing", 0), False),
    "another ruleset": (lambda: changed(ruleset="tactics"), [], 20, ("everything", END), True),
    "other options": (lambda: changed(options={"a": 1}), [], 20, ("everything", END), True),
    "other rows again": (
        lambda: inserted(HORN, "RowsLaid", "CardPlaced", cards=[1, 2, 3]),
        [], 20, ("nothing", 0), False,
    ),
    "the rows again": (
        lambda: inserted(HORN, "RowsLaid", "CardPlaced"), [], 21, ("nothing", 0), False
    ),
    "a deal before the reveal": (
        lambda: inserted(RUNNING, "RoundDealt", "PicksRevealed"), [], 20, ("nothing", 0), False
    ),
}  # fmt: skip


BEYOND = ("a name beyond the end", "a name at revision -1")
"""What stands in no entry: each verifier says in its own way where that is."""


@pytest.mark.parametrize("kind", KINDS)
def test_both_verifiers_say_the_same_of_a_kind(kind: str) -> None:
    made, kept, status, extent, rules = KINDS[kind]
    text, keys, receipts = json.dumps(made()), json.dumps(jwks(1)), [json.dumps(kept)] * bool(kept)
    job = {"bundle": text, "keys": keys, "receipts": receipts}
    ours = verify_files(text.encode(), keys.encode(), [each.encode() for each in receipts])
    (theirs,) = batch(node(), [job])
    for report in (ours.as_data(), theirs):
        signature = report["signed"]["extent"], report["signed"]["revision"]
        assert (report["status"], signature, report["rules"]["ok"]) == (status, extent, rules)
    assert promised(ours.as_data()) == promised(theirs)
    if kind not in BEYOND:
        assert ours.integrity.revision == theirs["integrity"]["revision"]
