"""A stream that is not what was written: told as damage, never as a new game, never written to."""

import pytest

from tests.support.altered import everything_asked
from tests.support.conforming import check_form

pytestmark = pytest.mark.engine
NAMES = (b"p", b"h", b"s")
OTHER = b"A" * 43
"""A hash that stands nowhere."""


def trimmed(client, stream):
    client.xtrim(stream, maxlen=3, approximate=False)


def emptied(client, stream):
    client.xtrim(stream, maxlen=0, approximate=False)


def without_the_first(client, stream):
    client.xdel(stream, "1-0")


def without_one_in_between(client, stream):
    client.xdel(stream, "4-0")


def without_the_last(client, stream):
    client.xdel(stream, f"{client.xlen(stream)}-0")


def deleted(client, stream):
    client.delete(stream)


def of_another_type(client, stream):
    client.delete(stream)
    client.set(stream, "no stream")


def with_a_foreign_entry(client, stream):
    client.xadd(stream, {"note": "hello"})


def rewritten(client, stream, change):
    """The same stream with other entries: `change` gets and returns (p, h, s or None) of all."""
    found = [tuple(map(fields.get, NAMES)) for _, fields in client.xrange(stream)]
    client.delete(stream)
    for revision, values in enumerate(change(found), start=1):
        # The service expects p, h, s, in this order.
        entry = {n: v for n, v in zip(NAMES, values, strict=True) if v is not None}
        client.xadd(stream, entry, id=f"{revision}-0")


def with_another_seat_in_it(client, stream):
    taken, other = (b'"seat":%d,"type":"SeatTaken"' % seat for seat in (0, 9))
    rewritten(client, stream, lambda found: [(p.replace(taken, other), h, s) for p, h, s in found])


def with_another_hash_in_it(client, stream):
    rewritten(
        client, stream, lambda found: [*found[:3], (found[3][0], OTHER, found[3][2]), *found[4:]]
    )


def with_another_last_hash(client, stream):
    rewritten(client, stream, lambda found: [*found[:-1], (found[-1][0], OTHER, found[-1][2])])


def with_two_entries_swapped(client, stream):
    rewritten(client, stream, lambda found: [*found[:1], found[2], found[1], *found[3:]])


def with_another_pick(client, stream):
    """The secret part of the last entry is one person's pick, sealed in public."""

    def change(found):
        p, h, s = found[-1]
        return [*found[:-1], (p, h, b'{"pick":[1]}' if s != b'{"pick":[1]}' else b'{"pick":[2]}')]

    rewritten(client, stream, change)


AT_THE_END = [deleted, emptied, of_another_type, with_a_foreign_entry, with_another_last_hash]
MISSING = [trimmed, without_the_first, without_one_in_between, without_the_last]
ALTERED = [
    with_another_seat_in_it, with_another_hash_in_it, with_two_entries_swapped, with_another_pick,
]  # fmt: skip


@pytest.fixture
def here(site):
    """The document describes no failure of the server's own."""
    site.seen = check_form
    return site.process()


@pytest.fixture
def table(here):
    """A game of two whose first pick has been answered."""
    table = here.api.started(seats=2)
    table.answer_owed(0)
    return table


@pytest.fixture
def stream(services, table):
    return services.store._keys.stream(table.game)


def assert_told(table, client, stream):
    """Whatever is asked, it is told as damage, and nothing is written."""
    left = client.dump(stream)
    for each in everything_asked(table):
        table.ask(*each).expect(500, "game_damaged")
    assert client.dump(stream) == left


@pytest.mark.parametrize("damage", [*AT_THE_END, *MISSING, *ALTERED])
def test_a_process_that_does_not_know_the_game_says_that_it_is_damaged(
    here, table, real_redis, stream, damage
):
    damage(real_redis, stream)
    here.restart()
    assert_told(table, real_redis, stream)


@pytest.mark.parametrize("damage", [*AT_THE_END, *MISSING])
@pytest.mark.parametrize("acting_first", [True, False])
def test_a_process_that_has_the_game_in_memory_notices_what_is_missing(
    table, real_redis, stream, damage, acting_first
):
    card = table.owed(1)["options"][0]
    damage(real_redis, stream)
    if acting_first:
        table.put("r1t1-pick-s1", card, 1).expect(500, "game_damaged")
    assert_told(table, real_redis, stream)


def test_other_games_go_on_beside_a_damaged_one(api, table, real_redis, stream):
    other = api.started(seats=2)
    deleted(real_redis, stream)
    table.get("", table.seats[0]).expect(500, "game_damaged")
    other.answer_owed(1)
    api.get("/v1/games").expect(200)


def test_who_knows_of_a_lost_end_says_so_once_and_then_goes_on_from_what_there_is(
    table, real_redis, stream
):
    """A Redis restored from an older copy under processes that remember more."""
    card = table.owed(1)["options"][0]
    rewritten(real_redis, stream, lambda found: found[:-1])
    table.put("r1t1-pick-s1", card, 1).expect(500, "game_damaged")
    table.put("r1t1-pick-s1", card, 1).expect(201)
