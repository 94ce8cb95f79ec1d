"""The requests of the simulation: what the routes do around the handling loop, without Flask. Each
is given the services of one process, as a route is, and goes through the same access rules. A
client's side of it, with repeats and memory, is in people.py."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from domain.decisions import commands as c
from domain.decisions import parse
from domain.errors import AlreadyAnswered
from domain.ledger import Name
from domain.text.spelling import base64url
from service.access.callers import authorize, identify
from service.access.tokens import hash_token
from service.games.games import Game
from service.problems import Problem
from service.services import Services
from service.storage.stored import Position
from tests.simulation.setting import NAME

HOST = "t6h_host"
Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """An answer's acknowledgement: 201 if `fresh`, else 200."""

    receipt: Position
    fresh: bool


def called(name: str) -> tuple[str, Name]:
    """The seal of a name, and what opens it; the salt is everybody's."""
    known = Name(name, base64url(bytes(16)))
    return known.seal(NAME), known


def create(services: Services, command: c.CreateGame) -> None:
    services.handler.handle(NAME, command)


def look(services: Services, token: str | None) -> Game:
    """GET /v1/games/{id}"""
    return identify(services.games, services.accounts, NAME, token).game


def take_seat(services: Services, command: c.TakeSeat, name: str, token: str | None) -> int:
    """POST …/seats: the seat taken, now or when this was first asked for."""
    caller = identify(services.games, services.accounts, NAME, token)
    if command.policy is not None:
        caller.require_host()
    game = services.handler.handle(NAME, command, dict([called(name)])).game
    players = game.state.players.items()
    return next(seat for seat, player in players if player.request == command.request)


def _require_own(services: Services, seat: int, token: str, problem: str) -> None:
    if authorize(services.games, services.accounts, NAME, token).seat != seat:
        raise Problem(problem)


def leave_seat(services: Services, seat: int, token: str) -> None:
    """DELETE …/seats/{n}"""
    _require_own(services, seat, token, "not_your_seat")
    services.handler.handle(NAME, c.LeaveSeat(seat=seat, holder=hash_token(token)))


def return_to_seat(services: Services, seat: int, token: str) -> None:
    _require_own(services, seat, token, "not_your_seat")
    services.handler.handle(NAME, c.ReturnToSeat(seat=seat))


def as_host(services: Services, command: c.StartGame | c.AbandonGame) -> None:
    """POST …/start and …/abandon"""
    authorize(services.games, services.accounts, NAME, HOST).require_host()
    services.handler.handle(NAME, command)


def answer(services: Services, decision: str, body: Body, token: str) -> Acknowledged:
    """PUT …/decisions/{id}, as service/routes/decisions.py answers it.

    :raises Problem, RuleViolation: refused.
    """
    asked = parse(decision)
    _require_own(services, asked.seat, token, "not_your_decision")
    outcome = services.handler.handle(NAME, c.Answer(asked, body))
    if outcome.position:
        return Acknowledged(outcome.position, fresh=True)
    assert outcome.given is not None
    receipt, stored, by = outcome.given
    if by != "player":
        raise Problem("closed_for_you")
    if stored != body:
        raise AlreadyAnswered("with something else")
    return Acknowledged(receipt, fresh=False)
