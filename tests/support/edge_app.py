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
NO_SERVICES = object()


class UnlistedViolation(RuleViolation):
    code = "something_new"


class PickSchema(StrictSchema):
    card = StrictInteger(required=True, minimum=1, maximum=104)


class SeatsSchema(StrictSchema):
    seats = fields.List(fields.Nested(PickSchema))
    name = Name()


class Anything:
    """A schema that takes every object as it is."""

    def load(self, data: Any) -> Any:
        return data


LISTING = schema("Listing", **PAGE)
RAISED = {
    "rule": lambda: GameFull("All ten seats are taken.", seats=10),
    "unlisted": lambda: UnlistedViolation("No.", allowed=[1]),
    "down": lambda: StoreDown("redis://secret-host:6379 refused"),
    "damaged": lambda: Damaged("someGame", 7, "hash differs at secret-host"),
    "unreadable": lambda: Unreadable("someGame", 7, "secret"),
    "conflict": lambda: Conflict("someGame", (Stored(3, b"{}", None, ""),)),
    "bug": lambda: ZeroDivisionError("secret-detail"),
    "problem": lambda: Problem("too_many_streams_for_you", "Slower."),
}


def thing(thing: str) -> Response:
    etag = weak_etag("7.abc")
    return not_modified(etag) or reply({"thing": thing}, headers=for_viewer(etag))


def raising(what: str) -> Response:
    error = RAISED[what]()
    raise error


def make_app(services: Any = NO_SERVICES, **settings: Any) -> Flask:
    app = create_app(Settings(max_body=LIMIT, **settings), services=services)
    routes = Blueprint("probe", __name__)

    def add(method: str, path: str, view: Any, status: int = 200, **described: Any) -> None:
        """A route whose summary is its name."""
        view.__doc__ = view.__name__ = f"{method} {path}".translate(str.maketrans("/<> ", "____"))
        answers = {status: None, **({304: None} if "headers" in described else {})}
        routes.route(path, methods=[method])(Operation(answers=answers, **described)(view))

    add("POST", "/v1/echo", lambda: reply(load(Anything())), body={"type": "object"})
    add("POST", "/v1/seats", lambda: reply(load(SeatsSchema())), body=SeatsSchema)
    kept = {"X-Kept": "yes"}
    things = lambda: reply(load_query(LISTING), headers=kept)  # noqa: E731 - one of several
    add("GET", "/v1/things", things, query=LISTING, auth="optional")
    add("POST", "/v1/things", lambda: no_content({"Location": "/v1/things/1"}), 204)
    add("GET", "/v1/things/<thing>", thing, headers=("If-None-Match",))
    add("GET", "/v1/me", lambda: reply({"token": bearer_token(request)}), auth="optional")
    add("GET", "/v1/mine", lambda: reply({"token": require_token(request)}), auth="required")
    add("GET", "/v1/raise/<what>", raising)
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
    assert response.headers["Cache-Control"] == "no-store"
    told = response.get_json()
    assert told["status"] == status
    assert told["type"] == "urn:toma6:problem:" + told["code"]
    assert told["title"]
    assert told["detail"]
    assert code in (None, told["code"])
