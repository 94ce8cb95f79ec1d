"""A seat that is taken for a bot is nobody's, from its taking to the end of the game."""

from dataclasses import replace

import pytest
from msgspec import structs

from domain.decisions import commands as c
from domain.events import SeatSecret, SeatTaken
from tests.support.dsl import given, lobby, sit, table

BOT = sit("Bo", policy="careful", token_hash="70" * 32, owner="acc0" * 4, request="key.print")


def test_a_bot_has_no_token_and_no_owner_whatever_the_command_says():
    scene = lobby("classic", 3, 2).when(BOT)
    (taken,) = scene.told(SeatTaken)
    assert (taken.policy, taken.secret) == ("careful", SeatSecret(request="key.print"))
    assert scene.state.players[2].owner is None
    scene.when(BOT).then()  # its key is kept all the same: the same request seats one bot


def test_a_person_keeps_both():
    (taken,) = lobby("classic", 3, 2).when(replace(BOT, policy=None)).told(SeatTaken)
    assert taken.secret == SeatSecret(
        token_hash=BOT.token_hash, request=BOT.request, owner=BOT.owner
    )


def test_a_bots_seat_that_was_stored_with_an_owner_is_nobodys():
    """As older releases stored it."""
    owned = SeatSecret(token_hash="70" * 32, owner="acc0" * 4)
    events = [
        structs.replace(event, policy="random", secret=owned)
        if isinstance(event, SeatTaken) and event.seat == 1
        else event
        for event in table("classic", [[1], [2], [3], [4]], [[10, 11], [20, 21]])
    ]
    player = given(events).state.players[1]
    assert (player.token_hash, player.owner, player.seated_as_bot) == (None, None, True)


def test_before_the_start_a_bots_seat_is_freed_like_any_other():
    scene = lobby("classic", 3, 2).when(BOT, c.LeaveSeat(seat=2, lobby_only=True))
    scene.then_types("SeatLeft")


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.LeaveSeat(seat=2), "already_started"),
        (c.LeaveSeat(seat=2, policy="random"), "already_started"),
        (c.LeaveSeat(seat=2, holder="70" * 32), "no_such_seat"),
        (c.ReturnToSeat(seat=2), "not_your_decision"),
    ],
)
def test_a_bot_never_resigns_and_nobody_takes_its_seat_or_returns_to_it(command, code):
    lobby("classic", 3, 2).when(BOT, c.StartGame(), command).refused(code)


def test_a_seat_that_was_handed_over_is_still_its_persons():
    scene = given(table("classic", [[1], [2], [3], [4]], [[10, 11], [20, 21]]))
    handed = scene.when(c.LeaveSeat(seat=1)).state.players[1]
    assert (handed.is_bot, handed.seated_as_bot) == (True, False)
