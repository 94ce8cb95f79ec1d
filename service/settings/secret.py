"""The secret that tokens and snapshots are made with, where none is set."""

import secrets
from dataclasses import replace

from service.settings.config import SECRET_MINIMUM, ConfigError, Settings
from service.settings.files import make_private


def with_secret(settings: Settings) -> Settings:
    """The settings with a secret: the one that is set, else the one in `data_dir/secret`.

    Makes that file if there is none: 256 bits in hex, readable by the owner only. Raises
    ConfigError if it cannot be kept, or is damaged.
    """
    if settings.secret:
        return settings
    path = settings.data_dir / "secret"
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            make_private(path, secrets.token_hex(32).encode())
        kept = path.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise ConfigError(f"TOMA6_SECRET is not set and {path} cannot be kept: {error}") from None
    if len(kept) < SECRET_MINIMUM:
        raise ConfigError(f"{path} is damaged: at least {SECRET_MINIMUM} characters expected")
    return replace(settings, secret=kept)
