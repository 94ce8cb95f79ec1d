"""The attempts of a bundle: their form and whose they are. Nothing else about them can be checked.

They are kept apart from the game's stream, so no hash and no signature covers them.
"""

from collections import Counter
from typing import Final

from domain.audit.reading.contents import Contents
from domain.audit.reading.forms import SEAT
from domain.audit.reading.shapes import Shape, text
from domain.audit.verdicts import Rejected
from domain.decisions import is_decision_id, parse
from domain.text.times import is_time

ANOTHERS: Final = "not_your_decision"
"""The one code of an attempt at the decision of another seat."""
MAX_ATTEMPTS_PER_SEAT: Final = 200

_ATTEMPT: Final = Shape(
    {"at": is_time, "seat": SEAT, "decision": is_decision_id, "code": text("[a-z][a-z_]{0,39}")}
)


def check(contents: Contents) -> int:
    """How many attempts there are.

    :raises Rejected: at the first that is not in its form, out of order, or not to be seen.
    """
    before = ""
    counts: Counter[int] = Counter()
    for attempt in contents.attempts:
        _ATTEMPT.demand("an attempt", attempt)
        at, seat = attempt["at"], attempt["seat"]
        if at < before:
            raise Rejected("attempts are not in the order of their times")
        before = at
        if seat >= contents.created.seats:
            raise Rejected(f"an attempt of seat {seat}, which is none of the game's")
        if not contents.complete and seat != contents.asked_by:
            raise Rejected("an attempt of another seat than asked, while the game runs")
        if (parse(attempt["decision"]).seat != seat) != (attempt["code"] == ANOTHERS):
            raise Rejected(f"an attempt of seat {seat} at the decision of another one")
        counts[seat] += 1
        if counts[seat] > MAX_ATTEMPTS_PER_SEAT:
            raise Rejected(f"more than {MAX_ATTEMPTS_PER_SEAT} attempts of seat {seat}")
    dropped = contents.attempts_dropped
    if dropped < 0 or (dropped and not contents.complete and contents.asked_by is None):
        raise Rejected(f"attempts_dropped {dropped} cannot be")
    return len(contents.attempts)
