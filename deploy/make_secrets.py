"""Makes the secrets of a new installation, for compose and for Kubernetes: deploy/secrets/.

The folder is its owner's alone; the files in it can be read by whoever is given one, since in a
container that is another user. Nothing that is there is replaced: games are read with its key.
"""

import base64
import hashlib
import secrets
import sys
from pathlib import Path

FOLDER = Path(__file__).parent / "secrets"
STORE = "toma6-store"
ED25519 = bytes.fromhex("302e020100300506032b657004220420")
"""How a private key of it begins in PKCS #8; 32 random bytes follow."""


def files() -> dict[str, str]:
    """What each holds. The store knows its password by a hash; a health check needs none."""
    password = secrets.token_urlsafe(32)
    key = base64.b64encode(ED25519 + secrets.token_bytes(32)).decode()
    known = hashlib.sha256(password.encode()).hexdigest()
    return {
        "secret": secrets.token_hex(32),
        "redis-url": f"redis://toma6:{password}@{STORE}:6379/0",
        "keys/0001.pem": f"-----BEGIN PRIVATE KEY-----\n{key}\n-----END PRIVATE KEY-----\n",
        "store.acl": (
            "user default off\n"
            "user health on nopass -@all +ping\n"
            f"user toma6 on #{known} ~* &* +@all -@admin +config|get\n"
        ),
    }


def make(folder: Path = FOLDER) -> int:
    """Write the files. Returns 1 if there are some already."""
    try:
        folder.mkdir(mode=0o700)
        (folder / "keys").mkdir()
    except FileExistsError:
        sys.stderr.write(f"{folder} is there already, and stays as it is\n")
        return 1
    for name, content in files().items():
        (folder / name).write_text(content, encoding="utf-8")
        (folder / name).chmod(0o444)
    return 0


if __name__ == "__main__":
    raise SystemExit(make())
