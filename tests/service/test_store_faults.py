"""The store over a line that breaks, stalls or forks, and on a server that dies or is full."""

import os
import threading

import pytest
import redis

from service.connections import connect
from service.store import Conflict, Damaged, Due, Store, StoreDown
from tests.batches import GAME, GENESIS, batch, chain_end
from tests.engine import Engine
from tests.proxy import Fault, FaultProxy


@pytest.fixture
def proxy(engine: Engine, real_redis):
    with FaultProxy(engine.socket) as running:
        yield running


@pytest.fixture
def direct(real_redis) -> Store:
    """The store past the proxy: what is really there."""
    return Store(real_redis)


@pytest.fixture
def shaky(proxy: FaultProxy) -> Store:
    """The store through the proxy, on a line that is open and knows the script."""
    store = Store(connect(proxy.url))
    store.append("warm", 0, batch(1), previous=GENESIS, due=None)
    proxy.seen.clear()
    return store


def put(store: Store, expected: int = 0, due: int | None = 7) -> None:
    entries = batch(2, after=expected)
    store.append(GAME, expected, entries, previous=chain_end(expected), due=due, touched=True)


@pytest.mark.parametrize("fault", [Fault.SWALLOW, Fault.CUT_BEFORE, Fault.CUT_AFTER])
def test_one_broken_line_goes_unnoticed_and_writes_once(proxy, shaky, direct, fault):
    """Guards the second attempt in ThreadConnections and the script's knowing its own batch."""
    proxy.plan("EVALSHA", fault)
    put(shaky)
    assert proxy.seen["EVALSHA"] == 2
    assert direct.read(GAME) == batch(2)
    assert direct.due(10, 10) == [Due(GAME, 7)]


@pytest.mark.parametrize("fault", [Fault.SWALLOW, Fault.CUT_BEFORE, Fault.CUT_AFTER])
def test_two_broken_lines_are_told_and_the_callers_repeat_writes_once(proxy, shaky, direct, fault):
    proxy.plan("EVALSHA", fault, fault)
    with pytest.raises(StoreDown):
        put(shaky)
    assert proxy.seen["EVALSHA"] == 2
    put(shaky)
    assert direct.read(GAME) == batch(2)


def test_a_lost_reply_is_no_conflict_although_others_have_gone_on(proxy, shaky, direct):
    proxy.plan("EVALSHA", Fault.SWALLOW, Fault.SWALLOW)
    with pytest.raises(StoreDown):
        put(shaky)
    put(direct, 2)
    put(shaky)
    assert direct.read(GAME) == batch(4)


def test_a_reply_that_never_comes_is_given_up_and_never_taken_for_the_next_one(proxy, shaky):
    proxy.plan("EVALSHA", Fault.MUTE)
    put(shaky)
    assert proxy.seen["EVALSHA"] == 2
    assert shaky.read(GAME) == batch(2)


def test_reads_survive_a_broken_line_too(proxy, shaky, direct):
    put(direct)
    proxy.plan("XINFO", Fault.CUT_AFTER)
    assert shaky.read(GAME) == batch(2)
    proxy.plan("XRANGE", Fault.SWALLOW)
    assert shaky.read_from(GAME, 1, batch(1)[0].h) == batch(2)[1:]
    proxy.plan("ZRANGEBYSCORE", Fault.CUT_BEFORE)
    assert shaky.due(10, 10) == [Due(GAME, 7)]


def test_an_interruption_between_question_and_answer_does_not_shift_the_answers(direct):
    """Guards the disconnect on any exception: a worker's time limit is a signal's exception."""
    put(direct)
    line = direct._to._line()
    read = line.read_response

    def interrupted(**_):
        raise KeyboardInterrupt

    line.read_response = interrupted
    with pytest.raises(KeyboardInterrupt):
        direct.now()
    line.read_response = read
    assert direct.read(GAME) == batch(2)


def test_threads_do_not_share_a_line(direct):
    lines = []
    threads = [threading.Thread(target=lambda: lines.append(direct._to._line())) for _ in range(3)]
    for thread in threads:
        thread.start()
        thread.join()
    lines.append(direct._to._line())
    assert len({id(line) for line in lines}) == 4
    assert direct._to._line() is lines[-1]


def test_a_forked_child_speaks_on_a_line_of_its_own(direct):
    put(direct)
    parents = direct._to._line()
    child = os.fork()
    if child == 0:
        try:
            put(direct, 2)
            os._exit(0 if direct._to._line() is not parents else 1)
        except BaseException:  # noqa: BLE001 - the child must not run the other tests
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert direct.read(GAME) == batch(4)
    assert direct._to._line() is parents


