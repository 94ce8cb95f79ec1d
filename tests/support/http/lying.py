"""All that lies in a database."""

from typing import Any

import redis


def lying(client: redis.Redis) -> dict[bytes, Any]:
    """Every key with what it holds."""
    read = {
        b"string": client.get,
        b"hash": client.hgetall,
        b"set": client.smembers,
        b"zset": lambda key: client.zrange(key, 0, -1, withscores=True),
        b"list": lambda key: client.lrange(key, 0, -1),
        b"stream": client.xrange,
    }
    return {key: read[client.type(key)](key) for key in client.scan_iter()}
