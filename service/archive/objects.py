"""Objects in a folder or in a bucket, by one URL: `file:///…`, `s3://bucket/…`, `gs://…`, `az://…`.

Calls of the library hold up a thread: where there are greenlets, they are made beside them.
"""

import contextlib
import os
from collections.abc import Callable
from datetime import timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast
from urllib.parse import unquote, urlsplit

import gevent
from gevent import monkey
from gevent.threadpool import ThreadPool

from service.storage.stored import StoreDown

T = TypeVar("T")
SECONDS: Final = 4
"""How long one attempt may take."""
IN_ALL_SECONDS: Final = 8
"""How long all attempts of one call may take."""
THREADS: Final = 8
"""Calls at once of a process with greenlets; more of them wait, as long as a call may take."""


class ArchiveDown(StoreDown):
    """The archive cannot be reached, or refuses."""


class Objects:
    """Puts, gets, deletes. Every method raises ArchiveDown."""

    def __init__(self, url: str) -> None:
        """`url` "": there is none."""
        self._url = url
        parts = urlsplit(url)
        self._folder = Path(unquote(parts.path)) if parts.scheme == "file" else None

    def put(self, path: str, body: bytes) -> None:
        """Keep these bytes. When this returns they are safe."""

        def kept(store: Any) -> None:
            store.put(path, body)
            if self._folder is not None:
                _sync(self._folder, self._folder / path)

        self._ask(kept, makes=True)

    def get(self, path: str) -> bytes | None:
        """The bytes; None if there is no such object."""

        def found(store: Any) -> bytes | None:
            try:
                return bytes(store.get(path).bytes())
            except FileNotFoundError:
                return None

        return self._ask(found)

    def delete(self, path: str) -> None:
        """Be rid of an object, if it is there."""

        def gone(store: Any) -> None:
            with contextlib.suppress(FileNotFoundError):
                store.delete(path)

        self._ask(gone)

    def paths(self, below: str | None = None) -> list[str]:
        """Where all objects are; or those in a folder."""

        def found(store: Any) -> list[str]:
            if self._folder is not None and not self._folder.is_dir():
                raise FileNotFoundError(f"there is no folder {self._folder}")
            return [each["path"] for some in store.list(below) for each in some]

        return self._ask(found)

    def _ask(self, what: Callable[[Any], T], *, makes: bool = False) -> T:
        from obstore.exceptions import BaseError  # noqa: PLC0415 - most processes never need it

        if not self._url:
            raise ArchiveDown("the archive: none is set, TOMA6_ARCHIVE_URL says where it is")

        def asked() -> T:
            try:
                if makes and self._folder is not None:
                    self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                return what(_opened(self._url, os.getpid()))
            except (BaseError, OSError, ValueError) as error:
                told = str(error).partition("\n\nDebug source")[0]
                raise ArchiveDown(f"the archive: {told}") from error

        if not monkey.is_module_patched("socket"):
            return asked()
        try:
            with gevent.Timeout(IN_ALL_SECONDS):
                return cast("T", _threads(os.getpid()).apply(asked))
        except gevent.Timeout:
            raise ArchiveDown(f"the archive: no answer within {IN_ALL_SECONDS} s") from None


@lru_cache(maxsize=1)
def _threads(_process: int) -> ThreadPool:
    """Beside gevent's own, which others need while the archive hangs."""
    return ThreadPool(THREADS)


@lru_cache(maxsize=4)
def _opened(url: str, _process: int) -> Any:
    """Of each process its own: what the library keeps open does not survive a fork."""
    from obstore.store import from_url  # noqa: PLC0415

    if url.startswith("file:"):
        return from_url(url)
    return from_url(
        url,
        client_options={
            "timeout": timedelta(seconds=SECONDS),
            # The library's own variable, which it does not read where options are given.
            "allow_http": os.environ.get("AWS_ALLOW_HTTP", "").lower() == "true",
        },
        retry_config={"max_retries": 3, "retry_timeout": timedelta(seconds=SECONDS)},
    )


def _sync(folder: Path, path: Path) -> None:
    """Have a file, and the folders in which it is named, on the disk."""
    for each in (path, *path.parents):
        at = os.open(each, os.O_RDONLY)
        try:
            os.fsync(at)
        finally:
            os.close(at)
        if each == folder:
            return
