"""The server's own commands, run so that their processes die at named points.

`python -m tests.chaos.faulty serve|worker|sweep` is `toma6` with the same supervisor and the
same children; only what the children are started by is this module.
"""

import importlib
import sys
from collections.abc import Sequence
from typing import Any

from flask import Flask

from service import serve
from service.children import Child
from service.config import load
from tests.chaos import points

APP = "tests.chaos.faulty:create_app()"
PARTS = {"worker": "worker", "sweep": "sweeper"}


def create_app() -> Flask:
    """The web's app, in a process with a fuse."""
    from service.app import create_app as real

    lit = points.fuse("web")
    points.patch_service(lit)
    app = real()
    app.wsgi_app = points.BeforeTheAnswer(app.wsgi_app, lit)  # type: ignore[method-assign]
    return app


def main(argv: Sequence[str]) -> int:
    """Run one command until it is stopped, or dies."""
    (command,) = argv
    if command == "serve":
        return serve_faulty()
    from service import logs

    settings = load()
    logs.configure(settings)
    lit = points.fuse(PARTS[command])
    points.patch_service(lit)
    points.patch_bots(lit)
    module = {"worker": "workers.run", "sweep": "workers.sweep"}[command]
    return int(importlib.import_module(module).main(settings))


def serve_faulty() -> int:
    """`toma6 serve` whose children are started by this module."""
    real = serve.children

    def children(*args: Any) -> list[list[Child]]:
        groups = real(*args)
        for child in (each for group in groups for each in group):
            child.command = [
                "tests.chaos.faulty" if part == "service.cli" else part for part in child.command
            ]
        return groups

    serve.children = children
    serve.APP = APP  # type: ignore[misc]
    return serve.main(load())


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
