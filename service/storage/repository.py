"""What everything that is kept in Redis shares: how it asks, and what a refusal means."""

from collections.abc import Sequence

from service.storage.connections import Client, sender
from service.storage.scripts import Script
from service.storage.stored import Arg, Damaged, Refused, Reply, StoreDown, StoreError, WrongType


class Repository:
    """Sends commands. Each raises StoreDown if Redis is away or refuses, and Damaged if the refusal
    means that the keys of the game `game_id` are not what was written."""

    def __init__(self, client: Client) -> None:
        self._to = sender(client)

    def _call(self, *command: Arg, game_id: str | None = None) -> Reply:
        try:
            return self._to.call(*command)
        except Refused as refused:
            raise meaning(refused, game_id) from refused

    def _run(
        self, script: Script, keys: Sequence[str], args: Sequence[Arg], game_id: str | None = None
    ) -> Reply:
        try:
            return script.run(self._to, keys, args)
        except Refused as refused:
            raise meaning(refused, game_id) from refused


def meaning(refused: Refused, game_id: str | None) -> StoreError:
    """What a refusal says of the store, or of the keys of a game."""
    text = str(refused)
    if game_id is not None and "WRONGTYPE" in text:
        return Damaged(game_id, 0, "one of its keys holds another type")
    if game_id is not None and "equal or smaller" in text:
        # Redis remembers the last id ever given. append.lua has just looked at the last entry, so
        # an id refused after that means that later entries were there and have been deleted.
        return Damaged(game_id, 0, "entries at the end of the stream have been deleted")
    return WrongType(text) if "WRONGTYPE" in text else StoreDown(text)
