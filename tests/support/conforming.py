"""What every answer of the API must be, whatever was asked: by the document, strictly. The
document's schemas are made stricter than a client would read them: a member that the document does
not name is a mistake here."""

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any

from flask import Flask
from jsonschema_rs import Draft202012Validator, Registry

from domain.audit import verify_text
from domain.audit.verdicts import Report
from service.http.describe import document
from service.http.problems import PROBLEMS
from tests.support.client import Answer, Headers
from tests.support.processes import ROOT

PROBLEM = "application/problem+json"
MEMBERS = {"type", "title", "status", "detail", "code"}
BUNDLE = json.loads((ROOT / "docs/audit-bundle.schema.json").read_text("utf-8"))
BUNDLES = Draft202012Validator(BUNDLE)


def checker(app: Flask) -> Callable[[Answer], None]:
    """A function that fails for an answer that `app`'s document does not describe."""
    found = _strict(json.loads(json.dumps(document(app))))
    registry = Registry([("urn:api", found)])

    @cache
    def validator(pointer: str) -> Draft202012Validator:
        return Draft202012Validator({"$ref": f"urn:api#{pointer}"}, registry=registry)

    templates = {
        path: re.compile(re.sub(r"\\{[^/]+?\\}", "[^/]+", re.escape(path)))
        for path in found["paths"]
    }

    def check(answer: Answer) -> None:
        check_form(answer)
        path = answer.path.partition("?")[0]
        known = [t for t, pattern in templates.items() if pattern.fullmatch(path)]
        template = path if path in known else next(iter(known), None)
        described = found["paths"].get(template, {}).get(answer.method.lower())
        if described is None or answer.status in {400, 401, 404, 405, 413, 414, 415}:
            return  # general answers of the edge; their form was checked
        if answer.status == 422 and b'"invalid_parameter"' in answer.body:
            return  # the same, where no query is taken
        assert str(answer.status) in described["responses"], (
            f"{answer.method} {template}: {answer.status} is not documented: {answer.body[:300]!r}"
        )
        response = described["responses"][str(answer.status)]
        if "content" not in response or not answer.body:
            return
        media = (answer.header("Content-Type") or "").partition(";")[0]
        name = next(m for m in response["content"] if m.partition(";")[0] == media)
        if "schema" not in response["content"][name] or media != "application/json":
            return
        steps = ("paths", template, answer.method.lower(), "responses", str(answer.status))
        pointer = "/".join(["", *map(_escaped, (*steps, "content", name, "schema"))])
        for fault in validator(pointer).iter_errors(answer.json):
            raise AssertionError(f"{answer.method} {template}: {fault}")

    return check


def check_form(answer: Answer) -> None:
    """What holds for every answer on its own: no redirect, no page, no header twice, problems for
    errors."""
    assert answer.status == 304 or not 300 <= answer.status < 400
    names = [name.lower() for name, _ in answer.headers]
    assert len(set(names)) == len(names), answer.headers
    assert answer.header("X-Content-Type-Options") == "nosniff"
    assert answer.header("Cache-Control")
    if answer.status < 400 or answer.method == "HEAD":
        return
    assert answer.header("Content-Type") == PROBLEM, answer.headers
    told = json.loads(answer.body, parse_constant=_refuse)
    assert told.keys() >= MEMBERS
    assert told["status"] == answer.status
    assert PROBLEMS[told["code"]][0] == answer.status
    assert told["type"] == f"urn:toma6:problem:{told['code']}"
    assert (answer.header("WWW-Authenticate") is not None) == (answer.status == 401)
    assert (answer.header("Retry-After") is not None) == (answer.status in {429, 503})


def verified(bundle: Answer) -> Report:
    """The report on a bundle as it was sent: of the documented shape, integrity and rules hold."""
    assert not list(BUNDLES.iter_errors(bundle.json))
    report = verify_text(bundle.expect(200).body.decode())
    assert report.integrity.ok, report
    assert report.rules.ok, report
    return report


def without_number(headers: Headers) -> Headers:
    """The headers without what tells one request from the next, but not without its length."""
    return [
        (name, f"{len(value)}") if name == "X-Request-Id" else (name, value)
        for name, value in headers
    ]


def _strict(schema: Any) -> Any:
    if isinstance(schema, dict):
        strict = {key: _strict(below) for key, below in schema.items()}
        if isinstance(strict.get("properties"), dict) and strict.get("type") == "object":
            strict.setdefault("additionalProperties", False)
        return strict
    return [_strict(below) for below in schema] if isinstance(schema, list) else schema


def _escaped(step: str | None) -> str:
    return str(step).replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")


def _refuse(constant: str) -> None:
    raise AssertionError(f"{constant} is not JSON")
