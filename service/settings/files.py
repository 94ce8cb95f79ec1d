"""Files that nobody but their owner may read."""

import os
import secrets
from pathlib import Path


def make_private(path: Path, content: bytes) -> bool:
    """Make a file (mode 0600), whole or not at all. False if it is there already.

    Written aside and linked: of several processes that start at once one wins, and none ever reads
    a half-written file.
    """
    aside = path.with_name(f".{secrets.token_hex(8)}")
    aside.touch(mode=0o600, exist_ok=False)
    try:
        aside.write_bytes(content)
        os.link(aside, path)
    except FileExistsError:
        return False
    finally:
        aside.unlink()
    return True
