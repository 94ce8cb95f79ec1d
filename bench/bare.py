"""The anchor: a Flask app that does as little as can be, under the same gunicorn.

Each route stands for one thing that an honest answer cannot do without: an append, or a read. A
plain redis-py client from its pool, as its documentation shows it.
"""

import os
from typing import Any

import redis
from flask import Flask, Response, request

from domain.events import CardPicked, PickSecret
from domain.events.entries import Entry, encode

VIEW = "bench:view"
"""The key that holds the bytes which `stored` answers."""
_APPEND = "return redis.call('XADD', KEYS[1], '*', 'p', ARGV[1], 'h', ARGV[2], 's', ARGV[3])"
_PICK = CardPicked(round=1, turn=10, seat=3, seal="A" * 43, secret=PickSecret(card=104))


def create_app() -> Flask:
    """The app; its Redis is the one that the server's own settings name."""
    app = Flask(__name__)
    client: Any = redis.Redis.from_url(os.environ["TOMA6_REDIS_URL"])
    digest = client.script_load(_APPEND)
    public, secret = encode(Entry(1_790_000_000_000, (_PICK,)))
    chained = b"A" * 43
    answer = (
        b'{"decision":"r1t10-pick-s3","answer":{"card":104},"receipt":{"revision":100,"hash":"'
        + chained
        + b'"}}'
    )

    @app.put("/append/<game>")
    def append(game: str) -> Response:
        request.get_data()
        client.evalsha(digest, 1, f"bench:{game}", public, chained, secret)
        return Response(answer, 201, content_type="application/json")

    @app.get("/stored")
    def stored() -> Response:
        return Response(client.get(VIEW), content_type="application/json")

    @app.get("/healthz")
    def healthz() -> str:
        return "ok"

    return app
