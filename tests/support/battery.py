"""Everything that somebody can ask of a game, and what two servers answer to it, held together.
Compared is all that comes back, status, headers, body and the length of it, refusals included. Only
the values of seals, hashes and signatures over them may differ, and their length may not."""

import re
from collections.abc import Iterable
from itertools import islice
from typing import Any

from domain.decisions.kinds import KINDS
from tests.support.client import Answer
from tests.support.worlds import BOT, EVERYBODY, World

NUMBER = [("X-Request-Id", "the-same-for-both")]
MASKS = [
    (re.compile(rb'"(hash|seal)":"([A-Za-z0-9_-]{43})"'), rb'"\1":"."'),
    (re.compile(rb'\{"at":"[^"]{24}","seat":'), rb'{"at":".","seat":'),  # an attempt's own time
    (re.compile(rb'(\nid: |"cursor":")([0-9]+)\.[A-Za-z0-9_-]{8}'), rb"\1\2."),  # of a hash
    (re.compile(rb'"jws":"[A-Za-z0-9_.-]+"'), rb'"jws":"."'),
]
TAG = re.compile(r'^(W/"\d+\.\d+-s\d*)-[A-Za-z0-9_-]{16}-')
SHOWN = ["", "/decisions", "/events?limit=500", "/audit", "/attempts"]
ELSEWHERE = ["/v1/games", "/v1/me/decisions", "/v1/me/events", "/v1/webhooks"]
STREAMS = ("text/event-stream", "application/x-ndjson")
GROUPS = 3
"""Writes of a stream that are read, each followed by an empty one: state, entries, a heartbeat."""

Masked = tuple[int, list[tuple[str, str]], int, bytes]


def paths(world: World) -> list[str]:
    """What can be looked at, of the game as it stands."""
    state = world.services.games.load(world.table.game).state
    last, seats = state.revision, range(state.seats)
    found = [*SHOWN, *(f"?seat={seat}" for seat in seats)]
    found += [f"?revision={n}" for n in range(last - 3, last + 1)]
    found += [f"/events?after={n}&limit=1" for n in range(last - 4, last)]
    found += ["/events?after=9999", "?revision=9999"]
    kinds = {state.kind, state.choice.kind if state.choice else "row"}
    for turn in (state.turn, state.turn + 1):
        found += [f"/decisions/r1t{turn}-{kind}-s{seat}" for kind in kinds for seat in seats]
    return found


def refused(world: World, hidden: int) -> list[tuple[str, str, Any]]:
    """What nobody else may do for the `hidden` seat, or for any while the game runs."""
    state = world.services.games.load(world.table.game).state
    at = f"/decisions/r1t{state.turn}"
    answers: dict[str, Any] = {
        "pick": {"card": 104}, "draft": {"card": 104}, "flip": {"card": "top"},
        "play": {"cards": [{"card": 21}]}, "row": {"row": 99}, "place": {"row": 99, "side": "left"},
    }  # fmt: skip
    assert answers.keys() == set(KINDS)
    wrong = [("PUT", f"{at}-{kind}-s{hidden}", body) for kind, body in answers.items()]
    wrong += [("PUT", f"{at}-pick-s{seat}", {"card": card}) for seat in (0, 1) for card in (21, 22)]
    return [
        *wrong, ("DELETE", f"/seats/{hidden}", None), ("DELETE", "/seats/9", None),
        ("POST", "/seats", {"name": "Zoë"}), ("POST", "/seats", {"policy": "random"}),
        ("POST", "/start", None), ("POST", f"/seats/{hidden}/return", None), ("PATCH", "", None),
    ]  # fmt: skip


def everything(world: World, others: Iterable[str], hidden: int) -> dict[Any, Masked]:
    """All that those of EVERYBODY named in `others` get, by who asks for what."""
    found: dict[Any, Masked] = {}
    looks, wrong = paths(world), refused(world, hidden)
    table = world.table
    for who in others:
        asks = [("GET", table.path(path), None) for path in looks]
        asks += [("HEAD", table.path(path), None) for path in SHOWN]
        asks += [(method, table.path(path), data) for method, path, data in wrong]
        asks += [("GET", path, None) for path in ELSEWHERE]
        for method, path, data in asks:
            answer = table.api.ask(method, path, EVERYBODY[who], data, headers=NUMBER)
            found[who, method, path, str(data)] = masked(answer)
        for media in STREAMS:
            found[who, media] = masked(stream(world, EVERYBODY[who], media))
    return found


def stream(world: World, token: str | None, media: str) -> Answer:
    """The beginning of a stream that starts ten entries ago."""
    last = world.services.games.load(world.table.game).revision
    path = world.table.path(f"/events?after={max(last - 10, 0)}")
    headers = [*NUMBER, ("Accept", media)]
    headers += [] if token is None else [("Authorization", f"Bearer {token}")]
    with (
        world.process.at_work() as app,
        app.test_client().open(path, headers=headers, buffered=False) as got,
    ):
        body = b"".join(islice(got.iter_encoded(), 2 * GROUPS))
        return Answer("GET", path, got.status_code, list(got.headers), body)


def masked(answer: Answer) -> Masked:
    body = answer.body
    for pattern, instead in MASKS:
        body = pattern.sub(instead, body)
    headers = [(name, TAG.sub(r"\1-.-", value)) for name, value in answer.headers]
    return answer.status, headers, len(answer.body), body


def assert_alike(worlds: Iterable[World], others: Iterable[str], hidden: int = BOT) -> None:
    """Nobody among `others` can tell apart worlds that differ in what the `hidden` seat has: the
    one's answers are the other's, to the byte."""
    one, two = (everything(world, others, hidden) for world in worlds)
    assert one.keys() == two.keys()
    for key, (*told, body) in one.items():
        *other_told, other = two[key]
        assert told == other_told, key
        differing = (at for at, (a, b) in enumerate(zip(body, other, strict=True)) if a != b)
        first = next(differing, 0)
        around = slice(max(first - 99, 0), first + 99)
        assert body == other, (key, body[around], other[around])
