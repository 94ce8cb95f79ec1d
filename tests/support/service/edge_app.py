"""A throw-away app: the real edge around routes that only say what they were given."""

from typing import Any

from flask import Blueprint, Flask, Response, request
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from domain.errors import GameFull, RuleViolation
from service.app import create_app
from service.games.games import Unreadable
from service.http.bearer import bearer_token, require_token
from service.http.describe import Operation
from service.http.jsonbody import load, load_query
from service.http.jsonreply import for_viewer, no_content, not_modified, reply, weak_etag
from service.problems import Problem
from service.schemas.common import Name, StrictInteger, StrictSchema, fields
from service.schemas.requests import PAGE
from service.schemas.requests import request as schema
from service.settings.config import Settings
from service.storage.stored import Conflict, Damaged, Stored, StoreDown

LIMIT = 2048
FRIEND = "https://friend.example"


class UnlistedViolation(RuleViolation):
    code = "something_new"


class PickSchema(StrictSchema):
    card = StrictInteger(required=True, minimum=1, maximum=104)


class SeatsSchema(StrictSchema):
    seats = fields.List(fields.Nested(PickSchema))
    name = Name()


LISTING = schema("Listing", **PAGE)
RAISED = {
    "rule": lambda: GameFull("All ten seats are taken.", seats=10),
    "unlisted": lambda: UnlistedViolation("No.", allowed=[1]),
    "down": lambda: StoreDown("redis://secret-host:6379 refused"),
    "damaged": lambda: Damaged("someGame", 7, "hash differs at secret-host"),
    "unreadable": lambda: Unreadable("someGame", 7, "secret"),
    "conflict": lambda: Conflict("someGame", (Stored(3, b"{}", None, ""),)),
    "bug": lambda: ZeroDivisionError("secret-detail"),
    "problem": lambda: Problem("too_many_requests", "Slower."),
}


NO_SERVICES = object()


class Anything:
    """A schema that takes every object as it is."""

    def load(self, data: Any) -> Any:
        return data


def make_app(services: Any = NO_SERVICES, **settings: Any) -> Flask:
    app = create_app(Settings(max_body=LIMIT, **settings), services=services)
    routes = Blueprint("probe", __name__)

    @routes.route("/v1/echo", methods=["POST"])
    @Operation(answers={200: None})
    def echo() -> Response:
        """Echo"""
        return reply(load(Anything()))

    @routes.route("/v1/seats", methods=["POST"])
    @Operation(answers={200: None}, body=SeatsSchema)
    def seats() -> Response:
        """Seats"""
        return reply(load(SeatsSchema()))

    @routes.route("/v1/things")
    @Operation(answers={200: None}, query=LISTING, auth="optional")
    def things() -> Response:
        """Things"""
        return reply(load_query(LISTING), headers={"X-Kept": "yes"})

    @routes.route("/v1/things", methods=["POST"])
    @Operation(answers={204: None})
    def make_thing() -> Response:
        """Make"""
        return no_content({"Location": "/v1/things/1"})

    @routes.route("/v1/things/<thing>")
    @Operation(answers={200: None, 304: None}, headers=("If-None-Match",))
    def thing(thing: str) -> Response:
        """One"""
        etag = weak_etag("7.abc")
        return not_modified(etag) or reply({"thing": thing}, headers=for_viewer(etag))

    @routes.route("/v1/me")
    @Operation(answers={200: None}, auth="optional")
    def me() -> Response:
        """Who"""
        return reply({"token": bearer_token(request)})

    @routes.route("/v1/mine")
    @Operation(answers={200: None}, auth="required")
    def mine() -> Response:
        """Mine"""
        return reply({"token": require_token(request)})

    @routes.route("/v1/raise/<what>")
    @Operation(answers={200: None})
    def raising(what: str) -> Response:
        """Raise"""
        error = RAISED[what]()
        raise error

    app.register_blueprint(routes)
    return app


def make_client(**settings: Any) -> FlaskClient:
    return make_app(**settings).test_client()


def post(
    client: FlaskClient,
    body: Any,
    content_type: str = "application/json",
    path: str = "/v1/echo",
    **headers: str,
) -> TestResponse:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post(path, data=body, content_type=content_type, headers=named)


def assert_problem(response: TestResponse, status: int, code: str | None = None) -> None:
    assert response.status_code == status
    assert response.content_type == "application/problem+json"
    assert "Location" not in response.headers
    if response.request.method == "HEAD":
        assert response.data == b""
        return
    told = response.get_json()
    assert told["status"] == status
    assert code in (None, told["code"])
