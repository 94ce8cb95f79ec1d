"""Recorded games come out as they did, entry by entry and view by view. A difference is either a
mistake or a change that you meant: `python -m tests.golden.make` writes the files anew, and the
difference shows what you did to the game."""

import json

import pytest

from domain.rulesets import RULESETS
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


@pytest.mark.parametrize("key", RULESETS)
def test_the_recorded_games_show_every_kind_of_decision_of_their_ruleset(key):
    steps = [step for head in HEADS if head["ruleset"] == key for step in read(head)["steps"]]
    names = [step["does"]["decision"] for step in steps if "does" in step]
    assert {name.split("-")[1] for name in names} == set(RULESETS[key].decisions)
