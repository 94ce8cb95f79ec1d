"""`toma6 tokens`: create, list and revoke the tokens of accounts, without the web."""

import argparse
import sys
from collections.abc import Sequence

from domain.text.times import rfc3339
from service.access.accounts import SCOPES
from service.commands import output
from service.services import assemble
from service.settings.config import Settings


def main(settings: Settings, argv: Sequence[str]) -> int:
    """Run one of the three commands. Returns 0, or 1 with a message."""
    top = output.Parser(prog="toma6 tokens")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    create = commands.add_parser("create", help="make an account and print its token")
    create.add_argument("--name", required=True, help="whom it is for")
    create.add_argument("--scope", required=True, action="append", choices=SCOPES)
    commands.add_parser("list", help="all accounts, without their tokens")
    commands.add_parser("revoke", help="end a token").add_argument("id")
    options = top.parse_args(argv)
    return output.told(top.prog, lambda: _tokens(settings, options), ValueError)


def _tokens(settings: Settings, options: argparse.Namespace) -> None:
    services = assemble(settings)
    accounts = services.accounts
    if options.command == "create":
        token, account = accounts.create(options.name, options.scope, services.clock())
        print(f"account {account.id}, scopes {', '.join(sorted(account.scopes))}", file=sys.stderr)
        print(token)
    elif options.command == "list":
        for account in accounts.all():
            state = "revoked" if account.revoked else ",".join(sorted(account.scopes))
            print(f"{account.id}  {rfc3339(account.created_at)}  {state}  {account.name}")
    elif not accounts.revoke(options.id):
        raise output.NotDone(f"there is no account {options.id}")
    else:
        services.webhooks.delete_all_of(options.id, services.clock())
