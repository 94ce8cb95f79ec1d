"""What happens at a deadline, for each policy and each kind of decision (rules: "Clocks")."""

from typing import Any

import pytest

from tests.support.client import Table, as_body
from tests.support.conforming import verified
from tests.support.late import DUE, KINDS, LATE, LOWEST
from workers.sweep import sweep

kinds = pytest.mark.parametrize("kind", KINDS)


def acts(table: Table, kind: str, after: int) -> list[Any]:
    """The events after that revision which answer a decision of that kind."""
    if kind in {"row", "place"}:
        return table.events("ChoiceMade", after=after)
    return table.events("CardPicked", "CardDrafted", "CardsPlayed", after=after)


@kinds
@pytest.mark.parametrize("policy", ["none", "careful", "lowest", "forfeit"])
def test_every_view_shows_time_and_deadline_at_which_an_answer_is_in_time(site, here, kind, policy):
    table = here.lay(KINDS[kind](policy))
    site.time.now = DUE - 1
    view = table.get("", table.seats[0]).expect(200).json
    owed = table.get("/decisions", table.seats[0]).expect(200).json
    assert view["kind"] == kind
    assert owed["server_time"] == view["server_time"] == "2026-09-21T14:13:49.999Z"
    assert view["deadline"] == "2026-09-21T14:13:50.000Z"
    assert {each["deadline"] for each in owed["decisions"]} == {view["deadline"]}
    site.time.now = DUE + (3_600_000 if policy == "none" else 0)  # without a policy it always is
    assert sweep(here.services) == 0
    owed = table.owed(0)
    table.put(owed["id"], as_body(owed), 0).expect(201)


@kinds
@pytest.mark.parametrize("policy", ["careful", "lowest"])
def test_after_it_answers_are_late_and_the_clock_answers_as_was_agreed_and_says_so(
    site, here, kind, policy
):
    table = here.lay(KINDS[kind](policy))
    before, owed, owing = table.revision, table.owed(0), table.view()["waiting_on"]
    site.time.now = LATE
    table.put(owed["id"], as_body(owed), 0).expect(410, "decision_closed")
    assert table.revision == before
    assert sweep(here.services) == len(owing)
    (mine,) = [act for act in acts(table, kind, before) if act["seat"] == 0]
    assert mine["by"] == "clock"
    late = table.put(owed["id"], as_body(owed), 0).expect(410, "closed_for_you").json
    assert late["by"] == "clock"
    given = table.get(f"/decisions/{owed['id']}", table.seats[0]).expect(200).json
    assert late["answer"] == given["answer"]
    if policy == "lowest":
        assert late["answer"] == LOWEST[kind]


@kinds
def test_a_forfeited_seat_is_played_by_a_bot_until_its_player_returns(site, here, kind):
    table = here.lay(KINDS[kind]("forfeit"))
    owed, before = table.owed(0), table.revision
    site.time.now = LATE
    table.put(owed["id"], as_body(owed), 0).expect(410, "decision_closed")
    sweep(here.services)
    handed = table.events(after=before)[0]
    assert handed["type"] == "SeatHandedOver"
    assert (handed["seat"], handed["reason"], handed["policy"]) == (0, "timeout", "careful")
    assert table.view()["seats"][0]["player"]["away"]
    waiting = table.put(owed["id"], as_body(owed), 0).expect(410, "closed_for_you").json
    assert (waiting["by"], waiting["answer"]) == ("bot", None)
    site.time.now = here.own.now = LATE + here.services.settings.bot_grace_ms
    assert sweep(here.services) > 0
    assert next(x["by"] for x in acts(table, kind, before) if x["seat"] == 0) == "bot"
    late = table.put(owed["id"], as_body(owed), 0).expect(410, "closed_for_you").json
    assert late["by"] == "bot"
    assert late["answer"] is not None
    table.give_back(0)
    assert not table.view()["seats"][0]["player"]["away"]
    assert table.events()[-1]["type"] == "SeatReturned"


def test_whoever_returned_answers_again(site, here):
    table = here.lay(KINDS["pick"]("forfeit"))
    site.time.now = LATE
    sweep(here.services)
    table.give_back(0)
    table.give_back(1)
    # The turn they left open is late still; of the next one they have the whole time.
    table.pick(0, 60).expect(410, "decision_closed")
    sweep(here.services)
    site.time.now = here.own.now = LATE + here.services.settings.bot_grace_ms
    sweep(here.services)
    for seat in (0, 1):
        table.give_back(seat)
    table.put("r1t2-pick-s0", table.owed(0)["options"][0], 0).expect(201)


@pytest.mark.parametrize("how", ["late", "resigned"])
def test_an_answer_for_a_seat_that_a_bot_plays_is_noted_as_the_seats_own(site, here, how):
    table = here.api.started(seats=2, options={"turn_seconds": 30, "on_timeout": "forfeit"})
    owed = table.owed(0)
    if how == "late":
        site.time.now = LATE
        sweep(here.services)
    else:
        table.leave(0).expect(204)
    table.put(owed["id"], owed["options"][0], 0).expect(410, "closed_for_you")
    bundle = table.get("/audit", table.seats[0])
    assert [each["code"] for each in bundle.json["attempts"]] == ["closed_for_you"]
    verified(bundle)
