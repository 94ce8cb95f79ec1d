"""The ways of watching a game that is over, each to its end: the items after a cursor."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask

Way = Callable[[Flask, str, str | None, int], list[Any]]
Headers = dict[str, str]


def _got(app: Flask, path: str, token: str | None, **headers: str) -> bytes:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    if token is not None:
        named["Authorization"] = f"Bearer {token}"
    with app.test_client().get(path, headers=named) as answer:
        assert answer.status_code == 200, answer.data
        return answer.data


def _page(app: Flask, path: str, token: str | None, after: int, **headers: str) -> list[Any]:
    return list(json.loads(_got(app, f"{path}?after={after}", token, **headers))["entries"])


def _poll(app: Flask, path: str, token: str | None, after: int) -> list[Any]:
    return _page(app, path, token, after, Prefer="wait=1")


def _small_pages(app: Flask, path: str, token: str | None, after: int) -> list[Any]:
    found: list[Any] = []
    while True:
        address = f"{path}?limit=1&after={after + len(found)}"
        page = json.loads(_got(app, address, token))["entries"]
        if not page:
            return found
        (item,) = page
        found.append(item)


def _sse(app: Flask, path: str, token: str | None, after: int) -> list[Any]:
    body = _got(app, path, token, Accept="text/event-stream", Last_Event_ID=str(after))
    found = []
    for message in body.split(b"\n\n"):
        if message.startswith(b"id: "):
            number, data = message.split(b"\n")
            found.append(json.loads(data.removeprefix(b"data: ")))
            assert number == b"id: %d" % found[-1]["revision"]
    return found


def _lines(app: Flask, path: str, token: str | None, after: int) -> list[Any]:
    body = _got(app, f"{path}?after={after}", token, Accept="application/x-ndjson")
    return [item for item in map(json.loads, body.splitlines()) if "entry" in item]


WAYS: Mapping[str, Way] = {
    "a page": _page,
    "a long poll": _poll,
    "pages of one": _small_pages,
    "server-sent events": _sse,
    "lines": _lines,
}
