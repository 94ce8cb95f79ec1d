"""Decisions: what is owed, and the answer to it. The walk of a pick starts here."""

from collections.abc import Mapping
from time import perf_counter
from typing import Any

from flask import Blueprint, Response

from domain.decisions import Decision, parse
from domain.decisions.commands import Answer
from domain.errors import AlreadyAnswered, DecisionNotOpen, NotYourDecision, RuleViolation
from domain.views import decisions as shown
from service.access.callers import Caller
from service.games.given import given
from service.http.describe import Operation
from service.http.jsonbody import load
from service.http.jsonreply import PRIVATE, WholeResponse, for_viewer, not_modified, reply
from service.problems import Problem
from service.routes.common import acting_caller, caller, services
from service.routes.rendering import decisions_bytes, etag
from service.schemas import requests, responses
from service.schemas.common import ValidationError
from service.storage.stored import Position

blueprint = Blueprint("decisions", __name__)

ANY_ANSWER = {"oneOf": [*dict.fromkeys(requests.ANSWERS.values())]}


@blueprint.route("/v1/games/<game>/decisions")
@Operation(answers={200: responses.DecisionList}, headers=("If-None-Match",), auth="optional")
def list_decisions(game: str) -> Response:
    """List what is owed

    Everybody sees who owes what; a seat also sees its own options. Every option of a kind
    other than `play` can be sent back as it is.
    """
    asking = caller(game)
    tag = etag(asking.game, asking.seats, services().signer)
    return not_modified(tag) or WholeResponse(
        decisions_bytes(asking.game, asking.seats, services()), headers=for_viewer(tag)
    )


@blueprint.route("/v1/games/<game>/decisions/<decision>")
@Operation(
    answers={200: {"oneOf": [responses.Decision, responses.Answered]}},
    fails=(409, 410),
    auth="required",
)
def get_decision(game: str, decision: str) -> Response:
    """Look at one's own decision: with its options while it is open, then with its answer"""
    asked = parse(decision)
    asking = _own(caller(game), asked)
    for owed in shown(asking.game.state, (asked.seat,)):
        if owed["id"] == asked.id:
            return reply(owed, headers=PRIVATE)
    found = given(services().store, game, asked)
    if found is None:
        raise Problem("no_such_decision", f"Decision {asked.id} is neither open nor answered.")
    return _answered(200, game, asked, found.answer, found.position)


@blueprint.route("/v1/games/<game>/decisions/<decision>", methods=["PUT"])
@Operation(
    body=ANY_ANSWER,
    answers={201: responses.Answered, 200: responses.Answered},
    fails=(409, 410),
    auth="required",
)
def answer_decision(game: str, decision: str) -> Response:
    """Answer a decision

    201: stored, with the receipt. The same answer again is a 200 with the same receipt,
    another one a 409. 410: it was closed without this answer. 422: not among the options.
    """
    received = perf_counter()
    asked = parse(decision)
    asking = acting_caller(game)
    try:
        _own(asking, asked)
        response = _answer(game, asked)
    except (Problem, RuleViolation, ValidationError) as refusal:
        _note(asking, asked, getattr(refusal, "code", "invalid_body"), received)
        raise
    if response.status_code != 201:
        _note(asking, asked, "repeated", received)
    return response


def _note(asking: Caller, asked: Decision, code: str, received: float) -> None:
    """Note what was not stored, for whoever sent it; who sits nowhere is in nobody's ledger."""
    seat = asked.seat if asked.seat in asking.seats else asking.seat
    if seat is not None:
        services().attempts.note(asking.game.id, seat, asked.id, code, perf_counter() - received)


def _answer(game: str, asked: Decision) -> Response:
    """Have the body decided and stored, and give its receipt, or the first one for a repeat."""
    answer = load(requests.ANSWERS[asked.kind])
    try:
        outcome = services().handler.handle(game, Answer(asked, answer))
    except NotYourDecision as refusal:  # the caller's seat: a bot plays it now
        raise Problem("closed_for_you", refusal.message, by="bot", answer=None) from None
    if outcome.position:
        return _answered(201, game, asked, answer, outcome.position)
    first = outcome.given
    assert first is not None, "the domain says that it was answered"  # noqa: S101
    if first.by != "player":
        detail = f"It was answered by the {first.by}."
        raise Problem("closed_for_you", detail, by=first.by, answer=first.answer)
    if answer != first.answer:
        raise AlreadyAnswered(f"Decision {asked.id} has been answered with something else.")
    return _answered(200, game, asked, answer, first.position)


def _own(asking: Caller, asked: Decision) -> Caller:
    """:raises Problem: 401 without a token, 403 if the decision is another seat's."""
    asking.require_any("the token of the seat")
    if asked.seat not in asking.seats:
        raise Problem("not_your_decision", f"Decision {asked.id} is for seat {asked.seat}.")
    if asked.seat not in asking.decides:
        raise DecisionNotOpen(f"Decision {asked.id} is not open: the game has not started.")
    return asking


def _answered(
    status: int, game: str, asked: Decision, answer: Mapping[str, Any], position: Position
) -> Response:
    return reply(
        {
            "decision": asked.id,
            "answer": answer,
            "receipt": services().signer.receipt(game, asked.id, answer, position),
        },
        status,
        PRIVATE,
    )
