"""The server's own commands, run so that their processes die at named points.
`python -m tests.chaos.faulty serve` is `toma6 serve` with the same supervisor and the same
children, which are started by this module instead of the command line's."""

import importlib
import sys
from typing import Any

from flask import Flask
from gevent import monkey

from service.commands.cli import WORK
from service.processes import serve
from service.processes.children import Child
from service.settings.config import load
from tests.chaos import points

APP = "tests.chaos.faulty:create_app()"
PARTS = {"worker": "worker", "sweep": "sweeper"}


def create_app() -> Flask:
    from service.app import create_app as real

    points.patch_clock()
    lit = points.Fuse("web")
    points.patch_service(lit)
    app = real()
    app.wsgi_app = points.before_the_answer(lit, app.wsgi_app)  # type: ignore[method-assign]
    return app


def main(command: str) -> int:
    if command == "serve":
        return serve_faulty()
    if command == "courier":
        monkey.patch_all()
    from service.observability import logs
    from workers import bots

    points.patch_clock()
    settings = load()
    logs.configure(settings)
    if command in PARTS:  # the courier has nothing to do here, and dies at random only
        lit = points.Fuse(PARTS[command])
        points.patch_service(lit)
        lit.around(bots, "chosen", before="before choice", after="after choice")
        lit.around(bots, "play", after="before acknowledging the job")
    return int(importlib.import_module(WORK[command]).main(settings))


def serve_faulty() -> int:
    real = serve.children

    def children(*args: Any) -> list[list[Child]]:
        groups = real(*args)
        for child in (each for group in groups for each in group):
            if child.name == "engine":
                child.environment = points.with_a_clock(child.environment)
            child.command = [
                "tests.chaos.faulty" if part == "service.commands.cli" else part
                for part in child.command
            ]
        return groups

    serve.children = children
    serve.APP = APP  # type: ignore[misc]
    return serve.main(load())


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
