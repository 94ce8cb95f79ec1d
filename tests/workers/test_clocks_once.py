"""Whatever is repeated, races, restarts or has a wrong clock: nothing happens twice or early."""

import threading
from collections import Counter

import pytest

from domain.commands import PickCard
from domain.errors import RuleViolation
from service.handling import Busy
from tests.dsl import AT, given, pick
from tests.dsl import table as laid_table
from tests.http.laid import NAME
from tests.workers.clocked import DUE, KINDS, LATE, SECONDS
from workers.clocks import abandon_if_idle, run_out
from workers.sweep import sweep

pytestmark = pytest.mark.engine
HOUR = 3_600_000
IDLE = 600
"""Seconds after which a game is abandoned here."""
actings = pytest.mark.parametrize("policy", ["careful", "lowest", "forfeit"])
answering = pytest.mark.parametrize("policy", ["careful", "lowest"])


def told(table, after):
    """The types of the events after that revision, with the seat where there is one."""
    events = [each["event"] for each in table.feed(query=f"?after={after}&limit=500")]
    return Counter((event["type"], event.get("seat")) for event in events)


def first_time(table, after):
    """What happened after that revision, in which nobody answered or was handed over twice."""
    found = told(table, after)
    once = {"CardPicked", "SeatHandedOver", "GameAbandoned"}
    assert all(count == 1 for (kind, _), count in found.items() if kind in once), found
    return found


def before_append(monkeypatch, services, act):
    """Have `act` done by somebody else between the decision of these services and their append."""
    append, acts = services.store.append, [act]

    def late(*args, **named):
        while acts:
            acts.pop()()
        append(*args, **named)

    monkeypatch.setattr(services.store, "append", late)


@actings
def test_a_move_in_time_that_is_appended_first_wins(site, here, monkeypatch, policy):
    table, sweeper = site.lay(here, KINDS["pick"](policy)), site.process()
    before = table.revision

    def move():
        site.time.now = DUE
        table.put("r1t1-pick-s0", {"card": 60}, 0).expect(201)
        site.time.now = LATE

    before_append(monkeypatch, sweeper.services, move)
    site.time.now = LATE
    run_out(sweeper.services, NAME)
    found = first_time(table, before)
    assert found["CardPicked", 0] == 1
    assert found["SeatHandedOver", 0] == 0
    assert found["CardPicked", 1] + found["SeatHandedOver", 1] == 1
    assert table.put("r1t1-pick-s0", {"card": 60}, 0).expect(200)


@actings
def test_a_time_out_that_is_appended_first_wins(site, here, monkeypatch, policy):
    table, sweeper = site.lay(here, KINDS["pick"](policy)), site.process()
    before = table.revision

    def time_out():
        site.time.now = LATE
        run_out(sweeper.services, NAME)

    before_append(monkeypatch, here.services, time_out)
    site.time.now = DUE
    late = table.put("r1t1-pick-s0", {"card": 60}, 0).expect(410, "closed_for_you").json
    assert late["by"] == ("bot" if policy == "forfeit" else "clock")
    found = first_time(table, before)
    assert found["CardPicked", 0] + found["SeatHandedOver", 0] == 1


@pytest.mark.parametrize("number", range(10))
def test_of_a_move_and_its_time_out_at_the_same_moment_one_wins(site, here, monkeypatch, number):
    table, sweeper = site.lay(here, KINDS["pick"]("lowest")), site.process()
    before = table.revision
    # The web has read the clock a moment before the sweeper did.
    monkeypatch.setattr(here.services.store, "now", lambda: DUE)
    site.time.now = LATE
    gate, answers = threading.Barrier(2), []

    def move():
        gate.wait()
        answers.append(table.put("r1t1-pick-s0", {"card": 60}, 0))

    player = threading.Thread(target=move)
    player.start()
    gate.wait()
    run_out(sweeper.services, NAME)
    player.join()
    assert first_time(table, before)["CardPicked", 0] == 1
    (answer,) = answers
    assert (answer.status, answer.json.get("by")) in {(201, None), (410, "clock")}


