"""How bots decide: the policies by name. A new one is a module and a line here.

A policy is a plain function. It gets what its seat may see, what the seat owes, and a source of
chance, and it returns the answer's body. It keeps nothing between calls, and the same three
arguments give the same answer. Bot authors call it with the same JSON that HTTP gives them
(docs/bots.md).
"""

import random
from collections.abc import Callable, Mapping
from typing import Any

from workers.policies import careful, random_policy

Policy = Callable[[Mapping[str, Any], Mapping[str, Any], random.Random], Mapping[str, Any]]
"""choose(view, decision, rng) -> body. `decision` is one of the view's own, with options."""

POLICIES: Mapping[str, Policy] = {
    "careful": careful.choose,
    "random": random_policy.choose,
}

__all__ = ["POLICIES", "Policy"]
