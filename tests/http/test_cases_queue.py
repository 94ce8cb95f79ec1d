"""Case S12: what the queue and its workers are told of a game is its name."""

import json
import logging
import re
import secrets
import socket
import zlib
from dataclasses import replace

import pytest

from service.jobs.dispatch import queue
from service.services import assemble
from service.storage.connections import connect, connect_blocking
from workers.run import worker_of


class Monitor:
    """Every command that reaches an engine, as its MONITOR tells it."""

    def __init__(self, engine):
        self._engine = engine
        self._line = socket.socket(socket.AF_UNIX)
        self._line.settimeout(10)

    def __enter__(self):
        self._line.connect(str(self._engine.socket))
        self._line.sendall(b"MONITOR\r\n")
        self._file = self._line.makefile("rb")
        assert self._file.readline() == b"+OK\r\n"
        return self

    def __exit__(self, *_):
        self._file.close()
        self._line.close()

    def lines(self, database):
        """What has come until now for one database."""
        mark = secrets.token_hex(8)
        client = connect(self._engine.url)
        client.echo(mark)
        client.close()
        found = []
        while mark not in (line := self._file.readline().decode()):
            found.append(line)
        return [line for line in found if f" [{database} " in line]


@pytest.fixture
def apart(settings, app):
    """The queue in a database of its own, so that what RQ writes is told from the games."""
    url = settings.queue_url.replace("db=0", "db=7")
    own = replace(settings, queue_url=url)
    services = assemble(own)
    app.extensions["toma6"] = services
    return services


def test_what_the_queue_is_given_is_the_name_of_the_game_and_nothing_else(
    api, apart, engine, caplog
):
    """S12: every command that RQ sends to Redis while real jobs run, and every line it logs."""
    caplog.set_level(logging.DEBUG)
    table = api.create(seats=4)
    table.sit("Ana")
    for policy in ("careful", "random", "careful"):
        table.sit_bot(policy)
    connection = connect_blocking(apart.settings.queue_url, 5)
    with Monitor(engine) as monitor:
        table.start()
        (job,) = queue(connection).jobs
        fields = connection.hgetall(job.key)
        worker_of(apart, connection).work(burst=True, logging_level="DEBUG")
        said = monitor.lines(7)
    connection.close()
    assert json.loads(zlib.decompress(fields[b"data"])) == [bots_play(), None, [table.game], {}]
    assert fields[b"description"] == b"bots"
    assert b"result" not in fields
    assert set(table.view()["waiting_on"]) == {0}, "the bots did play"
    assert any("toma6-bots" in line for line in said)
    secret = secrets_of(apart, table)
    for text in (*said, *(record.getMessage() for record in caplog.records)):
        assert not any(word in text for word in secret), text
        assert not re.search(r"\d+\s*,\s*\d+\s*,\s*\d+\s*,\s*\d+", text), f"a hand? {text}"


def bots_play():
    return "workers.bots.play"


def secrets_of(services, table):
    """Words that must be nowhere: tokens, the seed, and hands as they would be written."""
    state = services.games.load(table.game).state
    hands = [list(hand.cards) for hand in state.hands.values()]
    return [
        *(table.host, table.invite, *table.seats.values(), state.server_seed),
        *(str(hand) for hand in hands),
        *(json.dumps(hand, separators=(",", ":")) for hand in hands),
    ]