@actings
def test_who_answers_while_others_run_out_is_left_alone(site, here, monkeypatch, policy):
    hands = [[10, 60], [61, 71], [62, 72]]
    rows = [[20], [30], [40], [50]]
    options = {"turn_seconds": SECONDS, "on_timeout": policy}
    table = site.lay(here, given(laid_table("classic", rows, hands, **options)))
    sweeper, before = site.process(), table.revision

    def second_answers():
        site.time.now = DUE
        table.put("r1t1-pick-s1", {"card": 71}, 1).expect(201)
        site.time.now = LATE

    before_append(monkeypatch, sweeper.services, second_answers)
    site.time.now = LATE
    assert run_out(sweeper.services, NAME) == 2
    found = first_time(table, before)
    assert found["SeatHandedOver", 1] == 0
    assert found["CardPicked", 1] == 1


@answering
def test_sweeping_again_and_elsewhere_and_after_a_restart_does_nothing_more(site, here, policy):
    table, other = site.lay(here, KINDS["pick"](policy)), site.process()
    before = table.revision
    site.time.now = LATE
    assert sweep(here.services) == 2
    after = table.revision
    for process in (here, other, site.process()):
        for _ in range(2):
            assert sweep(process.services) == 0
            assert run_out(process.services, NAME) == 0
    assert table.revision == after
    assert first_time(table, before)


@pytest.mark.parametrize("drift", [-HOUR, 0, HOUR])
def test_a_seat_is_handed_over_once_and_then_its_bot_plays(site, here, drift):
    table = site.lay(here, KINDS["pick"]("forfeit"))
    before = table.revision
    site.time.now = LATE
    for process in (here, site.process(drift), site.process(-drift)):
        sweep(process.services)
        process.own.now += drift
        sweep(process.services)
    found = told(table, before)
    assert (found["SeatHandedOver", 0], found["SeatHandedOver", 1]) == (1, 1)
    bys = {e["event"]["by"] for e in table.feed() if e["event"]["type"] == "CardPicked"}
    assert bys == {"bot"}


def test_sweepers_at_the_same_moment_act_once(site, here):
    table = site.lay(here, KINDS["pick"]("careful"))
    before = table.revision
    site.time.now = LATE
    gate = threading.Barrier(4)

    def at_once(services):
        gate.wait()
        sweep(services)

    sweepers = [threading.Thread(target=at_once, args=(site.process().services,)) for _ in "1234"]
    for each in sweepers:
        each.start()
    for each in sweepers:
        each.join()
    found = first_time(table, before)
    assert (found["CardPicked", 0], found["CardPicked", 1]) == (1, 1)


@answering
@pytest.mark.parametrize("drift", [-HOUR, HOUR])
def test_the_clock_of_a_process_decides_nothing(site, here, policy, drift):
    wrong = site.process(drift)
    table = site.lay(wrong, KINDS["pick"](policy))
    before = table.revision
    site.time.now = DUE
    assert sweep(wrong.services) == 0
    table.put("r1t1-pick-s0", {"card": 60}, 0).expect(201)
    site.time.now = LATE
    assert sweep(wrong.services) == 1
    wrong.own.now += 2 * drift
    assert sweep(wrong.services) == 0
    wrong.own.now -= 4 * drift
    assert sweep(wrong.services) == 0
    first_time(table, before)


def test_a_clock_of_the_store_that_is_set_back_repeats_nothing(site, here):
    table = site.lay(here, KINDS["pick"]("lowest"))
    before = table.revision
    site.time.now = LATE
    assert sweep(here.services) == 2
    after = table.revision
    for now in (AT - HOUR, DUE, LATE):
        site.time.now = now
        assert sweep(here.services) == 0
    assert table.revision == after
    first_time(table, before)


