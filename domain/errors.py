"""Why a command is refused: one class per reason, each with a stable `code`.

The codes are public: clients branch on them. Which HTTP status a code becomes is decided in
the service, in one table.
"""

from collections.abc import Mapping
from typing import Any, ClassVar


class RuleViolation(Exception):
    """A command that the rules or the state of the game do not allow.

    `message` says what is wrong in words for a person, `extras` what would have been
    allowed, as data for a program.
    """

    code: ClassVar[str] = "rule_violation"

    def __init__(self, message: str, **extras: Any) -> None:
        super().__init__(message)
        self.message = message
        self.extras: Mapping[str, Any] = extras


class UnknownRuleset(RuleViolation):
    code = "unknown_ruleset"


class InvalidOption(RuleViolation):
    code = "invalid_option"


class InvalidSeatCount(RuleViolation):
    code = "invalid_seat_count"


class GameFull(RuleViolation):
    code = "game_full"


class SeatNotFree(RuleViolation):
    code = "seat_not_free"


class SeatGone(RuleViolation):
    code = "gone"


class NoSuchSeat(RuleViolation):
    code = "no_such_seat"


class NotEnoughPlayers(RuleViolation):
    code = "not_enough_players"


class AlreadyStarted(RuleViolation):
    code = "already_started"


class GameOver(RuleViolation):
    code = "game_over"


class NotYet(RuleViolation):
    """The clock has not run out, or there is none that would act."""

    code = "not_yet"


class UnknownDecision(RuleViolation):
    code = "unknown_decision"


class NotYourDecision(RuleViolation):
    code = "not_your_decision"


class DecisionNotOpen(RuleViolation):
    """The decision is not owed, or not yet."""

    code = "decision_not_open"


class DecisionClosed(RuleViolation):
    """The decision was owed once, and it is too late to answer it."""

    code = "decision_closed"


class AlreadyAnswered(RuleViolation):
    """The decision was answered before, and with something else."""

    code = "already_answered"


class NotAnOption(RuleViolation):
    code = "not_an_option"


class KeyReused(RuleViolation):
    """The idempotency key was used before, for something else."""

    code = "idempotency_key_reused"


class UnreadableEntry(Exception):
    """A stored entry that this version cannot read: unknown, from the future, or malformed."""
