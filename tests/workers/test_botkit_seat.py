"""What the kit answers at one seat, and what it leaves alone."""

import pytest

from bots.kit import main
from bots.kit.main import find_policy
from bots.kit.seat import GiveUp, SeededPolicy, play
from tests.support.scripted import problem


def view(*owed, away=False, resigned=False, deadline=None, status="playing"):
    """What seat 0 sees, at noon."""
    decisions = [{"id": name, "kind": "pick", "options": [{"card": 7}]} for name in owed]
    return {
        "id": "g", "server_time": "2026-09-21T12:00:00.000Z", "deadline": deadline,
        "status": status, "seats": [{"player": {"away": away, "resigned": resigned}}],
        "you": {"seat": 0, "decisions": decisions},
    }  # fmt: skip


def played(scripted, kit, *replies):
    """What the kit asked for besides views, with these replies in turn."""
    scripted.replies = [x if isinstance(x, tuple) else (200, {}, x) for x in replies]
    play(kit, SeededPolicy(find_policy("careful"), ""), "g")
    assert not scripted.replies
    return [(method, path) for method, path, *_ in scripted.asked if method != "GET"]


@pytest.fixture
def first(monkeypatch):
    monkeypatch.setattr(SeededPolicy, "body", lambda self, view, owed: owed["options"][0])


DONE = 201, {}, {}
NO_MORE = (409, "already_answered"), (410, "closed_for_you"), (404, "no_such_decision")


@pytest.mark.parametrize(
    ("reply", "still"), [(DONE, []), *((problem(*refusal), ["a"]) for refusal in NO_MORE)]
)
def test_it_answers_until_nothing_is_owed_and_drops_what_is_no_more(
    scripted, kit, first, reply, still
):
    """Even if it is still shown: it is not tried twice in a row."""
    asked = played(scripted, kit, view("a"), reply, view(*still, "b"), DONE, view())
    assert asked == [("PUT", f"/v1/games/g/decisions/{name}") for name in "ab"]


def test_an_answer_that_is_no_option_is_the_end_of_the_game(scripted, kit, first):
    with pytest.raises(GiveUp, match="not_an_option"):
        played(scripted, kit, view("a"), problem(422, "not_an_option"))


def test_it_returns_to_a_seat_that_was_taken_over(scripted, kit, first):
    asked = played(scripted, kit, view("a", away=True), (204, {}, None), DONE, view())
    returned = "POST", "/v1/games/g/seats/0/return"
    assert asked == [returned, ("PUT", "/v1/games/g/decisions/a")]


@pytest.mark.parametrize(
    "seen",
    [
        {"away": True, "deadline": "2026-09-21T11:59:59.000Z"},
        {"resigned": True},
        {"away": True, "status": "finished"},
    ],
)
def test_it_leaves_a_seat_alone_that_has_resigned_is_over_or_would_be_too_late_again(
    scripted, kit, first, seen
):
    assert played(scripted, kit, view("a", **seen)) == []


def test_without_a_seed_every_bot_draws_from_a_fresh_and_secret_one(monkeypatch):
    """What a bot seals must not follow from the game's and the decision's names."""
    seeds = []
    monkeypatch.setattr(
        main, "SeededPolicy", lambda policy, seed: seeds.append(seed) or SeededPolicy(policy, seed)
    )
    monkeypatch.setattr(main, "_work", lambda bot, options: 0)
    asked = ["--token", "t6s_token", "--game", "g", "--policy", "random"]
    for more in ([], [], ["--seed", "7"], ["--seed", "7"]):
        assert main.main([*asked, *more]) == 0
    assert seeds[2:] == ["7", "7"]
    assert len({*seeds}) == 3
    assert all(len(bytes.fromhex(seed)) == 32 for seed in seeds[:2])


def test_the_same_seed_draws_the_same():
    seen = view("a")
    many = {"id": "a", "kind": "pick", "options": [{"card": card} for card in range(1, 105)]}
    draw = find_policy("random")
    drawn = [SeededPolicy(draw, seed).body(seen, many) for seed in ("1", "1", "2", "3")]
    assert drawn[0] == drawn[1]
    assert drawn[2] != drawn[3]
