"""A copy of the tree, and what its tests say about it."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.mutants.changes import Change

PASSED, TESTS_FAILED, NO_TESTS = 0, 1, 5  # as pytest says it
OPTIONS = ["-x", "-q", "-p", "no:cacheprovider", "-o", "timeout=0"]
FIRST_PART_SECONDS = 5.0
START_SECONDS = 60
PATIENCE = 4  # times what tests usually take
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)
MARK = f"MUTANTS_OF_{os.getpid()}"


@contextmanager
def copied(root: Path) -> Iterator[Path]:
    """A copy of the tree without what is made from it, removed in the end."""
    with tempfile.TemporaryDirectory(prefix="m") as made:
        left_out = shutil.ignore_patterns(".git", ".venv", "var", "__pycache__", ".*_cache")
        yield Path(shutil.copytree(root, Path(made, "t"), symlinks=True, ignore=left_out))


def killer(copy: Path, change: Change, times: Sequence[tuple[str, float]]) -> str | None:
    """What notices the change, of these test files with their seconds, in this order. They run in
    parts, each of which takes about three times what the one before takes. What fails in a later
    part, where the slow ones are, must fail twice, the second time alone with its file."""
    path, rest, budget = copy / change.path, list(times), FIRST_PART_SECONDS
    source, then = path.read_bytes(), path.stat().st_mtime
    path.write_bytes(change.applied(source))
    os.utime(path, (then, time.time() + hash(str(change)) % 10**6))  # no bytecode of another fits
    try:
        while rest:
            part = [rest.pop(0)]
            while rest and sum(seconds for _, seconds in part) + rest[0][1] <= budget:
                part.append(rest.pop(0))
            files = [name for name, _ in part]
            limit = START_SECONDS + PATIENCE * sum(seconds for _, seconds in part)
            while found := failing(copy, files, seconds=limit):
                if (
                    part[0] == times[0]
                    or "::" not in found
                    or failing(copy, [found.partition("::")[0]], seconds=limit)
                ):
                    return found
                files.append(f"--deselect={found}")
            budget *= 3
    finally:
        path.write_bytes(source)
        os.utime(path, (then, then))
    return None


def failing(copy: Path, files: Sequence[str], *, seconds: float, **told: str) -> str | None:
    """The test that fails first, "time limit", or None if all pass. Nothing is left of what the
    tests started, or wrote into the folder of temporary files."""
    with tempfile.TemporaryDirectory(prefix="m", ignore_cleanup_errors=True) as work:
        told |= {"PYTHONPATH": str(copy), "TMPDIR": work, MARK: work}
        with Path(work, "out").open("w+") as out:
            tests = subprocess.Popen(
                [sys.executable, "-m", "pytest", *OPTIONS, *files],
                cwd=copy, env={**os.environ, **told}, start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
            )  # fmt: skip
            try:
                status = tests.wait(seconds)
            except subprocess.TimeoutExpired:
                return "time limit"
            finally:
                end_all(f"{MARK}={work}")
                tests.wait()
            out.seek(0)
            said = FAILED.search(out.read())
    if said:
        return said[1]
    # A warning after the last test, of a socket that is still open, fails the run but no test.
    return None if status in {PASSED, TESTS_FAILED, NO_TESTS} else f"pytest ended with {status}"


def together(
    work: Callable[[Any], Any], items: Iterable[Any], jobs: int
) -> Iterator[tuple[Any, Any]]:
    """Each item with what the work on it gave, as they are done. If interrupted, all tests end."""
    with ThreadPoolExecutor(jobs) as pool:
        try:
            begun = {pool.submit(work, item): item for item in items}
            yield from ((begun[done], done.result()) for done in as_completed(begun))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            end_all(MARK)


def end_all(mark: str) -> None:
    """Kill every process whose environment has something that begins like this."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f"\0{mark}".encode() in b"\0" + (process / "environ").read_bytes():
                os.kill(int(process.name), signal.SIGKILL)
