"""No byte that anybody gets, no log and no queue holds a hidden card: S11, S12.

That two games differ in nothing but what may differ is in test_two_runs.py; here the cards and
tokens themselves are searched for.
"""

import json
import logging
import re
import secrets
import socket
import zlib
from itertools import takewhile
from random import Random

import pytest

from bots.policies import POLICIES
from domain.ledger.fairness import chance
from service.jobs.dispatch import PLAY, queue
from service.storage.connections import connect, connect_blocking
from tests.support.processes import eventually
from workers import bots
from workers.run import worker_of

NUMBERS = {
    *("revision", "seat", "seats", "round", "turn", "turns", "row", "rows", "status", "limit"),
    *("count", "hand_count", "pile_heads", "total", "points", "heads", "version", "place"),
    *("end_score", "max_rounds", "turn_seconds", "asked_by", "waiting_on", "index", "minimum"),
    *("maximum", "attempts_dropped", "dropped", "rounds", "places"),
}
"""Members that hold numbers of another kind than cards."""


def cards_in(value, name=""):
    """All numbers in `value` that may be cards, wherever they stand."""
    if isinstance(value, dict):
        for key, below in value.items():
            yield from cards_in(below, key)
    elif isinstance(value, list):
        for below in value:
            yield from cards_in(below, name)
    elif type(value) is int and name not in NUMBERS:
        yield value


def hand_of(table, token):
    own = table.get("", token).json["you"]
    return [*own["hand"], *([own["pick"]] if own["pick"] else [])]


def test_before_the_reveal_nobody_finds_a_card_of_seat_0_and_then_only_its_pick(api):
    """S11: state, feed, history, audit, refusals, for everybody but seat 0."""
    table = api.started(seats=3)
    hand = table.hand(0)
    pick = Random(11).choice(hand)
    table.pick(0, pick).expect(201)
    known = {card for row in table.view()["rows"] for card in row["cards"]}

    def found():
        for token in (None, table.host, table.invite, table.seats[1], table.seats[2]):
            own = set() if token not in table.seats.values() else set(hand_of(table, token))
            for path in ("", "/events?limit=500", "/audit", "/decisions", "?revision=6"):
                yield own, table.get(path, token).json
            pick_of_0 = "/decisions/r1t1-pick-s0"
            for answer in (
                table.get(pick_of_0, token),
                table.get("?seat=0", token),
                table.ask("PUT", pick_of_0, token, {"card": pick}),
            ):
                assert answer.status in {401, 403}
                yield own, answer.json

    for own, value in found():
        assert set(cards_in(value)) <= known | own
    for seat in (1, 2):
        table.pick(seat, hand_of(table, table.seats[seat])[0])
    revealed = {card["card"] for card in table.view()["revealed"]}
    assert revealed & set(hand) == {pick}
    for own, value in found():
        assert set(cards_in(value)) <= known | own | revealed


def test_a_bot_plays_what_its_policy_says_to_the_view_of_its_own_seat(api, services):
    """S12: run again from what the seat's own player gets over HTTP, and from the secret seed."""
    table = api.started(seats=3)
    opened = table.revision
    table.leave(0).expect(204)  # its token still looks
    for turn in (1, 2, 3):
        seen = table.view(0, f"?revision={opened}")
        del seen["head"], seen["deadline"]
        (owed,) = seen["you"]["decisions"]
        drawn = chance(services.games.load(table.game).state.seed, table.game, owed["id"])
        chosen = POLICIES["careful"].choose(seen, owed, Random(drawn))
        assert bots.play_bots(services, table.game) == 1
        asked = table.get(f"/decisions/{owed['id']}", table.seats[0])
        assert asked.expect(200).json["answer"] == chosen
        for seat in (1, 2):
            table.answer_owed(seat, Random(turn).choice)
        while (view := table.view())["kind"] == "row" and view["waiting_on"]:
            if view["waiting_on"][0] == 0:
                bots.play_bots(services, table.game)
            else:
                table.answer_owed(view["waiting_on"][0], Random(turn).choice)
        opened = table.revision


