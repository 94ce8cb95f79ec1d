"""Where the store fails beside the move itself, or the second time comes: easily forgotten."""

import pytest

from service.access.accounts import Accounts
from service.projections.directory import Directory
from service.projections.inbox import Inbox
from service.proof.attempts import Attempts
from service.webhooks.notices import Notices
from tests.support.conforming import MEMBERS
from tests.support.site import away
from workers.sweep import sweep


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


def test_an_attempt_that_cannot_be_noted_changes_no_answer(api, monkeypatch):
    table = api.started(seats=2)
    monkeypatch.setattr(Attempts, "_call", away)
    card = table.hand(0)[0]
    table.pick(0, 105).expect(422)
    first = table.pick(0, card).expect(201)
    assert table.pick(0, card).expect(200).json == first.json


def test_a_snapshot_that_cannot_be_laid_changes_no_answer(api, monkeypatch):
    monkeypatch.setattr("service.handling.ENTRIES_PER_SNAPSHOT", 1)
    table = api.started(seats=2)
    monkeypatch.setattr(type(table.api.line.services.store), "keep_snapshot", away)
    table.pick(0, table.hand(0)[0]).expect(201)


def test_rights_that_cannot_be_looked_up_are_a_503_and_nothing_is_done(here, monkeypatch):
    account = here.account()
    table = here.api.by(account).started(seats=2)
    before = table.revision
    monkeypatch.setattr(Accounts, "find", away)
    for method, rest in (("GET", ""), ("POST", "/abandon"), ("PUT", "/decisions/r1t1-pick-s0")):
        data = {"card": 1} if method == "PUT" else None
        table.ask(method, rest, account, data).expect(503, "store_down")
    here.api.get("/v1/me/decisions", account).expect(503, "store_down")
    assert table.revision == before


@pytest.fixture
def admin(here):
    return here.api.by(here.account("admin"))


def test_an_account_that_is_not_there_is_404_and_nothing_else_is_told(admin):
    for account in ("0" * 16, "x", "%00", "a" * 300, "..%2e"):
        answer = admin.ask("DELETE", f"/v1/tokens/{account}").expect(404, "not_found")
        assert set(answer.json) == MEMBERS


WRONG = [
    ({}, ["#/name", "#/scopes"]),
    ({"name": "", "scopes": []}, ["#/name", "#/scopes"]),
    ({"name": "x" * 61, "scopes": ["play"]}, ["#/name"]),
    ({"name": "shop", "scopes": ["play", "everything"]}, ["#/scopes/1"]),
    ({"name": "shop", "scopes": ["play"], "admin": True}, ["#/admin"]),
]


def test_a_wrong_account_is_told_what_is_wrong_and_none_is_made(admin, services):
    before = services.accounts.all()
    for body, pointers in WRONG:
        answer = admin.post("/v1/tokens", body).expect(422, "invalid_body")
        assert set(answer.json) == MEMBERS | {"errors"}
        assert sorted(fault["pointer"] for fault in answer.json["errors"]) == pointers
    assert services.accounts.all() == before
