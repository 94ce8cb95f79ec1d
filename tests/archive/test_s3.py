"""The archive in a bucket: what fails on the way is tried again, told, and loses nothing."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from service.archive import objects
from service.archive.objects import ArchiveDown, Objects
from service.archive.shelf import Shelf
from service.games.store import Store
from service.storage.connections import connect
from service.storage.stored import Damaged
from tests.support.chains import GAME, LABEL, append, chain
from tests.support.client import SHORT, Wire
from tests.support.processes import eventually
from tests.support.s3 import BROKEN, DENIED, FULL, Bucket, hang, lose, moto, refuse, slowly
from tests.support.server import Web

ENTRIES = chain(4)
AWS = ["AWS_SESSION_TOKEN", "AWS_PROFILE", "AWS_DEFAULT_REGION", "AWS_ENDPOINT", "HTTP_PROXY"]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with moto(tmp_path_factory.mktemp("s3") / "log") as port:
        yield port


@pytest.fixture
def bucket(server, request, monkeypatch):
    made = Bucket(server, f"b{abs(hash(request.node.name))}")
    for name in AWS:
        monkeypatch.delenv(name, raising=False)
    for name, value in made.environment.items():
        monkeypatch.setenv(name, value)
    objects._opened.cache_clear()
    yield made
    made.close()
    objects._opened.cache_clear()


@pytest.fixture
def store(fake_redis, bucket):
    return Store(fake_redis, 4, Shelf(Objects(bucket.url)))


@pytest.fixture
def fresh(fake_redis, bucket):
    """Another process, which remembers nothing."""
    return Store(fake_redis, 4, Shelf(Objects(bucket.url)))


PASSING = {
    "500": [refuse(*BROKEN)],
    "three times 500": [refuse(*BROKEN)] * 3,
    "a lost reply": [lose],
    "a lost reply, then 500": [lose, refuse(*BROKEN)],
    "slow": [slowly],
}


@pytest.mark.parametrize("faults", PASSING.values(), ids=PASSING)
def test_what_passes_is_not_noticed(store, fresh, bucket, faults):
    append(store, *ENTRIES, names=LABEL)
    for do in (store.away.put, fresh.read, lambda game: store.relabel(game, {})):
        bucket.faults[:] = faults
        fresh.away._kept.clear()
        do(GAME)
        assert fresh.read(GAME) == ENTRIES
        assert bucket.faults == []
    assert store.away.stub(GAME) is None
    assert store.away.shelf.names(GAME) == [], "it was brought back to be renamed"


STAYING = {
    "500 for good": refuse(*BROKEN),
    "no rights": refuse(*DENIED),
    "full": refuse(*FULL),
    "lost replies": lose,
}


@pytest.mark.parametrize("fault", STAYING.values(), ids=STAYING)
def test_what_stays_is_told_and_whatever_lies_in_redis_goes_on(store, fresh, bucket, fault):
    append(store, *ENTRIES, names=LABEL)
    bucket.always = fault
    with pytest.raises(ArchiveDown):
        store.away.put(GAME)
    assert fresh.read(GAME) == ENTRIES
    store.relabel(GAME, dict.fromkeys(LABEL))
    bucket.always = None
    assert store.away.put(GAME)
    bucket.always = fault
    for ask in (fresh.read, fresh.labels, lambda game: fresh.relabel(game, {})):
        with pytest.raises(ArchiveDown):
            ask(GAME)
    bucket.always = None
    assert fresh.read(GAME) == ENTRIES
    assert fresh.labels(GAME).names == {}


def test_the_rights_to_write_alone_may_be_missing(store, fresh, bucket):
    append(store, *ENTRIES)
    store.away.put(GAME)
    fresh.away.bring_back(GAME, 0)

    def guarded(line, forward):
        (forward if line.command == "GET" else lambda: refuse(*DENIED)(line, forward))()

    bucket.always = guarded
    with pytest.raises(ArchiveDown, match="privileges"):
        fresh.away.put(GAME)
    assert fresh.read(GAME) == ENTRIES
    bucket.always = None
    assert fresh.away.put(GAME)
    assert len(fresh.away.shelf.names(GAME)) == 1


@pytest.mark.parametrize(
    ("name", "value"), [("AWS_REGION", "us-east-1"), ("AWS_ENDPOINT_URL", "http://127.0.0.1:1")]
)
def test_an_archive_at_another_place_is_away_and_no_game_is_damaged(
    store, fresh, bucket, monkeypatch, name, value
):
    append(store, *ENTRIES)
    store.away.put(GAME)
    monkeypatch.setenv(name, value)
    objects._opened.cache_clear()
    with pytest.raises(ArchiveDown):
        fresh.read(GAME)


def test_a_bucket_that_is_not_there_is_away_and_no_game_is_damaged(store, fake_redis, bucket):
    append(store, *ENTRIES)
    elsewhere = Store(fake_redis, 4, Shelf(Objects("s3://no-such-bucket/games")))
    with pytest.raises(ArchiveDown):
        elsewhere.away.put(GAME)
    store.away.put(GAME)
    with pytest.raises(ArchiveDown):
        elsewhere.read(GAME)
    assert store.read(GAME) == ENTRIES


def test_an_archive_that_does_not_answer_is_away(store, bucket, monkeypatch):
    monkeypatch.setattr(objects, "SECONDS", 0.2)
    append(store, *ENTRIES)
    bucket.always = hang
    with pytest.raises(ArchiveDown):
        store.away.put(GAME)
    bucket.always = None
    assert store.read(GAME) == ENTRIES
    assert store.away.put(GAME)


def test_an_object_that_was_deleted_or_altered_is_damage_of_this_game_alone(store, fresh, bucket):
    for game in (GAME, "another"):
        append(store, *ENTRIES, game=game)
        assert store.away.put(game)
    (name,) = store.away.shelf.names(GAME)
    store.away.shelf.delete(GAME, name)
    with pytest.raises(Damaged, match="no more"):
        fresh.read(GAME)
    assert fresh.read("another") == ENTRIES


def alone(port, path):
    """The answer to a request on a connection of its own."""
    with closing(Wire(port)) as line:
        return line("GET", path, (), None)


def test_a_web_waits_for_a_hanging_archive_beside_everybody_else(
    bucket, engine_of_its_own, tmp_path
):
    """More requests at once than threads are there for the archive."""
    many = objects.THREADS + 4
    with Web(engine_of_its_own.url, tmp_path, archive_url=bucket.url, cache_games=0) as web:
        api = web.api
        over, going = (api.started(seats=2, options=SHORT) for _ in range(2))
        over.play_on()
        store = Store(connect(engine_of_its_own.url), shelf=Shelf(Objects(bucket.url)))
        assert store.away.put(over.game)
        bucket.always = hang
        with ThreadPoolExecutor(many) as pool:
            asked = [pool.submit(alone, web.port, over.path()) for _ in range(many)]
            assert eventually(lambda: len(bucket.asked) > 5)
            for _ in range(9):
                assert going.get().status == 200
            assert api.get("/v1/games").status == 200
            assert not [one for one in asked if one.done()]
            for answer in (one.result() for one in asked):
                answer.expect(503, "store_down")
                assert answer.header("Retry-After")
        bucket.always = None
        assert eventually(lambda: over.get().status == 200)
