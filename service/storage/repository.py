"""What everything that is kept beside the games' streams shares: how it asks Redis."""

from collections.abc import Sequence

from service.storage.connections import Client, commander
from service.storage.scripts import Script
from service.storage.stored import Arg, Refused, Reply, StoreDown


class Keeper:
    """Sends commands. To whoever asks, a command that is refused is a Redis that is away."""

    def __init__(self, client: Client) -> None:
        self._to = commander(client)

    def _call(self, *command: Arg) -> Reply:
        try:
            return self._to.call(*command)
        except Refused as refused:
            raise StoreDown(str(refused)) from refused

    def _run(self, script: Script, keys: Sequence[str], args: Sequence[Arg]) -> Reply:
        try:
            return script.run(self._to, keys, args)
        except Refused as refused:
            raise StoreDown(str(refused)) from refused
