"""No log and no queue holds a card or a token; what anybody gets is in test_two_runs.py."""

import json
import logging
import re
import zlib
from random import Random

from service.jobs.dispatch import PLAY, queue
from service.storage.connections import connect_blocking
from tests.support.client import NDJSON
from tests.support.processes import eventually
from tests.support.worlds import lying
from workers.run import worker_of


def test_whoever_watches_sees_the_same_whatever_they_watch_with(here):
    table = here.api.started(seats=3)
    table.play_on(Random(12).choice, 5)
    table.put("r1t1-pick-s0", {"card": 105}, 0).expect(422)  # an attempt, which is its seat's
    accounts = here.account("play", "audit", "admin", "games:write"), here.account("audit")
    for path in ("", "/decisions", "/events?limit=500", "?revision=7", "/audit", "/attempts"):
        tokens = (None, table.host, table.invite, *accounts)
        (seen,) = {table.get(path, token).lasting for token in tokens}
    assert table.get("/audit").json["asked_by"] is None
    assert b'"seat":0' not in seen, "an attempt"


def test_no_log_of_the_running_server_has_a_token_a_key_or_a_hand(server):
    """Also what was sent in the wrong place."""
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
    for query, status in (("", 200), (f"?auth={table.seats[1]}", 422)):
        streamed = table.get(f"/events{query}", table.seats[0], [NDJSON]).expect(status)
        assert table.seats[1].encode() not in streamed.body
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


def test_what_the_queue_is_given_is_the_name_of_the_game_and_nothing_else(site, settings, caplog):
    """All that lies in the queue's database before and after real jobs, and every line of a log."""
    caplog.set_level(logging.DEBUG)
    apart = site.process(queue_url=settings.queue_url.replace("db=0", "db=7"))
    table = apart.api.started(seats=1, bots=["careful", "random", "careful"])
    with connect_blocking(apart.services.settings.queue_url, 5) as connection:
        (job,) = queue(connection).jobs
        before = lying(connection)
        worker_of(apart.services, connection).work(burst=True, logging_level="DEBUG")
        after = lying(connection)
    fields = before[job.key.encode()]
    assert json.loads(zlib.decompress(fields[b"data"])) == [PLAY, None, [table.game], {}]
    assert fields[b"description"] == b"bots"
    assert not [key for key in after if job.id.encode() in key], "and it is gone, with its result"
    assert set(table.view()["waiting_on"]) == {0}, "the bots did play"
    state = apart.services.games.load(table.game).state
    hidden = [shape for hand in state.hands.values() for shape in written(list(hand.cards))]
    hidden += [table.host, table.invite, *table.seats.values(), state.server_seed]
    for text in (*map(repr, (before, after)), *(each.getMessage() for each in caplog.records)):
        assert not any(word in text for word in hidden), text
        assert not re.search(r"\d+\s*,\s*\d+\s*,\s*\d+\s*,\s*\d+", text), f"a hand? {text}"
