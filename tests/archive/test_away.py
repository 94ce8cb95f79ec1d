"""A game that is over and was put away is found by every read, as it was."""

import resource
from contextlib import contextmanager
from dataclasses import replace
from urllib.parse import urlsplit

import pytest

from domain.rulesets import RULESETS
from service.archive.objects import ArchiveDown
from service.archive.packing import pack
from service.archive.shelf import _digest, _path
from service.commands import names
from service.services import assemble
from service.storage import labels
from service.storage.stored import Damaged
from tests.support.client import SHORT
from tests.support.site import Site
from workers import archiver
from workers.sweep import sweep


@pytest.fixture
def site(site, tmp_path):
    url = (tmp_path / "archive").as_uri()
    settings = replace(site.settings, archive_url=url, archive_seconds=0)
    return Site(settings, site.app, seen=site.seen)


@pytest.fixture
def away(services):
    return services.store.away


@pytest.fixture
def over(api):
    table = api.started(seats=2, options=SHORT)
    table.play_on()
    return table


def folder(away):
    return away.shelf._objects._folder


def objects_of(away, table):
    """The files in which a game lies."""
    return sorted(folder(away).glob(f"*/{table.game}/*"))


def everything(table):
    """All that anybody can ask about a game."""
    paths = ["", "/events?limit=500", "/events?after=3&limit=2", "/audit", "/decisions"]
    paths += [f"?revision={number}" for number in (1, 4, table.revision // 2, table.revision)]
    answers = {
        (path, who): table.get(path, who)
        for path in paths
        for who in (*table.seats.values(), table.host, None)
    }
    found = {}
    for asked, answer in answers.items():
        body = answer.json
        body.pop("server_time", None)
        body.pop("heads", None)  # signed when they are asked for
        found[asked] = answer.status, body, answer.header("ETag")
    return found


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_every_read_is_the_same_as_before(there, api, away, services, ruleset):
    table = api.started(ruleset, seats=2)
    table.play_on()
    table.ask("PUT", "/decisions/r1t1-pick-s0", table.seats[0], {"card": 1})  # an attempt
    before, store = everything(table), services.store
    assert before["/audit", None][1]["attempts"]
    raw = store.read(table.game), store.read_last(table.game, 3), store.labels(table.game)
    assert away.put(table.game) is not None
    assert store._client.exists(store._keys.stream(table.game)) == 0
    found = store.read(table.game), store.read_last(table.game, 3), store.labels(table.game)
    assert found == raw
    assert everything(table) == before, "by a process that keeps it"
    assert everything(replace(table, api=there.api)) == before, "by another"
    rows = there.api.get("/v1/games?limit=100").json["games"]
    assert table.game in {row["id"] for row in rows}
    late = table.ask("PUT", "/decisions/r1t1-pick-s1", table.seats[1], {"card": 2})
    assert late.status in {200, 409, 410}
    noted = there.services.attempts.of(table.game, [0, 1])[0]
    assert len(noted) == len(before["/audit", None][1]["attempts"]) + 1, "what came after counts"
    away.bring_back(table.game, 0)
    assert there.services.attempts.of(table.game, [0, 1])[0] == noted
    assert (store.read(table.game), store.read_last(table.game, 3)) == raw[:2]


def test_the_sweeper_puts_away_what_is_over_long_enough_and_nothing_else(site, api, over):
    later = site.process(archive_seconds=3600)
    going = api.started(seats=2)
    sweep(later.services)
    assert list(later.services.store.away.wanted()) == [], "its time has not come"
    now = site.process()
    now.services.due_index.renew(over.game, 0)
    now.services.store._call("ZADD", now.services.store._keys.of(over.game)[1], 1, over.game)
    sweep(now.services)
    assert list(now.services.store.away.wanted()) == [over.game]
    assert archiver.put_away(now.services)
    assert list(now.services.store.away.games()) == [over.game]
    assert list(now.services.store.away.wanted()) == []
    assert now.services.store.read(going.game)
    assert [due.game_id for due in now.services.due_index.due(2**50, 9)] == [going.game]


def test_an_archive_that_is_away_delays_nobody(site, api, over, monkeypatch):
    services = site.process(archive_url="s3://").services
    services.store.away.want(over.game)
    assert not archiver.put_away(services)
    going = api.started(seats=2, options={**SHORT, "turn_seconds": 5, "on_timeout": "lowest"})
    now = services.store.now()
    monkeypatch.setattr(services.store, "now", lambda: now + 9000)
    assert sweep(services) > 0
    assert going.view()["revision"] > 0
    assert list(services.store.away.wanted()) == [over.game]


def test_what_is_damaged_is_left_and_holds_up_no_other(services, away, api, over):
    other = api.started(seats=2, options=SHORT)
    other.play_on()
    stream = services.store._keys.stream(over.game)
    services.store._call("XDEL", stream, "3-0")
    for table in (over, other):
        away.want(table.game)
    assert not archiver.put_away(services)
    assert services.store._client.exists(stream)
    assert list(away.games()) == [other.game]


def test_without_an_archive_nothing_is_put_away(site, over):
    none = site.process(archive_url="").services
    assert none.dispatcher.due(none.games.load(over.game).state, 0) is None
    with pytest.raises(ArchiveDown, match="TOMA6_ARCHIVE_URL"):
        none.store.away.put(over.game)
    assert none.store.read(over.game)


def test_a_name_that_is_erased_is_in_no_object_and_whoever_keeps_the_game_sees_it(
    site, services, there, away, over, capsys
):
    away.put(over.game)
    gone = over.names()[1]
    assert gone in replace(over, api=there.api).names()
    assert names.main(site.settings, [over.game, "--erase", "1"]) == 0
    assert "(erased)" in capsys.readouterr().out
    assert objects_of(away, over) == []
    for api in (over.api, there.api):
        assert gone not in replace(over, api=api).names()
    sweep(services)
    assert archiver.put_away(services)
    (path,) = objects_of(away, over)
    kept = away.shelf.read(over.game, over.revision, path.name)
    assert list(labels.read(kept.labels).called.values()) == [over.names()[0]]
    assert gone not in over.names()


@pytest.mark.parametrize(
    "damage", ["gone", "empty", "cut", "a bit", "a later version", "another game's", "a folder"]
)
def test_an_object_that_is_not_what_was_put_there_is_damage_of_this_game_alone(
    api, there, away, over, damage
):
    other = api.started(seats=2, options=SHORT)
    other.play_on()
    for table in (over, other):
        away.put(table.game)
    (path,), (others,) = (objects_of(away, table) for table in (over, other))
    body = bytearray(path.read_bytes())
    match damage:
        case "gone":
            path.unlink()
        case "empty":
            path.write_bytes(b"")
        case "cut":
            path.write_bytes(body[:-1])
        case "a bit":
            body[len(body) // 2] ^= 1
            path.write_bytes(body)
        case "a later version":
            body[0] = 7
            name = f"{_digest(bytes(body))}-12345678"
            (folder(away) / _path(over.game, name)).write_bytes(body)
            stub = away.stub(over.game)._replace(name=name).written()
            away._call("HSET", away._keys.away(over.game), over.game, stub)
            path.unlink()
        case "another game's":
            path.write_bytes(others.read_bytes())
        case "a folder":
            path.unlink()
            path.mkdir()
    cold = replace(over, api=there.api)
    cold.get().expect(500, "game_damaged")
    replace(other, api=there.api).get().expect(200)


def test_a_stub_that_is_damaged_is_damage_of_this_game_alone(there, away, over):
    away.put(over.game)
    away._call("HSET", away._keys.away(over.game), over.game, b"\xff")
    replace(over, api=there.api).get().expect(500, "game_damaged")


def test_a_game_that_was_listed_and_is_in_neither_place_is_damaged(there, away, over):
    away.put(over.game)
    away._call("HDEL", away._keys.away(over.game), over.game)
    replace(over, api=there.api).get().expect(500, "game_damaged")


def laid_back(client, backup):
    client.flushall()
    for key, value in backup.items():
        client.restore(key, 0, value)


def dumped(client):
    return {key: client.dump(key) for key in client.keys("*")}


def test_redis_may_be_put_back_to_any_earlier_state(site, services, over):
    """Before it was put away, while it was, and while it was brought back."""
    away, client = services.store.away, services.store._client
    entries = services.store.read(over.game)
    backups = [dumped(client)]
    away.put(over.game)
    backups.append(dumped(client))
    away.bring_back(over.game, 0)
    backups.append(dumped(client))
    away.put(over.game)
    backups.append(dumped(client))
    for number, backup in enumerate(backups * 2):
        laid_back(client, backup)
        fresh = site.process().services.store
        assert fresh.read(over.game) == entries, number
        stub = fresh.away.stub(over.game)
        if stub and stub.name not in fresh.away.shelf.names(over.game):
            with pytest.raises(Damaged):
                fresh.away.put(over.game)  # nor is anything cleared
            assert fresh.away.bring_back(over.game, 0)
        fresh.away.put(over.game)
        assert site.process().services.store.read(over.game) == entries, number
        assert len(objects_of(away, over)) == 1


@contextmanager
def no_file_longer_than(size):
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_disk_without_room_is_told_and_the_game_stays(services, away, over):
    entries = services.store.read(over.game)
    with no_file_longer_than(100), pytest.raises(ArchiveDown):
        away.put(over.game)
    assert away.stub(over.game) is None
    assert services.store.read(over.game) == entries
    assert away.put(over.game)
    assert len(objects_of(away, over)) == 1


def test_a_folder_that_is_not_there_is_away_and_no_game_is_damaged(there, away, over):
    away.put(over.game)
    at = folder(away)
    at.rename(at.with_name("elsewhere"))
    replace(over, api=there.api).get().expect(503, "store_down").header("Retry-After")
    at.with_name("elsewhere").rename(at)
    replace(over, api=there.api).get().expect(200)


def test_what_cannot_be_derived_is_kept_as_it_is(site, services, away, over):
    store = services.store
    record = away.whole(over.game)
    assert pack(record)[:1] == b"\1"
    odd = record.entries[5]._replace(s=b'{"?": 1}')
    assert pack(record._replace(entries=[*record.entries[:5], odd, *record.entries[6:]]))[0] == 0
    assert urlsplit(site.settings.archive_url).scheme == "file"
    assert assemble(site.settings).store.read(over.game) == store.read(over.game)
