"""Bodies that are not what they should be, on every route that takes one; what a person may be
called, and what may be agreed before a game."""

import gzip
import json

import pytest

from tests.support import bodies, dsl
from tests.support.client import JSON

HAND = [1, 7, 10, 100]


@pytest.fixture
def laid(here):
    """A classic table where seat 0 holds four cards."""
    return here.lay(dsl.given(dsl.table("classic", [[12], [37], [43], [58]], [HAND, [2, 3, 4, 5]])))


@pytest.fixture
def ask(api, laid, here):
    """Send a raw body to a route by its name; fails if anything was appended anywhere."""
    routes = {
        kind: ("PUT", laid.path(f"/decisions/r1t1-{kind}-s0"), laid.seats[0])
        for kind in ("pick", "row", "place", "flip", "play", "draft")
    }
    routes["seats"] = "POST", laid.path("/seats"), laid.host
    routes["games"] = "POST", "/v1/games", None
    routes["tokens"] = "POST", "/v1/tokens", here.account("admin")
    store = here.services.store

    def send(route, body, *headers):
        before = store.read(laid.game)
        sent = headers if any(name == JSON[0] for name, _ in headers) else (JSON, *headers)
        answer = api.ask(*routes[route], body=body, headers=sent)
        if answer.status >= 400:
            assert store.read(laid.game) == before
            assert list(store.games()) == [laid.game]
        return answer

    return send


# Every place for a whole number: the route, the body around it, and a number that would fit.
PLACES = [
    *(("pick", '{"card":%s}', "7"), ("draft", '{"card":%s}', "7"), ("row", '{"row":%s}', "2")),
    *(("place", '{"row":%s,"side":"left"}', "2"), ("play", '{"cards":[{"card":%s}]}', "7")),
    ("play", '{"cards":[{"special":"x2","row":%s}]}', "2"),
    ("seats", '{"name":"Ana","seat":%s}', "1"),
    ("games", '{"ruleset":"classic","seats":%s}', "3"),
    ("games", '{"ruleset":"classic","options":{"end_score":%s}}', "66"),
    ("games", '{"ruleset":"classic","options":{"max_rounds":%s}}', "3"),
    ("games", '{"ruleset":"children","options":{"children_rows":%s}}', "4"),
    ("games", '{"ruleset":"children","options":{"start_seat":%s}}', "1"),
]  # fmt: skip
MAY_BE_NULL = ("end_score", "max_rounds", "start_seat", '"seat"', '"seats"')


@pytest.mark.parametrize(("route", "around", "right"), PLACES)
def test_only_a_json_integer_is_a_whole_number_wherever_one_belongs(ask, route, around, right):
    """999 is in range nowhere but for end_score."""
    for text in bodies.NO_NUMBERS:
        if text == "null" and any(name in around for name in MAY_BE_NULL):
            continue
        if text == "999" and "end_score" in around:
            continue
        number = text.replace("{}", right).replace("{{", "{").replace("}}", "}")
        answer = ask(route, (around % number).encode())
        assert answer.status in {400, 422}, (number[:50], answer.body)
    for text in ("9" * 4001, "9" * 5000, "-" + "9" * 4001):
        ask(route, (around % text).encode()).expect(400, "invalid_json")


def test_a_missing_or_a_further_member_is_422(ask):
    """Whose seat it is, the token says."""
    more = {"row": 1}, {"seat": 0}, {"seat": 1}, {"by": "bot"}, {"decision": "r1t1-pick-s1"}
    for body in ({}, {"Card": 7}, *({"card": 7, **each} for each in more)):
        ask("pick", json.dumps(body).encode()).expect(422, "invalid_body")


def test_only_a_card_that_is_held_may_be_picked_and_others_are_422_with_the_options(ask):
    for card in range(1, 105):
        if card not in HAND:
            answer = ask("pick", b'{"card":%d}' % card).expect(422, "not_an_option")
            assert answer.json["options"] == [{"card": card} for card in HAND]
    ask("pick", b'{"card":1}').expect(201)


MEMBERS = {
    "pick": '"card":7', "row": '"row":2', "flip": '"card":"top"', "play": '"cards":[{"card":7}]',
    "seats": '"name":"Ana"', "games": '"ruleset":"classic"',
    "tokens": '"name":"shop","scopes":["play"]',
}  # fmt: skip
every_body = pytest.mark.parametrize("route", MEMBERS)


@every_body
def test_what_is_not_json_to_everybody_is_400(ask, route):
    for body in bodies.no_json(MEMBERS[route]):
        answer = ask(route, body)
        assert answer.status == 400, (body[:80], answer.body)
        assert answer.json["code"] in {"invalid_json", "empty_body"}


@every_body
def test_deep_nesting_is_refused_before_it_is_parsed(ask, route):
    for text in bodies.NESTED:
        answer = ask(route, text.encode())
        assert answer.status in {400, 413}, (text[:20], len(text), answer.status)


@every_body
def test_another_media_type_or_encoding_or_size_is_refused(ask, route, settings):
    right = f"{{{MEMBERS[route]}}}".encode()
    for declared in bodies.WRONG_TYPES:
        ask(route, right, (JSON[0], declared)).expect(415, "unsupported_media_type")
    bomb = gzip.compress(b" " * 2**24)
    for encoding in bodies.WRONG_ENCODINGS:
        for packed in (gzip.compress(right), bomb):
            answer = ask(route, packed, ("Content-Encoding", encoding))
            answer.expect(415, "unsupported_encoding")
    ask(route, right.ljust(settings.max_body + 1)).expect(413, "body_too_large")
    assert ask(route, right.ljust(settings.max_body)).status not in {400, 413}


OPTIONS = [
    *(("classic", {"end_score": score}) for score in (0, 1001, "66", None, [66], {"v": 66}, 66.5)),
    *(("classic", {"row_choice": choice}) for choice in ("player ", None, 0)),
    *(("classic", {name: 1}) for name in ("", "\u0000x", "x" * 41, "ä")),
    *(("classic", {"end_score": True}), ("classic", {"children_rows": 5})),
    *(("classic", {f"o{n}": 1 for n in range(21)}), ("classic", [["end_score", 66]])),
    *(("classic", "end_score"), ("classic", None), ("children", {"children_rows": 3})),
    *(("children", {"children_rows": True}), ("children", {"start_seat": 6})),
    ("professional", {"professional_tie": "both"}),
]


def test_options_of_a_wrong_kind_are_4xx_and_no_game(api, services):
    for ruleset, options in OPTIONS:
        for headers in ([], [("Idempotency-Key", "key")]):
            answer = api.post(
                "/v1/games", {"ruleset": ruleset, "options": options}, headers=headers
            )
            assert answer.status in {400, 422}, options
    assert list(services.store.games()) == []
