"""What a command promises of its exit status, whatever becomes of its work and its output.

A script believes a status. So nothing that goes wrong while writing (a closed pipe, a full disk,
an encoding that lacks a character) may end in another one than the documented.
"""

import argparse
import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from domain.guard import INTERRUPTED
from service.storage.stored import StoreError

NOT_DONE: Final = 1


class NotDone(Exception):  # noqa: N818 - a fact
    """What was asked for was not done; the message says why."""


class Parser(argparse.ArgumentParser):
    """Options whose help is output like any other: argparse itself keeps quiet if it is lost."""

    def print_help(self, file: Any = None) -> None:
        if sys.stdout is None and file is None:
            raise SystemExit(NOT_DONE)
        (file or sys.stdout).write(self.format_help())


def told(prog: str, work: Callable[[], object], *expected: type[Exception]) -> int:
    """0 when `work` is done; NOT_DONE with a message for NotDone, StoreError and the `expected`."""
    failures: tuple[type[Exception], ...] = (NotDone, StoreError, *expected)
    try:
        work()
    except failures as error:
        print(f"{prog}: {error}", file=sys.stderr)
        return NOT_DONE
    return 0


def complain(message: str) -> None:
    """Say on standard error what is no output: progress, and what is wrong with one of many."""
    print(message, file=sys.stderr)


def guarded(run: Callable[[], int], name: str) -> int:
    """What `run` returns, once its output is written; else NOT_DONE, or INTERRUPTED."""
    if sys.stderr is None:  # print would put what is meant for it among the output
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - until the end
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace", line_buffering=True)
    try:
        try:
            return run()
        finally:  # also where argparse ends it, which prints help
            if sys.stdout is not None:
                sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _let_go()
        return NOT_DONE
    except OSError as error:
        _let_go()
        sys.stderr.write(f"{name}: the output could not be written: {error.strerror}\n")
        return NOT_DONE


def is_lost(error: Exception) -> bool:
    """Whether it was the output that could not be written: errors about files name theirs."""
    lost = isinstance(error, OSError) and error.errno in {errno.ENOSPC, errno.EPIPE}
    return lost and getattr(error, "filename", None) is None


def _let_go() -> None:
    """Write no more to standard output: the interpreter would try once more at its end."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
