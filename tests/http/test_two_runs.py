"""Two games that differ in a person's hidden card are the same, to the byte, for everybody else."""

import pytest

from domain.rulesets import RULESETS, ruleset
from tests.support import dsl
from tests.support.battery import assert_alike
from tests.support.worlds import EVERYBODY, lay

OWN, ONE, TWO = [11, 50, 60], [21, 51, 61], [31, 52, 62]
# The hands of seats 1 and 2 in two games, and what seat 1 picks.
PAIRS = {
    "the pick of one hand": (([ONE, TWO], 21), ([ONE, TWO], 61)),
    "two hands, exchanged": (([ONE, TWO], 21), ([TWO, ONE], 31)),
    "all that is hidden": (([ONE, TWO], 61), ([[1, 2, 3], [101, 103, 104]], 2)),
}
CASES = [
    *(("classic", "public", pair) for pair in PAIRS),
    ("classic", "private", "all that is hidden"),
    *((key, "public", "two hands, exchanged") for key in ("tactics", "professional", "logic")),
]


@pytest.mark.parametrize(("key", "visibility", "pair"), CASES)
def test_nobody_can_tell_two_games_apart_before_the_reveal(worlds, key, visibility, pair):
    for each, (hands, _) in zip(worlds, PAIRS[pair], strict=True):
        rows = [[10], [20], [30], [40]]
        lay(each, dsl.given(dsl.table(key, rows, [OWN, *hands])).entries, visibility)
    others = EVERYBODY.keys() - {"seat 1", "seat 2"}
    assert_alike(worlds, others, hidden=1)
    for each, (_, card) in zip(worlds, PAIRS[pair], strict=True):
        each.table.pick(1, card).expect(201)
        each.table.pick(0, 60).expect(201)
        seen = each.services.games.load(each.table.game).state
        assert seen.picks[1] == card, "the games do differ"
    assert_alike(worlds, others, hidden=1)


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
