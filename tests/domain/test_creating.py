"""New games: rulesets, seats and options, and what is refused of them."""

from dataclasses import replace

import pytest

from domain.decisions import commands as c
from domain.events import GameCreated
from domain.ledger.fairness import commitment
from domain.rulesets import RULESETS
from tests.support.dsl import SEED, created, given, lobby


def test_a_new_game_commits_to_its_seed_and_names_all_options_in_force():
    (event,) = given().when(created("classic", 4, end_score=100)).told(GameCreated)
    assert event.commitment == commitment(SEED)
    assert event.options == {
        "end_score": 100, "end_comparison": "gt", "max_rounds": None, "row_choice": "player",
        "turn_seconds": None, "on_timeout": "none",
    }  # fmt: skip


def test_an_unknown_ruleset_is_refused_with_those_there_are():
    refusal = given().when(created("mau-mau")).refused("unknown_ruleset")
    assert refusal.extras["allowed"] == sorted(RULESETS)


@pytest.mark.parametrize(("key", "most"), [(key, max(r.seats)) for key, r in RULESETS.items()])
def test_a_game_has_all_the_seats_its_ruleset_allows_unless_another_number_of_them(key, most):
    assert given().when(created(key)).state.seats == most
    for seats in (0, 1, most + 1):
        refusal = given().when(created(key, seats)).refused("invalid_seat_count")
        assert refusal.extras["allowed"] == {"minimum": 2, "maximum": most}


@pytest.mark.parametrize(
    ("key", "wrong"),
    [
        *(("classic", {"end_score": wrong}) for wrong in (0, 66.0, True, "66")),
        *(("classic", {"end_comparison": wrong}) for wrong in ("ge", None)),
        ("classic", {"max_rounds": 0}), ("classic", {"professional_tie": "left"}),
        ("classic", {"row_choice": "random"}), ("classic", {"turn_seconds": 4}),
        ("children", {"turn_seconds": 604_801}), ("hornochsen", {"on_timeout": "panic"}),
        ("logic", {"draft_start": "clockwise"}), ("professional", {"deck": "half"}),
        ("children", {"children_rows": 6}), ("children", {"end_score": 66}),
        ("hornochsen", {"row_choice": "player"}), ("hornochsen", {"special_penalty": "never"}),
    ],
)  # fmt: skip
def test_an_option_that_the_ruleset_does_not_allow_is_named(key, wrong):
    refusal = given().when(created(key, 2, **wrong)).refused("invalid_option")
    assert refusal.extras["wrong"] == list(wrong)
    assert set(refusal.extras["allowed"]) == {option.name for option in RULESETS[key].agreed}


def test_without_a_target_the_number_of_rounds_is_required_and_for_time_outs_a_clock():
    for options, missing in [
        ({"end_score": None}, "max_rounds"),
        ({"on_timeout": "lowest"}, "turn_seconds"),
    ]:
        refusal = given().when(created("classic", 2, **options)).refused("invalid_option")
        assert refusal.extras["wrong"] == [missing]
        assert refusal.extras["allowed"][missing]["nullable"] is False
    assert not given().when(created("classic", 2, end_score=None, max_rounds=1)).refusal


@pytest.mark.parametrize(("start_seat", "most"), [(-1, 5), (2, 1), (5, 1), (6, 5)])
def test_a_start_seat_must_be_one_of_the_seats(start_seat, most):
    refusal = given().when(created("children", 2, start_seat=start_seat)).refused("invalid_option")
    assert refusal.extras["wrong"] == ["start_seat"]
    seats = refusal.extras["allowed"]["start_seat"]
    assert (seats["minimum"], seats["maximum"]) == (0, most)


def test_somebody_must_sit_on_the_start_seat():
    scene = lobby("hornochsen", 4, 2, start_seat=3)
    refusal = scene.when(c.StartGame()).refused("invalid_option")
    assert refusal.extras["allowed"] == {"start_seat": {"values": [0, 1]}}


def test_creating_twice_with_one_key_makes_one_game():
    first = replace(created("classic", 3), request="key.print")
    scene = given().when(first)
    scene.when(first).then()
    scene.when(replace(first, request="key.other")).refused("idempotency_key_reused")
    scene.when(created("classic", 3)).refused("already_started")
