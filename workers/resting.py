"""What failed rests for a while, so that it takes no other one's place in a sweep."""

from typing import Final

MAX_RESTING: Final = 5_000


class Resting:
    """What failed, by name, and until when it is left alone (ms since 1970): so many at most."""

    def __init__(self) -> None:
        self._until: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._until)

    def __contains__(self, name: str) -> bool:
        return name in self._until

    def lay(self, name: str, until: int) -> None:
        if len(self._until) >= MAX_RESTING:
            del self._until[next(iter(self._until))]
        self._until[name] = until

    def wake(self, now: int) -> None:
        """Those who have rested long enough."""
        self._until = {name: until for name, until in self._until.items() if until > now}
