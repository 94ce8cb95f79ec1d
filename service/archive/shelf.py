"""Where games lie that were put away, and the stub of each that stays in Redis.

A stub is in a hash of the game's bucket: how far the game went, its last hash, the version of its
labels, and which object has the rest. An object is named after the game, the digest of its content
and chance, so that no name ever comes again: none is written over, and what nobody names any more
can be deleted however late. What the stub names is what counts, and an object that no stub names is
nothing.
"""

import hashlib
import secrets
from collections.abc import Iterator
from typing import Final, NamedTuple, Self, cast

from service.archive import packing
from service.archive.objects import Objects
from service.archive.packing import Record
from service.storage.labels import VERSION
from service.storage.stored import Damaged

DIGEST_SIZE: Final = 16
"""Characters of SHA-256 in the name of an object."""
CHANCE_SIZE: Final = 8
_OTHER: Final = "the archive has something else than was put there"


class Stub(NamedTuple):
    """What stays of a game in Redis."""

    revision: int
    hash: str
    labels: str
    """Their version, as the labels have it."""
    name: str
    """Of the object, within the game's folder."""

    @classmethod
    def read(cls, game_id: str, written: bytes) -> Self:
        """:raises Damaged: for what was not written here."""
        try:
            revision, digest, labels, name = written.decode("ascii").split(" ")
            return cls(int(revision), digest, labels, name)
        except ValueError:
            reason = "what was left of it when it was put away is damaged"
            raise Damaged(game_id, 0, reason) from None

    def written(self) -> str:
        return " ".join(map(str, self))


class Shelf:
    """Puts records away and takes them out. Every method raises ArchiveDown."""

    def __init__(self, objects: Objects) -> None:
        self._objects = objects

    def put(self, game_id: str, stub: Stub, packed: bytes) -> None:
        """Keep a record that was packed. When this returns it is safe; nothing says so yet."""
        self._objects.put(_path(game_id, stub.name), packed)

    def get(self, game_id: str, stub: Stub) -> Record:
        """The record that a stub names.

        If that object is gone (Redis was put back to an earlier state) or damaged, another one of
        the game will do that goes as far, with no older labels.

        :raises Damaged: there is none.
        """
        try:
            return self.read(game_id, stub.revision, stub.name)
        except Damaged as error:
            for name in self.names(game_id):
                try:
                    record = self.read(game_id, stub.revision, name)
                except Damaged:
                    continue
                if record.entries[-1].h == stub.hash and _is_older(stub.labels, version_of(record)):
                    return record
            raise error from None

    def read(self, game_id: str, revision: int, name: str) -> Record:
        """The record in an object of a game that went as far as `revision`. Raises Damaged."""
        packed = self._objects.get(_path(game_id, name))
        if packed is None:
            raise Damaged(game_id, revision, "it was put away, and the archive has it no more")
        if _digest(packed) != name.partition("-")[0]:
            raise Damaged(game_id, revision, _OTHER)
        try:
            return packing.unpack(packed)
        except packing.Unreadable as error:
            raise Damaged(game_id, revision, f"what was put away: {error}") from error

    def names(self, game_id: str) -> list[str]:
        """The objects of a game."""
        return [path.rpartition("/")[2] for path in self._objects.paths(_folder(game_id))]

    def delete(self, game_id: str, name: str) -> None:
        self._objects.delete(_path(game_id, name))

    def all(self) -> Iterator[tuple[str, str]]:
        """All objects: the game and the name of each. What is no object of ours is passed over."""
        for path in self._objects.paths():
            match path.split("/"):
                case [fan, game_id, name] if f"{fan}/{game_id}" == _folder(game_id):
                    yield game_id, name


NO_SHELF: Final = Shelf(Objects(""))
"""Where nothing is put away."""


def packed(record: Record) -> tuple[Stub, bytes]:
    """The record packed, and the stub that may take its place."""
    body = packing.pack(record)
    name = f"{_digest(body)}-{secrets.token_hex(CHANCE_SIZE // 2)}"
    last = record.entries[-1]
    return Stub(last.revision, last.h, version_of(record), name), body


def version_of(record: Record) -> str:
    """The version of a record's labels; "": there are none."""
    fields = cast("list[bytes]", record.labels)
    found = dict(zip(fields[::2], fields[1::2], strict=True))
    return found.get(VERSION, b"").decode(errors="replace")


def _is_older(one: str, other: str) -> bool:
    """Whether labels of version `one` were not changed after those of the other."""
    first, second = (int(each) if each.isdecimal() else 0 for each in (one, other))
    return first <= second


def _digest(packed: bytes) -> str:
    return hashlib.sha256(packed).hexdigest()[:DIGEST_SIZE]


def _folder(game_id: str) -> str:
    """Games in 256 folders, by their names' own chance."""
    return f"{hashlib.sha256(game_id.encode()).hexdigest()[:2]}/{game_id}"


def _path(game_id: str, name: str) -> str:
    return f"{_folder(game_id)}/{name}"
