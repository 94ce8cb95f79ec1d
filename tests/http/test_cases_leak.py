"""Cases S11 and S12: no byte that anybody gets, and no log, holds a hidden card.

That two games differ in nothing but what may differ is in test_two_runs.py; here the cards and
tokens themselves are searched for. What the queue is given is in test_cases_queue.py.
"""

import json
import re
from random import Random

from bots.policies import POLICIES
from domain.ledger.fairness import chance
from tests.support.processes import eventually
from workers import bots

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


def test_before_the_reveal_nobody_finds_a_card_of_seat_0_and_then_only_its_pick(api):
    """S11: state, feed, history, audit, refusals, for everybody but seat 0."""
    table = api.started(seats=3)
    hand = table.view(0)["you"]["hand"]
    pick = Random(11).choice(hand)
    table.put("r1t1-pick-s0", {"card": pick}, 0).expect(201)
    shown = table.view()
    known = {card for row in shown["rows"] for card in row["cards"]}

    def found():
        tokens = [None, table.host, table.invite, table.seats[1], table.seats[2]]
        for token in tokens:
            own = set() if token not in table.seats.values() else set(hand_of(table, token))
            for path in ("", "/events?limit=500", "/audit", "/decisions", "?revision=6"):
                yield own, api.get(table.path(path), token).json
            for path in ("/decisions/r1t1-pick-s0", "?seat=0"):
                answer = api.get(table.path(path), token)
                assert answer.status in {401, 403}
                yield own, answer.json
            asked = api.ask("PUT", table.path("/decisions/r1t1-pick-s0"), token, {"card": pick})
            assert asked.status in {401, 403}
            yield own, asked.json

    for own, value in found():
        assert set(cards_in(value)) <= known | own
    for seat in (1, 2):
        table.put(f"r1t1-pick-s{seat}", {"card": hand_of(table, table.seats[seat])[0]}, seat)
    revealed = {card["card"] for card in table.view()["revealed"]}
    assert revealed & set(hand) == {pick}
    for own, value in found():
        assert set(cards_in(value)) <= known | own | revealed


def hand_of(table, token):
    own = table.api.get(table.path(), token).json["you"]
    return [*own["hand"], *([own["pick"]] if own["pick"] else [])]


def test_a_bot_plays_what_its_policy_says_to_the_view_of_its_own_seat(api, services):
    """S12: run again from what the seat's own player gets over HTTP, and from the secret seed."""
    table = api.started(seats=3)
    opened = table.revision
    api.ask("DELETE", table.path("/seats/0"), table.seats[0]).expect(204)  # its token still looks
    for turn in (1, 2, 3):
        seen = table.view(0, f"?revision={opened}")
        del seen["head"], seen["deadline"]
        (owed,) = seen["you"]["decisions"]
        drawn = chance(services.games.load(table.game).state.seed, table.game, owed["id"])
        chosen = POLICIES["careful"].choose(seen, owed, Random(drawn))
        assert bots.play_bots(services, table.game) == 1
        asked = api.get(table.path(f"/decisions/{owed['id']}"), table.seats[0])
        assert asked.expect(200).json["answer"] == chosen
        for seat in (1, 2):
            table.answer_owed(seat, Random(turn).choice)
        while waiting := [s for s in table.view()["waiting_on"] if table.view()["kind"] == "row"]:
            if waiting[0] == 0:
                bots.play_bots(services, table.game)
            else:
                table.answer_owed(waiting[0], Random(turn).choice)
        opened = table.revision


def test_whoever_watches_sees_the_same_whatever_they_watch_with(api, services):
    """S12: no token, the host's, the invitation and an account: the spectator's bytes."""
    table = api.started(seats=3)
    table.play_on(Random(12).choice, 5)
    account, _ = services.accounts.create("watcher", ["play", "audit", "admin", "games:write"], 0)
    for path in ("", "/decisions", "/events?limit=500", "?revision=7"):
        tokens = (None, table.host, table.invite, account)
        bodies = {api.get(table.path(path), token).lasting for token in tokens}
        assert len(bodies) == 1, path


def test_no_log_of_the_running_server_has_a_token_a_key_or_a_hand(server):
    """S11, S22: also what was sent in the wrong place."""
    table = server.api.started(seats=2)
    hands = [table.view(seat)["you"]["hand"] for seat in (0, 1)]
    stray = "t6s_" + "Z" * 43
    for query in (f"?token={stray}", f"?access_token={stray}", f"?%74oken={stray}"):
        server.api.get(table.path(query)).expect(401, "token_in_query")
    server.api.get(table.path(), headers=[("Authorization", f"Basic {stray}")]).expect(401)
    server.api.get(f"/v1/games/{stray}").expect(404)
    key = [("Idempotency-Key", "a-secret-key-of-a-client")]
    server.api.ask("POST", table.path("/seats"), None, {"name": "x"}, headers=key).expect(409)
    table.play_on(Random(13).choice)
    assert eventually(lambda: table.game in server.log.read_text())
    log = server.log.read_text()
    assert not re.search(r"t6[a-z]_[A-Za-z0-9_-]{43}", log)
    assert "a-secret-key-of-a-client" not in log
    for hand in hands:
        for shape in (str(hand), json.dumps(hand, separators=(",", ":")), repr(tuple(hand))):
            assert shape not in log
    for seed in {table.view()["server_seed"]} - {None}:
        assert seed not in log
    assert table.game.encode() not in server.api.get("/metrics").body
