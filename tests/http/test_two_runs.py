"""Two games that differ in one hidden thing are the same, to the byte, for everybody else. S11.

Both are put into the store of a server of its own, equal in names, tokens, times and seed, so
that nothing else can differ. Compared is everything that others get on every route, body and
headers, refusals included; only the values of seals, hashes and signatures over them may
differ, and their length may not.
"""

import re
from dataclasses import dataclass, replace

import pytest

from domain.rulesets import RULESETS, ruleset
from service.app import SERVICES, create_app
from service.services import assemble
from tests import dsl
from tests.http.client import Api, in_process
from tests.http.laid import lay, token
from tests.http.test_two_processes import told_by

NUMBER = [("X-Request-Id", "the-same-for-both")]
MASKS = [
    (re.compile(rb'"(hash|seal)":"([0-9a-f]{64})"'), rb'"\1":"."'),
    (re.compile(rb'\{"at":"[^"]{24}","seat":'), rb'{"at":".","seat":'),  # an attempt's own time
    (re.compile(rb'"signature":"([A-Za-z0-9_-]{86})"'), rb'"signature":"."'),
]
TAG = re.compile(r'^(W/)?"(\d+-s\d*)-[0-9a-f]{24}')


@dataclass(frozen=True)
class Pair:
    """Hands of three seats in two games, of which seat 0 knows its own; and seat 1's pick."""

    hands: tuple[list[list[int]], list[list[int]]]
    picks: tuple[int, int]


BASE = [[11, 50, 60], [21, 51, 61], [31, 52, 62]]
PAIRS = {
    "another card instead of one": Pair((BASE, [BASE[0], [22, 51, 61], BASE[2]]), (51, 51)),
    "the pick": Pair((BASE, BASE), (21, 61)),
    "the pick, short and long": Pair((BASE, [BASE[0], [2, 51, 61], BASE[2]]), (21, 2)),
    "a card that was changed, picked": Pair((BASE, [BASE[0], [22, 51, 61], BASE[2]]), (21, 22)),
    "two hands, exchanged": Pair((BASE, [BASE[0], BASE[2], BASE[1]]), (21, 31)),
    "all that is hidden": Pair((BASE, [BASE[0], [1, 2, 3], [101, 103, 104]]), (61, 2)),
}


@pytest.fixture
def worlds(settings, real_redis):
    """Two servers, each with a database of its own."""
    made = []
    for number in (1, 2):
        url = settings.redis_url.replace("db=0", f"db={number}")
        own = replace(settings, redis_url=url, queue_url=url)
        app = create_app(own, services=assemble(own))
        told_by(app, lambda: dsl.AT)
        made.append(app)
    return made


def everything(table, others):
    """All that the holders of `others` get, by who asks for what."""
    shown = ["", "/decisions", "/events?limit=500", "/audit", "/attempts"]
    paths = [*shown, "?seat=0", "?seat=1", "?seat=2"]
    paths += [f"?revision={n}" for n in range(table.revision - 3, table.revision + 1)]
    paths += [f"/events?after={n}&limit=1" for n in range(table.revision - 4, table.revision)]
    paths += ["/events?after=9999", "?revision=9999"]
    paths += [f"/decisions/r1t{turn}-pick-s{seat}" for turn in (1, 2) for seat in range(3)]
    wrong = [
        ("PUT", "/decisions/r1t1-pick-s1", {"card": 51}),
        ("PUT", "/decisions/r1t1-pick-s1", {"card": 104}),
        ("PUT", "/decisions/r1t1-pick-s0", {"card": 21}),
        ("PUT", "/decisions/r1t1-pick-s0", {"card": 22}),
        ("PUT", "/decisions/r1t1-row-s0", {"row": 0}),
        ("PUT", "/decisions/r1t1-play-s0", {"cards": [{"card": 21}]}),
        ("DELETE", "/seats/1", None),
        ("DELETE", "/seats/9", None),
        ("POST", "/seats", {"name": "Zoë"}),
        ("POST", "/start", None),
        ("POST", "/seats/1/return", None),
        ("PATCH", "", None),
    ]
    found = {}
    for who in others:
        for method, path in [("GET", path) for path in paths] + [("HEAD", path) for path in shown]:
            asked = table.api.ask(method, table.path(path), who, headers=NUMBER)
            found[who, method, path] = asked
        for method, path, data in wrong:
            asked = table.api.ask(method, table.path(path), who, data, headers=NUMBER)
            found[who, method, path, str(data)] = asked
    found["listing"] = table.api.get("/v1/games", headers=NUMBER)
    return {key: masked(answer) for key, answer in found.items()}


def masked(answer):
    body = answer.body
    for pattern, instead in MASKS:
        body = pattern.sub(instead, body)
    headers = [(name, TAG.sub(r'\1"\2-.', value)) for name, value in answer.headers]
    return answer.status, headers, len(answer.body), body


def assert_alike(tables, others):
    one, two = (everything(table, others) for table in tables)
    for key, (status, headers, length, body) in one.items():
        other = two[key]
        assert (status, headers, length) == other[:3], key
        pairs = enumerate(zip(body, other[3], strict=True))
        first = next(
            (place for place, (one_byte, other_byte) in pairs if one_byte != other_byte), 0
        )
        around = slice(max(first - 99, 0), first + 99)
        assert body == other[3], (key, body[around], other[3][around])


CASES = [
    *(("classic", "public", name) for name in PAIRS),
    ("classic", "private", "all that is hidden"),
    *((key, "public", "two hands, exchanged") for key in ("tactics", "professional", "logic")),
]


@pytest.mark.parametrize(("key", "visibility", "pair"), CASES)
def test_nobody_can_tell_two_games_apart_before_the_reveal(worlds, key, visibility, pair):
    pair, tables = PAIRS[pair], []
    for app, hands in zip(worlds, pair.hands, strict=True):
        rows = [[10], [20], [30], [40]]
        events = dsl.table(key, rows, hands)
        store = app.extensions[SERVICES].store
        tables.append(lay(Api(in_process(app)), store, events, visibility=visibility))
    others = [None, token("h"), token("i"), token("s", 0), token("s", 7)]
    assert_alike(tables, others)
    for table, card in zip(tables, pair.picks, strict=True):
        table.put("r1t1-pick-s1", {"card": card}, 1).expect(201)
        table.put("r1t1-pick-s0", {"card": 60}, 0).expect(201)
    assert_alike(tables, others)
    for app, table in zip(worlds, tables, strict=True):
        seen = app.extensions[SERVICES].games.load(table.game).state
        assert seen.picks[1] == pair.picks[worlds.index(app)], "the games do differ"


@pytest.mark.parametrize("key", [k for k, rules in RULESETS.items() if rules.play != "pick"])
def test_nobody_can_tell_two_hidden_hands_apart_where_play_is_open(worlds, key):
    """Face-down piles are hidden even from their owners; open hands from the others."""
    tables = []
    for app, others in zip(worlds, ([[21, 51], [31, 52]], [[61, 62], [1, 104]]), strict=True):
        own = [11, 50] if key == "hornochsen" or app is worlds[0] else [63, 64]
        count = ruleset(key).rows(3, ruleset(key).settle({}))
        rows = [[90 + number] for number in range(count)]
        events = dsl.table(key, rows, [own, *others], seat=1)
        tables.append(lay(Api(in_process(app)), app.extensions[SERVICES].store, events))
    assert_alike(tables, [None, token("h"), token("i"), token("s", 0)])
    if key == "children":
        assert_alike(tables, [token("s", 1), token("s", 2)])
