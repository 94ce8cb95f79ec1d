"""Pages of what is owed, by the nearest deadline; a cursor outlives what it names."""

from collections.abc import Mapping
from typing import Any, NoReturn

from domain.text.spelling import base64url, bytes_of
from domain.text.times import milliseconds
from service.problems import Problem


def page_of(owed: list[dict[str, Any]], query: Mapping[str, Any]) -> dict[str, Any]:
    """One page of what is owed, from behind the cursor on."""
    behind = _place(query["after"]) if "after" in query else ()
    until = _time(query["due_before"]) if "due_before" in query else "~~"
    found = [each for each in owed if order(each) > behind and (each["deadline"] or "~") < until]
    page = found[: query["limit"]]
    more = len(found) > len(page)
    return {"decisions": page, "next": _cursor(page[-1]) if more else None}


def order(owed: Mapping[str, Any]) -> tuple[str, ...]:
    """What decisions are sorted by: the nearest deadline first, without one last."""
    return owed["deadline"] or "~", owed["opened_at"], owed["game"], owed["id"]


def _cursor(owed: Mapping[str, Any]) -> str:
    """Where a decision stands among all, which holds when it is owed no more."""
    return base64url(" ".join(order(owed)).encode())


def _place(cursor: str) -> tuple[str, ...]:
    try:
        return tuple(bytes_of(cursor).decode().split(" "))
    except ValueError:
        _refuse("after", "Taken from `next` of the page before.")


def _time(written: str) -> str:
    try:
        milliseconds(written)
    except ValueError:
        _refuse("due_before", "There is no such time.")
    return written


def _refuse(parameter: str, detail: str) -> NoReturn:
    fault = {"parameter": parameter, "detail": detail}
    raise Problem("invalid_parameter", errors=[fault]) from None
