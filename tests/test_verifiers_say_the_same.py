"""What docs/ledger.md promises to be the same in the reports of both verifiers, on kinds of files.

The mutants of test_verifiers_agree.py are drawn; here is each kind that was once told apart, with
what both must say.
"""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from domain.audit import verify_files
from tests.audit_claims import claims
from tests.audit_games import bundled, chained_again, game
from tests.audit_signed import head, head_of, jwk, jwks, receipt, signed
from tests.js_verifier import batch, node, promised

DECIDED = game("classic", 57, seats=2, options={"max_rounds": 1})
PLAIN = bundled(DECIDED)
END = len(PLAIN["events"])
TRUE = signed(PLAIN)
HORN = bundled(game("hornochsen", 57, seats=2))
RUNNING = bundled(DECIDED[:12])
KEPT = [receipt(each) for each in claims(DECIDED, PLAIN)]
ALTERED = {**KEPT[-1], "answer": {"card": 0}}
LATE = {**KEPT[-1], "receipt": {**KEPT[-1]["receipt"], "revision": 3}}
Bundle = dict[str, Any]


def changed(**members: Any) -> Bundle:
    return {**deepcopy(TRUE), **members}


def inserted(made: Bundle, kind: str, before: str, **members: Any) -> Bundle:
    """The first event of a kind once more, before the first of another kind."""
    made = {**deepcopy(made), "heads": []}
    forms = [each["event"] for each in made["entries"]]
    place = next(place for place, form in enumerate(forms) if form["type"] == before)
    again = next(form for form in forms if form["type"] == kind)
    again = {**again, **members, "at": forms[place]["at"]}
    made["entries"].insert(place, {"revision": 0, "hash": "", "event": again})
    for revision, entry in enumerate(made["entries"], start=1):
        entry["revision"] = revision
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
    "no events": (lambda: changed(events=[]), [], 20, ("nothing", 0), None),
    "no events, receipts": (lambda: changed(events=[]), KEPT, 20, ("nothing", 0), None),
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
    assert ours.integrity.revision == theirs["integrity"]["revision"]
