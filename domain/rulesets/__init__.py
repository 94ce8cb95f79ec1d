"""The registry: every ruleset by its key and its aliases."""

from collections.abc import Mapping

from domain.errors import UnknownRuleset
from domain.rulesets.base import Option, Ruleset
from domain.rulesets.children import CHILDREN
from domain.rulesets.classic import CLASSIC
from domain.rulesets.hornochsen import HORNOCHSEN
from domain.rulesets.logic import LOGIC
from domain.rulesets.professional import PROFESSIONAL
from domain.rulesets.tactics import TACTICS

RULESETS: Mapping[str, Ruleset] = {
    ruleset.key: ruleset
    for ruleset in (CLASSIC, TACTICS, LOGIC, PROFESSIONAL, CHILDREN, HORNOCHSEN)
}
_BY_NAME = {name: r for r in RULESETS.values() for name in (r.key, *r.aliases)}


def ruleset(name: str) -> Ruleset:
    """The ruleset called `name`, by key or alias.

    :raises UnknownRuleset: with the keys there are as `allowed`.
    """
    try:
        return _BY_NAME[name]
    except KeyError:
        raise UnknownRuleset(f"There is no ruleset {name!r}.", allowed=sorted(RULESETS)) from None
