"""The whole server, and receivers that do harm: who answers is told at once, whoever else hangs."""

import os
import signal
import time

import pytest

from service.access.accounts import Accounts
from service.webhooks import kept
from service.webhooks.deliveries import Deliveries
from tests.receivers import answers, hangs, receivers
from tests.receivers.__main__ import campaign
from tests.support.processes import eventually
from tests.support.server import serving
from workers import attempts


@pytest.fixture(scope="module")
def made():
    with receivers() as some:
        yield some


@pytest.fixture(scope="module")
def whole(made):
    with serving(webhooks_private=True, web_processes=1) as server:
        yield server


@pytest.fixture
def api(whole):
    return whole.api.by(whole.account())


def hooked(api, url):
    return f"/v1/webhooks/{api.post('/v1/webhooks', {'url': url}).expect(201).json['id']}"


def test_who_answers_is_told_within_seconds_whatever_waits_for_others(whole, made):
    result = campaign(whole, made, bad=24, messages=240, seconds=4)
    assert len(result.late) > 100
    assert max(result.late) < 5000
    assert set(result.attempts) & {"hangs", "closes", "stalls"}
    assert "Traceback" not in whole.log.read_text()


def test_a_courier_that_is_killed_has_counted_what_it_was_at_and_the_next_one_goes_on(
    whole, made, api
):
    stuck = hooked(api, made.listen(hangs))
    api.post(f"{stuck}/test").expect(202)
    own, name = Deliveries(whole.redis), stuck.rpartition("/")[2]
    assert eventually(lambda: own._list("HKEYS", kept.TRIES)), "it is not claimed"
    os.kill(whole.child("courier"), signal.SIGKILL)
    began = time.time()
    free = made.listen(answers)
    api.post(f"{hooked(api, free)}/test").expect(202)
    assert eventually(lambda: made.got[free]), "nothing is delivered any more"
    ((_, due),) = own._scored("ZRANGE", kept.due(name), 0, -1)
    tries = own._list("HGETALL", kept.TRIES)
    (tried,) = [tries[n + 1] for n, each in enumerate(tries) if each.startswith(name.encode())]
    assert tried == b"1 it is not known how the attempt ended"
    assert due / 1000 - began <= attempts.LEASE_MS / 1000 + 1.2 * attempts.RETRY_SECONDS[0]
    assert api.get(f"{stuck}/dead-letters").json["deliveries"] == []


def test_an_account_that_is_revoked_is_sent_nothing_more(whole, made):
    api, url = whole.api.by(whole.account("play")), made.listen(hangs)
    account = Accounts(whole.redis).find(api.token).id
    at = hooked(api, url)
    for _ in range(20):
        api.post(f"{at}/test").expect(202)
    assert eventually(lambda: made.got[url])
    whole.api.ask("DELETE", f"/v1/tokens/{account}", whole.account("admin")).expect(204)
    name = at.rpartition("/")[2].encode()
    assert [key for key in whole.redis.scan_iter("{hooks}:*") if name in key] == []
    other, free = whole.api.by(whole.account("play")), made.listen(answers)
    other.post(f"{hooked(other, free)}/test").expect(202)
    assert eventually(lambda: made.got[free]), "nothing is delivered any more"
    assert len(made.got[url]) <= 4  # what was under way at once


def test_a_courier_that_is_told_to_stop_does_so_whatever_hangs(whole, made, api):
    url = made.listen(hangs)
    at = hooked(api, url)
    api.post(f"{at}/test").expect(202)
    assert eventually(lambda: made.got[url])
    pid = whole.child("courier")
    os.kill(pid, signal.SIGTERM)
    assert eventually(lambda: whole.child("courier") not in {pid, None}, 20), "it does not end"
    assert "ended with code 0" in whole.log.read_text()
