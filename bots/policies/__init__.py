"""How bots decide: the policies by name. A new one is a module and a line here.

A policy is a plain function. It gets what its seat may see, what the seat owes, and a source of
chance, and it returns the answer's body. It keeps nothing between calls, and the same three
arguments give the same answer. Bot authors call it with the same JSON that HTTP gives them
(docs/bots.md).
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bots.policies import careful, random_policy

Choose = Callable[[Mapping[str, Any], Mapping[str, Any], random.Random], Mapping[str, Any]]
"""choose(view, decision, rng) -> body. `decision` is one of the view's own, with options."""


@dataclass(frozen=True, slots=True)
class Policy:
    """What chooses, and its version, which is raised whenever an answer of it changes.

    Every answer of a bot names both, so that it can be asked again after the game.
    """

    version: int
    choose: Choose


POLICIES: Mapping[str, Policy] = {
    "careful": Policy(1, careful.choose),
    "random": Policy(1, random_policy.choose),
}
