"""The names of the keys and channels, and the bucket of a game.

One hash tag per bucket, so that all an append touches lies in one slot of a Cluster.
"""

from zlib import crc32


class Keys:
    """Names for a fixed number of buckets, which must never change while games are stored."""

    every_stream = "{b*}:game:*"
    every_wake = "{b*}:wake"
    """The pattern of the wake-up channels; a message reads `<game> <revision>`."""

    def __init__(self, buckets: int) -> None:
        if buckets < 1:
            raise ValueError("there must be at least one bucket")
        self.buckets = buckets
        self.due = [f"{{b{n}}}:due" for n in range(buckets)]
        self.changed = [f"{{b{n}}}:changed" for n in range(buckets)]

    def bucket(self, game: str) -> int:
        return crc32(game.encode()) % self.buckets

    def stream(self, game: str) -> str:
        return f"{{b{self.bucket(game)}}}:game:{game}"

    def snapshot(self, game: str) -> str:
        """Beside the stream of a game: its state at some revision. It can be lost."""
        return f"{{b{self.bucket(game)}}}:tip:{game}"

    def labels(self, game: str) -> str:
        """Beside the stream of a game: what its players are called."""
        return f"{{b{self.bucket(game)}}}:labels:{game}"

    def wake(self, game: str) -> str:
        return f"{{b{self.bucket(game)}}}:wake"

    def of(self, game: str) -> tuple[str, str, str, str]:
        """Stream, due set, changed set and labels of a game."""
        bucket = self.bucket(game)
        return self.stream(game), self.due[bucket], self.changed[bucket], self.labels(game)

    @staticmethod
    def game_of(stream: bytes) -> str:
        return stream.decode().split(":game:", 1)[1]
