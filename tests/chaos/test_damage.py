"""A stream that is not what was written: told as damage, never as a new game, never written to."""

import pytest

from tests.support.altered import everything_asked
from tests.support.conforming import check_form

NAMES = (b"p", b"h", b"s")
OTHER = b"A" * 43
"""A hash that stands nowhere."""


def of_another_type(client, stream):
    client.delete(stream)
    client.set(stream, "no stream")


def rewritten(change):
    """The same stream with other entries: `change` gets and returns (p, h, s or None) of all."""

    def damage(client, stream):
        found = [tuple(map(fields.get, NAMES)) for _, fields in client.xrange(stream)]
        client.delete(stream)
        for revision, values in enumerate(change(found), start=1):
            # The service expects p, h, s, in this order.
            entry = {n: v for n, v in zip(NAMES, values, strict=True) if v is not None}
            client.xadd(stream, entry, id=f"{revision}-0")

    return damage


def with_another_seat(found):
    taken, other = (b'"seat":%d,"type":"SeatTaken"' % seat for seat in (0, 9))
    return [(p.replace(taken, other), h, s) for p, h, s in found]


def with_another_pick(found):
    """The secret part of the last entry is one person's pick, sealed in public."""
    p, h, s = found[-1]
    return [*found[:-1], (p, h, b'{"pick":[1]}' if s != b'{"pick":[1]}' else b'{"pick":[2]}')]


def with_another_hash(at):
    def change(found):
        p, _, s = found[at]
        return [(p, OTHER, s) if entry == found[at] else entry for entry in found]

    return change


FOUND_BY_ALL = {
    "deleted": lambda client, stream: client.delete(stream),
    "emptied": lambda client, stream: client.xtrim(stream, maxlen=0, approximate=False),
    "of another type": of_another_type,
    "with a foreign entry": lambda client, stream: client.xadd(stream, {"note": "hello"}),
    "with another last hash": rewritten(with_another_hash(-1)),
    "trimmed": lambda client, stream: client.xtrim(stream, maxlen=3, approximate=False),
    "without the first": lambda client, stream: client.xdel(stream, "1-0"),
    "without one in between": lambda client, stream: client.xdel(stream, "4-0"),
    "without the last": lambda client, stream: client.xdel(stream, f"{client.xlen(stream)}-0"),
}
FOUND_BY_READING = {
    "with another seat": rewritten(with_another_seat),
    "with another hash": rewritten(with_another_hash(3)),
    "with two swapped": rewritten(lambda found: [*found[:1], found[2], found[1], *found[3:]]),
    "with another pick": rewritten(with_another_pick),
}
DAMAGES = FOUND_BY_ALL | FOUND_BY_READING


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


@pytest.mark.parametrize(
    ("damage", "known"),
    [*((each, "nothing") for each in DAMAGES)]
    + [(each, known) for each in FOUND_BY_ALL for known in ("all", "all, and it acts first")],
)
def test_damage_is_told_whatever_is_asked_and_never_written_to_and_other_games_go_on(
    here, api, table, real_redis, stream, damage, known
):
    """By a process that knows `nothing` of the game, or has `all` of it in memory."""
    other = api.started(seats=2)
    card = table.owed(1)["options"][0]
    DAMAGES[damage](real_redis, stream)
    left = real_redis.dump(stream)
    if known == "nothing":
        here.restart()
    elif known != "all":
        table.put("r1t1-pick-s1", card, 1).expect(500, "game_damaged")
    for each in everything_asked(table):
        table.ask(*each).expect(500, "game_damaged")
    assert real_redis.dump(stream) == left
    other.answer_owed(1)
    api.get("/v1/games").expect(200)


def test_who_knows_of_a_lost_end_says_so_once_and_then_goes_on_from_what_there_is(
    table, real_redis, stream
):
    """A Redis restored from an older copy under processes that remember more."""
    card = table.owed(1)["options"][0]
    rewritten(lambda found: found[:-1])(real_redis, stream)
    table.put("r1t1-pick-s1", card, 1).expect(500, "game_damaged")
    table.put("r1t1-pick-s1", card, 1).expect(201)
