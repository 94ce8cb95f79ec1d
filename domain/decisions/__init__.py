"""What is owed, with which options, and the commands that answer it."""

from domain.decisions.decisions import (
    Decision,
    asked_of,
    is_decision_id,
    is_open,
    open_decisions,
    options,
    parse,
    waiting_on,
)
