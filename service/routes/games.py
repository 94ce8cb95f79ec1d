"""Games: create, list, look at, start, abandon."""

import secrets
from collections.abc import Mapping
from urllib.parse import urlencode

import orjson
from flask import Blueprint, Response, request

from domain.decisions.commands import AbandonGame, CreateGame, StartGame
from domain.text.times import rfc3339
from domain.views import Viewer
from service.access.tokens import hash_token
from service.games.games import Game
from service.games.moments import moment
from service.http.describe import Operation
from service.http.jsonbody import load, load_query
from service.http.jsonreply import WholeResponse, for_viewer, not_modified, reply
from service.problems import Problem
from service.routes.common import (
    account,
    acting_caller,
    caller,
    creation,
    eyes,
    require_scope,
    services,
)
from service.routes.rendering import etag, head, view_bytes
from service.schemas import requests, responses

blueprint = Blueprint("games", __name__)


@blueprint.route("/v1/games", methods=["POST"])
@Operation(
    body=requests.NEW_GAME,
    answers={201: responses.CreatedGame},
    fails=(500,),
    headers=("Idempotency-Key",),
    auth="optional",
)
def create_game() -> Response:
    """Create a game

    The answer holds the tokens of the game: `host_token` starts and abandons it and seats
    bots, `invite_token` lets people join a private one.
    """
    body = load(requests.NEW_GAME)
    creator = account() if services().settings.open_creation else require_scope("games:write")
    made = creation("games", body)
    game_id = made.new_id()
    host, invite = made.token("h"), made.token("i")
    outcome = services().handler.handle(
        game_id,
        CreateGame(
            game=game_id,
            ruleset=body["ruleset"],
            options=body["options"],
            seats=body["seats"],
            visibility=body["visibility"],
            server_seed=secrets.token_urlsafe(32),
            host_hash=hash_token(host),
            invite_hash=hash_token(invite),
            request=made.request,
            owner=None if creator is None else creator.id,
        ),
    )
    game = outcome.game if outcome.position else services().games.at(game_id, 1)
    # The time of the creation, so that repeating it repeats the answer to the byte.
    shown = orjson.Fragment(view_bytes(game, None, services(), moment(game.state.created_at)))
    return reply(
        {"game": shown, "host_token": host, "invite_token": invite},
        201,
        for_viewer(Location=f"/v1/games/{game.id}"),
    )


@blueprint.route("/v1/games")
@Operation(query=requests.GAMES_QUERY, answers={200: responses.GameList}, fails=(503,))
def list_games() -> Response:
    """List public games, newest first

    Follow `Link: …; rel="next"` for the next page (RFC 8288). The listing may lag behind the
    games by a moment.
    """
    query = load_query(requests.GAMES_QUERY)
    rows, cursor = services().directory.page(
        status=query.get("status"),
        ruleset=query.get("ruleset"),
        before=query.get("cursor"),
        limit=query["limit"],
    )
    games = [{**row, "created_at": rfc3339(row["created_at"])} for row in rows]
    headers = {"Cache-Control": "no-cache"}
    if cursor is not None:
        following = urlencode({**request.args, "cursor": cursor})
        headers["Link"] = f'</v1/games?{following}>; rel="next"'
    return reply({"games": games, "next": cursor}, headers=headers)


@blueprint.route("/v1/games/<game>")
@Operation(
    query=requests.GAME_QUERY,
    answers={200: responses.Game},
    headers=("If-None-Match",),
    auth="optional",
)
def get_game(game: str) -> Response:
    """Look at a game

    What the token's seat may see, or what everybody may see. `?revision=n` shows it as it was,
    `?seat=n` with the eyes of a seat: one's own, or, when the game is over, any.
    """
    query = load_query(requests.GAME_QUERY) if request.query_string else {}
    asking = caller(game)
    viewer = eyes(asking, query.get("seat"))
    shown = asking.game
    if "revision" in query:
        if query["revision"] > shown.revision:
            raise Problem("no_such_revision", head=head(shown, services()))
        shown = services().games.at(game, query["revision"])
    tag = etag(shown, viewer, services().signer)
    return not_modified(tag) or _view(shown, viewer, for_viewer(tag))


@blueprint.route("/v1/games/<game>/start", methods=["POST"])
@Operation(answers={200: responses.Game}, fails=(409, 422), auth="required")
def start_game(game: str) -> Response:
    """Start a game (host)

    Deals the first round to everybody who has sat down. Starting it again changes nothing.
    """
    asking = acting_caller(game)
    asking.require_host()
    services().handler.handle(game, StartGame())
    return _as_it_stands(game)


@blueprint.route("/v1/games/<game>/abandon", methods=["POST"])
@Operation(answers={200: responses.Game}, fails=(409,), auth="required")
def abandon_game(game: str) -> Response:
    """Abandon a game (host)

    It ends without a result, and the server's seed is revealed. Repeating changes nothing.
    """
    asking = acting_caller(game)
    asking.require_host()
    services().handler.handle(game, AbandonGame())
    return _as_it_stands(game)


def _as_it_stands(game: str) -> Response:
    """The view after a command. What a command was decided on may be behind with the names."""
    asking = caller(game)
    return _view(asking.game, asking.seat, for_viewer())


def _view(game: Game, viewer: Viewer, headers: Mapping[str, str]) -> Response:
    return WholeResponse(view_bytes(game, viewer, services()), headers=headers)
