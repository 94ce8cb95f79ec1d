"""The statuses and findings of docs/vectors/verdicts.json, which both verifiers are tested against.

Verdicts begin at 20, because interpreters and shells end with small numbers when they fail.
"""

from collections.abc import Mapping
from typing import Final

PROVEN: Final = 0
NO_VERDICT: Final = 3
INTEGRITY: Final = 20
RULES: Final = 21
ANOTHER_HISTORY: Final = 22
ANOTHER_ANSWER: Final = 23
RECEIPT: Final = 24
UNSIGNED: Final = 25
BOTS: Final = 26
BOTS_NOT_ASKED: Final = 27

NAMES: Final[Mapping[int, str]] = {
    PROVEN: "proven",
    NO_VERDICT: "no_verdict",
    INTEGRITY: "integrity",
    RULES: "rules",
    ANOTHER_HISTORY: "another_history",
    ANOTHER_ANSWER: "another_answer",
    RECEIPT: "receipt",
    UNSIGNED: "unsigned",
    BOTS: "bots",
    BOTS_NOT_ASKED: "bots_not_asked",
}
"""Every status and its name. The first that applies counts, in this order, `proven` last."""

FINDINGS: Final[Mapping[str, int]] = {
    "agrees": PROVEN,
    "another_history": ANOTHER_HISTORY,
    "another_answer": ANOTHER_ANSWER,
    "altered": RECEIPT,
    "unknown_key": RECEIPT,
    "unopened": RECEIPT,
    "foreign": PROVEN,
}
"""What holding a receipt against the record can show, and the status that it leads to."""
