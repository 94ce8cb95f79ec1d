"""Something for the engine to load when it starts: entries like a game's, in streams of no game."""

from tests.chaos.server import Server

_FILL = """\
local body = string.rep('x', 400)
for n = 1, 2000 do
  redis.call('XADD', KEYS[1], '*', 'p', body, 'h', 'ballast')
end
"""
PER_MB = 1
"""Calls for each MB, near enough: 2000 entries of some 500 bytes."""


def load(server: Server, megabytes: int) -> None:
    """Store so many MB."""
    client = server.engine
    for number in range(megabytes * PER_MB):
        client.eval(_FILL, 1, f"ballast:{number % 50}")
