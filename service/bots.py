"""The bots that can be seated, by name. How they choose is in `workers.policies`.

The names are repeated here because the service may not import the workers; a test holds the
two in step.
"""

from typing import Final

POLICIES: Final = ("careful", "random")


def bot_name(policy: str, seated: int) -> str:
    """What a bot is called that was given no name."""
    return f"{policy} bot {seated + 1}"
