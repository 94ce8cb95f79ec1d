"""What must hold of a simulated game when everything has come to rest.

The stream is held against the verifier, which knows the rules, and the listing against the stream.
What people were answered is held against it in said.py.
"""

from collections.abc import Sequence

from domain.audit import verify
from domain.ledger import GENESIS
from domain.state import INITIAL, State
from domain.views.bundle import bundle
from service.games.games import Game, advance, read
from service.games.store import Store
from service.jobs.dispatch import bots_waited_on
from service.projections.directory import Directory
from service.storage.stored import Stored
from tests.simulation import said
from tests.simulation.people import Table
from tests.simulation.setting import NAME
from tests.simulation.watch import assert_listed
from tests.simulation.world import BUCKETS, World
from tests.support.histories import answers_in, check_heads, states_of


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
            said.check_said(each, given, game, entries)
        said.check_nothing_unsaid(seat, given)
    said.check_bots(states, given)
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
