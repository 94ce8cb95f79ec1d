"""What a bot answers: from its policy, from what its seat could see, and from the server's chance.

All three stand still while a decision is open. So it does not matter when a job asks, or how often,
and whoever has the whole game after its end gets the same answer again (docs/bots.md).
"""

import random

from bots.policies import POLICIES
from domain.decisions import Decision
from domain.decisions.kinds import Body
from domain.ledger.fairness import chance
from domain.state import State
from domain.views.opened import opening_view


def named(policy: str) -> str | None:
    """The policy of this name in its present version, as an answer names it: `careful/1`.

    None if there is no such policy here.
    """
    found = POLICIES.get(policy)
    return None if found is None else f"{policy}/{found.version}"


def answer(state: State, decision: Decision, policy: str) -> Body | None:
    """What `policy` (named with its version) answers to a decision that is open in `state`.

    None if there is no such policy here, or it has another version. Of the state, which knows
    everything, the policy is shown the view of the decision's own seat and no more.
    """
    name = policy.partition("/")[0]
    if policy != named(name):
        return None
    seen = opening_view(state, decision.seat)
    owed = next(each for each in seen["you"]["decisions"] if each["id"] == decision.id)
    seed = chance(state.seed, state.game, decision.id)
    return POLICIES[name].choose(seen, owed, random.Random(seed))  # noqa: S311 - seeded by a secret
