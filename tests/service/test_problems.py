"""Errors: every one is a problem document, and none tells more than it should."""

import ast
import logging
from pathlib import Path

import pytest
from openapi_spec_validator import validate
from werkzeug.exceptions import HTTPException, default_exceptions

import domain.errors
from domain.errors import RuleViolation
from service.http.describe import document
from service.http.problems import PROBLEMS, document_of_status
from service.http.problems import document as problem_document
from tests.support.edge_app import assert_problem, make_app


@pytest.mark.parametrize("status", sorted(set(default_exceptions) | {499, 599}))
def test_every_status_of_every_library_is_a_problem(status):
    app = make_app()

    @app.get("/boom")
    def boom():
        error = HTTPException("secret-description")
        error.code = status
        raise error

    response = app.test_client().get("/boom")
    assert_problem(response, status)
    assert "secret" not in response.text


@pytest.mark.parametrize(
    ("what", "status", "code"),
    [
        ("rule", 409, "game_full"), ("unlisted", 409, "rule_violation"),
        ("down", 503, "store_down"), ("conflict", 503, "busy"), ("damaged", 500, "game_damaged"),
        ("unreadable", 500, "game_unreadable"), ("bug", 500, "internal_error"),
        ("problem", 429, "too_many_streams_for_you"),
    ],
)  # fmt: skip
def test_exceptions_have_their_status_and_keep_their_insides(client, what, status, code):
    response = client.get(f"/v1/raise/{what}")
    assert_problem(response, status, code)
    assert "secret" not in response.text
    assert int(response.headers.get("Retry-After", 0)) > 0 or status not in {429, 503}


def test_a_rule_says_what_is_wrong_and_what_would_do(client):
    told = client.get("/v1/raise/rule").json
    assert (told["detail"], told["seats"]) == ("All ten seats are taken.", 10)
    told = client.get("/v1/raise/unlisted").json
    assert (told["rule"], told["allowed"]) == ("something_new", [1])


def test_a_bug_is_logged_in_full_under_the_number_the_client_gets(client, caplog):
    with caplog.at_level(logging.ERROR, logger="toma6.http"):
        response = client.get("/v1/raise/bug", headers={"X-Request-Id": "number-12345"})
    assert response.json["request_id"] == "number-12345"
    assert response.headers["X-Request-Id"] == "number-12345"
    [record] = caplog.records
    assert "number-12345" in record.getMessage()
    assert record.exc_info is not None
    assert isinstance(record.exc_info[1], ZeroDivisionError)
    client.get("/v1/raise/damaged")  # which is logged with its place
    assert "someGame" in caplog.text
    assert "revision 7" in caplog.text


GENERAL = {
    400: "bad_request", 401: "unauthorized", 403: "forbidden", 404: "not_found",
    405: "method_not_allowed", 406: "not_acceptable", 408: "request_timeout", 409: "conflict",
    410: "decision_closed", 412: "precondition_failed", 413: "body_too_large",
    414: "uri_too_long", 415: "unsupported_media_type", 417: "expectation_failed",
    422: "invalid_body", 429: "too_many_requests", 431: "headers_too_large",
    500: "internal_error", 501: "not_implemented", 503: "store_down",
}  # fmt: skip


def test_each_status_has_its_general_code_and_extras_replace_no_fixed_member():
    told = {status: document_of_status(status) for status in GENERAL}
    assert {status: each["code"] for status, each in told.items()} == GENERAL
    assert all(each["status"] == status for status, each in told.items())
    assert {status for status, _ in PROBLEMS.values()} == set(GENERAL)
    told = problem_document("not_found", "", {"type": "x", "options": [1]})
    assert told["type"] == "urn:toma6:problem:not_found"
    assert told["options"] == [1]


def test_every_code_that_the_rules_or_the_service_raise_is_in_the_table():
    kinds = [kind for kind in vars(domain.errors).values() if isinstance(kind, type)]
    codes = {kind.code for kind in kinds if issubclass(kind, RuleViolation)}
    assert len(codes) > 10
    raised = set()
    for path in Path("service").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in {"Problem", "document"}:
                code = node.args[0] if node.args else None
                if isinstance(code, ast.Constant):
                    raised.add(code.value)
    assert len(raised) > 30
    assert raised | codes <= set(PROBLEMS)


def test_the_document_is_valid_openapi_and_every_error_in_it_a_problem():
    found = document(make_app())
    validate(found)
    assert found["openapi"].startswith("3.1")
    for name, response in found["components"]["responses"].items():
        assert list(response["content"]) == ["application/problem+json"], name
