"""Cases S14 to S17: bodies that are not what they should be, on every route that takes one."""

import gzip
import json

import pytest

from tests.support import dsl
from tests.support import bodies
from tests.support.laid import lay

HAND = [1, 7, 10, 100]
JSON = [("Content-Type", "application/json")]


@pytest.fixture
def laid(api, services):
    """A classic table where seat 0 holds four cards."""
    events = dsl.table("classic", [[12], [37], [43], [58]], [HAND, [2, 3, 4, 5]])
    return lay(api, services.store, events)


@pytest.fixture
def ask(api, laid, services):
    """Send a raw body to a route by its name; fails if anything was appended anywhere."""

    admin, _ = services.accounts.create("admin", ["admin"], 0)

    def send(route, body, headers=JSON):
        method, path, token = {
            "pick": ("PUT", laid.path("/decisions/r1t1-pick-s0"), laid.seats[0]),
            "row": ("PUT", laid.path("/decisions/r1t1-row-s0"), laid.seats[0]),
            "place": ("PUT", laid.path("/decisions/r1t1-place-s0"), laid.seats[0]),
            "flip": ("PUT", laid.path("/decisions/r1t1-flip-s0"), laid.seats[0]),
            "play": ("PUT", laid.path("/decisions/r1t1-play-s0"), laid.seats[0]),
            "draft": ("PUT", laid.path("/decisions/r1t1-draft-s0"), laid.seats[0]),
            "seats": ("POST", laid.path("/seats"), laid.host),
            "games": ("POST", "/v1/games", None),
            "tokens": ("POST", "/v1/tokens", admin),
        }[route]
        before = services.store.read(laid.game)
        answer = api.ask(method, path, token, body=body, headers=headers)
        if answer.status >= 400:
            assert services.store.read(laid.game) == before
            assert list(services.store.games()) == [laid.game]
        return answer

    return send


# Every place for a whole number: the route, the body around it, and a number that would fit.
PLACES = [
    ("pick", '{"card":%s}', "7"),
    ("draft", '{"card":%s}', "7"),
    ("row", '{"row":%s}', "2"),
    ("place", '{"row":%s,"side":"left"}', "2"),
    ("play", '{"cards":[{"card":%s}]}', "7"),
    ("play", '{"cards":[{"special":"x2","row":%s}]}', "2"),
    ("seats", '{"name":"Ana","seat":%s}', "1"),
    ("games", '{"ruleset":"classic","seats":%s}', "3"),
    ("games", '{"ruleset":"classic","options":{"end_score":%s}}', "66"),
    ("games", '{"ruleset":"classic","options":{"max_rounds":%s}}', "3"),
    ("games", '{"ruleset":"children","options":{"children_rows":%s}}', "4"),
    ("games", '{"ruleset":"children","options":{"start_seat":%s}}', "1"),
]
MAY_BE_NULL = ("end_score", "max_rounds", "start_seat", '"seat"', '"seats"')


@pytest.mark.parametrize(("route", "around", "right"), PLACES)
def test_only_a_json_integer_is_a_whole_number_wherever_one_belongs(ask, route, around, right):
    """S14, everywhere. 999 is in range nowhere but for end_score."""
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


@pytest.mark.parametrize("body", [{}, {"card": 7, "row": 1}, {"card": 7, "seat": 0}, {"Card": 7}])
def test_a_missing_or_a_further_member_is_422(ask, body):
    """S14."""
    ask("pick", json.dumps(body).encode()).expect(422, "invalid_body")


@pytest.mark.parametrize("card", [c for c in range(1, 105) if c not in HAND])
def test_a_card_that_is_not_held_is_422_with_the_options(ask, card):
    """S14."""
    answer = ask("pick", b'{"card":%d}' % card).expect(422, "not_an_option")
    assert answer.json["options"] == [{"card": card} for card in HAND]


@pytest.mark.parametrize("card", HAND)
def test_each_card_that_is_held_may_be_picked(ask, card):
    """S14: only then."""
    ask("pick", b'{"card":%d}' % card).expect(201)


MEMBERS = {
    "pick": '"card":7',
    "row": '"row":2',
    "flip": '"card":"top"',
    "play": '"cards":[{"card":7}]',
    "seats": '"name":"Ana"',
    "games": '"ruleset":"classic"',
    "tokens": '"name":"shop","scopes":["play"]',
}


@pytest.mark.parametrize("route", MEMBERS)
def test_what_is_not_json_to_everybody_is_400(ask, route):
    """S15, for every body."""
    for body in bodies.no_json(MEMBERS[route]):
        answer = ask(route, body)
        assert answer.status == 400, (body[:80], answer.body)
        assert answer.json["code"] in {"invalid_json", "empty_body"}


@pytest.mark.parametrize("route", MEMBERS)
def test_deep_nesting_is_refused_before_it_is_parsed(ask, route):
    """S16, for every body."""
    for text in bodies.NESTED:
        answer = ask(route, text.encode())
        assert answer.status in {400, 413}, (text[:20], len(text), answer.status)


@pytest.mark.parametrize("route", MEMBERS)
def test_another_media_type_or_encoding_is_415(ask, route):
    """S17, for every body."""
    right = f"{{{MEMBERS[route]}}}".encode()
    for declared in bodies.WRONG_TYPES:
        ask(route, right, [("Content-Type", declared)]).expect(415, "unsupported_media_type")
    for encoding in bodies.WRONG_ENCODINGS:
        packed = gzip.compress(right)
        headers = [*JSON, ("Content-Encoding", encoding)]
        ask(route, packed, headers).expect(415, "unsupported_encoding")
    bomb = gzip.compress(b" " * 2**24)
    ask(route, bomb, [*JSON, ("Content-Encoding", "gzip")]).expect(415, "unsupported_encoding")


@pytest.mark.parametrize("route", MEMBERS)
def test_a_body_over_the_limit_is_413_and_one_at_the_limit_is_read(ask, route, settings):
    """S17, for every body."""
    right = f"{{{MEMBERS[route]}}}".encode()
    ask(route, right.ljust(settings.max_body + 1)).expect(413, "body_too_large")
    assert ask(route, right.ljust(settings.max_body)).status not in {400, 413}


@pytest.mark.parametrize(
    "key",
    ["", " ", "a b", "é", "\u202e", "\x7f", "x" * 256, "a\tb", "\x01"],
)
@pytest.mark.parametrize("route", ["games", "seats"])
def test_an_idempotency_key_is_visible_ascii_and_bounded(ask, route, key):
    """S15: metadata."""
    body = f"{{{MEMBERS[route]}}}".encode()
    named = key.encode().decode("latin-1")
    answer = ask(route, body, [*JSON, ("Idempotency-Key", named)])
    answer.expect(400, "bad_idempotency_key")
