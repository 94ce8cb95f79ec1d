"""The store over a line that breaks, stalls, is interrupted, shared or forked."""

import os
import threading

import pytest
import redis

from service.games.due_index import Due
from service.games.store import Store
from service.storage.client import translate
from service.storage.connections import connect
from service.storage.labels import Labels
from service.storage.stored import StoreDown
from tests.support.chains import GAME, LABEL, append, chain, chain_end, due_index, put
from tests.support.proxy import Fault, FaultProxy


@pytest.fixture
def shaky(proxy: FaultProxy) -> Store:
    """The store through the proxy, on a line that is open and knows the script."""
    store = Store(connect(proxy.url))
    append(store, *chain(1), game="warm")
    proxy.seen.clear()
    return store


broken = pytest.mark.parametrize("fault", [Fault.SWALLOW, Fault.CUT_BEFORE, Fault.CUT_AFTER])


@pytest.mark.parametrize("fault", Fault)
def test_one_broken_line_goes_unnoticed_and_writes_once(proxy, shaky, direct, fault):
    """Guards the second attempt in KeptConnections and the script's knowing its own entry."""
    proxy.plan("EVALSHA", fault)
    put(shaky, names=LABEL)
    assert proxy.seen["EVALSHA"] == 2
    assert shaky.read(GAME) == direct.read(GAME) == chain(1)
    assert direct.labels(GAME) == Labels("1", LABEL)
    assert due_index(direct).due(10, 10) == [Due(GAME, 7)]


@broken
@pytest.mark.parametrize("elsewhere", [False, True])
def test_two_broken_lines_are_told_and_the_callers_repeat_writes_once(
    proxy, shaky, direct, fault, elsewhere
):
    proxy.plan("EVALSHA", fault, fault)
    with pytest.raises(StoreDown):
        put(shaky)
    assert proxy.seen["EVALSHA"] == 2
    put(direct if elsewhere else shaky)  # by the same process, or by another one
    assert direct.read(GAME) == chain(1)
    put(direct, 1)
    put(shaky)  # although others have gone on
    assert direct.read(GAME) == chain(2)


def test_reads_survive_a_broken_line_too(proxy, shaky, direct):
    append(direct, *chain(2), due=7)
    proxy.plan("EVALSHA", Fault.CUT_AFTER)
    assert shaky.read(GAME) == chain(2)
    proxy.plan("XREVRANGE", Fault.SWALLOW)
    assert shaky.read_last(GAME, 1) == chain(2)[1:]
    proxy.plan("EVALSHA", Fault.SWALLOW)
    assert shaky.read_from(GAME, 1, chain_end(1), "").entries == chain(2)[1:]
    proxy.plan("ZRANGEBYSCORE", Fault.CUT_BEFORE)
    assert due_index(shaky).due(10, 10) == [Due(GAME, 7)]


def kept(store):
    """The connection that the next command will use."""
    return store._to._free[-1][1]


def test_an_interruption_between_question_and_answer_does_not_shift_the_answers(direct):
    """Guards the disconnect on any exception: a worker's time limit is a signal's exception."""
    put(direct)
    line = kept(direct)
    read = line.read_response

    def interrupted(**_):
        raise KeyboardInterrupt

    line.read_response = interrupted
    with pytest.raises(KeyboardInterrupt):
        direct.now()
    line.read_response = read
    assert direct.read(GAME) == chain(1)


def test_a_line_is_kept_for_the_next_command_of_any_thread_but_never_shared(direct):
    put(direct)
    line = kept(direct)
    thread = threading.Thread(target=put, args=(direct, 1))
    thread.start()
    thread.join()
    assert direct.read(GAME) == chain(2)
    assert kept(direct) is line
    assert len(direct._to._free) == 1
    under_way = [direct._to._connection() for _ in range(4)]
    assert len({id(line) for line in under_way}) == 4


def test_a_forked_child_speaks_on_a_line_of_its_own(direct):
    put(direct)
    parents = kept(direct)
    child = os.fork()
    if child == 0:
        try:
            put(direct, 1)
            os._exit(0 if kept(direct) is not parents else 1)
        except BaseException:  # noqa: BLE001 - the child must not run the other tests
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert direct.read(GAME) == chain(2)
    assert kept(direct) is parents


def test_a_silent_server_is_given_up_after_two_waits_and_the_clients_own_repeats_are_bounded(
    proxy, shaky
):
    # How long that takes is twice connections.TIMEOUT_SECONDS; here only that there are two waits.
    proxy.plan("EVALSHA", Fault.MUTE, Fault.MUTE)
    with pytest.raises(StoreDown):
        put(shaky)
    assert proxy.seen["EVALSHA"] == 2
    client = connect(proxy.url)
    proxy.plan("GET", *[Fault.CUT_BEFORE] * 9)
    with pytest.raises(redis.ConnectionError):
        client.get("x")
    assert proxy.seen["GET"] == 2


def test_a_store_that_is_away_says_how_even_if_the_error_has_no_words():
    for error, said in ((redis.ConnectionError("cut"), "cut"), (TimeoutError(), "TimeoutError")):
        with pytest.raises(StoreDown, match=f"^{said}$"):
            translate(error)
