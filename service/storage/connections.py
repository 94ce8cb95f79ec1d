"""Making clients: their time-outs and repeats, and what is asked of whole servers.

Sending commands lives in `client`.
"""

from collections.abc import Iterator
from typing import TypeAlias, cast

import redis
from redis.backoff import ConstantBackoff, NoBackoff
from redis.retry import Retry

from service.settings.config import ConfigError
from service.storage.client import FAILURES, ClusterRouter, KeptConnections, Sender, translate

PlainClient: TypeAlias = redis.Redis
"""One server, or a primary behind Sentinel: what a queue needs."""
Client: TypeAlias = PlainClient | redis.RedisCluster
TIMEOUT_SECONDS = 1.0
"""Seconds to wait for a connection or a reply. With the one repeat, a silent Redis costs two."""


def connect(url: str) -> Client:
    """A client for commands. `redis://`, `rediss://`, `unix://`, or `redis+cluster://`.

    The library's own ten repeats of up to five seconds each are replaced by one. Raises ConfigError
    for a URL that cannot be used.
    """
    plain = connect_blocking(url, 0)
    if "+cluster://" in url:
        return redis.RedisCluster.from_url(
            url.replace("+cluster", "", 1),
            socket_timeout=TIMEOUT_SECONDS,
            socket_connect_timeout=TIMEOUT_SECONDS,
            retry=Retry(ConstantBackoff(0.1), 3),
            protocol=2,
        )
    return plain


def connect_blocking(url: str, block: float) -> redis.Redis:
    """A client of its own for reads and subscriptions that wait up to `block` seconds."""
    return _plain_client(url.replace("+cluster", "", 1), block + TIMEOUT_SECONDS)


class Hints:
    """What is published on the channels that match `pattern`, on a connection of its own."""

    def __init__(self, url: str, pattern: str) -> None:
        self._pubsub = connect_blocking(url, 0).pubsub()  # type: ignore[no-untyped-call]
        try:
            self._pubsub.psubscribe(pattern)
        except FAILURES as error:
            translate(error)

    def next(self, timeout: float) -> str | None:
        """The next message; None if there is none within `timeout` seconds.

        "" when the subscription has begun, at first or anew: messages may have been missed.

        :raises StoreDown: the subscription is broken; make another one.
        """
        try:
            message = self._pubsub.get_message(timeout=timeout)
        except FAILURES as error:
            translate(error)
        if message is None:
            return None
        if message["type"] != "pmessage":
            return ""
        return cast(bytes, message["data"]).decode(errors="replace")


def _plain_client(url: str, timeout: float) -> redis.Redis:
    """:raises ConfigError: for a URL that cannot be used."""
    # RESP2: nothing here needs RESP3, whose handshake asks for notices none of our servers sends.
    try:
        client = redis.Redis.from_url(
            url,
            socket_timeout=timeout,
            socket_connect_timeout=TIMEOUT_SECONDS,
            retry=Retry(NoBackoff(), 1),
            protocol=2,
        )
        pool = client.connection_pool
        pool.connection_class(**pool.connection_kwargs)  # which knows the options that there are
    except (ValueError, TypeError):  # whose words may have a part of a password in them
        raise ConfigError(
            "TOMA6_REDIS_URL, TOMA6_QUEUE_URL: the host, the port or an option cannot be used; "
            "in a password write / as %2F, # as %23, ? as %3F"
        ) from None
    return client


def sender(client: Client) -> Sender:
    """The way of sending commands that fits the client: its own connections, or routed."""
    if isinstance(client, redis.RedisCluster):
        return ClusterRouter(client)
    return KeptConnections(client)


def scan(client: Client, pattern: str) -> Iterator[bytes]:
    """All keys that match, from every server; one may come twice. Raises StoreDown, Refused."""
    try:
        for key in client.scan_iter(match=pattern, count=1000):
            yield cast(bytes, key)
    except FAILURES as error:
        translate(error)


def info(client: Client) -> Iterator[dict[str, str | int]]:
    """Memory and persistence settings of every server that holds keys. StoreDown, Refused."""
    try:
        nodes = [client]
        if isinstance(client, redis.RedisCluster):
            primaries = client.get_primaries()  # type: ignore[no-untyped-call]
            nodes = [client.get_redis_connection(node) for node in primaries]
        for node in nodes:
            yield {**node.info("memory"), **node.info("persistence")}
    except FAILURES as error:
        translate(error)
