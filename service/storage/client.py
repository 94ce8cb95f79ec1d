"""Sending commands: over a few kept connections to a plain Redis, or routed on a Cluster.

Here live repeats, reconnecting, forks, and what redis-py's errors mean. How a client is made lives
in `connections`; what the commands mean in the repositories.
"""

import os
from collections import deque
from collections.abc import Sequence
from typing import NoReturn, Protocol, TypeAlias, cast

import redis
from hiredis import pack_command
from redis import exceptions as errors
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.observability import metrics
from service.storage.stored import (
    Arg,
    ReadOnly,
    Refused,
    Reply,
    ReplyOrRefused,
    StoreDown,
    StoreError,
)

Command: TypeAlias = tuple[Arg, ...]
"""Of Redis: its name and arguments."""

FAILURES = (errors.RedisError, errors.RedisClusterException)
"""All that redis-py raises; its Cluster errors have a root of their own."""

_FOR_NOW = {
    "BUSY", "CLUSTERDOWN", "LOADING", "MASTERDOWN", "MISCONF", "NOREPLICAS", "OOM", "READONLY",
    "TRYAGAIN", "UNKILLABLE",
}  # fmt: skip
_READ_ONLY = {"MISCONF", "NOREPLICAS", "OOM", "READONLY"}
"""What is refused is to write: memory or disk is full, or it is somebody's replica."""


MAX_IDLE_CONNECTIONS = 32


class Sender(Protocol):
    """Sends commands and returns raw replies, repeating each once if the connection breaks.

    So every command sent through it must be safe to repeat. Raises StoreDown and Refused only.
    """

    def call(self, *command: Arg) -> Reply: ...

    def call_many(self, commands: Sequence[Command]) -> list[ReplyOrRefused]:
        """Several independent commands in one exchange; a refusal comes back in its place."""


class _Connection(Protocol):
    """What is used of redis-py's connections, most of which carries no types."""

    def send_packed_command(self, packed: object) -> None: ...
    def read_response(self) -> Reply: ...
    def disconnect(self) -> None: ...


class KeptConnections:
    """A connection for each command under way, kept for the next one; without the pool's check-out
    and its poll before every command.

    Not one for each thread: in the web there is one (a greenlet) for each client. It takes the
    address, the credentials and the timeouts from the client it is made of.
    """

    def __init__(self, client: redis.Redis) -> None:
        self._pool = client.connection_pool
        # Appending and popping are atomic. The one used last comes first, so that the others rest.
        self._free: deque[tuple[int, _Connection]] = deque(maxlen=MAX_IDLE_CONNECTIONS)

    def call(self, *command: Arg) -> Reply:
        (reply,) = self.call_many((command,))
        if isinstance(reply, Refused):
            raise _meant(reply)
        return reply

    def call_many(self, commands: Sequence[Command]) -> list[ReplyOrRefused]:
        connection = self._connection()
        started = metrics.clock()
        try:
            try:
                return _exchange(connection, commands)
            except (errors.ConnectionError, errors.TimeoutError):
                return _exchange(connection, commands)
        except errors.RedisError as error:
            translate(error)
        finally:
            metrics.STORE_SECONDS.observe(metrics.clock() - started)
            # A full deque drops the one at its other end, which closes itself.
            self._free.append((os.getpid(), connection))

    def _connection(self) -> _Connection:
        while True:
            try:
                owner, connection = self._free.pop()
            except IndexError:
                break
            if owner == os.getpid():  # a child must not speak on its parent's socket
                return connection
        options = {**self._pool.connection_kwargs, "retry": Retry(NoBackoff(), 0)}
        # Made beside the pool, which would count it for ever against its limit.
        return cast(_Connection, self._pool.connection_class(**options))


def _exchange(connection: _Connection, commands: Sequence[Command]) -> list[ReplyOrRefused]:
    replies: list[ReplyOrRefused] = []
    try:
        # The library's stub knows of one argument only.
        connection.send_packed_command([pack_command(each) for each in commands])  # type: ignore[arg-type]
        for _ in commands:
            try:
                replies.append(connection.read_response())
            except errors.ResponseError as refused:
                replies.append(_refused(refused))
    except BaseException:
        # Also for an exception raised by a signal in between: the reply still to come would
        # otherwise answer the next command.
        connection.disconnect()
        raise
    return replies


class ClusterRouter:
    """The same over a Cluster client, which finds the node of a key and follows moved slots."""

    def __init__(self, client: redis.RedisCluster) -> None:
        self._client = client

    def call(self, *command: Arg) -> Reply:
        if command[:2] == ("XINFO", "STREAM"):  # the library knows the two words as one name
            command = ("XINFO STREAM", *command[2:])
        started = metrics.clock()
        try:
            return _raw(self._client.execute_command(*command))  # type: ignore[no-untyped-call]
        except FAILURES as error:
            translate(error)
        finally:
            metrics.STORE_SECONDS.observe(metrics.clock() - started)

    def call_many(self, commands: Sequence[Command]) -> list[ReplyOrRefused]:
        replies: list[ReplyOrRefused] = []
        for command in commands:
            try:
                replies.append(self.call(*command))
            except Refused as refused:
                replies.append(refused)
        return replies


def _raw(reply: object) -> Reply:
    """Undo what the Cluster client makes of a reply: dicts and tuples become flat lists again."""
    if isinstance(reply, dict):
        return [_raw(part) for pair in reply.items() for part in pair]
    if isinstance(reply, list | tuple):
        return [_raw(part) for part in reply]
    return reply.encode() if isinstance(reply, str) else cast(Reply, reply)


def _refused(error: errors.ResponseError) -> Refused:
    text = str(error)
    return Refused(error.status_code or text.split(" ", 1)[0], text)


def _meant(refused: Refused) -> StoreError:
    if refused.code not in _FOR_NOW:
        return refused
    metrics.STORE_ERRORS.labels(refused.code).inc()
    return ReadOnly(str(refused)) if refused.code in _READ_ONLY else StoreDown(str(refused))


def translate(error: Exception) -> NoReturn:
    """Raise what an error of the library means: that Redis refused, or that it is not there."""
    if isinstance(error, errors.ResponseError):
        raise _meant(_refused(error)) from error
    metrics.STORE_ERRORS.labels("down").inc()
    raise StoreDown(str(error) or type(error).__name__) from error
