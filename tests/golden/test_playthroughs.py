"""Recorded games come out as they did, entry by entry and view by view.

A difference is either a mistake or a change that you meant: `python -m tests.golden.make`
writes the files anew, and the difference shows what you did to the game.
"""

import json

import pytest

from domain import ledger
from domain.events.entries import decode
from domain.rulesets import RULESETS
from domain.state.evolve import fold
from tests.golden.make import heads, path
from tests.golden.play import replay, write

HEADS = list(heads())
every_game = pytest.mark.parametrize("head", HEADS, ids=[path(head).stem for head in HEADS])


def read(head):
    return json.loads(path(head).read_text(encoding="utf-8"))


@every_game
def test_a_recorded_game_is_played_again_to_the_letter(head):
    golden = read(head)
    assert golden["game"] == head
    answers = [step["does"] for step in golden["steps"] if "does" in step]
    again = write(head, replay(head, answers)).splitlines()
    recorded = path(head).read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(recorded):
        assert again[number : number + 1] == [line], f"{path(head).name}:{number + 1}"
    assert len(again) == len(recorded)


@every_game
def test_the_recorded_entries_alone_fold_to_the_recorded_end(head):
    steps = read(head)["steps"]
    stored = [ledger.canonical(step["entry"]) for step in steps]
    previous = ledger.GENESIS
    for p, step in zip(stored, steps, strict=True):
        previous = ledger.chain(previous, p)
        assert previous == step["hash"]
    state = fold(decode(p) for p in stored)
    assert state.status == "finished"
    assert steps[-1]["entry"]["events"][-1]["places"] == steps[-1]["all"]["places"]


@pytest.mark.parametrize("key", RULESETS)
def test_the_recorded_games_show_every_kind_of_decision_of_their_ruleset(key):
    steps = [step for head in HEADS if head["ruleset"] == key for step in read(head)["steps"]]
    names = [step["does"]["decision"] for step in steps if "does" in step]
    assert {name.split("-")[1] for name in names} == set(RULESETS[key].decisions)
