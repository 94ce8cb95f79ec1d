"""Where games lie that were put away, and the stub of each that stays in Redis.

A stub is in a hash of the game's bucket: how far the game went, its last hash, the version of its
labels, and which object has the rest. The object is named after the game and its own content, so
that none is ever written over by another; what the stub names is what counts, and an object that no
stub names is nothing.
"""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, Self

from service.archive import packing
from service.archive.objects import Objects
from service.archive.packing import Record
from service.storage.stored import Damaged

DIGEST_SIZE: Final = 16
"""Characters of SHA-256 in the name of an object."""


class Stub(NamedTuple):
    """What stays of a game in Redis."""

    revision: int
    hash: str
    labels: str
    """Their version, as the labels have it."""
    digest: str

    @classmethod
    def read(cls, game_id: str, written: bytes) -> Self:
        """:raises Damaged: for what was not written here."""
        try:
            revision, digest, labels, of = written.decode("ascii").split(" ")
            return cls(int(revision), digest, labels, of)
        except ValueError:
            raise Damaged(
                game_id, 0, "what was left of it when it was put away is damaged"
            ) from None

    def written(self) -> str:
        return " ".join(map(str, self))


class Shelf:
    """Puts records away and takes them out. Every method raises ArchiveDown."""

    def __init__(self, objects: Objects) -> None:
        self._objects = objects

    def put(self, game_id: str, record: Record, labels: str) -> Stub:
        """Keep a record, and have seen that it is kept to the byte. Nothing says so yet.

        :raises Damaged: it is not what was put there.
        """
        packed = packing.pack(record)
        last = record.entries[-1]
        stub = Stub(last.revision, last.h, labels, _digest(packed))
        self._objects.put(_name(game_id, stub.digest), packed)
        if self.get(game_id, stub) != record:
            raise Damaged(
                game_id, last.revision, "the archive has something else than was put there"
            )
        return stub

    def get(self, game_id: str, stub: Stub) -> Record:
        """The record that a stub names.

        :raises Damaged: there is none, or another.
        """
        packed = self._objects.get(_name(game_id, stub.digest))
        if packed is None:
            raise Damaged(game_id, stub.revision, "it was put away, and the archive has it no more")
        if _digest(packed) != stub.digest:
            raise Damaged(
                game_id, stub.revision, "the archive has something else than was put there"
            )
        try:
            record = packing.unpack(packed)
        except packing.Unreadable as error:
            raise Damaged(game_id, stub.revision, f"what was put away: {error}") from error
        return record

    def clear(self, game_id: str, but: Stub | None = None) -> None:
        """Be rid of the objects of a game, but for the one that a stub names."""
        keep = but and _name(game_id, but.digest)
        for name in self._objects.names(_folder(game_id)):
            if name != keep:
                self._objects.delete(name)

    def games(self) -> Iterator[tuple[str, str]]:
        """All objects: the game and the digest of each."""
        for name in self._objects.names():
            _, game_id, digest = name.split("/")
            yield game_id, digest


NO_SHELF: Final = Shelf(Objects(""))
"""Where nothing is put away."""


def _digest(packed: bytes) -> str:
    return hashlib.sha256(packed).hexdigest()[:DIGEST_SIZE]


def _folder(game_id: str) -> str:
    """Games in 256 folders, by their names' own chance."""
    return f"{hashlib.sha256(game_id.encode()).hexdigest()[:2]}/{game_id}"


def _name(game_id: str, digest: str) -> str:
    return f"{_folder(game_id)}/{digest}"
