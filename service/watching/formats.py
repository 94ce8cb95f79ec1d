"""How messages of a stream are written: server-sent events, or one JSON object a line.

Data is JSON without line breaks, so it fits a `data:` line and a line of NDJSON as it is.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from service.watching.streams import Message

EVENT_STREAM: Final = "text/event-stream"
NDJSON: Final = "application/x-ndjson"
RETRY_MS: Final = 2000

Format = Callable[[Sequence[Message]], bytes]


def event_stream(messages: Sequence[Message]) -> bytes:
    """Server-sent events (HTML, section 9.2). Only entries have an id: nothing else is durable."""
    return b"".join(map(_sent_event, messages))


def _sent_event(message: Message) -> bytes:
    match message.kind:
        case "entry":
            return b"id: %b\ndata: %b\n\n" % (message.cursor.encode(), message.data)
        case "state":
            return b"retry: %d\nevent: state\ndata: %b\n\n" % (RETRY_MS, message.data)
        case kind:
            return b"event: %b\ndata: %b\n\n" % (kind.encode(), message.data)


def lines(messages: Sequence[Message]) -> bytes:
    """One line each: an entry as in a page, anything else under its kind."""
    return b"".join(
        b"%b\n" % message.data
        if message.kind == "entry"
        else b'{"%b":%b}\n' % (message.kind.encode(), message.data)
        for message in messages
    )


FORMATS: Final[Mapping[str, Format]] = {EVENT_STREAM: event_stream, NDJSON: lines}
