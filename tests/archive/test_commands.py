"""The commands of the archive, and games that leave in a file and come in again."""

import io
import json
from dataclasses import replace

import pytest

from domain import ledger
from service.archive.zstandard import zstd
from service.commands import archive, export, importing
from tests.archive.test_away import folder, objects_of
from tests.support.client import SHORT
from tests.support.engine import Engine
from tests.support.site import Site


@pytest.fixture
def site(site, tmp_path):
    url = (tmp_path / "archive").as_uri()
    return Site(replace(site.settings, archive_url=url), site.app, seen=site.seen)


@pytest.fixture
def games(api):
    """Two that are over, the second with a bot, and one that is not."""
    over = [api.started(seats=2, options=SHORT), api.started("logic", seats=2, options=SHORT)]
    for table in over:
        table.play_on()
    over[0].ask("PUT", "/decisions/r1t1-pick-s0", over[0].seats[0], {"card": 1})  # an attempt
    return [*over, api.started(seats=2)]


@pytest.fixture
def store(services):
    return services.store


def run(site, *arguments):
    return archive.main(site.settings, arguments)


def test_a_game_is_put_away_and_restored_by_its_name(site, games, store, capsys):
    one, other, going = (table.game for table in games)
    assert run(site, "put", one) == 0
    assert list(store.away.games()) == [one]
    assert run(site, "put", other, going, "x" * 26, "?") == 1
    told = capsys.readouterr().err
    assert f"{going}: it is not over" in told
    assert told.count("there is no such game") == 2
    assert "3 of 4 games were not done" in told
    assert sorted(store.away.games()) == sorted([one, other])
    entries = store.read(one)
    assert run(site, "restore", one) == 0
    assert (list(store.away.games()), store.read(one)) == ([other], entries)
    assert run(site, "restore", one) == 1
    assert "it was not put away" in capsys.readouterr().err
    assert run(site, "put", other) == 0, "it is"


def test_all_that_are_over_are_put_away_and_verified(site, games, store, capsys):
    assert run(site, "put", "--all") == 0
    assert sorted(store.away.games()) == sorted(each.game for each in games[:2])
    assert run(site, "status") == 0
    told = capsys.readouterr().out
    assert site.settings.archive_url in told
    assert "2 games put away" in told
    assert run(site, "verify") == 0
    done = capsys.readouterr()
    assert "2 games are whole; 0 objects" in done.out
    assert "2 of 2, 0 not done" in done.err
    assert run(site, "put", "--all") == 0


@pytest.mark.parametrize("damage", ["gone", "a bit", "the stub", "another stub"])
def test_verify_tells_each_game_that_is_not_whole(site, games, store, capsys, damage):
    run(site, "put", "--all")
    table = games[0]
    (path,) = objects_of(store.away, table)
    stub = store.away.stub(table.game)
    if damage == "gone":
        path.unlink()
    elif damage == "a bit":
        body = bytearray(path.read_bytes())
        body[-9] ^= 4
        path.write_bytes(body)
    else:
        wrong = b"?" if damage == "the stub" else stub._replace(hash="B" * 43).written()
        store._call("HSET", store._keys.away(table.game), table.game, wrong)
    capsys.readouterr()
    assert run(site, "verify") == 1
    done = capsys.readouterr()
    assert [line for line in done.err.splitlines() if line.startswith(table.game)]
    assert "2 of 2, 1 not done" in done.err
    assert "whole" not in done.out


def test_an_archive_that_is_away_is_not_done(site, games, store, capsys):
    run(site, "put", games[0].game)
    at = folder(store.away)
    at.rename(at.with_name("elsewhere"))
    for command in (["status"], ["verify"], ["restore", games[0].game]):
        assert run(site, *command) == 1
        assert "no folder" in capsys.readouterr().err
    elsewhere = replace(site.settings, archive_url="")
    assert archive.main(elsewhere, ["put", games[1].game]) == 1
    assert "TOMA6_ARCHIVE_URL" in capsys.readouterr().err


def exported(site, path, *options):
    status = export.main(site.settings, ["--all", "--to", str(path), *options])
    with zstd.open(path, "rb") as lines:
        return status, [json.loads(line) for line in lines]


