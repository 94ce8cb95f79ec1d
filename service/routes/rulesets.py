"""What can be played, and with which options."""

from flask import Response

from domain.errors import UnknownRuleset
from domain.rulesets import RULESETS, Ruleset, ruleset
from service.bots import POLICIES
from service.describe import Routes, operation
from service.jsonreply import reply
from service.problems import Problem
from service.schemas.rulesets import RulesetListSchema, RulesetSchema

blueprint = Routes("rulesets", __name__, description="Rulesets")


@blueprint.route("/v1/rulesets")
@operation(answers={200: RulesetListSchema})
def list_rulesets() -> Response:
    """List the rulesets"""
    return reply({"rulesets": [describe(rules) for rules in RULESETS.values()]})


@blueprint.route("/v1/rulesets/<key>")
@operation(answers={200: RulesetSchema}, fails=(404,))
def get_ruleset(key: str) -> Response:
    """Look at one ruleset: its seats, options with defaults, and kinds of decisions"""
    try:
        return reply(describe(ruleset(key)))
    except UnknownRuleset as error:
        raise Problem("not_found", error.message, **error.extras) from None


def describe(rules: Ruleset) -> dict[str, object]:
    """A ruleset as data for a client."""
    return {
        "key": rules.key,
        "aliases": list(rules.aliases),
        "title": rules.title,
        "rules": rules.rules,
        "seats": {"minimum": rules.seats[0], "maximum": rules.seats[-1]},
        "options": {option.name: option.allowed for option in rules.agreed},
        "decisions": list(rules.decisions),
        "policies": list(POLICIES),
    }
