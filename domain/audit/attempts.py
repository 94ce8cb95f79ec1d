"""The attempts of a bundle: their form and whose they are. Nothing else about them can be checked.

They are kept apart from the game's stream, so no hash and no signature covers them.
"""

import re

from domain.audit.contents import Contents, members
from domain.audit.report import Rejected
from domain.decisions import parse
from domain.errors import UnknownDecision
from domain.times import milliseconds

_ATTEMPT = {"at": (str,), "seat": (int,), "decision": (str,), "code": (str,)}
_CODE = re.compile("[a-z][a-z_]{0,39}", re.ASCII)
ANOTHERS = "not_your_decision"
"""The one code of an attempt at the decision of another seat."""


def check(contents: Contents) -> int:
    """How many attempts there are.

    :raises Rejected: at the first that is not in its form, out of order, or not to be seen.
    """
    before = ""
    for attempt in contents.attempts:
        members(attempt, _ATTEMPT, "an attempt")
        at, seat, code = attempt["at"], attempt["seat"], attempt["code"]
        _check_time(at)
        if at < before:
            raise Rejected("attempts are not in the order of their times")
        before = at
        if not 0 <= seat < contents.created.seats:
            raise Rejected(f"an attempt of seat {seat}, which is none of the game's")
        if not contents.complete and seat != contents.asked_by:
            raise Rejected("an attempt of another seat than asked, while the game runs")
        if not _CODE.fullmatch(code):
            raise Rejected("the code of an attempt is none")
        if (_seat_of(attempt["decision"]) != seat) != (code == ANOTHERS):
            raise Rejected(f"an attempt of seat {seat} at the decision of another one")
    dropped = contents.attempts_dropped
    if dropped < 0 or (dropped and not contents.complete and contents.asked_by is None):
        raise Rejected(f"attempts_dropped {dropped} cannot be")
    return len(contents.attempts)


def _check_time(at: str) -> None:
    try:
        milliseconds(at)
    except ValueError as error:
        raise Rejected("the time of an attempt is none") from error


def _seat_of(decision: str) -> int:
    try:
        return parse(decision).seat
    except UnknownDecision as error:
        raise Rejected("an attempt at what cannot be a decision") from error
