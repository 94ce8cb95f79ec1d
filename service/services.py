"""The service put together: one bundle of what routes and workers work with."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from domain import State
from service.accounts import Accounts
from service.attempts import Attempts
from service.config import Settings
from service.directory import Directory
from service.dispatch import HOOKS, Deliveries, QueueDispatcher, queue
from service.games import Games
from service.handling import Handler
from service.http.moments import moment
from service.http.slots import Slots
from service.hub import Hub
from service.inbox import Inbox
from service.listing import Listing
from service.notices import Notices
from service.running.stopping import stopping
from service.signing import Signer, keys_folder, load_signer
from service.storage.connections import Hints, connect, connect_blocking
from service.storage.keys import Keys
from service.storage.safety import inspect
from service.store import Store
from service.webhooks import Webhooks

QUEUE_SECONDS: Final = 2.0
"""How long the queue may take to answer: it delays a move, but never loses one."""


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that a request or a job may need. Safe to share between greenlets."""

    settings: Settings
    store: Store
    games: Games
    handler: Handler
    directory: Directory
    accounts: Accounts
    inbox: Inbox
    webhooks: Webhooks
    deliveries: Deliveries
    notices: Notices
    attempts: Attempts
    signer: Signer
    listing: Listing
    dispatcher: QueueDispatcher
    hub: Hub
    slots: Slots
    clock: Callable[[], int]
    """Milliseconds since 1970."""
    probes: Mapping[str, Callable[[], object]]
    """What must answer for the server to be ready, by name."""

    def moment(self, state: State) -> bytes:
        """The server's time as answers write it: by the clock that decides on this game's
        deadlines, which is the store's, if it has any.

        :raises StoreDown: the clock of Redis was needed, and does not answer.
        """
        clocked = state.options.get("turn_seconds") is not None and not state.is_over
        return self.clocked_moment() if clocked else self.plain_moment()

    def clocked_moment(self) -> bytes:
        """By the clock of Redis. Raises StoreDown."""
        return moment(self.store.now())

    def plain_moment(self) -> bytes:
        """By this machine's clock."""
        return moment(self.clock())


def clock() -> int:
    """This machine's time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def assemble(settings: Settings) -> Services:
    """The services for these settings. Opens connections when they are first used."""
    client = connect(settings.redis_url)
    queue_client = connect_blocking(settings.queue_url, QUEUE_SECONDS)
    store = Store(client, settings.buckets)
    directory = Directory(client)
    inbox = Inbox(client)
    webhooks = Webhooks(client)
    deliveries = Deliveries(queue(queue_client, HOOKS))
    notices = Notices(webhooks, deliveries)
    games = Games(store, settings.cache_games, directory.knows, settings.secret)
    dispatcher = QueueDispatcher(
        queue(queue_client), settings.bot_grace_ms, settings.abandon_seconds
    )
    listing = Listing(directory, inbox, notices, store)
    return Services(
        settings=settings,
        store=store,
        games=games,
        handler=Handler(games, dispatcher, listing, clock),
        directory=directory,
        accounts=Accounts(client),
        inbox=inbox,
        webhooks=webhooks,
        deliveries=deliveries,
        notices=notices,
        attempts=Attempts(client, settings.buckets),
        signer=load_signer(keys_folder(settings)),
        listing=listing,
        dispatcher=dispatcher,
        hub=Hub(store.read, lambda: Hints(settings.redis_url, Keys.every_wake), stopping),
        slots=Slots(settings.max_streams, settings.streams_per_token, settings.streams_per_address),
        clock=clock,
        probes={
            "store": lambda: inspect(client, settings.buckets),
            "queue": queue_client.ping,
        },
    )
