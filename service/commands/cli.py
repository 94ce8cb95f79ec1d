"""The command `toma6`.

Only chooses; each command is imported when it is called, so that `toma6 version` loads no web
framework and `toma6 web` no queue. The workers are named by a string: workers may import service
and never the other way round, and a name handed to importlib is how a command line, which starts
either, keeps to that. Settings come from the environment; an option here sets the variable of the
same name, so that the processes started from here see it too.
"""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import Final

from service.commands import output
from service.processes.engine import EngineError
from service.settings.config import PREFIX, ConfigError, Settings, load, with_secret
from service.storage.stored import UnsafeStore

SETTINGS: Final = {
    "--host": "address to listen on (127.0.0.1)",
    "--port": "port to listen on (8006; 0 takes a free one)",
    "--data-dir": "where the embedded engine keeps the games (var)",
    "--redis-url": "a Redis or Valkey of your own instead of the embedded engine",
    "--web-processes": "web processes (2)",
    "--workers": "processes that move the bots (1)",
}


WITH_OPTIONS: Final = {
    "demo": ("service.commands.demo", "play a game against a running server"),
    "tokens": ("service.commands.tokens", "create, list and revoke tokens of accounts"),
    "keys": ("service.commands.keys", "list the keys that sign heads, and make a new one"),
    "export": ("service.commands.export", "print the audit bundle of a game"),
    "names": ("service.commands.names", "list what players are called, and erase it"),
}
"""Commands that read their own options, each with its module."""

ANYWHERE: Final = {
    "verify": ("service.commands.verify", "check an audit bundle, and receipts against it"),
    "bot": ("service.commands.bot", "play on a server over HTTP, with a policy of your own"),
}
"""The same for commands that need no server's settings: they run on anybody's machine."""

TELLING: Final = frozenset({*WITH_OPTIONS, "openapi", "version"})
"""Commands that are there for what they print."""

WORK: Final = {"worker": "workers.run", "sweep": "workers.sweep", "courier": "workers.courier"}


def parser() -> argparse.ArgumentParser:
    """The commands and their options."""
    top = output.Parser(prog="toma6", description="A server for 6 nimmt!")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    serve = commands.add_parser("serve", help="run everything: engine, web, bots, sweeper")
    web = commands.add_parser("web", help="run the web alone (needs a running Redis)")
    for command in (serve, web):
        for flag, text in SETTINGS.items():
            command.add_argument(flag, help=text)
    commands.add_parser("worker", help="run one process that moves the bots")
    commands.add_parser("courier", help="run the process that delivers to webhooks")
    commands.add_parser("sweep", help="run the sweeper, which repairs what was lost or is due")
    for name, (_, text) in (WITH_OPTIONS | ANYWHERE).items():
        command = commands.add_parser(name, help=text, add_help=False, prefix_chars="\0")
        command.add_argument("rest", nargs="*")
    commands.add_parser("openapi", help="print the OpenAPI document")
    commands.add_parser("version", help="print the version")
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit status.

    0: done. 1: not done, or its output could not be written. 2: wrong arguments or settings.
    130: interrupted. `verify` has more (docs/audit.md), and none of these is a verdict.
    """
    return output.guarded(lambda: _main(argv), "toma6")


def _main(argv: Sequence[str] | None) -> int:
    options = parser().parse_args(argv)
    if sys.stdout is None and options.command in TELLING:
        return output.NOT_DONE  # what it would do could be told to nobody
    for name in (flag[2:].replace("-", "_") for flag in SETTINGS):
        given = getattr(options, name, None)
        if given is not None:
            os.environ[PREFIX + name.upper()] = given
    try:
        return _run(options)
    except (ConfigError, EngineError, UnsafeStore, OSError) as error:
        if output.is_lost(error):
            raise
        print(f"toma6: {error}", file=sys.stderr)
        return 2


def _run(options: argparse.Namespace) -> int:  # noqa: RET503 - execv does not return
    match options.command:
        case "version":
            print(version("toma6"))
            return 0
        case "openapi":
            document = importlib.import_module("service.commands.openapi").dump()
            sys.stdout.buffer.write(document.encode())  # UTF-8, whatever the terminal takes
            return 0
        case "serve":
            return int(importlib.import_module("service.processes.serve").main(_checked(load())))
        case "web":
            _checked(load())  # what is wrong is told here, without gunicorn's traceback around it
            serve = importlib.import_module("service.processes.serve")
            os.execv(sys.executable, [*serve.WEB, serve.APP])  # noqa: S606 - a list, no shell
        case name if name in ANYWHERE:
            module = importlib.import_module(ANYWHERE[name][0])
            return int(module.main(options.rest, prog=f"toma6 {name}"))
        case name if name in WITH_OPTIONS:
            module = importlib.import_module(WITH_OPTIONS[name][0])
            return int(module.main(load(), options.rest))
        case name:
            return _work(WORK[name])


def _work(module: str) -> int:
    settings = load()
    importlib.import_module("service.observability.logs").configure(settings)
    return int(importlib.import_module(module).main(_checked(settings)))


def _checked(settings: Settings) -> Settings:
    """The settings with their secret, if they name no Redis that may lose games: UnsafeStore."""
    if not settings.embedded:
        safety = importlib.import_module("service.storage.safety")
        safety.check_at_start(settings.redis_url, settings.buckets)
    return with_secret(settings)


if __name__ == "__main__":
    raise SystemExit(main())
