"""The policy `careful`: it weighs what each option costs, and keeps nothing in mind.

Which module answers which kind of decision; what each does is written there.
"""

import random
from collections.abc import Mapping
from typing import Any

from bots.policies import choices, drafts, openly, picks
from bots.policies.table import View


def choose(view: View, decision: Mapping[str, Any], rng: random.Random) -> Mapping[str, Any]:
    """An answer it holds for good; the same for the same view, decision and state of `rng`."""
    options = decision["options"]
    match decision["kind"]:
        case "pick":
            return picks.pick(view, rng)
        case "row" | "place":
            return dict(choices.choose(view, options, rng))
        case "play":
            return openly.play(view, options)
        case "draft":
            return dict(drafts.draft(view, options))
        case _:
            return dict(options[0])
