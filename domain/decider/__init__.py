"""decide(command, state) -> events: what comes of a command."""

from domain.decider.decide import KIND_OF, consequences, decide

__all__ = ["KIND_OF", "consequences", "decide"]
