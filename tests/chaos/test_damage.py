"""A stream that is not what was written: told as damage, never as a new game, never written to."""

import pytest
import redis

from tests.chaos.rounds import AOF
from tests.chaos.site import Site, site_on
from tests.support.engine import Engine
from tests.support.http.client import Answer, Table

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


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """One server for all of this: making it takes longer than a test."""
    with Engine(*AOF) as running:
        yield site_on(running, tmp_path_factory.mktemp("damage"))


def everything_asked(table: Table) -> list[Answer]:
    """Every route of a game, as the persons and the host would ask."""
    api, seat = table.api, table.seats[1]
    return [
        api.get(table.path(), seat),
        api.get(table.path("?revision=2"), seat),
        api.get(table.path("/decisions"), seat),
        api.get(table.path("/events"), seat),
        api.get(table.path("/audit"), seat),
        api.ask("PUT", table.path("/decisions/r1t1-pick-s1"), seat, {"card": 1}),
        api.ask("POST", table.path("/seats"), None, {"name": "Late"}),
        api.ask("DELETE", table.path("/seats/1"), seat),
        api.ask("POST", table.path("/start"), table.host),
        api.ask("POST", table.path("/abandon"), table.host),
    ]


def contents(client: redis.Redis, stream: str) -> object:
    return client.dump(stream)


def in_play(site: Site) -> Table:
    """A game of two whose first pick has been answered."""
    table = site.table()
    table.answer_owed(0, lambda options: options[0])
    return table


@pytest.mark.parametrize("damage", [*AT_THE_END, *MISSING, *ALTERED])
def test_a_process_that_does_not_know_the_game_says_that_it_is_damaged(played, damage):
    table = in_play(played)
    client, stream = played.client(), played.stream(table.game)
    damage(client, stream)
    left = contents(client, stream)
    played.restarted()
    for answer in everything_asked(table):
        answer.expect(500, "game_damaged")
    assert contents(client, stream) == left


@pytest.mark.parametrize("damage", [*AT_THE_END, *MISSING])
@pytest.mark.parametrize("acting_first", [True, False])
def test_a_process_that_has_the_game_in_memory_notices_what_is_missing(
    played, damage, acting_first
):
    table = in_play(played)
    card = table.owed(1)["options"][0]
    client, stream = played.client(), played.stream(table.game)
    damage(client, stream)
    left = contents(client, stream)
    if acting_first:
        table.put("r1t1-pick-s1", card, 1).expect(500, "game_damaged")
    for answer in everything_asked(table):
        answer.expect(500, "game_damaged")
    assert contents(client, stream) == left


def test_other_games_go_on_beside_a_damaged_one(played):
    table, other = in_play(played), in_play(played)
    deleted(played.client(), played.stream(table.game))
    table.api.get(table.path(), table.seats[0]).expect(500, "game_damaged")
    other.answer_owed(1, lambda options: options[0])
    played.api.get("/v1/games").expect(200)


def test_who_knows_of_a_lost_end_says_so_once_and_then_goes_on_from_what_there_is(played):
    """A Redis restored from an older copy under processes that remember more."""
    table = in_play(played)
    card = table.owed(1)["options"][0]
    rewritten(played.client(), played.stream(table.game), lambda found: found[:-1])
    table.put("r1t1-pick-s1", card, 1).expect(500, "game_damaged")
    table.put("r1t1-pick-s1", card, 1).expect(201)
