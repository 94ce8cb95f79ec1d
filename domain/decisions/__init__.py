"""What is owed, with which options, and the commands that answer it."""

from domain.decisions.decisions import (
    KINDS,
    Decision,
    is_name,
    is_open,
    open_decisions,
    options,
    parse,
    waiting_on,
)

__all__ = [
    "KINDS",
    "Decision",
    "is_name",
    "is_open",
    "open_decisions",
    "options",
    "parse",
    "waiting_on",
]
