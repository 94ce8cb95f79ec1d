"""The store fails, or the second time comes, where it is easily forgotten: at calls beside the move
itself, in streams that go on, at administrators' routes.
"""

import pytest

from service.access.accounts import Accounts
from service.projections.directory import Directory
from service.projections.inbox import Inbox
from service.proof.attempts import Attempts
from service.storage.stored import StoreDown
from service.watching import streams
from service.webhooks.notices import Notices
from workers.sweep import sweep


def away(*_, **__):
    raise StoreDown("away")


@pytest.fixture
def down(monkeypatch):
    """Have the store be away for one method."""
    return lambda holder, name: monkeypatch.setattr(holder, name, away)


@pytest.mark.parametrize("part", [(Directory, "put"), (Inbox, "index"), (Notices, "tell")])
def test_a_listing_that_cannot_be_renewed_fails_no_move_and_is_made_good(here, part):
    api = here.api.by(here.account())
    table = api.create(seats=2)
    for name in ("Ana", "Bo"):
        table.sit(name, api.token)
    with pytest.MonkeyPatch.context() as meanwhile:
        meanwhile.setattr(*part, away)
        assert table.start().json["status"] == "playing"
    assert here.services.due_index.changed(9) == [table.game]
    sweep(here.services)
    assert here.services.due_index.changed(9) == []
    (row,) = api.get("/v1/games").json["games"]
    assert row["status"] == "playing"


def test_an_attempt_that_cannot_be_noted_changes_no_answer(api, down):
    table = api.started(seats=2)
    down(Attempts, "_call")
    card = table.hand(0)[0]
    table.pick(0, 105).expect(422)
    first = table.pick(0, card).expect(201)
    assert table.pick(0, card).expect(200).json == first.json


def test_a_snapshot_that_cannot_be_laid_changes_no_answer(api, down, monkeypatch):
    monkeypatch.setattr("service.handling.ENTRIES_PER_SNAPSHOT", 1)
    table = api.started(seats=2)
    down(type(table.api.line.services.store), "keep_snapshot")
    table.pick(0, table.hand(0)[0]).expect(201)


def test_rights_that_cannot_be_looked_up_are_a_503_and_nothing_is_done(here, down):
    account = here.account()
    table = here.api.by(account).started(seats=2)
    before = table.revision
    down(Accounts, "find")
    for method, rest in (("GET", ""), ("POST", "/abandon"), ("PUT", "/decisions/r1t1-pick-s0")):
        data = {"card": 1} if method == "PUT" else None
        table.ask(method, rest, account, data).expect(503, "store_down")
    here.api.get("/v1/me/decisions", account).expect(503, "store_down")
    assert table.revision == before


@pytest.fixture
def followed(here, monkeypatch):
    """Follow a game from its start; each group of messages as it is written."""
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.0)
    monkeypatch.setattr(streams, "RETRY_STORE_SECONDS", 0.0)

    def follow(table, token=None):
        headers = [("Accept", "application/x-ndjson")]
        headers += [("Authorization", f"Bearer {token}")] if token else []
        with here.at_work() as app:
            answer = app.test_client().open(table.path("/events"), headers=headers, buffered=False)
            with answer:
                yield from (part for part in answer.iter_encoded() if part)

    return follow


def test_who_is_more_than_a_batch_behind_gets_every_entry_once_before_the_news(
    api, followed, monkeypatch
):
    monkeypatch.setattr(streams, "ENTRIES_PER_WRITE", 2)
    table = api.started(seats=3)
    table.pick(0, table.hand(0)[0]).expect(201)
    groups, found = followed(table), b""
    while b'"head":{"' not in (part := next(groups)) or b'"entry"' in part or b'"state"' in part:
        found += part
    revisions = [n for n in range(1, 99) if found.count(b'"revision":%d,"hash"' % n)]
    assert set(range(1, table.revision + 1)) <= set(revisions)
    assert found.count(b'"entry":') == table.revision


def test_a_heartbeat_beside_a_clock_that_cannot_be_read_still_comes(here, followed, down):
    """And one in which the rights of an account cannot be looked up: it is not thrown out."""
    account = here.account("audit", name="auditor")
    table = here.api.started(seats=2, options={"turn_seconds": 60})
    groups = followed(table, account)
    while b'"entry"' in (part := next(groups)) or b'"state"' in part:
        pass
    down(type(here.services.store), "now")
    assert b'"server_time"' in next(groups)
    down(Accounts, "find")
    for _ in range(2):
        assert b'"server_time"' in (beat := next(groups))
        assert b'"close"' not in beat


def test_a_page_that_is_full_says_where_the_next_one_is_and_the_last_one_does_not(api):
    table = api.started(seats=2)
    last = table.revision
    full = table.get(f"/events?limit={last}")
    assert full.next is None or api.get(full.next).json["entries"] == []
    short = table.get(f"/events?limit={last - 1}")
    (item,) = api.get(short.next).json["entries"]
    assert item["revision"] == last


# -- administrators ------------------------------------------------------------------------------

MEMBERS = {"type", "title", "status", "detail", "code"}


@pytest.fixture
def admin(here):
    return here.api.by(here.account("admin"))


@pytest.mark.parametrize("account", ["0" * 16, "x", "%00", "a" * 300, "..%2e"])
def test_an_account_that_is_not_there_is_404_and_nothing_else_is_told(admin, account):
    answer = admin.ask("DELETE", f"/v1/tokens/{account}").expect(404, "not_found")
    assert set(answer.json) == MEMBERS


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, ["#/name", "#/scopes"]),
        ({"name": "", "scopes": []}, ["#/name", "#/scopes"]),
        ({"name": "x" * 61, "scopes": ["play"]}, ["#/name"]),
        ({"name": "shop", "scopes": ["play", "everything"]}, ["#/scopes/1"]),
        ({"name": "shop", "scopes": ["play"], "admin": True}, ["#/admin"]),
    ],
)
def test_a_wrong_account_is_told_what_is_wrong_and_none_is_made(admin, services, body, pointers):
    before = services.accounts.all()
    answer = admin.post("/v1/tokens", body).expect(422, "invalid_body")
    assert set(answer.json) == MEMBERS | {"errors"}
    assert sorted(fault["pointer"] for fault in answer.json["errors"]) == pointers
    assert services.accounts.all() == before


def test_revoked_twice_is_revoked_and_a_token_is_shown_once(admin, services):
    made = admin.post("/v1/tokens", {"name": "shop", "scopes": ["play"]}).expect(201).json
    admin.get("/v1/me/decisions", made["token"]).expect(200)
    for _ in range(2):
        admin.ask("DELETE", f"/v1/tokens/{made['id']}").expect(204)
    admin.get("/v1/me/decisions", made["token"]).expect(401, "unknown_token")
    answer = admin.get("/v1/tokens")
    assert made["token"] not in answer.body.decode()
    shown = next(each for each in answer.json["tokens"] if each["id"] == made["id"])
    assert (shown["revoked"], "token" in shown) == (True, False)
