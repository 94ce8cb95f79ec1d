"""Two games that differ in one hidden thing are the same, to the byte, for everybody else. S11.

Here of persons; what bots hold is in test_two_runs_bots.py. How the two are held together is in
battery.py, where they lie in worlds.py.
"""

from dataclasses import dataclass

import pytest

from domain.rulesets import RULESETS, ruleset
from tests.support import dsl
from tests.support.battery import assert_alike
from tests.support.worlds import EVERYBODY, lay


@dataclass(frozen=True)
class Pair:
    """Hands of three seats in two games, of which seat 0 knows its own; and seat 1's pick."""

    hands: tuple[list[list[int]], list[list[int]]]
    picks: tuple[int, int]


BASE = [[11, 50, 60], [21, 51, 61], [31, 52, 62]]
PAIRS = {
    "another card instead of one": Pair((BASE, [BASE[0], [22, 51, 61], BASE[2]]), (51, 51)),
    "the pick": Pair((BASE, BASE), (21, 61)),
    "the pick, short and long": Pair((BASE, [BASE[0], [2, 51, 61], BASE[2]]), (21, 2)),
    "a card that was changed, picked": Pair((BASE, [BASE[0], [22, 51, 61], BASE[2]]), (21, 22)),
    "two hands, exchanged": Pair((BASE, [BASE[0], BASE[2], BASE[1]]), (21, 31)),
    "all that is hidden": Pair((BASE, [BASE[0], [1, 2, 3], [101, 103, 104]]), (61, 2)),
}


CASES = [
    *(("classic", "public", name) for name in PAIRS),
    ("classic", "private", "all that is hidden"),
    *((key, "public", "two hands, exchanged") for key in ("tactics", "professional", "logic")),
]


@pytest.mark.parametrize(("key", "visibility", "pair"), CASES)
def test_nobody_can_tell_two_games_apart_before_the_reveal(worlds, key, visibility, pair):
    pair = PAIRS[pair]
    for each, hands in zip(worlds, pair.hands, strict=True):
        lay(each, dsl.given(dsl.table(key, [[10], [20], [30], [40]], hands)).entries, visibility)
    others = EVERYBODY.keys() - {"seat 1", "seat 2"}
    assert_alike(worlds, others, hidden=1)
    for each, card in zip(worlds, pair.picks, strict=True):
        each.table.pick(1, card).expect(201)
        each.table.pick(0, 60).expect(201)
    assert_alike(worlds, others, hidden=1)
    for each, card in zip(worlds, pair.picks, strict=True):
        seen = each.services.games.load(each.table.game).state
        assert seen.picks[1] == card, "the games do differ"


@pytest.mark.parametrize("key", [k for k, rules in RULESETS.items() if rules.play != "pick"])
def test_nobody_can_tell_two_hidden_hands_apart_where_play_is_open(worlds, key):
    """Face-down piles are hidden even from their owners; open hands from the others."""
    for each, others in zip(worlds, ([[21, 51], [31, 52]], [[61, 62], [1, 104]]), strict=True):
        own = [11, 50] if key == "hornochsen" or each is worlds[0] else [63, 64]
        count = ruleset(key).rows(3, ruleset(key).settle({}))
        rows = [[90 + number] for number in range(count)]
        lay(each, dsl.given(dsl.table(key, rows, [own, *others], seat=1)).entries)
    others = EVERYBODY.keys() - {"seat 1", "seat 2"}
    assert_alike(worlds, others, hidden=1)
    if key == "children":
        assert_alike(worlds, ["seat 1", "seat 2"], hidden=0)
