"""`toma6 bot`: reads the command line, finds the policy, and stops cleanly when told to."""

import argparse
import importlib
import logging
import os
import secrets
import signal
import sys
import threading
from collections.abc import Sequence
from typing import Final

from bots.kit.bot import Bot
from bots.kit.client import Client, RequestRefused, Stopped
from bots.kit.seat import GiveUp, SeededPolicy
from bots.policies import POLICIES, Choose

log = logging.getLogger("toma6.bot")

ACCOUNT_PREFIX: Final = "t6a_"
"""How the token of an account begins; those of seats begin otherwise."""


def main(
    argv: Sequence[str],
    prog: str = "toma6 bot",
    parser_class: type[argparse.ArgumentParser] = argparse.ArgumentParser,
) -> int:
    """Play. Returns 0: over, or stopped by a signal; 1: a game was given up, or the token is no
    good; 2: it could not begin.
    """
    parser = parser_class(prog=prog, description="Play games over HTTP.")
    add = parser.add_argument
    add("--url", default="http://127.0.0.1:8006", help="the server (%(default)s)")
    add(
        "--token",
        default=os.environ.get("BOT_TOKEN"),
        help="of a seat, with --game, or of an account, for all its games ($BOT_TOKEN)",
    )
    add("--game", help="play in this game only")
    policies = f"module:function, or one of {', '.join(POLICIES)} (%(default)s)"
    add("--policy", default="careful", help=policies)
    add(
        "--seed",
        help="of the policy's rng, to play the same again; whoever can guess it can foresee what "
        "the bot plays (a fresh and secret one)",
    )
    add(
        "--until-over",
        action="store_true",
        help="with an account: end when all games are over in which it has played",
    )
    options = parser.parse_args(argv)
    if not options.token:
        parser.error("--token is needed: that of a seat or of an account")
    if not options.token.startswith(ACCOUNT_PREFIX) and not options.game:
        parser.error("--game is needed with the token of a seat")
    logging.basicConfig(format="%(levelname)s %(message)s", level=logging.INFO)
    try:
        seed = secrets.token_hex() if options.seed is None else options.seed
        bot = Bot(options.url, options.token, SeededPolicy(find_policy(options.policy), seed))
        Client(options.url, options.token, bot.stopping)  # which looks at the address
    except ValueError as error:
        print(f"{prog}: {error}", file=sys.stderr)
        return 2
    return _work(bot, options)


def find_policy(name: str) -> Choose:
    """The policy of that name, or the function `module:function`, also from the directory at hand.

    :raises ValueError: there is none; the message says what is missing.
    """
    if name in POLICIES:
        return POLICIES[name].choose
    module_name, colon, function = name.partition(":")
    if not colon:
        raise ValueError(f"policy {name!r} is neither module:function nor {' nor '.join(POLICIES)}")
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        module = importlib.import_module(module_name)
    except Exception as error:
        raise ValueError(f"module {module_name!r} cannot be imported: {error!r}") from error
    policy = getattr(module, function, None)
    if not callable(policy):
        raise ValueError(f"module {module_name!r} has no function {function!r}")  # noqa: TRY004
    found: Choose = policy
    return found


def _work(bot: Bot, options: argparse.Namespace) -> int:
    """Have the bot work in a thread of its own, so that this one is free for signals."""
    statuses: list[int] = []

    def told(number: int, _frame: object) -> None:
        signal.signal(number, signal.SIG_DFL)  # the second one ends it at once
        bot.stop()

    worker = threading.Thread(target=lambda: statuses.append(_followed(bot, options)), name="bot")
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, told)
    worker.start()
    worker.join()
    return statuses[0] if statuses else 1


def _followed(bot: Bot, options: argparse.Namespace) -> int:
    log.info("playing %s at %s", options.game or "all games of the account", options.url)
    try:
        if options.token.startswith(ACCOUNT_PREFIX):
            bot.follow_inbox(options.game, options.until_over)
        else:
            bot.follow_game(options.game)
    except Stopped:
        log.info("stopped")
    except (GiveUp, RequestRefused) as error:
        log.error("given up: %s", error)  # noqa: TRY400 - the message says it all
        return 1
    finally:
        bot.close()
    return 1 if bot.given_up else 0
