"""What lies beside a game's stream, where it can be changed and erased: what players are called,
and what an app has noted for itself.

The stream has nothing but a seal of each name. A label is kept under its seal, with the salt that
opens it; once it is changed or erased, the seal opens no more and the record stands all the same.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple, cast
from unicodedata import category

import msgspec

from domain.ledger import Name
from domain.text.spelling import HASH, SALT
from service.storage.scripts import Script
from service.storage.stored import Arg, Reply, turns

VERSION: Final = b"version"
"""The field that counts the changes."""
ABOUT: Final = b"about"
"""The field with what the app has noted."""
UNKNOWN: Final = "-"
"""The version of labels that must be read whatever lies there."""
# It does not only count: if the store is put back to an earlier state, two changes would come to
# one number, and those who keep the game would show for ever what was erased.
RELABEL = Script.of("""\
local stream, labels, away = KEYS[1], KEYS[4], KEYS[5]
if redis.call('EXISTS', stream) == 0 and redis.pcall('HEXISTS', away, ARGV[1]) == 1 then
  return 0
end
local was, now = tonumber(redis.call('HGET', labels, 'version') or 0), redis.call('TIME')
local version = now[1] * 1000000 + now[2]
if was and was >= version and was < 9e15 then
  version = was + 1
end
for n = 2, #ARGV, 2 do
  if ARGV[n + 1] == '' then
    redis.call('HDEL', labels, ARGV[n])
  else
    redis.call('HSET', labels, ARGV[n], ARGV[n + 1])
  end
end
return redis.call('HSET', labels, 'version', string.format('%.0f', version)) + 1
""")
_SEAL: Final = re.compile(HASH.encode())
_LABEL: Final = re.compile(b"(%b)(.+)" % SALT.encode(), re.DOTALL)
_COUNT: Final = re.compile(b"[0-9]{1,16}")


class About(NamedTuple):
    """What the app that made a game has noted of it: a reference of its own, and anything else."""

    reference: str = ""
    metadata: Mapping[str, Any] = {}


class Labels(NamedTuple):
    """The labels of a game. `version` tells one state of them from another."""

    version: str = ""
    names: Mapping[str, Name] = {}
    about: About = About()

    @property
    def called(self) -> dict[str, str]:
        return {seal: known.name for seal, known in self.names.items()}


NONE: Final = Labels()


def written(name: Name) -> str:
    """A label as it is stored."""
    return name.salt + name.name


def read(fields: Reply) -> Labels:
    """The labels in a reply of HGETALL. What was not written by this code is no label."""
    flat = cast("list[bytes]", fields)
    version, names, about = "", {}, About()
    pairs = list(zip(flat[::2], flat[1::2], strict=True))
    # Who sits down and leaves again before the start leaves a label, as often as he likes.
    for field, value in (pair for some in turns(pairs) for pair in some):
        if field == VERSION:
            version = value.decode() if _COUNT.fullmatch(value) else UNKNOWN
        elif _SEAL.fullmatch(field) and (label := _LABEL.fullmatch(value)):
            called = _text(label[2])
            if called is not None:
                names[field.decode()] = Name(called, label[1].decode())
        elif field == ABOUT:
            about = _about(value)
    return Labels(version, names, about)


def _about(value: bytes) -> About:
    try:
        return msgspec.json.decode(value, type=About)
    except msgspec.MsgspecError:
        return About()


def _text(name: bytes) -> str | None:
    """A name as text; None for bytes that no name has."""
    try:
        text = name.decode()
    except UnicodeDecodeError:
        return None
    return None if any(category(sign) == "Cc" for sign in text) else text


def changes(names: Mapping[str, Name | None], about: About | None) -> Iterable[Arg]:
    """The arguments of `relabel`: fields and what they are to hold, nothing to be erased."""
    for seal, name in names.items():
        yield from (seal, "" if name is None else written(name))
    if about is not None:
        yield from (ABOUT, b"" if about == About() else msgspec.json.encode(about))
