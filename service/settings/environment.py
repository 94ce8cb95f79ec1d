"""What stands in the environment beside the settings themselves: links, and names of files.

For every service Kubernetes gives each process variables named after it, and for one called `toma6`
or `toma6-redis` they begin as settings do: TOMA6_PORT=tcp://10.0.0.1:8006. Docker's links do the
same. No service may keep a
server from starting, so what has the shape of a link, name and value, is none.
"""

import logging
import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final

log = logging.getLogger("toma6.settings")

_IP: Final = r"[0-9a-fA-F.:]+"
_LINK: Final = re.compile(
    r"\w+?(?:"
    rf"_SERVICE_HOST={_IP}|_SERVICE_PORT(?:_\w+)?=\d+"
    rf"|_PORT(?:_\d+_(?:TCP|UDP|SCTP))?=(?:tcp|udp|sctp)://(?:{_IP}|\[{_IP}\]):\d+"
    rf"|_PORT_\d+_(?:TCP|UDP|SCTP)_(?:PROTO=(?:tcp|udp|sctp)|PORT=\d+|ADDR={_IP})"
    rf"|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_PORT)?_(?:START|END)=\S+|_NAME=/\S+/\S+|_ENV_\w+=.*"
    r")",
    re.ASCII | re.DOTALL,
)
_FILE: Final = "_FILE"


def given(environ: Mapping[str, str], prefix: str, settable: Collection[str]) -> dict[str, str]:
    """The variables that are meant as settings. A link in the place of one is told in the log."""
    meant = {}
    for name, value in environ.items():
        if not name.startswith(prefix):
            continue
        if not _LINK.fullmatch(f"{name}={value}"):
            meant[name] = value
        elif name in settable:
            log.warning("%s=%s is a link to a service and no setting: ignored", name, value)
    return meant


def from_files(meant: dict[str, str], secret: Collection[str]) -> dict[str, str]:
    """The secret settings that are kept in files, by name; takes TOMA6_…_FILE out of `meant`.

    :raises ValueError: a file cannot be read, or its setting is given besides.
    """
    found = {}
    for name in secret:
        path = meant.pop(name + _FILE, "")
        if not path:
            continue
        if meant.get(name):
            raise ValueError(f"{name} and {name}{_FILE}: only one of them can be set")
        try:
            found[name] = Path(path).read_text(encoding="utf-8").strip()
        except (OSError, ValueError) as error:
            raise ValueError(f"{name}{_FILE}: {path} cannot be read: {error}") from None
        if not found[name]:
            raise ValueError(f"{name}{_FILE}: {path} is empty")
    return found
