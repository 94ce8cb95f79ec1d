"""Settings from the environment.

Every setting is a variable `TOMA6_…`, read once when a process starts and frozen afterwards;
`docs/configuration.md` has the table.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from environs import Env, EnvError, validate

from service.settings.environment import from_files, given
from service.settings.hosts import host_and_port, is_loopback, plain
from service.settings.sockets import ENGINE, QUEUE, socket_path

PREFIX: Final = "TOMA6_"
SCHEMES: Final = ("redis://", "rediss://", "unix://")
CLUSTER_SCHEMES: Final = ("redis+cluster://", "rediss+cluster://")
ARCHIVES: Final = ("file:///", "s3://", "gs://", "az://")
SECRET_MINIMUM: Final = 32
_PUBLIC: Final = re.compile(
    r"https?://(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]+)?"
    r"(?!/(?:v1|docs|\.well-known)/*\Z)(?:/[!-\"$->@-~]*)?"
)
PUBLIC_READS: Final = "1200/minute"
PUBLIC_WRITES: Final = "300/minute"


class ConfigError(Exception):
    """A setting that cannot be used; the message names the variable and says what would do."""


def _within(low: float, high: float | None = None) -> Mapping[str, Any]:
    return {"validate": validate.Range(min=low, max=high)}


def _one_of(*choices: str) -> Mapping[str, Any]:
    return {"validate": validate.OneOf(choices)}


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set; the variable of `max_streams` is `TOMA6_MAX_STREAMS`.

    Defaults are those of `toma6 serve` on one machine.
    """

    redis_url: str = field(default="", repr=False)  # repr=False: URLs may hold a password
    """Where the events live. `load` fills in the embedded engine's socket when none is set."""
    queue_url: str = field(default="", repr=False)
    """Where RQ's queue lives. `load` fills in `redis_url`, or a second engine if embedded."""
    embedded: bool = field(default=True, metadata={"derived": True})
    """True when no Redis URL was set, so that `toma6 serve` starts an engine of its own."""
    data_dir: Path = Path("var")
    keys_dir: str = ""  # the keys that sign heads; unset: `data_dir/keys`
    host: str = "127.0.0.1"
    port: int = field(default=8006, metadata=_within(0, 65535))
    public_url: str = ""
    """How clients reach the server from outside, without a trailing slash; "" when unknown."""
    web_processes: int = field(default=2, metadata=_within(1))
    connections: int = field(default=4000, metadata=_within(1))
    """Connections that each web process holds besides streams, if it may open so many files."""
    keepalive_seconds: int = field(default=75, metadata=_within(1))
    """How long a client's connection may be idle between two requests."""
    max_streams: int = field(default=100, metadata=_within(0))
    """Streams and long polls that each web process serves at once."""
    streams_per_token: int = field(default=8, metadata=_within(1))
    streams_per_address: int = field(default=50, metadata=_within(1))
    """Of those without a token. Both count in each process for itself."""
    graceful_seconds: int = field(default=5, metadata=_within(1))
    """How long the web may finish its requests when the server stops."""
    workers: int = field(default=1, metadata=_within(0))
    sweep_seconds: float = field(default=1.0, metadata=_within(0.05, 3600))
    bot_grace_ms: int = field(default=2000, metadata=_within(0))
    abandon_seconds: int = field(default=30 * 24 * 3600, metadata=_within(0))
    """A game that nobody touches for so long is abandoned; 0: never."""
    archive_url: str = field(default="", repr=False)
    """Where games that are over are put away; `load` fills in a folder for the embedded engine."""
    archive_seconds: int = field(default=24 * 3600, metadata=_within(0))
    """How long after its end a game is put away."""
    buckets: int = field(default=64, metadata=_within(1, 1024))
    """Fixed for the life of the data: with another number no stored game is found again."""
    cache_games: int = field(default=2000, metadata=_within(0))
    max_body: int = field(default=65536, metadata=_within(1024))
    """Largest request body, in bytes."""
    open_creation: bool = True
    """May anybody create games? Unless set, `load` says yes only when `host` is loopback."""
    limit_reads: str = ""
    limit_writes: str = ""
    """Of one client, in each web process (`limits.py`); set by `load` unless on loopback."""
    limit_accounts: int = field(default=10, metadata=_within(1))  # times as much for an account
    trusted_proxies: tuple[str, ...] = ()
    """Addresses and networks of proxies that are believed when they say for whom they ask."""
    webhooks_private: bool = False
    """May webhooks be called at private addresses and without TLS? For trying things out."""
    quiet: bool = False  # show what is stored, and do nothing, as befits a copy
    cors_origins: tuple[str, ...] = ()
    log_level: str = field(default="INFO", metadata=_one_of("DEBUG", "INFO", "WARNING", "ERROR"))
    log_format: str = field(default="auto", metadata=_one_of("auto", "json", "console"))
    access_log: bool = False
    metrics_address: str = ""
    """`host:port` of `/metrics`, apart from the interface; "": there is none."""
    metrics_token: str = field(default="", repr=False)
    """What must be shown to read them; with it they are served beside the interface, too."""
    secret: str = field(default="", repr=False)
    """Key of tokens and snapshots; "": `secret.py` finds one."""


