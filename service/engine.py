"""The embedded engine: a real Valkey or Redis server, run as a child process.

Here: where its socket lies, which binary is taken, its flags, the lock on its data. When it is
started, watched and stopped is decided in `supervisor.py`.
"""

import hashlib
import os
import tempfile
from pathlib import Path
from typing import Final

LONGEST_SOCKET_PATH: Final = 100
"""Bytes; the kernels stop at 103 to 107, and the server binds a temporary name beside it."""


def socket_path(data_dir: Path) -> Path:
    """The unix socket of the engine for this data directory, always absolute.

    It lies in the directory unless its path is too long for a socket; then in a private
    directory under the system's temporary one, named after the data directory.
    """
    wanted = data_dir.absolute() / "engine.sock"
    if len(os.fsencode(wanted)) <= LONGEST_SOCKET_PATH:
        return wanted
    name = hashlib.sha256(os.fsencode(data_dir.absolute())).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"toma6-{os.getuid()}-{name}" / "engine.sock"
