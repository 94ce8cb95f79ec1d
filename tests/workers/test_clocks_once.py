"""Whatever is repeated, races, restarts or has a wrong clock: nothing happens twice or early."""

import json

import pytest

from domain.text.times import milliseconds
from service.handling import Busy
from tests.support.dsl import given
from tests.support.dsl import table as laid_table
from tests.support.laid import NAME
from tests.support.late import DUE, KINDS, LATE, SECONDS, first_time, told
from tests.support.site import before_append
from workers.clocks import run_out
from workers.sweep import sweep

HOUR = 3_600_000
actings = pytest.mark.parametrize("policy", ["careful", "lowest", "forfeit"])
answering = pytest.mark.parametrize("policy", ["careful", "lowest"])


@actings
@pytest.mark.parametrize("mover", [0, 1])
def test_a_move_in_time_that_is_appended_first_wins_and_only_the_others_run_out(
    site, here, monkeypatch, policy, mover
):
    hands, rows = [[10, 60], [61, 71], [62, 72]], [[20], [30], [40], [50]]
    options = {"turn_seconds": SECONDS, "on_timeout": policy}
    table = here.lay(given(laid_table("classic", rows, hands, **options)))
    sweeper, before, card = site.process(), table.revision, hands[mover][1]

    def move():
        site.time.now = DUE
        table.pick(mover, card).expect(201)
        site.time.now = LATE

    before_append(monkeypatch, sweeper.services, move)
    site.time.now = LATE
    assert run_out(sweeper.services, NAME) == 2
    found = first_time(table, before)
    for seat in range(3):
        handed = seat != mover and policy == "forfeit"
        assert (found["SeatHandedOver", seat], found["CardPicked", seat]) == (handed, not handed)
    table.pick(mover, card).expect(200)


@actings
def test_a_time_out_that_is_appended_first_wins(site, here, monkeypatch, policy):
    table, sweeper = here.lay(KINDS["pick"](policy)), site.process()
    before = table.revision

    def time_out():
        site.time.now = LATE
        run_out(sweeper.services, NAME)

    before_append(monkeypatch, here.services, time_out)
    site.time.now = DUE
    late = table.pick(0, 60).expect(410, "closed_for_you").json
    assert late["by"] == ("bot" if policy == "forfeit" else "clock")
    found = first_time(table, before)
    assert found["CardPicked", 0] + found["SeatHandedOver", 0] == 1


@answering
def test_sweeping_at_once_again_elsewhere_and_after_a_restart_does_nothing_more(
    site, here, monkeypatch, policy
):
    table, other = here.lay(KINDS["pick"](policy)), site.process()
    before = table.revision
    site.time.now = LATE
    before_append(monkeypatch, here.services, lambda: sweep(other.services))
    sweep(here.services)
    after = table.revision
    for process in (here, other, site.process()):
        for _ in range(2):
            assert sweep(process.services) == 0
            assert run_out(process.services, NAME) == 0
    assert table.revision == after
    found = first_time(table, before)
    assert (found["CardPicked", 0], found["CardPicked", 1]) == (1, 1)


@pytest.mark.parametrize("drift", [-HOUR, 0, HOUR])
def test_a_seat_is_handed_over_once_and_then_its_bot_plays(site, here, drift):
    table = here.lay(KINDS["pick"]("forfeit"))
    before = table.revision
    site.time.now = LATE
    for process in (here, site.process(drift), site.process(-drift)):
        sweep(process.services)
        process.own.now += drift
        sweep(process.services)
    found = told(table, before)
    assert (found["SeatHandedOver", 0], found["SeatHandedOver", 1]) == (1, 1)
    assert {event["by"] for event in table.events("CardPicked")} == {"bot"}


def test_a_game_that_everybody_writes_to_stays_due_and_stops_no_sweeper(site, here, monkeypatch):
    table = here.lay(KINDS["pick"]("lowest"))
    before = table.revision
    site.time.now = LATE

    def busy(*_):
        raise Busy("16 attempts met a conflict")

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(type(here.services.handler), "handle", busy)
        assert sweep(here.services) == 0
    assert sweep(here.services) == 2
    assert first_time(table, before)["CardPicked", 0] == 1


@pytest.mark.parametrize("clocked", [{"turn_seconds": 60}, {}])
@pytest.mark.parametrize("back", [10_000, 3_600_000])
def test_no_entry_is_earlier_than_the_one_before_it(site, clocked, back):
    here = site.process()
    table = here.api.started(seats=2, options=clocked)
    for turn in range(4):
        site.time.now -= back
        here.own.now -= back
        table.play_on(steps=3)
        if clocked and table.view()["deadline"]:
            left = milliseconds(table.view()["deadline"]) - site.time.now
            assert left >= 60_000, turn
    stored = here.services.store.read(table.game)
    at = [milliseconds(json.loads(entry.p)["at"]) for entry in stored]
    assert at == sorted(at)
    assert len(at) > 8
