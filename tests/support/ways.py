"""The ways of watching a game that is over, each to its end: the items after a cursor."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from tests.support.client import NDJSON, Table

Way = Callable[[Table, str | None, int], list[Any]]


def _page(table: Table, token: str | None, after: int, *headers: tuple[str, str]) -> list[Any]:
    answer = table.get(f"/events?after={after}", token, headers).expect(200)
    return list(answer.json["entries"])


def _poll(table: Table, token: str | None, after: int) -> list[Any]:
    return _page(table, token, after, ("Prefer", "wait=1"))


def _small_pages(table: Table, token: str | None, after: int) -> list[Any]:
    found: list[Any] = []
    while page := table.get(f"/events?limit=1&after={after + len(found)}", token).json["entries"]:
        (item,) = page
        found.append(item)
    return found


def _sse(table: Table, token: str | None, after: int) -> list[Any]:
    headers = ("Accept", "text/event-stream"), ("Last-Event-ID", str(after))
    found = []
    for message in table.get("/events", token, headers).expect(200).body.split(b"\n\n"):
        if message.startswith(b"id: "):
            number, data = message.split(b"\n")
            found.append(json.loads(data.removeprefix(b"data: ")))
            assert number == b"id: %d" % found[-1]["revision"]
    return found


def _lines(table: Table, token: str | None, after: int) -> list[Any]:
    body = table.get(f"/events?after={after}", token, [NDJSON]).expect(200).body
    return [item for item in map(json.loads, body.splitlines()) if "entry" in item]


WAYS: Mapping[str, Way] = {
    "a page": _page, "a long poll": _poll, "pages of one": _small_pages, "server-sent events": _sse,
    "lines": _lines,
}  # fmt: skip
