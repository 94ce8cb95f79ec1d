"""Openings of names: none need be there, but each that is opens the seal in its entry."""

from collections.abc import Sequence
from itertools import takewhile

from domain import events as e
from domain import ledger
from domain.audit.contents import Contents, Form
from domain.audit.forms import NAME
from domain.audit.report import Rejected

_MEMBERS = frozenset({"game", "kind", "name"})


def of_names(contents: Contents) -> Sequence[Form]:
    """The openings that are of names: they stand first."""
    return list(takewhile(lambda each: each["payload"].get("kind") == "name", contents.openings))


def check(contents: Contents) -> int:
    """Open every name that can be opened: how many were.

    :raises Rejected: if one does not open, comes twice or out of order, or is of no seat taken.
    """
    sealed: dict[int, str] = {}
    for record in contents.records:
        if isinstance(record.event, e.SeatTaken):
            sealed.setdefault(record.revision, record.event.name_seal)
    opened = of_names(contents)
    before = 0
    for opening in opened:
        revision, payload = opening["revision"], opening["payload"]
        if revision not in sealed:
            reason = "the opening of a name is for an entry in which nobody takes a seat"
            raise Rejected(reason, contents.place_of(opening))
        if revision <= before:
            raise Rejected("openings of names do not ascend, or one comes twice", revision)
        before = revision
        if payload.keys() != _MEMBERS or payload["game"] != contents.game:
            raise Rejected("the opening of a name is not for this place", revision)
        if not NAME(payload["name"]):
            raise Rejected("the opening of a name has something else than a name", revision)
        if ledger.seal(opening["salt"], payload) != sealed[revision]:
            raise Rejected("the seal of a name does not open", revision)
    return len(opened)
