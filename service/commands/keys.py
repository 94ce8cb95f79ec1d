"""`toma6 keys`: list the keys that sign heads, and make a new one."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from domain.audit.checking.signatures import MAX_KEYS
from service.commands import output
from service.proof.signing import key_files, keys_folder, load_signer, make_key
from service.settings.config import Settings

FULL: Final = (
    f"no key was made: there are {MAX_KEYS}, and every bundle with more would count as altered. "
    "Move the file of the oldest one away first: what it has signed can then be checked only "
    "with a key set that was saved before."
)


def main(settings: Settings, argv: Sequence[str]) -> int:
    """Run one of the two commands. Returns 0, or 1 with a message."""
    top = output.Parser(prog="toma6 keys")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("list", help="all keys, the one that signs last")
    commands.add_parser("rotate", help="make a new key, which signs from the next start on")
    command = top.parse_args(argv).command
    folder = keys_folder(settings)
    return output.told(f"{top.prog}: {folder}", lambda: _keys(folder, command), OSError)


def _keys(folder: Path, command: str) -> None:
    load_signer(folder)  # which makes the first key, if there is none
    if command == "rotate":
        if len(key_files(folder)) >= MAX_KEYS:
            raise output.NotDone(FULL)
        make_key(folder)
        print("Restart the server: it signs with the new key then.", file=sys.stderr)
    signer = load_signer(folder)
    for path, kid in zip(key_files(folder), signer.kids, strict=True):
        print(f"{kid}  {path}{'  signs' if kid == signer.kid else ''}")