def test_all_games_that_are_over_are_exported_wherever_they_lie(site, games, store, tmp_path):
    store.away.put(games[0].game)
    status, lines = exported(site, tmp_path / "x")
    assert status == 0
    assert {line["game"] for line in lines} == {each.game for each in games[:2]}
    for line in lines:
        digest = ledger.GENESIS
        for each, stored in zip(line["entries"], store.read(line["game"]), strict=True):
            assert each["entry"] == json.loads(stored.p)
            digest = ledger.chain(digest, stored.p)
            assert each["hash"] == digest
    assert exported(site, tmp_path / "x", "--since", "2100-01-01") == (0, [])
    assert len(exported(site, tmp_path / "x", "--since", "2020-01-01T00:00:00.000Z")[1]) == 2
    _, nameless = exported(site, tmp_path / "x", "--nameless")
    assert [line["labels"] for line in nameless] == [{}, {}]


def test_what_is_damaged_is_left_out_and_told(site, games, store, tmp_path, capsys):
    store._call("XDEL", store._keys.stream(games[0].game), "2-0")
    status, lines = exported(site, tmp_path / "x")
    assert (status, [line["game"] for line in lines]) == (1, [games[1].game])
    assert games[0].game in capsys.readouterr().err


@pytest.fixture
def empty(site, tmp_path):
    """Another server, on an engine of its own."""
    with Engine() as engine:
        settings = replace(
            site.settings, redis_url=engine.url, queue_url=engine.url, data_dir=tmp_path,
            archive_url=(tmp_path / "theirs").as_uri(),
        )  # fmt: skip
        yield Site(settings, site.app, seen=site.seen)


def test_an_empty_server_takes_all_in_and_answers_as_the_first_one(
    site, empty, games, store, tmp_path, capsys
):
    store.away.put(games[1].game)
    exported(site, tmp_path / "x")
    process = empty.process()
    for _ in range(2):  # what is there already is no other
        assert importing.main(empty.settings, [str(tmp_path / "x")]) == 0
        assert "2 games, 0 refused" in capsys.readouterr().out
    for table in games[:2]:
        there = replace(table, api=process.api)
        for token in (None, *table.seats.values()):
            ours, theirs = (each.get("/audit", token).json for each in (table, there))
            for bundle in (ours, theirs):
                del bundle["heads"], bundle["keys"]
            assert ours == theirs
        assert there.names() == table.names()
        process.services.store.away.put(table.game)
        assert there.get().status == 200
    rows = process.api.get("/v1/games").json["games"]
    assert {row["id"] for row in rows} == {each.game for each in games[:2]}
    assert list(process.services.store.games()) != []


@pytest.mark.parametrize("what", ["an entry", "a hash", "its name", "not over", "one is missing"])
def test_a_game_that_is_not_what_was_exported_is_refused_and_the_others_come_in(
    site, empty, games, store, tmp_path, capsys, what
):
    _, lines = exported(site, tmp_path / "x")
    entries = lines[0]["entries"]
    match what:
        case "an entry":
            entries[4]["entry"]["at"] = "2020-01-01T00:00:00.000Z"
        case "a hash":
            entries[-1]["hash"] = entries[-2]["hash"]
        case "its name":
            lines[0]["game"] = "a" * 26
        case "not over":
            entries.pop()
        case "one is missing":
            entries.pop(3)
    with zstd.open(tmp_path / "x", "wb") as out:
        for line in lines:
            out.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
    assert importing.main(empty.settings, [str(tmp_path / "x")]) == 1
    assert "1 games, 1 refused" in capsys.readouterr().out
    assert list(empty.process().services.store.games()) == [lines[1]["game"]]


def test_another_game_of_that_name_stays_as_it_is(site, empty, games, store, tmp_path):
    exported(site, tmp_path / "x")
    theirs = empty.process().services.store
    theirs.append(games[0].game, store.read(games[1].game)[0], previous=ledger.GENESIS, due=None)
    assert importing.main(empty.settings, [str(tmp_path / "x")]) == 1
    assert len(theirs.read(games[0].game)) == 1


@pytest.mark.parametrize("damage", ["cut", "no zstd", "no json", "another shape"])
def test_a_file_that_is_not_whole_is_told(site, empty, games, tmp_path, capsys, damage):
    exported(site, tmp_path / "x")
    body = (tmp_path / "x").read_bytes()
    lines = {"no json": b"{", "another shape": b'{"game":"x"}\n'}
    bad = {"cut": body[:-9], "no zstd": b"{}\n"}.get(damage)
    if bad is None:
        with zstd.open(made := io.BytesIO(), "wb") as out:
            out.write(lines[damage])
        bad = made.getvalue()
    (tmp_path / "x").write_bytes(bad)
    assert importing.main(empty.settings, [str(tmp_path / "x")]) == 1
    assert "toma6 import: after line" in capsys.readouterr().err