def test_when_nobody_listens_the_store_is_down(tmp_path):
    store = Store(connect(f"unix://{tmp_path}/none"))
    for ask in (
        lambda: put(store), lambda: store.read(GAME), lambda: store.read_from(GAME, 1, GENESIS),
        store.now, lambda: store.due(1, 1), lambda: store.changed(1), lambda: list(store.games()),
        lambda: store.postpone(GAME, 1, 1), lambda: store.clear_changed(GAME, 1), store.check,
    ):  # fmt: skip
        with pytest.raises(StoreDown):
            ask()


def test_a_silent_server_is_given_up_after_two_waits(proxy, shaky):
    # How long that takes is the two waits of connections.TIMEOUT; here only that there are two.
    proxy.plan("EVALSHA", Fault.MUTE, Fault.MUTE, Fault.MUTE)
    with pytest.raises(StoreDown):
        put(shaky)
    assert proxy.seen["EVALSHA"] == 2


def test_the_clients_own_repeats_are_bounded(proxy, shaky):
    client = connect(proxy.url)
    proxy.plan("GET", *[Fault.CUT_BEFORE] * 9)
    with pytest.raises(redis.ConnectionError):
        client.get("x")
    assert proxy.seen["GET"] == 2


@pytest.mark.engine
def test_nothing_acknowledged_is_lost_when_the_server_is_killed():
    with Engine("--appendonly", "yes", "--appendfsync", "always") as engine:
        store = Store(connect(engine.url))
        put(store)
        for turn in range(1, 4):
            engine.kill()
            with pytest.raises(StoreDown):
                put(store, 2 * turn)
            engine.start()
            put(store, 2 * turn)
            assert store.read(GAME) == batch(2 * turn + 2)


@pytest.mark.engine
def test_a_server_that_came_back_without_its_data_is_damage_not_a_new_game():
    with Engine() as engine:
        store = Store(connect(engine.url))
        put(store)
        engine.kill()
        engine.start()
        with pytest.raises(Damaged):
            store.read_from(GAME, 2, chain_end(2))
        with pytest.raises(Damaged):
            put(store, 2)


@pytest.mark.engine
def test_a_full_server_refuses_the_whole_batch(real_redis, direct):
    """Guards that XADD is the first write: Redis lets a script that has written go on."""
    put(direct)
    used = real_redis.info("memory")["used_memory"]
    real_redis.config_set("maxmemory", used // 2)
    try:
        with pytest.raises(StoreDown, match="memory"):
            put(direct, 2, due=None)  # removing is a write that a full server allows
    finally:
        real_redis.config_set("maxmemory", 0)
    assert direct.read(GAME) == batch(2)
    assert direct.due(10, 10) == [Due(GAME, 7)]
    put(direct, 2)
    assert direct.read(GAME) == batch(4)


@pytest.mark.engine
def test_a_read_only_replica_is_down_for_appends_and_good_for_reads(engine, real_redis, direct):
    put(direct)
    # A replica of a master that has gone keeps its data and takes no writes.
    real_redis.replicaof("127.0.0.1", "1")
    try:
        with pytest.raises(StoreDown):
            put(direct, 2)
        assert direct.read(GAME) == batch(2)
    finally:
        real_redis.replicaof("NO", "ONE")
    put(direct, 2)


@pytest.mark.engine
def test_who_may_not_publish_can_still_append(engine, real_redis):
    """Guards the pcall around PUBLISH, which comes after the entries are written."""
    real_redis.execute_command(
        "ACL", "SETUSER", "mute", "on", ">word", "~*", "+@all", "resetchannels"
    )
    try:
        store = Store(connect(engine.url.replace("unix://", "unix://mute:word@")))
        put(store)
        assert store.read(GAME) == batch(2)
    finally:
        real_redis.execute_command("ACL", "DELUSER", "mute")


@pytest.mark.engine
def test_ten_who_append_at_once_all_get_through_by_deciding_again(direct):
    """Case S07 at the level of the store: nobody is lost, nothing is written twice."""
    put(direct)
    barrier = threading.Barrier(10)
    tries: list[int] = []

    def play(seat: int) -> None:
        at, previous = 2, chain_end(2)
        barrier.wait(10)
        for attempt in range(1, 17):
            entry = batch(1, after=at, salt=f"seat{seat}", previous=previous)
            try:
                direct.append(GAME, at, entry, previous=previous, due=None)
            except Conflict as conflict:
                at, previous = conflict.entries[-1].revision, conflict.entries[-1].h
            else:
                tries.append(attempt)
                return

    threads = [threading.Thread(target=play, args=(seat,)) for seat in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(tries) == 10
    played = [entry.p for entry in direct.read(GAME)[2:]]
    assert len(played) == len(set(played)) == 10