def test_a_game_that_nobody_touches_is_abandoned_with_an_event_once(site):
    process = site.process(abandon_seconds=IDLE)
    table = process.api.started(seats=2)
    site.time.now = AT + 1000 * IDLE - 1
    assert sweep(process.services) == 0
    assert table.view()["status"] == "playing"
    site.time.now += 1
    for services in (process.services, site.process(abandon_seconds=IDLE).services):
        sweep(services)
        sweep(services)
    ends = [e["event"] for e in table.feed() if e["event"]["type"] == "GameAbandoned"]
    assert [event["reason"] for event in ends] == ["idle"]
    assert table.view()["server_seed"] is not None


def test_a_lobby_that_nobody_touches_is_abandoned_too(site):
    process = site.process(abandon_seconds=IDLE)
    table = process.api.create(seats=2)
    site.time.now = AT + 1000 * IDLE
    sweep(process.services)
    assert table.view()["status"] == "abandoned"


def test_every_event_gives_a_game_its_whole_time_again(site):
    process = site.process(abandon_seconds=IDLE)
    table = process.api.started(seats=2)
    site.time.now = process.own.now = AT + 1000 * IDLE - 1
    table.answer_owed(0, lambda options: options[0])
    site.time.now += 1000 * IDLE - 1
    sweep(process.services)
    assert table.view()["status"] == "playing"
    site.time.now += 1
    sweep(process.services)
    assert table.view()["status"] == "abandoned"


def test_a_game_is_not_abandoned_by_the_clock_of_a_process(site):
    process = site.process(abandon_seconds=IDLE)
    table = process.api.started(seats=2)
    process.own.now += 1000 * IDLE
    assert not abandon_if_idle(process.services, table.game)
    assert table.view()["status"] == "playing"


def test_a_move_at_the_last_moment_keeps_a_game_alive(site, monkeypatch):
    process, sweeper = site.process(abandon_seconds=IDLE), site.process(abandon_seconds=IDLE)
    table = process.api.started(seats=2)
    site.time.now = sweeper.own.now = AT + 1000 * IDLE
    before_append(
        monkeypatch,
        sweeper.services,
        lambda: table.answer_owed(0, lambda options: options[0]),
    )
    assert not abandon_if_idle(sweeper.services, table.game)
    assert table.view()["status"] == "playing"


def test_a_game_that_ends_at_the_last_moment_stays_finished(site, monkeypatch):
    process, sweeper = site.process(abandon_seconds=IDLE), site.process(abandon_seconds=IDLE)
    table = process.api.started(seats=2, options={"end_score": None, "max_rounds": 1})
    site.time.now = sweeper.own.now = AT + 1000 * IDLE
    before_append(monkeypatch, sweeper.services, lambda: table.play_on(lambda options: options[0]))
    assert not abandon_if_idle(sweeper.services, table.game)
    assert table.view()["status"] == "finished"


def test_games_are_never_abandoned_if_so_set(site):
    process = site.process(abandon_seconds=0)
    table = process.api.started(seats=2)
    site.time.now = process.own.now = AT + 1_000_000 * HOUR
    sweep(process.services)
    assert table.view()["status"] == "playing"


def test_the_clock_answers_only_what_is_owed(site, here):
    site.lay(here, KINDS["pick"]("lowest"))
    site.time.now = LATE
    command: PickCard = pick(0, 10, turn=2, by="clock")
    with pytest.raises(RuleViolation):
        here.services.handler.handle(NAME, command)


def test_a_game_that_everybody_writes_to_stays_due_and_stops_no_sweeper(site, here, monkeypatch):
    table = site.lay(here, KINDS["pick"]("lowest"))
    before = table.revision
    site.time.now = LATE

    def busy(*_):
        raise Busy("16 attempts met a conflict")

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(type(here.services.handler), "handle", busy)
        assert sweep(here.services) == 0
    assert sweep(here.services) == 2
    assert first_time(table, before)["CardPicked", 0] == 1
