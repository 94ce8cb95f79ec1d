"""Signed heads over HTTP: every answer carries one that holds, and a rewritten history contradicts
what a player holds."""

from dataclasses import replace
from typing import Any

import pytest

from domain.audit import verify
from domain.audit.checking import signatures
from domain.audit.reading.kept import receipts_in
from domain.audit.reading.keys import trusted_keys
from domain.audit.telling.wording import as_text
from domain.ledger import Name
from domain.signed import statements
from domain.text.spelling import base64url
from service.app import create_app
from service.commands.keys import main as keys
from tests.support.altered import chained, stored_anew
from tests.support.client import Api, Table, in_process


@pytest.fixture
def jwks(api: Api) -> dict[str, Any]:
    found: dict[str, Any] = api.get("/.well-known/jwks.json").expect(200).json
    return found


def holds(head: dict[str, Any], table: Table, jwks: dict[str, Any]) -> bool:
    """Whether a statement is signed, of this game, and says what stands beside it."""
    found = statements.read(head["jws"])
    beside = {name: value for name, value in head.items() if name != "jws"}
    same = beside.items() <= dict(found.claims).items()
    return (
        same and found.game == table.game and signatures.holds(trusted_keys(jwks)[found.kid], found)
    )


def judged(table: Table, kept: Any, jwks: dict[str, Any]) -> Any:
    made = table.api.get(table.path("/audit"), table.host).expect(200).json
    return verify(made, trusted=trusted_keys(jwks), kept=list(receipts_in(kept)))


def test_every_receipt_and_every_view_carries_a_head_that_holds(api, jwks):
    table = api.started(seats=2)
    owed = table.owed(0)
    answered = table.put(owed["id"], owed["options"][0], 0).expect(201)
    again = table.put(owed["id"], owed["options"][0], 0).expect(200)
    seat = table.seats[0]
    path = table.path(f"/decisions/{owed['id']}")
    answers = {
        "answer": answered.json["receipt"],
        "the same answer again": again.json["receipt"],
        "one's answer, looked up": api.get(path, seat).expect(200).json["receipt"],
        "view": table.view()["head"],
        "own view": table.view(0)["head"],
        "view of a start repeated": table.start().json["head"],
        "view as it was": table.view(0, "?revision=4&seat=0")["head"],
        "decisions": api.get(table.path("/decisions"), seat).json["decisions"] and api.get(
            table.path("/decisions"), seat).json["head"],
        "feed": api.get(table.path("/events?limit=3"), seat).json["head"],
        "bundle": api.get(table.path("/audit"), seat).json["heads"][0],
    }  # fmt: skip
    hashes = {each["revision"]: each["hash"] for each in table.feed()}
    for what, head in answers.items():
        assert set(head) - {"at"} == {"game", "revision", "hash", "jws"}, what
        assert head["hash"] == hashes[head["revision"]], what
        assert holds(head, table, jwks), what
    assert (
        answers["answer"] == answers["the same answer again"] == answers["one's answer, looked up"]
    )
    claims = statements.read(answers["answer"]["jws"]).claims
    assert (claims["decision"], claims["answer"]) == (owed["id"], owed["options"][0])
    assert answers["view as it was"]["revision"] == 4
    assert answers["bundle"]["revision"] == table.revision


def test_a_game_just_created_and_one_given_up_carry_heads_that_hold(api, jwks):
    made = api.ask("POST", "/v1/games", None, {"ruleset": "classic"})
    table = Table.of(api, made)
    assert holds(made.json["game"]["head"], table, jwks)
    given_up = api.ask("POST", table.path("/abandon"), table.host).expect(200)
    assert holds(given_up.json["head"], table, jwks)


def test_the_keys_are_public_and_hold_nothing_private(api, jwks):
    (key,) = jwks["keys"]
    assert set(key) == {"kty", "crv", "x", "kid", "use", "alg"}
    answer = api.get("/.well-known/jwks.json")
    assert "public" in answer.header("Cache-Control")


def test_receipts_of_a_whole_game_agree_with_its_bundle(api, jwks):
    table = api.started("tactics", seats=2, options={"max_rounds": 1})
    kept = [table.view()]
    while waiting := table.view()["waiting_on"]:
        kept.append(table.answer_owed(waiting[0]).json)
    report = judged(table, kept, jwks)
    assert report.ok, as_text(report)
    assert report.checked["receipts"] == len(kept) > 20
    assert (report.status, report.signed.extent) == (0, "everything")


def rewritten(services, game: str, name: str) -> None:
    """Put the same history with another name at the first seat in its place, as an operator could:
    chained again, with a seal that the new name opens."""
    salt = base64url(bytes(16))
    forged = Name(name, salt).seal(game)

    def alter(_: int, event: dict[str, Any]) -> dict[str, Any]:
        taken = event["type"] == "SeatTaken" and event["seat"] == 0
        return {**event, "name_seal": forged} if taken else event

    stored_anew(services, game, chained(services.store.read(game), alter))
    services.store.relabel(game, {forged: Name(name, salt)})


def test_a_history_rewritten_in_redis_contradicts_the_receipt_of_a_player(
    api, sibling, services, jwks
):
    table = api.started(seats=2)
    kept = table.answer_owed(0).json
    rewritten(services, table.game, "Mallory")
    told = api.get(table.path())  # by whoever remembers: only a restart hides it
    told.expect(500, "game_damaged")
    forged = replace(table, api=sibling)
    assert forged.view()["seats"][0]["player"]["name"] == "Mallory"
    sibling.ask("POST", forged.path("/abandon"), table.host).expect(200)
    report = judged(forged, kept, jwks)
    assert report.integrity.ok, as_text(report)
    assert report.rules.ok
    assert report.status == 22
    assert report.receipts.revision == kept["receipt"]["revision"]
    assert "another history" in report.receipts.reason


def test_old_games_hold_with_the_jwk_set_after_the_key_was_rotated(
    api, settings, services, tmp_path, capsys
):
    before = replace(settings, keys_dir=str(tmp_path / "keys"))
    first = Api(in_process(create_app(before)))
    table = first.started("tactics", seats=2, options={"max_rounds": 1})
    kept = [table.answer_owed(0).json]
    old = first.get(table.path("/audit"), table.seats[0]).json
    assert keys(before, ["rotate"]) == 0
    told = capsys.readouterr()
    assert "Restart the server" in told.err
    assert [line.endswith("signs") for line in told.out.splitlines()] == [False, True]
    later = Api(in_process(create_app(before)))
    table = replace(table, api=later)
    kept.append(table.answer_owed(1).json)
    kids = [statements.read(each["receipt"]["jws"]).kid for each in kept]
    assert kids[0] != kids[1]
    jwks = later.get("/.well-known/jwks.json").json
    assert [key["kid"] for key in jwks["keys"]] == kids[::-1]
    assert verify(old, trusted=trusted_keys(jwks)).ok
    report = judged(table, kept, jwks)
    assert report.ok, as_text(report)
    assert judged(table, kept, {"keys": jwks["keys"][:1]}).receipts.ok is False
    assert keys(before, ["list"]) == 0
    assert capsys.readouterr().out == told.out
