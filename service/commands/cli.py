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
import signal
import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import Final, NoReturn

from service.commands import output
from service.processes.engine import EngineError
from service.settings.config import PREFIX, ConfigError, Settings, load
from service.settings.secret import with_secret
from service.storage.stored import UnsafeStore

SETTINGS: Final = {
    "--host": "address to listen on (127.0.0.1)",
    "--port": "port to listen on (8006; 0 takes a free one)",
    "--data-dir": "where the embedded engine keeps the games (var)",
    "--redis-url": "a Redis or Valkey of your own instead of the embedded engine",
    "--web-processes": "web processes (2)",
    "--workers": "processes that move the bots (1)",
}
COMMANDS: Final = {
    "serve": "run everything: engine, web, bots, sweeper",
    "web": "run the web alone (needs a running Redis)",
    "worker": "run one process that moves the bots",
    "courier": "run the process that delivers to webhooks",
    "sweep": "run the sweeper, which repairs what was lost or is due",
    "health": "ask whether the server on this machine answers",
    "demo": "play a game against a running server",
    "tokens": "create, list and revoke tokens of accounts",
    "keys": "list the keys that sign heads, and make a new one",
    "export": "print the audit bundle of a game, or all games that are over",
    "import": "take in the games of a file that export has written",
    "archive": "games that were put away: put, restore, verify",
    "names": "list what players are called, and erase it",
    "verify": "check an audit bundle, and receipts against it",
    "bot": "play on a server over HTTP, with a policy of your own",
    "openapi": "print the OpenAPI document",
    "version": "print the version",
}
WORK: Final = {"worker": "workers.run", "sweep": "workers.sweep", "courier": "workers.courier"}
WITH_OPTIONS: Final = frozenset(
    {"health", "demo", "tokens", "keys", "export", "import", "archive", "names"}
)
"""Commands that read their own options, each in its module here."""
MODULES: Final = {"import": "importing"}
"""Where it is called otherwise."""
ANYWHERE: Final = frozenset({"verify", "bot"})
"""The same for commands that need no server's settings: they run on anybody's machine."""
STAYING: Final = {"serve", "web", *WORK}
STOPPING: Final = (signal.SIGINT, signal.SIGTERM)
TELLING: Final = WITH_OPTIONS | {"openapi", "version"}
"""Commands that are there for what they print."""


def parser() -> argparse.ArgumentParser:
    """The commands and their options."""
    top = output.Parser(prog="toma6", description="A server for 6 nimmt!")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, text in COMMANDS.items():
        if name in WITH_OPTIONS | ANYWHERE:
            command = commands.add_parser(name, help=text, add_help=False, prefix_chars="\0")
            command.add_argument("rest", nargs="*")
            continue
        command = commands.add_parser(name, help=text)
        for flag, meaning in SETTINGS.items() if name in {"serve", "web"} else ():
            command.add_argument(flag, help=meaning)
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
    told = STOPPING if options.command in STAYING else ()
    before = [signal.signal(each, _stop) for each in told]
    try:
        return _run(options.command, getattr(options, "rest", ()))
    except (ConfigError, EngineError, UnsafeStore, OSError) as error:
        if output.is_lost(error):
            raise
        print(f"toma6: {error}", file=sys.stderr)
        return 2
    finally:
        for each, handler in zip(told, before, strict=True):
            signal.signal(each, handler)


def _stop(_number: int, _frame: object) -> NoReturn:
    """Told to stop before it is up, when there is nothing to put away. Without this, the first
    process of a container would not hear it at all, and run until it is killed."""
    os._exit(0)  # an exception could be swallowed wherever it lands


def _run(command: str, rest: Sequence[str]) -> int:
    module = importlib.import_module
    match command:
        case "version":
            print(version("toma6"))
            return 0
        case "openapi":
            document = module("service.commands.openapi").dump()
            sys.stdout.buffer.write(document.encode())  # UTF-8, whatever the terminal takes
            return 0
        case "serve":
            return int(module("service.processes.serve").main(_checked(load())))
        case "web":
            # What is wrong is told here, without gunicorn's traceback around it.
            settings = _checked(load())
            module("service.services").assemble(settings)
            return int(module("service.processes.serve").web(settings))
        case "bot":
            return int(module("bots.kit.main").main(rest, "toma6 bot", output.Parser))
        case "verify":
            policies = module("bots.deciding").answer
            return int(module("domain.audit.__main__").main(rest, "toma6 verify", policies))
        case _ if command in WITH_OPTIONS:
            name = MODULES.get(command, command)
            return int(module(f"service.commands.{name}").main(load(), rest))
        case _:
            if command == "courier":  # before anything it imports has made itself at home
                module("gevent.monkey").patch_all()
            settings = load()
            module("service.observability.logs").configure(settings)
            if settings.quiet:
                print(f"toma6: {command} does nothing while TOMA6_QUIET is set", file=sys.stderr)
                signal.pause()  # until it is told to stop
                return 0
            return int(module(WORK[command]).main(_checked(settings)))


def _checked(settings: Settings) -> Settings:
    """The settings with their secret, if they name no Redis that may lose games: UnsafeStore."""
    if not settings.embedded:
        safety = importlib.import_module("service.storage.safety")
        safety.check_at_start(settings.redis_url, settings.buckets)
    return with_secret(settings)


if __name__ == "__main__":
    raise SystemExit(main())