def test_whoever_watches_sees_the_same_whatever_they_watch_with(here):
    """S12: no token, the host's, the invitation and an account: the spectator's bytes."""
    table = here.api.started(seats=3)
    table.play_on(Random(12).choice, 5)
    account = here.account("play", "audit", "admin", "games:write")
    for path in ("", "/decisions", "/events?limit=500", "?revision=7"):
        tokens = (None, table.host, table.invite, account)
        assert len({table.get(path, token).lasting for token in tokens}) == 1, path


def test_no_log_of_the_running_server_has_a_token_a_key_or_a_hand(server):
    """S11, S22: also what was sent in the wrong place."""
    table = server.api.started(seats=2)
    hands = [table.hand(seat) for seat in (0, 1)]
    stray = "t6s_" + "Z" * 43
    for query in (f"?token={stray}", f"?access_token={stray}", f"?%74oken={stray}"):
        table.get(query).expect(401, "token_in_query")
    table.get(headers=[("Authorization", f"Basic {stray}")]).expect(401)
    server.api.get(f"/v1/games/{stray}").expect(404)
    key = [("Idempotency-Key", "a-secret-key-of-a-client")]
    table.ask("POST", "/seats", None, {"name": "x"}, headers=key).expect(409)
    table.play_on(Random(13).choice)
    assert eventually(lambda: table.game in server.log.read_text())
    log = server.log.read_text()
    assert not re.search(r"t6[a-z]_[A-Za-z0-9_-]{43}", log)
    assert "a-secret-key-of-a-client" not in log
    assert not [shape for hand in hands for shape in written(hand) if shape in log]
    assert str(table.view()["server_seed"]) not in log
    assert table.game.encode() not in server.api.get("/metrics").body


def written(hand):
    """A hand as it might stand somewhere."""
    return str(hand), json.dumps(hand, separators=(",", ":")), repr(tuple(hand))


class Monitor:
    """Every command that reaches an engine, as its MONITOR tells it."""

    def __init__(self, engine):
        self._engine = engine
        self._line = socket.socket(socket.AF_UNIX)
        self._line.settimeout(10)

    def __enter__(self):
        self._line.connect(str(self._engine.socket))
        self._line.sendall(b"MONITOR\r\n")
        self._file = self._line.makefile("rb")
        assert self._file.readline() == b"+OK\r\n"
        return self

    def __exit__(self, *_):
        self._file.close()
        self._line.close()

    def lines(self, database):
        """What has come until now for one database."""
        mark = secrets.token_hex(8)
        with connect(self._engine.url) as client:
            client.echo(mark)
        lines = takewhile(lambda line: mark not in line, map(bytes.decode, self._file))
        return [line for line in lines if f" [{database} " in line]


@pytest.fixture
def apart(site, settings):
    """The queue in a database of its own, so that what RQ writes is told from the games."""
    return site.process(queue_url=settings.queue_url.replace("db=0", "db=7"))


def test_what_the_queue_is_given_is_the_name_of_the_game_and_nothing_else(apart, engine, caplog):
    """S12: every command that RQ sends to Redis while real jobs run, and every line it logs."""
    caplog.set_level(logging.DEBUG)
    table = apart.api.create(seats=4)
    table.sit("Ana")
    for policy in ("careful", "random", "careful"):
        table.sit_bot(policy)
    connection = connect_blocking(apart.services.settings.queue_url, 5)
    with Monitor(engine) as monitor:
        table.start()
        (job,) = queue(connection).jobs
        fields = connection.hgetall(job.key)
        worker_of(apart.services, connection).work(burst=True, logging_level="DEBUG")
        said = monitor.lines(7)
    connection.close()
    assert json.loads(zlib.decompress(fields[b"data"])) == [PLAY, None, [table.game], {}]
    assert fields[b"description"] == b"bots"
    assert b"result" not in fields
    assert set(table.view()["waiting_on"]) == {0}, "the bots did play"
    assert any("toma6-bots" in line for line in said)
    state = apart.services.games.load(table.game).state
    hidden = [shape for hand in state.hands.values() for shape in written(list(hand.cards))]
    hidden += [table.host, table.invite, *table.seats.values(), state.server_seed]
    for text in (*said, *(record.getMessage() for record in caplog.records)):
        assert not any(word in text for word in hidden), text
        assert not re.search(r"\d+\s*,\s*\d+\s*,\s*\d+\s*,\s*\d+", text), f"a hand? {text}"
