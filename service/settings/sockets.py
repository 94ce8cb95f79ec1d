"""Where the sockets of the embedded engines lie."""

import hashlib
import os
import tempfile
from pathlib import Path
from typing import Final

MAX_SOCKET_PATH_BYTES: Final = 100
"""The kernels stop at 103 to 107."""
ENGINE: Final = "engine"
QUEUE: Final = "queue"


def socket_path(data_dir: Path, name: str = ENGINE) -> Path:
    """The unix socket of an engine for this data directory, always absolute.

    It lies in the directory unless its path is too long for a socket; then in a private
    directory under the system's temporary one, named after the data directory.
    """
    wanted = data_dir.absolute() / f"{name}.sock"
    if len(os.fsencode(wanted)) <= MAX_SOCKET_PATH_BYTES:
        return wanted
    home = hashlib.sha256(os.fsencode(data_dir.absolute())).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"toma6-{os.getuid()}-{home}" / f"{name}.sock"
