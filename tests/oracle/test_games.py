"""Whole games: what is dealt to whom, who begins, when it ends, and that no card is lost."""

import random
from collections.abc import Iterable
from itertools import chain, product
from typing import Any

import pytest

from tests.oracle import RULESETS, SPECIALS, deck, play_game


def never(*question: Any) -> Any:
    raise AssertionError(f"nobody should be asked {question}")


def flat(lists: Iterable[list[Any]]) -> list[Any]:
    return list(chain.from_iterable(lists))


def random_items(rng: random.Random, offered: dict[str, Any], rows: Any) -> list[Any]:
    bull_items = [{"card": card} for card in offered["hand"]]
    special_items = [
        {"special": special, "row": row}
        for special in offered["specials"]
        for row in rows
        if special not in rows[row]["specials"]
    ]
    return [rng.choice(bull_items + special_items)]


def random_game(ruleset: str, n: int, options: dict[str, Any], seed: int) -> dict[str, Any]:
    rng = random.Random(seed)

    def deal(number: int) -> list[int]:
        return rng.sample(deck(ruleset, n, options), len(deck(ruleset, n, options)))

    def choose_card(seat: int, kind: str, offered: Any, table: Any) -> Any:
        if kind == "open":
            return random_items(rng, offered, table["rows"])
        return rng.choice(offered)

    return play_game(
        ruleset,
        n,
        options,
        deal,
        choose_card,
        lambda seat, card, kind, offered, rows: rng.choice(offered),
        lambda number: rng.randrange(n),
    )


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_card_is_lost_or_doubled_in_a_game_of_any_size(ruleset: str) -> None:
    fewest, most = RULESETS[ruleset]
    for n in range(fewest, most + 1):
        game = random_game(ruleset, n, {}, seed=n)
        for played in game["rounds"]:
            dealt = [card for hand in played["hands"].values() for card in hand]
            rows, after = played["rows"], played["turns"][-1]["rows"]
            piles = list(played["piles"].values())
            if ruleset == "hornochsen":
                rows = [row["cards"] for row in rows.values()]
                assert after == {}
                left = list(played["specials_left"].values())
                marks = flat(left + [pile["specials"] for pile in piles])
                assert sorted(marks) == sorted(SPECIALS * n)
                piles = [pile["cards"] for pile in piles]
                after = []
            before = dealt + flat(rows)
            assert len(set(before)) == len(before)
            assert sorted(flat(piles) + flat(after)) == sorted(before)


@pytest.mark.parametrize("ruleset", ["classic", "tactics", "logic", "professional"])
def test_rounds_are_added_until_somebody_is_over_the_target(ruleset: str) -> None:
    game = random_game(ruleset, 4, {}, seed=7)
    sums = {seat: sum(played["points"][seat] for played in game["rounds"]) for seat in range(4)}
    assert game["totals"] == game["rounds"][-1]["totals"] == sums
    assert max(game["totals"].values()) > 66
    assert all(max(played["totals"].values()) <= 66 for played in game["rounds"][:-1])
    assert all(len(played["turns"]) == 10 for played in game["rounds"])
    best = min(game["totals"].values())
    assert all((game["places"][s] == 1) == (game["totals"][s] == best) for s in range(4))


def test_cards_are_dealt_in_blocks_in_seat_order_and_rows_lie_as_dealt() -> None:
    cards = list(range(104, 0, -1))
    game = play_game(
        "classic",
        2,
        {"max_rounds": 1},
        lambda number: cards,
        lambda seat, kind, offered, table: offered[0],
        lambda seat, card, kind, offered, rows: offered[0],
    )
    played = game["rounds"][0]
    assert played["hands"] == {0: list(range(104, 94, -1)), 1: list(range(94, 84, -1))}
    assert played["rows"] == [[84], [83], [82], [81]]
    assert played["turns"][0]["picks"] == {0: 104, 1: 94}


def test_the_draft_goes_clockwise_from_the_starter_and_the_rest_starts_the_rows() -> None:
    game = play_game(
        "logic",
        3,
        {"max_rounds": 2, "draft_start": "rotate", "end_score": None},
        lambda number: list(range(34, 0, -1)),
        lambda seat, kind, offered, table: offered[-1],
        lambda seat, card, kind, offered, rows: offered[0],
        lambda number: 2,
    )
    first, second = game["rounds"]
    assert first["draft"][:4] == [
        {"seat": 2, "card": 34},
        {"seat": 0, "card": 33},
        {"seat": 1, "card": 32},
        {"seat": 2, "card": 31},
    ]
    assert len(first["draft"]) == 30
    assert first["rows"] == [[1], [2], [3], [4]]
    assert second["draft"][0] == {"seat": 0, "card": 34}


def test_children_show_their_top_cards_in_turn_from_the_start_seat() -> None:
    cards = list(range(1, 105))
    game = play_game(
        "children",
        3,
        {"start_seat": 1},
        lambda number: cards,
        never,
        lambda seat, card, kind, offered, rows: offered[0],
    )
    [played] = game["rounds"]
    assert played["rows"] == [[46], [47], [48], [49], [50]]
    shown = [(turn["seat"], turn["card"]) for turn in played["turns"]]
    assert shown[:4] == [(1, 16), (2, 31), (0, 1), (1, 17)]
    assert len(shown) == 45


@pytest.mark.parametrize(("winner", "best"), [("most", max), ("fewest", min)])
def test_the_childrens_winner_is_an_option(winner: str, best: Any) -> None:
    game = random_game("children", 4, {"children_winner": winner}, seed=3)
    first = [seat for seat, place in game["places"].items() if place == 1]
    assert {game["totals"][seat] for seat in first} == {best(game["totals"].values())}


def test_hornochsen_rows_are_laid_in_ascending_order_and_most_points_win() -> None:
    game = random_game("hornochsen", 3, {}, seed=5)
    [played] = game["rounds"]
    ends = [row["cards"][0] for row in played["rows"].values()]
    assert ends == sorted(ends)
    first = [seat for seat, place in game["places"].items() if place == 1]
    assert {game["totals"][seat] for seat in first} == {max(game["totals"].values())}


def test_a_seat_that_ran_out_of_cards_is_skipped_until_the_last_bull_is_played() -> None:
    def choose_card(seat: int, kind: str, offered: Any, table: Any) -> Any:
        cards = offered["hand"][: 3 if seat == 0 else 1]
        if cards:
            return [{"card": card} for card in cards]
        for special, row in product(offered["specials"], table["rows"]):
            if special not in table["rows"][row]["specials"]:
                return [{"special": special, "row": row}]
        raise AssertionError("asked although nothing fits")

    game = play_game("hornochsen", 2, {}, lambda number: list(range(1, 99)), choose_card, never)
    [played] = game["rounds"]
    skipped = [turn for turn in played["turns"] if not turn["items"]]
    assert {turn["seat"] for turn in skipped} == {0}
    # 14 bulls in five turns, two turns for the specials; seat 1 needs 14 turns of one bull
    assert len(skipped) == 14 - 5 - 2
    assert played["turns"][-1]["seat"] == 1
    assert played["specials_left"] == {0: [], 1: ["x2", "+5"]}
