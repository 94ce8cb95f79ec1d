"""python -m domain.audit FILE: the verifier at the command line. `toma6 verify` is the same.

Exit status: 0 all is well, 1 integrity failed, 2 the rules failed, 3 a file cannot be read or
the call is wrong, 4 a receipt contradicts the record, 5 a receipt proves nothing.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from domain.audit import Receipt, Report, verify_text
from domain.audit.reading import parse_all
from domain.audit.receipts import receipts_in
from domain.audit.report import Rejected
from domain.audit.signatures import trusted_keys

T = TypeVar("T")

LARGEST = 64 * 1024 * 1024
"""Bytes of the largest file that is read; the longest games need a sixth of it."""
LONG = 2000
"""Events from which on progress is told."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(3, f"{self.prog}: {message}\n")


def main(arguments: Sequence[str] | None = None, prog: str = "python -m domain.audit") -> int:
    """Check one file and say so. Returns the exit status."""
    asked = _parser(prog).parse_args(arguments)
    try:
        text = _read(asked.file)
        trusted = None if asked.keys is None else _about(asked.keys, _keys)
        kept = [receipt for name in asked.receipt for receipt in _about(name, _receipts)]
    except (OSError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 3
    report = verify_text(text, _progress, trusted=trusted, kept=kept)
    shown = json.dumps(report.as_data(), indent=2) if asked.json else report.as_text()
    sys.stdout.write(f"{shown}\n")
    return _status(report)


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = _Parser(
        prog=prog,
        description="Check the bundle of a game (docs/audit.md).",
        epilog="Status: 0 all is well, 1 integrity failed, 2 the rules failed, 3 a file cannot "
        "be read or the call is wrong, 4 a receipt contradicts the record, 5 one proves nothing.",
    )
    parser.add_argument("file", help="the bundle, or - for standard input")
    parser.add_argument("--json", action="store_true", help="the report as JSON")
    parser.add_argument(
        "--keys",
        metavar="FILE",
        help="the server's public keys, a JWK set, got from the server itself and not from "
        "whoever gave the bundle",
    )
    parser.add_argument(
        "--receipt",
        metavar="FILE",
        action="append",
        default=[],
        help="answers of the server that a player has saved: receipts, views, pages of events; "
        "may be given again",
    )
    return parser


def _status(report: Report) -> int:
    if not report.integrity.ok:
        return 1
    if not report.rules.ok:
        return 2
    if report.receipts is None or report.receipts.ok:
        return 0
    return 4 if report.contradicted else 5


def _about(name: str, read: Callable[[list[Any]], T]) -> T:
    """What the JSON texts in a file give; ValueError with its name if they are not of use."""
    text = _read(name)
    try:
        return read(parse_all(text))
    except (Rejected, ValueError) as error:
        raise ValueError(f"{name}: {error}") from error


def _keys(values: list[Any]) -> dict[str, bytes]:
    if not values:
        raise ValueError("no key is in it")
    return {kid: key for value in values for kid, key in trusted_keys(value).items()}


def _receipts(values: list[Any]) -> list[Receipt]:
    found = list(receipts_in(values))
    if not found:
        raise ValueError("no signed head is in it")
    return found


def _read(name: str) -> str:
    if name == "-":
        raw = sys.stdin.buffer.read(LARGEST + 1)
    else:
        with Path(name).open("rb") as file:
            raw = file.read(LARGEST + 1)
    if len(raw) > LARGEST:
        raise ValueError(f"{name}: larger than {LARGEST} bytes: not the bundle of a game")
    try:
        return raw.decode("utf-8")
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error


def _progress(done: int, total: int) -> None:
    if total >= LONG and (done % 500 < 50 or done == total):
        end = "\n" if done == total else ""
        sys.stderr.write(f"\r{done} of {total} events{end}")
        sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
