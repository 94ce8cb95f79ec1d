"""What lies beside a game's stream, where it can be changed and erased: what players are called.

The stream has nothing but a seal of each name. A label is kept under its seal, with the salt that
opens it; once it is changed or erased, the seal opens no more and the record stands all the same.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, cast

from domain.bundle import Name
from domain.spelling import HASH, SALT
from service.storage.stored import Reply

VERSION: Final = b"version"
"""The field that counts the changes."""
_SEAL: Final = re.compile(HASH.encode())
_LABEL: Final = re.compile(b"(%b)(.+)" % SALT.encode(), re.DOTALL)


class Labels(NamedTuple):
    """The labels of a game. `version` tells one state of them from another."""

    version: str = ""
    names: Mapping[str, Name] = {}

    @property
    def called(self) -> dict[str, str]:
        """What players are called, by the seals of their names."""
        return {seal: known.name for seal, known in self.names.items()}


NONE: Final = Labels()


def written(name: Name) -> str:
    """A label as it is stored."""
    return name.salt + name.name


def read(fields: Reply) -> Labels:
    """The labels in a reply of HGETALL. What was not written by this code is no label."""
    flat = cast("list[bytes]", fields)
    version, names = b"", {}
    for field, value in zip(flat[::2], flat[1::2], strict=True):
        if field == VERSION:
            version = value
        elif _SEAL.fullmatch(field) and (label := _LABEL.fullmatch(value)):
            name = Name(label[2].decode(errors="replace"), label[1].decode())
            names[field.decode()] = name
    return Labels(version.decode(errors="replace"), names)


def changes(names: Mapping[str, Name | None]) -> Iterable[str]:
    """The arguments of `relabel.lua`: a seal and its label, empty for one to be erased."""
    for seal, name in names.items():
        yield from (seal, "" if name is None else written(name))
