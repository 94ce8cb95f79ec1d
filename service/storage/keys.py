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
        self.lost = [f"{{b{n}}}:lost" for n in range(buckets)]
        """Marks of buckets whose sets have lost something."""
        self.stubs = [f"{{b{n}}}:away" for n in range(buckets)]
        """Hashes: what stays of each game that was put away."""
        self.putting = [f"{{b{n}}}:putting" for n in range(buckets)]
        """Hashes of the games that are to be put away: the object that may take the place of each;
        '' where none is being written."""

    def bucket(self, game_id: str) -> int:
        return crc32(game_id.encode()) % self.buckets

    def stream(self, game_id: str) -> str:
        return f"{{b{self.bucket(game_id)}}}:game:{game_id}"

    def snapshot(self, game_id: str) -> str:
        """Beside the stream of a game: its state at some revision. It can be lost."""
        return f"{{b{self.bucket(game_id)}}}:tip:{game_id}"

    def labels(self, game_id: str) -> str:
        """Beside the stream of a game: what its players are called."""
        return f"{{b{self.bucket(game_id)}}}:labels:{game_id}"

    def attempts(self, game_id: str, seat: int) -> str:
        """The attempts ledger of a seat."""
        return f"{{b{self.bucket(game_id)}}}:attempts:{game_id}:{seat}"

    def away(self, game_id: str) -> str:
        """Where the stub of a game is."""
        return self.stubs[self.bucket(game_id)]

    def wake(self, game_id: str) -> str:
        return f"{{b{self.bucket(game_id)}}}:wake"

    def of(self, game_id: str) -> tuple[str, str, str, str, str]:
        """Stream, due set, changed set, labels and place of the stub of a game."""
        stream, labels, away = (each(game_id) for each in (self.stream, self.labels, self.away))
        bucket = self.bucket(game_id)
        return stream, self.due[bucket], self.changed[bucket], labels, away

    @staticmethod
    def game_of(stream: bytes) -> str:
        return stream.decode(errors="replace").split(":game:", 1)[1]
