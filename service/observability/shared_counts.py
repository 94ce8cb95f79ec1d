"""What several processes count, in files that they share, so that one address can tell all of it.

Each process writes to files of its own, named after its place (`web-1`, `sweeper`) and not after
its number: whoever follows in that place goes on where it ended, and there are never more files
than places. The files are the library's, but with their room taken beforehand: to write to a page
that a full disk cannot hold would end the process (SIGBUS). Where there is no room the process
counts for itself, and what it counts is shown nowhere.
"""

import logging
import mmap
import os
import shutil
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from prometheus_client import CollectorRegistry, ProcessCollector, values
from prometheus_client.metrics_core import Metric
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

log = logging.getLogger("toma6.metrics")

DIRECTORY: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The library's variable; without it a process counts in its own memory."""
PLACE: Final = "PROMETHEUS_PLACE"
"""Which place a process has that was started with the directory."""
FILE_BYTES: Final = 1 << 16
_LONGEST_PADDING: Final = 64
_NEW: Final = ".new"
"""Behind the name of a file that has no room yet."""


class _Counts(MmapedDict):
    """The library's file, with its room taken beforehand."""

    def __init__(self, filename: str, read_mode: bool = False) -> None:  # noqa: FBT001
        try:
            if not _is_whole(Path(filename)):
                # Whoever adds up at this moment must not find a file without room.
                made = Path(filename + _NEW)
                with made.open("wb") as file:
                    _reserve(file.fileno(), FILE_BYTES)
                made.replace(filename)
            super().__init__(filename, read_mode)  # type: ignore[no-untyped-call]
        except Exception as error:  # noqa: BLE001 - no room, or a file that is damaged
            log.warning("counting in memory alone: %s", error)
            if opened := getattr(self, "_f", None):
                opened.close()
            for each in (filename, filename + _NEW):
                Path(each).unlink(missing_ok=True)
            self._f, self._fname = Path(os.devnull).open("a+b"), filename  # noqa: SIM115
            self._capacity, self._used = FILE_BYTES, 8
            self._m, self._positions = mmap.mmap(-1, FILE_BYTES), {}

    def _init_value(self, key: str) -> None:
        if self._used + len(key.encode()) + _LONGEST_PADDING > self._capacity:
            self._grow(2 * self._capacity)
        super()._init_value(key)  # type: ignore[no-untyped-call]

    def _grow(self, size: int) -> None:
        try:
            _reserve(self._f.fileno(), size)
            self._m = mmap.mmap(self._f.fileno(), size)
        except OSError as error:
            log.warning("counting in memory alone: %s", error)
            before, self._m = self._m, mmap.mmap(-1, size)
            self._m[: self._capacity] = before[:]
        self._capacity = size


def _is_whole(path: Path) -> bool:
    """Whether a process in this place has left its counts there, and nobody something else."""
    if not path.exists():
        return False
    with path.open("rb") as file:
        used = int.from_bytes(file.read(4), sys.byteorder, signed=True)
        return 0 <= used <= os.fstat(file.fileno()).st_size >= FILE_BYTES


def _reserve(file: int, size: int) -> None:
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file, 0, size)
    else:
        os.truncate(file, size)


def folder() -> Path | None:
    """Where the counts lie; None if each process keeps its own."""
    named = os.environ.get(DIRECTORY)
    return Path(named) if named else None


def begin(data_dir: Path, port: int) -> dict[str, str]:
    """Make the folder for the processes of one server, empty, and return the variable that says
    where it is; none if there is no room: then each process counts for itself.

    One for each port: a server that was killed leaves its files behind.
    """
    where = data_dir.absolute() / f"metrics-{port}"
    try:
        end(data_dir, port)
        where.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        log.warning("each process counts for itself: %s", error)
        return {}
    return {DIRECTORY: str(where)}


def end(data_dir: Path, port: int) -> None:
    """The server on this port has stopped: what was counted goes with it."""
    shutil.rmtree(data_dir.absolute() / f"metrics-{port}", ignore_errors=True)


def take_place(place: str) -> None:
    """From now on this process counts at `place`: what a predecessor had in hand is gone."""
    if (where := folder()) is not None:
        leave_place(place)
        try:
            (where / f"{place}.pid").write_text(str(os.getpid()), encoding="ascii")
        except OSError as error:
            log.warning("the process will not be shown: %s", error)


def leave_place(place: str) -> None:
    """The process at `place` has ended: forget what it had in hand, keep what it has counted."""
    if (where := folder()) is not None:
        for each in (*where.glob(f"gauge_*_{place}.db"), where / f"{place}.pid"):
            each.unlink(missing_ok=True)


def use() -> None:
    """Have everything that is counted in this process, from now on, written to the folder.

    To be called before any metric is made.
    """
    if folder() is not None:
        values.MmapedDict = _Counts  # type: ignore[attr-defined]
        place = os.environ.get(PLACE, "other")
        take_place(place)
        values.ValueClass = values.MultiProcessValue(lambda: place)  # type: ignore[no-untyped-call]


def registry() -> CollectorRegistry:
    """All that is counted in the folder, and the processes that count there."""
    found = CollectorRegistry()
    MultiProcessCollector(found)  # type: ignore[no-untyped-call]
    found.register(_Processes())
    return found


class _Processes(Collector):
    """Memory, CPU and files of each process, as the library has them of its own one."""

    def collect(self) -> Iterator[Metric]:
        families: dict[str, Metric] = {}
        where = folder()
        for path in sorted(where.glob("*.pid")) if where else ():
            number = partial(path.read_text, "ascii")
            for metric in ProcessCollector(pid=number, registry=None).collect():
                family = families.setdefault(
                    metric.name, Metric(metric.name, metric.documentation, metric.type)
                )
                for sample in metric.samples:
                    family.add_sample(sample.name, {"process": path.stem}, sample.value)
        yield from families.values()
