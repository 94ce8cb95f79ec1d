"""The server's time in answers, so that a client can tell how long a deadline is away.

Bodies are made once for each revision; the time is put in front of the ready bytes.
"""

from domain.times import rfc3339


def moment(at: int) -> bytes:
    """Milliseconds since 1970, as times are written everywhere (RFC 3339)."""
    return rfc3339(at).encode()


def at_the_front(body: bytes, now: bytes) -> bytes:
    """A JSON object that is not empty, with `server_time` as its first member."""
    return b'{"server_time":"%b",%b' % (now, body[1:])
