"""What can be played, and with which options. The same for everybody, so it may be cached."""

import re
from typing import Any

from flask import Blueprint, Response, request

from bots.policies import POLICIES
from domain.errors import UnknownRuleset
from domain.rulesets import RULESETS, Option, Ruleset, ruleset
from service.http.describe import Operation
from service.http.jsonreply import reply
from service.problems import Problem
from service.routes.ruleset_texts import LANGUAGES, TEXTS
from service.schemas import responses

blueprint = Blueprint("rulesets", __name__)


@blueprint.route("/v1/rulesets")
@Operation(answers={200: responses.RulesetList}, headers=("Accept-Language",))
def list_rulesets() -> Response:
    """List the rulesets"""
    language = _language()
    shown = [describe(rules, language) for rules in RULESETS.values()]
    return reply({"rulesets": shown}, headers=_headers(language))


@blueprint.route("/v1/rulesets/<key>")
@Operation(answers={200: responses.Ruleset}, headers=("Accept-Language",))
def get_ruleset(key: str) -> Response:
    """Look at one ruleset, by key or alias

    Its title and summary in the best of the languages asked for, its seats, the schema of its
    options with their defaults, and the kinds of decisions that its players owe.
    """
    language = _language()
    try:
        return reply(describe(ruleset(key), language), headers=_headers(language))
    except UnknownRuleset as error:
        raise Problem("not_found", error.message, **error.extras) from None


def describe(rules: Ruleset, language: str) -> dict[str, Any]:
    """A ruleset as data for a client."""
    text = TEXTS[rules.key][language]
    return {
        "key": rules.key,
        "aliases": list(rules.aliases),
        "title": text.title,
        "summary": text.summary,
        "rules": rules.rules,
        "seats": {"minimum": rules.seats[0], "maximum": rules.seats[-1]},
        "options": {
            "type": "object",
            "properties": {option.name: option_schema(option) for option in rules.agreed},
            "additionalProperties": False,
        },
        "decisions": list(rules.decisions),
        "policies": list(POLICIES),
    }


def option_schema(option: Option) -> dict[str, Any]:
    """What an option allows, as JSON Schema."""
    if option.values:
        return {"enum": list(option.values), "default": option.default}
    return {
        "type": ["integer", "null"] if option.nullable else "integer",
        "minimum": option.minimum,
        "maximum": option.maximum,
        "default": option.default,
    }


def _language() -> str:
    """The language asked for that we have: each range, the best first, as it is and then shorter
    and shorter (RFC 4647, section 3.4), so that es-MX finds es before a lesser wish is heard."""
    asked = [(tag.lower(), quality) for tag, quality in request.accept_languages]
    refused = {tag for tag, quality in asked if not quality}
    for tag, quality in sorted(asked, key=lambda each: -each[1]):
        while quality and tag:
            if tag in LANGUAGES and tag not in refused:
                return tag
            tag = re.sub(r"(-[a-z0-9])?-[^-]*\Z", "", tag) if "-" in tag else ""  # noqa: PLW2901
    return LANGUAGES[0]


def _headers(language: str) -> dict[str, str]:
    return {
        "Content-Language": language,
        "Vary": "Accept-Language",
        "Cache-Control": "public, max-age=300",
    }
