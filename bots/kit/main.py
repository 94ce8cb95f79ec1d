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
from bots.kit.line import Line, Refused, Stopped
from bots.kit.seat import GiveUp, Player
from bots.policies import POLICIES, Choose

log = logging.getLogger("toma6.bot")

ACCOUNT: Final = "t6a_"
"""How the token of an account begins; those of seats begin otherwise."""


def parser(
    prog: str, made: type[argparse.ArgumentParser] = argparse.ArgumentParser
) -> argparse.ArgumentParser:
    """The options of the command, in a parser that is `made` so."""
    top = made(prog=prog, description="Play games over HTTP.")
    top.add_argument("--url", default="http://127.0.0.1:8006", help="the server (%(default)s)")
    top.add_argument(
        "--token",
        default=os.environ.get("BOT_TOKEN"),
        help="of a seat, with --game, or of an account, for all its games ($BOT_TOKEN)",
    )
    top.add_argument("--game", help="play in this game only")
    top.add_argument(
        "--policy",
        default="careful",
        help=f"module:function, or one of {', '.join(POLICIES)} (%(default)s)",
    )
    top.add_argument(
        "--seed",
        help="of the policy's rng, to play the same again; whoever can guess it can foresee what "
        "the bot plays (a fresh and secret one)",
    )
    top.add_argument(
        "--until-over",
        action="store_true",
        help="with an account: end when all games are over in which it has played",
    )
    return top


def main(
    argv: Sequence[str],
    prog: str = "toma6 bot",
    made: type[argparse.ArgumentParser] = argparse.ArgumentParser,
) -> int:
    """Play. Returns 0: over, or stopped by a signal; 1: a game was given up, or the token is no
    good; 2: it could not begin.
    """
    top = parser(prog, made)
    options = top.parse_args(argv)
    if not options.token:
        top.error("--token is needed: that of a seat or of an account")
    if not options.token.startswith(ACCOUNT) and not options.game:
        top.error("--game is needed with the token of a seat")
    logging.basicConfig(format="%(levelname)s %(message)s", level=logging.INFO)
    try:
        seed = secrets.token_hex() if options.seed is None else options.seed
        player = Player(find_policy(options.policy), seed)
        bot = Bot(options.url, options.token, player)
        Line(options.url, options.token, bot.stopping)
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
    codes: list[int] = []

    def work() -> None:
        codes.append(_followed(bot, options))

    def told(number: int, _frame: object) -> None:
        signal.signal(number, signal.SIG_DFL)  # the second one ends it at once
        bot.stop()

    worker = threading.Thread(target=work, name="bot")
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, told)
    worker.start()
    worker.join()
    return codes[0] if codes else 1


def _followed(bot: Bot, options: argparse.Namespace) -> int:
    log.info("playing %s at %s", options.game or "all games of the account", options.url)
    try:
        if options.token.startswith(ACCOUNT):
            bot.follow_inbox(options.game, options.until_over)
        else:
            bot.follow_game(options.game)
    except Stopped:
        log.info("stopped")
    except (GiveUp, Refused) as error:
        log.error("given up: %s", error)  # noqa: TRY400 - the message says it all
        return 1
    finally:
        bot.close()
    return 1 if bot.given_up else 0
