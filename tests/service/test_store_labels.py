"""Names beside the stream: written with the entry and only with it, changed, erased."""

import pytest

from domain.ledger import Name
from service.storage.labels import About, Labels
from service.storage.stored import Conflict, Damaged
from tests.support.chains import GAME, LABEL, append, chain, chain_end, put

SALT = "s" * 21 + "A"
ANA, BO = ("n" * 41 + name for name in ("aA", "bA"))
BOTH = {ANA: Name("Ana", SALT), BO: Name("Ñandú 牛", SALT)}


@pytest.fixture
def key(store):
    return store._keys.labels(GAME)


def test_names_are_written_with_the_entry_that_has_their_seals(store):
    assert store.labels(GAME) == Labels()
    put(store, names={ANA: BOTH[ANA]})
    assert store.labels(GAME) == Labels("1", {ANA: BOTH[ANA]})
    put(store, 1)
    put(store, 2, names={BO: BOTH[BO]})
    assert store.labels(GAME) == Labels("2", BOTH)
    assert store.labels(GAME).called == {ANA: "Ana", BO: "Ñandú 牛"}


def test_what_is_not_written_names_nobody(store, three):
    (rival,) = chain(1, salt="rival")
    for entry, after, refusal in ((rival, 0, Conflict), (chain(6)[-1], 5, Damaged)):
        with pytest.raises(refusal):
            append(store, entry, previous=chain_end(after), names=LABEL)
    assert store.labels(GAME) == Labels()


def test_names_are_changed_and_erased_one_by_one_or_all_at_once(store):
    put(store, names=BOTH)
    store.relabel(GAME, {BO: Name("Bo", SALT)})
    assert store.labels(GAME).called == {ANA: "Ana", BO: "Bo"}
    store.relabel(GAME, {ANA: None})
    put(store, names=BOTH)  # a late repeat, which brings nothing back
    assert store.labels(GAME).called == {BO: "Bo"}
    store.relabel(GAME, dict.fromkeys(BOTH))
    assert store.labels(GAME).names == {}


def test_who_keeps_a_game_is_told_of_labels_that_have_changed_or_gone_and_of_no_others(
    store, key, any_redis
):
    put(store, names=BOTH)
    assert store.resume(GAME, "").labels == Labels("1", BOTH)
    assert store.read_from(GAME, 1, chain_end(1), "1").labels is None
    store.relabel(GAME, {ANA: None})
    now = store.labels(GAME)
    assert store.read_from(GAME, 1, chain_end(1), "1").labels == now
    assert store.read_from(GAME, 1, chain_end(1), now.version).labels is None
    any_redis.delete(key)
    assert store.read_from(GAME, 1, chain_end(1), "1").labels == Labels()
    any_redis.set(key, "x")
    assert store.read_from(GAME, 1, chain_end(1), "1").labels == Labels()
    assert store.read_from(GAME, 1, chain_end(1), "").labels is None


def test_a_change_after_labels_or_clock_were_put_back_is_another_and_a_later_one(
    store, key, any_redis
):
    put(store, names=BOTH)
    before, versions = any_redis.hgetall(key), []
    for name in (Name("Bo", SALT), None, Name("Cy", SALT)):
        any_redis.delete(key)
        any_redis.hset(key, mapping=before)
        store.relabel(GAME, {BO: name})
        versions.append(int(store.labels(GAME).version))
    assert len({*versions, 1}) == 4
    ahead = 8_000_000_000_000_000  # as by a clock that was set back since
    any_redis.hset(key, "version", ahead)
    store.relabel(GAME, {ANA: BOTH[ANA]})
    assert store.labels(GAME).version == str(ahead + 1)
    put(store, 1, names=BOTH)
    assert store.labels(GAME).version == str(ahead + 2)


@pytest.mark.parametrize("version", [None, "", "x", "-", "-1", "1e400", "nan", "1.5", "9" * 19])
def test_a_version_that_is_none_hides_neither_names_nor_changes(store, key, any_redis, version):
    """Guards that no script counts with HINCRBY, which would fail when all else is written."""
    put(store, names=BOTH)
    if version is None:
        any_redis.hdel(key, "version")
    else:
        any_redis.hset(key, "version", version)
    kept = store.resume(GAME, "").labels
    assert kept.names == BOTH
    store.relabel(GAME, {ANA: None})
    told = store.read_from(GAME, 1, chain_end(1), kept.version).labels
    assert told.names == {BO: BOTH[BO]}
    put(store, 1, names=LABEL)
    told = store.read_from(GAME, 1, chain_end(1), told.version).labels
    assert told.names == {BO: BOTH[BO], **LABEL}


def test_what_an_app_has_noted_can_be_changed_and_erased(store, key):
    noted = About("order-7", {"league": "A", "table": 3})
    put(store, names=BOTH)
    store.relabel(GAME, {}, noted)
    assert store.labels(GAME) == Labels(store.labels(GAME).version, BOTH, noted)
    assert store.read_from(GAME, 1, chain_end(1), "1").labels == store.labels(GAME)
    store.relabel(GAME, {ANA: None})
    assert store.labels(GAME).about == noted
    store.relabel(GAME, {}, About())
    assert store.labels(GAME).about == About()
    assert b"about" not in store._call("HKEYS", key)


@pytest.mark.parametrize("value", [b"", b"{", b"[1]", b'"x"', b'["a", 3]', b"\xff"])
def test_notes_that_were_not_written_here_are_none(store, key, value):
    put(store, names=BOTH)
    store._call("HSET", key, "about", value)
    assert store.labels(GAME) == Labels("1", BOTH)
