"""What must hold of a simulated game when everything has come to rest. The stream is held against
the verifier, which knows the rules, and the listing against the stream. Whatever was acknowledged
is stored, once and for good; whatever was refused is not; and nobody is told what they could not
have been told."""

from collections.abc import Iterator, Sequence
from typing import Any

from bots.deciding import answer, named
from domain import events as e
from domain.audit import verify
from domain.decisions import Decision, open_decisions, parse
from domain.ledger import GENESIS
from domain.state import INITIAL, State
from domain.views.bundle import bundle
from service.games.games import Game, advance, read
from service.games.store import Store
from service.jobs.dispatch import bots_waited_on
from service.projections.directory import Directory
from service.storage.stored import Stored
from tests.simulation.people import Said, Seat, Table
from tests.simulation.setting import NAME
from tests.simulation.walks import Acknowledged
from tests.simulation.watch import assert_listed
from tests.simulation.world import BUCKETS, World
from tests.support.histories import Answers, answers_in, check_heads, check_receipt, states_of


def at_rest_without_sweeper(table: Table) -> None:
    """Where nothing went wrong, jobs alone have moved all bots."""
    state = _game(table.world).state
    assert not bots_waited_on(state), "bots wait for a sweeper although nothing was lost"


def after(table: Table) -> Game:
    """Check everything; the game as it ended."""
    world = table.world
    game, entries = _game(world), _entries(world)
    told = [read(NAME, stored) for stored in entries]
    states = states_of(told)
    _check_rest(table, game.state)
    _check_ledger(table, entries)
    given = answers_in(told, states)
    for seat in table.seats:
        for each in seat.said:
            _check_said(each, given, game, entries)
        _check_nothing_unsaid(seat, given)
    _check_bots(states, given)
    _check_listing(world, game)
    return game


def _game(world: World) -> Game:
    return advance(NAME, Game(INITIAL, GENESIS), _entries(world))


def _entries(world: World) -> list[Stored]:
    return Store(world.client(), BUCKETS).read(NAME)


def _check_rest(table: Table, state: State) -> None:
    """Over, or waiting for somebody who could act and does not; nothing is left to anybody."""
    world = table.world
    assert not world.jobs, "jobs are left"
    assert world.is_settled, "the sweeper has left something"
    assert not bots_waited_on(state), "a bot has not moved"
    if state.is_over:
        return
    assert not table.world.setting.abandon_seconds, "nobody gave the game up"
    if state.status == "lobby":
        return
    clocked = state.options["turn_seconds"] and state.options["on_timeout"] != "none"
    assert not clocked, "a deadline has passed and nothing happened"
    silent = {seat.seat for seat in table.seats if seat.silent}
    assert state.owing, "nobody owes anything, and it is not over"
    assert set(state.owing) <= silent, "somebody was not told that it is their turn"


def _check_ledger(table: Table, entries: Sequence[Stored]) -> None:
    names = Store(table.world.client(), BUCKETS).labels(NAME).names
    report = verify(bundle(entries, None, names, version="simulated"))
    assert report.integrity.ok, report
    assert report.rules.ok, report
    sat = sum(entry.p.count(b'"type":"SeatTaken"') for entry in entries)
    assert report.checked["names"] == sat, "a name is not what was sealed"
    check_heads(table.heads, entries)


def _check_listing(world: World, game: Game) -> None:
    rows, _ = Directory(world.client()).page()
    (shown,) = rows
    assert_listed(shown, game.state)
    assert shown["revision"] <= game.revision


def _check_said(said: Said, given: Answers, game: Game, entries: Sequence[Stored]) -> None:
    """What somebody was answered is true, and was the only thing that could be said."""
    stored = given.get(said.decision)
    who = f"{said.decision} {said.body}: {said.answer}"
    match said.answer:
        case Acknowledged(receipt, fresh):
            check_receipt(stored, entries, said.body, receipt.revision, receipt.hash)
            assert stored.at == receipt.at, who
            assert fresh or said.sent > 1, f"{who}, to what was sent once"
        case "already_answered":
            assert stored is not None, who
            assert stored.by == "player", who
            assert stored.body != said.body, who
        case "closed_for_you":
            assert stored is not None, who
            assert stored.by != "player", who
        case "decision_closed":
            if game.state.options["turn_seconds"] is None:
                assert game.state.status == "abandoned", who
                assert stored is None, who
        case "not_your_decision":
            begun = (read(NAME, stored).events[0] for stored in entries)
            handed = {event.seat for event in begun if isinstance(event, e.SeatHandedOver)}
            assert parse(said.decision).seat in handed, who
        case "not_an_option":
            assert len(said.body.get("cards", ())) > 1, who
        case None:
            pass  # it may be stored or not: _check_nothing_unsaid
        case _:
            raise AssertionError(f"{who}: nobody may be told this")


def _check_nothing_unsaid(seat: Seat, given: Answers) -> None:
    """No answer stands in a person's name that the person has not sent."""
    said = [(each.decision, each.body) for each in seat.said]
    for decision, stored in given.items():
        if stored.by == "player" and stored.decision.seat == seat.seat:
            assert (decision, stored.body) in said, f"{decision} {stored.body} was never sent"


def _check_bots(states: Sequence[State], given: Answers) -> None:
    """Every move of a bot is what its policy says, in whichever state it owed that move."""
    for name, stored in given.items():
        if stored.by == "bot":
            asked, body = stored.decision, stored.body
            said = [_would(state, asked) for state in _while_owed(states, stored.revision, asked)]
            assert said, f"{name}: no bot owed it"
            assert all(each == body for each in said), f"{name}: its bot does not choose {body}"


def _while_owed(states: Sequence[State], revision: int, asked: Decision) -> Iterator[State]:
    for state in reversed(states[:revision]):
        if asked not in open_decisions(state):
            return
        if state.players[asked.seat].is_bot:
            yield state


def _would(state: State, asked: Decision) -> Any:
    policy = named(state.players[asked.seat].policy or "")
    assert policy is not None
    return answer(state, asked, policy)
