"""The OpenAPI document: `Operation` says beside each route what it takes and answers, `document`
collects that with apispec. How it is written out is in `openapi.py`.
"""

import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final, Literal, TypeVar

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Flask
from werkzeug.routing import Rule

from service.http.jsonreply import JSON
from service.http.problems import PROBLEM_JSON
from service.schemas.common import ProblemSchema, Schema

View = TypeVar("View", bound=Callable[..., Any])
SchemaLike = type[Schema] | Schema | Mapping[str, Any]

TOKEN: Final = {
    "type": "http",
    "scheme": "bearer",
    "description": "A token of a seat or of a game, as it was handed out: `t6…`, 47 characters.",
}
NEEDS: Final[Mapping[str, list[dict[str, list[str]]]]] = {
    "required": [{"token": []}],
    "optional": [{}, {"token": []}],
    "none": [],
}
HEADERS: Final[Mapping[str, str]] = {
    "Accept-Language": "en, es, fr or de, for titles and summaries.",
    "Idempotency-Key": "Repeating the request with the same key and body repeats the answer.",
    "If-None-Match": "Answer 304 if this is still the current ETag.",
    "Last-Event-ID": "The revision after which a broken stream goes on.",
    "Prefer": "`wait=n`: wait up to n seconds for something new.",
}
PATTERNS: Final = {
    "Idempotency-Key": "^[!-+\\--~]{1,255}$",
    "Last-Event-ID": "^(0|[1-9][0-9]{0,15})?$",
}
TAGS: Final = {
    "rulesets": "Rulesets",
    "games": "Games",
    "seats": "Seats",
    "decisions": "What is owed, and answers",
    "events": "The feed",
    "audit": "Proof",
    "tokens": "Accounts and their tokens",
    "me": "The inbox of an account",
    "webhooks": "Webhooks of an account",
    "health": "For whoever runs the server",
    "docs": "This description",
}
"""What each blueprint has the routes for, in the document's order."""


@dataclass(frozen=True, kw_only=True)
class Operation:
    """Describes a route, below `@blueprint.route`; the function stays as it is.

    The docstring's first paragraph becomes the summary, the rest the description, the function's
    name the id.
    """

    answers: Mapping[int, SchemaLike | None]
    """Success status -> schema of its JSON body, None if it has none."""
    fails: Sequence[int] = ()
    """Statuses answered with a problem, besides those of every route of its kind (`_failures`)."""
    body: SchemaLike | None = None
    """What `jsonbody.load` is given; `query`: what `load_query` is."""
    query: SchemaLike | None = None
    headers: Sequence[str] = ()
    """Names from HEADERS."""
    auth: Literal["required", "optional", "none"] = "none"
    media: Mapping[str, Any] | None = None
    """Further media types of the first answer, as type -> OpenAPI schema."""

    def __call__(self, view: View) -> View:
        view.operation = self  # type: ignore[attr-defined]
        return view


def document(app: Flask) -> dict[str, Any]:
    """The whole document of `app`, as plain data, but for where the server is found."""
    spec = APISpec(
        "toma6",
        "v1",
        "3.1.0",
        [MarshmallowPlugin()],
        info={"description": "An event-sourced server for the card game 6 nimmt!"},
    )
    spec.components.security_scheme("token", TOKEN)
    problem = {PROBLEM_JSON: {"schema": ProblemSchema}}
    named = {status.name: status.phrase for status in HTTPStatus if status >= 400}
    for name, description in {**named, "DEFAULT_ERROR": "A problem document"}.items():
        response = {"description": description, "content": problem}
        spec.components.response(name, response, lazy=True)
    for rule in app.url_map.iter_rules():
        view = app.view_functions[rule.endpoint]
        if hasattr(view, "operation"):
            (method,) = (rule.methods or set()) - {"HEAD", "OPTIONS"}
            path = re.sub(r"<(?:int:)?(\w+)>", r"{\1}", rule.rule)
            operations = {method.lower(): _described(rule, view, view.operation)}
            spec.path(path, operations=operations, parameters=_path_parameters(rule))
    for name, description in TAGS.items():
        spec.tag({"name": name, "description": description})
    found: dict[str, Any] = spec.to_dict()
    return found


def _described(rule: Rule, view: Callable[..., Any], said: Operation) -> dict[str, Any]:
    """The Operation Object of a route."""
    summary, _, description = inspect.cleandoc(view.__doc__ or "").partition("\n\n")
    answers = {**said.answers, **({304: None} if "If-None-Match" in said.headers else {})}
    responses: dict[str, Any] = {str(status): _answer(status, s) for status, s in answers.items()}
    if said.media:
        content = responses[str(next(iter(answers)))].setdefault("content", {})
        content.update({name: {"schema": schema} for name, schema in said.media.items()})
    responses |= {str(status): HTTPStatus(status).name for status in _failures(rule, said)}
    made: dict[str, Any] = {
        "operationId": view.__name__,
        "tags": [rule.endpoint.partition(".")[0]],
        "summary": summary,
        "security": NEEDS[said.auth],
        "responses": {**responses, "default": "DEFAULT_ERROR"},
    }
    if description:
        made["description"] = description
    if said.body is not None:
        made["requestBody"] = {"required": True, "content": {JSON: {"schema": said.body}}}
    query = [] if said.query is None else [{"in": "query", "schema": said.query}]
    if parameters := [*map(_header, said.headers), *query]:
        made["parameters"] = parameters
    return made


def _failures(rule: Rule, said: Operation) -> Iterator[int]:
    """What can go wrong with every route of a kind, and with this one."""
    yield from said.fails
    if said.auth != "none":
        yield from (401, 403, 503)
    if said.body is not None:
        yield from (400, 413, 415, 422)
    if said.query is not None:
        yield from (400, 422)
    if "Idempotency-Key" in said.headers:
        yield 400
    if rule.arguments:
        yield 404
    if "game" in rule.arguments:
        yield 500


def _answer(status: int, schema: SchemaLike | None) -> dict[str, Any]:
    answer: dict[str, Any] = {"description": HTTPStatus(status).phrase}
    return answer if schema is None else {**answer, "content": {JSON: {"schema": schema}}}


def _header(name: str) -> dict[str, Any]:
    schema = {"type": "string", **({"pattern": PATTERNS[name]} if name in PATTERNS else {})}
    return {"in": "header", "name": name, "description": HEADERS[name], "schema": schema}


def _path_parameters(rule: Rule) -> list[dict[str, Any]]:
    kinds = {"int:": {"type": "integer", "minimum": 0}, "": {"type": "string", "minLength": 1}}
    found = re.findall(r"<(int:)?(\w+)>", rule.rule)
    return [{"in": "path", "name": n, "required": True, "schema": kinds[kind]} for kind, n in found]