def load() -> Settings:
    """Read the environment, and the files that it names for secrets.

    Raises ConfigError naming every variable that is wrong, a misspelt `TOMA6_…` included: a
    typing mistake in TOMA6_REDIS_URL must not quietly start an empty engine.
    """
    env = Env(eager=False, prefix=PREFIX)
    settable = {
        PREFIX + each.name.upper(): each
        for each in fields(Settings)
        if not each.metadata.get("derived")
    }
    meant = given(os.environ, PREFIX, settable)
    try:
        # What is not shown may lie in a file.
        kept = from_files(meant, [name for name, each in settable.items() if not each.repr])
        unknown = meant.keys() - settable
        if unknown:
            raise ConfigError(f"no such setting: {', '.join(sorted(unknown))}")
        values: dict[str, Any] = {
            each.name: kept.get(name) or _read(env, each.name.upper(), each.default, each.metadata)
            for name, each in settable.items()
            if name in meant or name in kept
        }
        env.seal()
    except (EnvError, ValueError) as error:
        raise ConfigError(str(error)) from None
    return _complete(replace(Settings(), **values), values)


def _read(env: Env, name: str, default: object, metadata: Mapping[str, Any]) -> Any:
    """One variable, read as the type of its default; a wrong one is kept for `env.seal`."""
    if isinstance(default, tuple):
        return tuple(filter(None, map(str.strip, env.list(name))))
    readers: Mapping[type, Any] = {
        bool: env.bool, int: env.int, float: env.float, type(Path()): env.path
    }  # fmt: skip
    return readers.get(type(default), env.str)(name, validate=metadata.get("validate"))


def _complete(given: Settings, values: Mapping[str, Any]) -> Settings:
    embedded = not given.redis_url
    host = plain(given.host)
    public = not is_loopback(host)
    url = given.redis_url or _own(given, ENGINE)
    if given.secret and len(given.secret) < SECRET_MINIMUM:
        raise ConfigError(f"TOMA6_SECRET: at least {SECRET_MINIMUM} characters, random ones")
    if given.public_url and not _PUBLIC.fullmatch(given.public_url):
        raise ConfigError(
            "TOMA6_PUBLIC_URL: write it as https://host/path, without the /v1 of routes"
        )
    if not url.startswith((*SCHEMES, *CLUSTER_SCHEMES)):
        raise ConfigError(f"TOMA6_REDIS_URL: starts with {', '.join(SCHEMES + CLUSTER_SCHEMES)}")
    if not (given.archive_url or ARCHIVES[0]).startswith(ARCHIVES):
        raise ConfigError(f"TOMA6_ARCHIVE_URL: starts with {', '.join(ARCHIVES)}")
    if given.metrics_address:
        _check_apart(given)
    queue_url = given.queue_url or (_own(given, QUEUE) if embedded else url)
    if not queue_url.startswith(SCHEMES):
        # RQ's workers do not run on a cluster: its keys lie in many slots.
        raise ConfigError(f"TOMA6_QUEUE_URL: one plain Redis, starts with {', '.join(SCHEMES)}")
    folder = (given.data_dir.absolute() / "archive").as_uri()
    return replace(
        given,
        host=host,
        redis_url=url,
        queue_url=queue_url,
        embedded=embedded,
        public_url=given.public_url.rstrip("/"),
        archive_url=values.get("archive_url", folder if embedded else ""),
        open_creation=values.get("open_creation", not public),
        limit_reads=values.get("limit_reads", PUBLIC_READS if public else ""),
        limit_writes=values.get("limit_writes", PUBLIC_WRITES if public else ""),
    )


def _check_apart(given: Settings) -> None:
    try:
        _, port = host_and_port(given.metrics_address)
    except ValueError as error:
        raise ConfigError(f"TOMA6_METRICS_ADDRESS: {error}") from None
    if port == given.port:
        raise ConfigError("TOMA6_METRICS_ADDRESS: a port of its own, not that of TOMA6_PORT")


def _own(given: Settings, engine: str) -> str:
    return f"unix://{quote(str(socket_path(given.data_dir, engine)))}"
