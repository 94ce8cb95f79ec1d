"""Two games that differ in a card of a bot are the same, to the byte, for everybody."""

import pytest

from domain import events as e
from domain.decisions import commands as c
from domain.rulesets import RULESETS
from domain.state import Player
from domain.state.apply import APPLY
from tests.support import dsl
from tests.support.battery import assert_alike
from tests.support.scenes import BOT, HANDS, PAIRS, PHASES, laid
from tests.support.worlds import EVERYBODY, put_both, seat_all


@pytest.mark.parametrize("name", PAIRS)
def test_nobody_can_tell_what_a_bot_holds_or_has_picked(worlds, name):
    state, _ = put_both(worlds, PAIRS[name])
    assert state.players[2].is_bot
    assert_alike(worlds, EVERYBODY)


@pytest.mark.parametrize("name", ["classic: has picked", "hornochsen: it is seat 2's turn"])
def test_nor_in_a_private_game(worlds, name):
    put_both(worlds, PAIRS[name], visibility="private")
    assert_alike(worlds, EVERYBODY)


def test_nor_can_an_account_that_plays_several_seats_beside_the_bots(worlds):
    owners = {0: "app", 1: "app", 2: "app", 3: "rival"}
    pair = [seat_all(entries, owners) for entries in PAIRS["classic: has picked"]]
    put_both(worlds, pair)
    assert_alike(worlds, ["app", "host", "rival"])


def test_an_account_that_owned_its_bots_would_be_told_apart(worlds, monkeypatch):
    """That it looks at all of it: an owner who is kept is found out at once."""

    def kept(state, event):
        owner = event.secret.owner
        state.players[event.seat] = Player(event.name_seal, event.policy, owner=owner)

    monkeypatch.setitem(APPLY, e.SeatTaken, kept)
    put_both(worlds, PAIRS["classic: has picked"])
    with pytest.raises(AssertionError):
        assert_alike(worlds, ["app"])


def test_every_phase_of_every_ruleset_is_looked_at():
    assert PHASES.keys() == RULESETS.keys()
    asked = {
        (entries[0].events[0].ruleset, later.kind)
        for entries, _ in PAIRS.values()
        for entry in entries
        for later in entry.events
        if isinstance(later, e.TurnStarted | e.ChoiceRequested)
    }
    assert asked == {(key, kind) for key, rules in RULESETS.items() for kind in rules.decisions}


# -- seats that a bot has taken over -----------------------------------------------------------

LATE = {"turn_seconds": 30, "on_timeout": "forfeit"}
TAKEN_OVER = {
    "resigned": ({}, c.LeaveSeat(seat=3), dsl.AT),
    "away": (LATE, c.ForfeitSeat(seat=3), dsl.AT + 30_001),
}


def taken_over(how, key, hand, card=None):
    options, command, at = TAKEN_OVER[how]
    rows = [[70], [71], [72], [73], [74]] if key == "children" else [[10], [20], [30], [40]]
    if key == "hornochsen":
        rows = [[70 + number] for number in range(12)]
    scene = laid(key, rows, [14, 52, 66], own={3: hand}, seat=3, **options).when(command, at=at)
    if card is not None:
        scene = scene.when(dsl.pick(3, card, **BOT), at=at)
    return scene.entries


@pytest.mark.parametrize("how", TAKEN_OVER)
@pytest.mark.parametrize("key", ["classic", "logic", "children", "hornochsen"])
def test_a_seat_that_a_bot_took_over_is_hidden_from_all_but_its_person(worlds, how, key):
    picked = [hand[1] if RULESETS[key].play == "pick" else None for hand in HANDS]
    pair = [taken_over(how, key, *each) for each in zip(HANDS, picked, strict=True)]
    state, _ = put_both(worlds, pair)
    assert state.players[3].is_bot
    person = {"seat 3", "rival"}
    assert_alike(worlds, EVERYBODY.keys() - person, hidden=3)
    for each, hand, card in zip(worlds, HANDS, picked, strict=True):
        for who in person if card else ():
            seen = each.table.get("", EVERYBODY[who]).expect(200).json["you"]
            assert (seen["seat"], {*seen["hand"], seen["pick"]}) == (3, {*hand})
