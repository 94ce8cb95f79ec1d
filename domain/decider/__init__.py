"""decide(command, state) -> events: what comes of a command."""

from domain.decider.decide import consequences, decide
