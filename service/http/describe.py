"""Describing routes for the OpenAPI document. How that is written out is in `openapi.py`.

flask-smorest collects the document; its run-time half (parsing arguments, dumping answers) is
not used: routes read with `jsonbody` and answer with `jsonreply`, and `operation` adds nothing
to a call.
"""

import http
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, TypeVar

from flask import Flask
from flask_smorest import Api, Blueprint  # type: ignore[import-untyped]
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from service.http.jsonreply import JSON
from service.http.problem_handlers import answer_http
from service.http.problems import PROBLEM_JSON
from service.schemas.common import ProblemSchema, Schema

View = TypeVar("View", bound=Callable[..., Any])
SchemaLike = type[Schema] | Schema | Mapping[str, Any] | str | None

SECURITY_SCHEME: Final = {
    "type": "http",
    "scheme": "bearer",
    "description": "A token of a seat or of a game, as it was handed out: `t6…`, 47 characters.",
}
_NEEDS: Final[Mapping[str, list[dict[str, list[str]]]]] = {
    "required": [{"token": []}],
    "optional": [{}, {"token": []}],
    "none": [],
}
HEADER_PARAMETERS: Final[Mapping[str, str]] = {
    "Accept-Language": "en, es, fr or de, for titles and summaries.",
    "Idempotency-Key": "Repeating the request with the same key and body repeats the answer.",
    "If-None-Match": "Answer 304 if this is still the current ETag.",
    "Last-Event-ID": "The revision after which a broken stream goes on.",
    "Prefer": "`wait=n`: wait up to n seconds for something new.",
}
HEADER_PATTERNS: Final[Mapping[str, str]] = {
    "Idempotency-Key": "^[!-~]{1,255}$",
    "Last-Event-ID": "^[0-9]{0,16}$",
}


class ProblemApi(Api):  # type: ignore[misc]
    """flask-smorest's collector, with problem documents as its errors."""

    ERROR_SCHEMA = ProblemSchema

    def handle_http_exception(self, error: HTTPException) -> Response:
        return answer_http(error)

    def _register_responses(self) -> None:
        for status in http.HTTPStatus:
            if status >= 400:
                self._register_problem(status.name, status.phrase)
        self._register_problem(self.DEFAULT_ERROR_RESPONSE_NAME, "A problem document")

    def _register_etag_headers(self) -> None:
        """Nothing: the library's own components would stand in the document unused."""

    def _register_pagination_header(self) -> None:
        """Nothing, as above."""

    def _register_problem(self, name: str, description: str) -> None:
        content = {PROBLEM_JSON: {"schema": ProblemSchema}}
        self.spec.components.response(
            name, {"description": description, "content": content}, lazy=True
        )


class Routes(Blueprint):  # type: ignore[misc]
    """A flask-smorest blueprint whose `route` keeps its function's type."""

    def route(self, rule: str, **options: Any) -> Callable[[View], View]:
        decorate: Callable[[View], View] = super().route(rule, **options)
        return decorate


def operation(
    *,
    answers: Mapping[int, SchemaLike],
    fails: Sequence[int] = (),
    body: SchemaLike = None,
    query: type[Schema] | None = None,
    headers: Sequence[str] = (),
    auth: Literal["required", "optional", "none"] = "none",
    media: Mapping[str, Any] | None = None,
    **more: Any,
) -> Callable[[View], View]:
    """Describe a route, below `@blueprint.route`. Returns the function itself, not a wrapper.

    answers: success status -> schema of its JSON body, None if it has none. fails: statuses
    answered with a problem. body, query: what `jsonbody.load` and `load_query` are given.
    headers: names from HEADER_PARAMETERS. auth: whether a token is needed. media: further
    media types of the first answer, as type -> OpenAPI schema. more: anything else of an
    Operation Object. The docstring's first paragraph becomes the summary, the rest the
    description, the function's name the id.
    """

    def describe(view: View) -> View:
        responses: dict[int, Any] = {status: [_answer(status, s)] for status, s in answers.items()}
        if media:
            first = responses[next(iter(answers))]
            first.extend(
                {**_answer(next(iter(answers)), schema), "content_type": type_}
                for type_, schema in media.items()
            )
        responses.update({status: [http.HTTPStatus(status).name] for status in fails})
        manual: dict[str, Any] = {"operationId": view.__name__, "security": _NEEDS[auth], **more}
        if body is not None:
            manual["requestBody"] = {"required": True, "content": {JSON: {"schema": body}}}
        described: dict[str, Any] = {
            "response": {"responses": responses},
            "success_status_codes": list(answers),
            "manual_doc": manual,
        }
        parameters: list[Any] = [_header(name) for name in headers]
        if query is not None:
            parameters.append({"in": "query", "schema": query})
        if parameters:
            described["arguments"] = {"parameters": parameters}
        view._apidoc = described  # type: ignore[attr-defined]  # noqa: SLF001 - its protocol
        return view

    return describe


def _answer(status: int, schema: SchemaLike) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "description": http.HTTPStatus(status).phrase,
        "content_type": JSON,
    }
    if schema is not None:
        answer["schema"] = schema
    return answer


def _header(name: str) -> dict[str, Any]:
    schema: dict[str, str] = {"type": "string"}
    if pattern := HEADER_PATTERNS.get(name):
        schema["pattern"] = pattern
    return {
        "in": "header",
        "name": name,
        "description": HEADER_PARAMETERS[name],
        "schema": schema,
    }


def document(app: Flask) -> dict[str, Any]:
    """The whole document of `app`, as plain data."""
    found: dict[str, Any] = app.extensions["flask-smorest"]["apis"][""]["ext_obj"].spec.to_dict()
    return found
