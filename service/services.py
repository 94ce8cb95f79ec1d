"""The service put together: one bundle of what routes and workers work with."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from service.access.accounts import Accounts
from service.archive.objects import Objects
from service.archive.shelf import Shelf
from service.games.due_index import DueIndex
from service.games.games import Games
from service.games.moments import Moments, machine_time
from service.games.store import Store
from service.handling import Handler
from service.jobs.dispatch import Dispatcher, queue
from service.projections.directory import Directory
from service.projections.inbox import Inbox
from service.projections.listing import Listing
from service.proof.attempts import Attempts
from service.proof.signing import Signer, keys_folder, load_signer
from service.settings.config import Settings
from service.settings.secret import with_secret
from service.storage.connections import Hints, connect, connect_blocking
from service.storage.keys import Keys
from service.storage.safety import inspect, memory, try_writing
from service.storage.stored import ReadOnly
from service.watching.hub import Hub
from service.watching.quota import Quota
from service.webhooks.deliveries import Deliveries
from service.webhooks.notices import Notices
from service.webhooks.repository import Webhooks
from service.webhooks.upkeep import Upkeep

QUEUE_SECONDS: Final = 2.0
"""How long the queue may take to answer: it delays a move, but never loses one."""


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that a request or a job may need. Safe to share between greenlets."""

    settings: Settings
    store: Store
    due_index: DueIndex
    games: Games
    handler: Handler
    directory: Directory
    accounts: Accounts
    inbox: Inbox
    webhooks: Webhooks
    deliveries: Deliveries
    upkeep: Upkeep
    notices: Notices
    attempts: Attempts
    signer: Signer
    listing: Listing
    dispatcher: Dispatcher
    hub: Hub
    quota: Quota
    clock: Callable[[], int]
    """Milliseconds since 1970."""
    probes: Mapping[str, Callable[[], object]]
    """What must answer for the server to be ready, by name; "…_writes": what must take writes."""
    memory: Callable[[], tuple[int, int]]
    """Bytes that the store uses and may use. Raises StoreDown, Refused."""

    @property
    def moments(self) -> Moments:
        return Moments(self.store, self.clock)


def failing(probes: Mapping[str, Callable[[], object]]) -> dict[str, Exception]:
    """What does not answer, by name, and how it failed."""
    failed = {}
    for name, ask in probes.items():
        try:
            ask()
        except Exception as error:  # noqa: BLE001 - whatever it is, the answer is no
            failed[name] = error
    return failed


def refuse() -> None:
    """In the place of writing, where nothing is to be written."""
    raise ReadOnly("TOMA6_QUIET is set: this server only shows what is stored")


def assemble(settings: Settings) -> Services:
    """The services for these settings. Connections are opened when they are first used.

    Makes a secret and a signing key in the data's folder where none is kept yet.
    """
    settings = with_secret(settings)
    client = connect(settings.redis_url)
    queue_client = connect_blocking(settings.queue_url, QUEUE_SECONDS)
    store = Store(client, settings.buckets, Shelf(Objects(settings.archive_url)))
    due_index = DueIndex(client, settings.buckets)
    directory = Directory(client, due_index.renew)
    inbox, webhooks = Inbox(client), Webhooks(client)
    deliveries = Deliveries(client)
    notices = Notices(webhooks, deliveries)
    games = Games(store, settings.cache_games, directory.knows, settings.secret)
    put_away = settings.archive_seconds if settings.archive_url else None
    dispatcher = Dispatcher(
        queue(queue_client), settings.bot_grace_ms, settings.abandon_seconds, put_away
    )
    writes = refuse if settings.quiet else lambda: try_writing(client, settings.buckets)
    listing = Listing(directory, inbox, notices, due_index)
    return Services(
        settings,
        store,
        due_index,
        games,
        Handler(games, dispatcher, listing, machine_time),
        directory,
        Accounts(client),
        inbox,
        webhooks,
        deliveries,
        Upkeep(client),
        notices,
        Attempts(client, settings.buckets, store.away),
        load_signer(keys_folder(settings)),
        listing,
        dispatcher,
        Hub(store.read, lambda: Hints(settings.redis_url, Keys.every_wake)),
        Quota(settings.max_streams, settings.streams_per_token, settings.streams_per_address),
        clock=machine_time,
        probes={
            "store": lambda: inspect(client, settings.buckets),
            "queue": queue_client.ping,
            "store_writes": writes,
            "queue_writes": lambda: try_writing(queue_client, 0),
        },
        memory=lambda: memory(client),
    )
