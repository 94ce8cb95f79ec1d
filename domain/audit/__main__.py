"""python -m domain.audit FILE: the verifier at the command line. `toma6 verify` is the same.

Exit status: those of docs/vectors/verdicts.json; 130 if it was interrupted. A verdict is about the
record: whatever goes wrong here is status 3.
"""

import argparse
import gc
import json
import sys
from collections.abc import Sequence
from typing import Any, Final, NoReturn

from domain.audit import verify_files
from domain.audit.checking.bots import Policies
from domain.audit.telling import terminal
from domain.audit.telling.wording import as_text
from domain.audit.verdicts import Report, Status, no_verdict
from domain.guard import INTERRUPTED
from domain.text.shown import plain

EVERY: Final = 1000
"""Entries of a record from which on progress is told, and how often."""
FAILED: Final = "the verifier itself failed; this says nothing about the record"


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        terminal.tell(f"{self.format_usage()}{self.prog}: {plain(message)}\n")
        raise SystemExit(Status.NO_VERDICT)

    def print_help(self, file: Any = None) -> NoReturn:
        """Help is no verdict: a file that somebody has named -h must not count as proven."""
        terminal.write(self.format_help())
        raise SystemExit(Status.NO_VERDICT)


def main(
    arguments: Sequence[str] | None = None,
    prog: str = "python -m domain.audit",
    policies: Policies | None = None,
) -> int:
    """Check one file and say so. Returns the exit status.

    `policies` are asked where `--bots` wants it.
    """
    collecting = gc.isenabled()
    gc.disable()  # a large file makes millions of values, and none of them goes in circles
    try:
        return _main(arguments, prog, policies)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception:  # noqa: BLE001 - as in _report; here even saying so has failed
        terminal.tell(f"no verdict: {FAILED}\n")
        return Status.NO_VERDICT
    finally:
        if collecting:
            gc.enable()


def _main(arguments: Sequence[str] | None, prog: str, policies: Policies | None) -> int:
    parser = _parser(prog)
    asked = parser.parse_args(arguments)
    if len(asked.keys) > 1:
        parser.error("--keys was given twice")  # which of them is trusted?
    report = _report(asked, policies)
    if report.status == Status.NO_VERDICT:
        terminal.tell(f"no verdict: {report.integrity.reason}\n")
    shown = ""
    if asked.json:
        shown = json.dumps(report.as_data(), indent=2) + "\n"
    elif report.status != Status.NO_VERDICT:
        shown = as_text(report, terminal.marks())
    if shown and not terminal.write(shown):
        terminal.tell("no verdict: the report could not be written\n")
        return Status.NO_VERDICT
    return report.status


def _report(asked: argparse.Namespace, policies: Policies | None) -> Report:
    if asked.bots and policies is None:
        return no_verdict("toma6 verify --bots has the policies; they are not here")
    try:
        bundle = terminal.read(asked.file)
        keys = terminal.read(asked.keys[0]) if asked.keys else None
        kept = [terminal.read(name) for name in asked.receipt]
        asking = policies if asked.bots else None
        return verify_files(bundle, keys, kept, _progress, policies=asking)
    except terminal.UnreadableFile as error:
        return no_verdict(str(error))
    except Exception:  # noqa: BLE001 - a fault of the verifier, which must not look like a verdict
        return no_verdict(FAILED)


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = _Parser(
        prog=prog,
        allow_abbrev=False,
        description="Check the bundle of a game (docs/audit.md).",
        epilog="Status: 0 all is well and signed by the keys that were given; 3 no verdict: a "
        "file cannot be read, the call is wrong or asks for this help, or the verifier failed; 20 "
        "integrity failed, 21 the rules failed, 22 the server has signed another history, 23 it "
        "has acknowledged another answer, 24 a receipt proves nothing, 25 not all of it is signed "
        "by the keys that were given; with --bots, 26 a bot answered otherwise than its policy, 27 "
        "not all of their answers could be asked again.",
    )
    parser.add_argument("file", help="the bundle, or - for standard input")
    parser.add_argument("--json", action="store_true", help="the report as JSON")
    parser.add_argument(
        "--keys",
        metavar="FILE",
        action="append",
        default=[],
        help="the server's public keys, a JWK set, got from the server itself and not from "
        "whoever gave the bundle",
    )
    parser.add_argument(
        "--receipt",
        metavar="FILE",
        action="append",
        default=[],
        help="answers of the server that a player has saved: receipts, views, pages of entries; "
        "may be given again; they cannot be checked without --keys",
    )
    parser.add_argument(
        "--bots", action="store_true", help="ask the bots' policies again (toma6 verify has them)"
    )
    return parser


def _progress(done: int, total: int) -> None:
    """Tells how far a long record has been derived, now and then, on one line."""
    if total >= EVERY and (done % EVERY == 0 or done == total):
        end = "\n" if done == total else ""
        terminal.tell(f"\r{done} of {total} entries{end}")


if __name__ == "__main__":
    sys.exit(main())
