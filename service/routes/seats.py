"""Seats: sit down, as a person or as a bot; leave or resign."""

import secrets
from typing import Any

from flask import Blueprint, Response

from bots.policies import POLICIES
from domain.decisions.commands import LeaveSeat, ReturnToSeat, TakeSeat
from domain.events import SeatTaken
from domain.ledger import Name
from domain.text.spelling import base64url
from service.access.callers import Caller
from service.access.tokens import hash_token
from service.handling import Outcome
from service.http.describe import Operation
from service.http.jsonbody import load
from service.http.jsonreply import for_viewer, no_content, reply
from service.problems import Problem
from service.routes.common import acting_caller, caller, creation, services
from service.schemas import requests, responses

blueprint = Blueprint("seats", __name__)


@blueprint.route("/v1/games/<game>/seats", methods=["POST"])
@Operation(
    body=requests.NEW_SEAT,
    answers={201: responses.TakenSeat},
    fails=(409, 410),
    headers=("Idempotency-Key",),
    auth="optional",
)
def take_seat(game: str) -> Response:
    """Take a seat

    A person gives a `name` and gets the seat's token. A bot is seated by the host with a
    `policy`; its seat is nobody's, and nobody sees its hand. Public games need no token to join;
    private ones the host's or the invitation.
    """
    body = load(requests.NEW_SEAT)
    asking = caller(game)
    command, name, token = _command(asking, body)
    outcome = services().handler.handle(game, command, {command.name_seal: name})
    seat = _seat_of(outcome, command)
    return reply(
        {"seat": seat, "token": token, "game": game},
        201,
        for_viewer(Location=f"/v1/games/{game}/seats/{seat}"),
    )


@blueprint.route("/v1/games/<game>/seats/<int:seat>", methods=["DELETE"])
@Operation(answers={204: None}, fails=(409,), auth="required")
def leave_seat(game: str, seat: int) -> Response:
    """Leave a seat, or resign

    Before the start the seat is free again and its token ends; the host may free any seat.
    After it the bot `careful` plays on. Leaving, freeing and resigning again change nothing. The
    seat of a bot that was seated as one is freed before the start by the host, and by nobody after
    it.
    """
    asking = acting_caller(game, leaving=seat)
    own = seat in asking.seats
    if seat in asking.left and not (own or asking.host):
        return no_content()
    if not asking.seats:
        asking.require_host()
    if not own and not (asking.host and asking.game.state.status == "lobby"):
        raise Problem("not_your_seat", "A seat is left by its own player.")
    holder = asking.game.state.players[seat].token_hash if own else None
    command = LeaveSeat(seat=seat, holder=holder, lobby_only=not own)
    services().handler.handle(game, command)
    return no_content()


@blueprint.route("/v1/games/<game>/seats/<int:seat>/return", methods=["POST"])
@Operation(answers={204: None}, fails=(409,), auth="required")
def return_to_seat(game: str, seat: int) -> Response:
    """Return to a seat that a bot has taken over at a deadline

    From here on its player answers again. Returning without having been away changes nothing.
    """
    asking = acting_caller(game)
    asking.require_any("the token of the seat")
    if seat not in asking.seats:
        raise Problem("not_your_seat", "A player returns to the own seat.")
    if seat in asking.decides:  # before the start nobody has been away
        services().handler.handle(game, ReturnToSeat(seat=seat))
    return no_content()


def _command(asking: Caller, body: dict[str, Any]) -> tuple[TakeSeat, Name, str | None]:
    """The command for this body, what the player is called, and the token that a person gets."""
    made = creation(f"games/{asking.game.id}/seats", body)
    name, policy = body.get("name"), body.get("policy")
    if policy is None:
        if name is None:
            raise Problem("name_needed", "Give a `name` for a person, or a `policy` for a bot.")
        if not asking.may_join:
            raise Problem("forbidden", "Joining a private game needs its invitation.")
        token: str | None = made.token("s")
    else:
        asking.require_host()
        if policy not in POLICIES:
            raise Problem("unknown_policy", allowed=list(POLICIES))
        name = name or f"{policy} bot {len(asking.game.state.players) + 1}"
        token = None  # nobody's: neither a token nor an account sees what a bot holds
    called = Name(name, base64url(secrets.token_bytes(16)))
    command = TakeSeat(
        name_seal=called.seal(asking.game.id),
        policy=policy,
        seat=body["seat"],
        client_seed=body["client_seed"],
        token_hash=None if token is None else hash_token(token),
        request=made.request,
        owner=asking.account.id if asking.account is not None and policy is None else None,
    )
    return command, called, token


def _seat_of(outcome: Outcome, command: TakeSeat) -> int:
    """The seat that the command took, now or when it was first sent."""
    for event in outcome.events:
        if isinstance(event, SeatTaken):
            return event.seat
    players = outcome.game.state.players.items()
    return next(seat for seat, player in players if player.request == command.request)
