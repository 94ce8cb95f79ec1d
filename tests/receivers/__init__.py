"""Receivers of webhooks that do harm, and what it does to those who do none.
`python -m tests.receivers` starts a server, registers fifty receivers of the kinds below and one
that answers, has messages wait for all of them, and plays a game whose messages the last one gets:
how long after the commit did they arrive?"""

import asyncio
import ssl
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

Reader, Writer = asyncio.StreamReader, asyncio.StreamWriter
Does = Callable[[Writer], Awaitable[None]]


async def hangs(writer: Writer) -> None:
    """Accepts, and says nothing."""
    await asyncio.sleep(3600)


async def drips(writer: Writer) -> None:
    """A good answer, one byte every four seconds."""
    left = b"HTTP/1.1 200 OK\r\n\r\n"
    while left and not writer.is_closing():
        writer.write(left[:1])
        left = left[1:]
        await asyncio.sleep(4)


async def closes(writer: Writer) -> None:
    """Hangs up without an answer."""


async def redirects(writer: Writer) -> None:
    """Sends elsewhere."""
    writer.write(b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n\r\n")


async def floods(writer: Writer) -> None:
    """A head that never ends."""
    writer.write(b"HTTP/1.1 200 OK\r\n")
    while not writer.is_closing():
        writer.write(b"X: " + b"x" * 8000 + b"\r\n")
        await writer.drain()


async def stalls(writer: Writer) -> None:
    """One interim answer after the other, and no final one."""
    while not writer.is_closing():
        writer.write(b"HTTP/1.1 100 Continue\r\n\r\n" * 1000)
        await writer.drain()


async def dawdles(writer: Writer) -> None:
    """Takes a message after nine seconds: never wrong, and never free."""
    await asyncio.sleep(9)
    writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")


async def babbles(writer: Writer) -> None:
    """Speaks something else."""
    writer.write(b"220 mail.example ESMTP\r\n\r\n")


async def answers(writer: Writer) -> None:
    """Takes each message at once."""
    writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")


HARMFUL: Final = (hangs, drips, closes, redirects, floods, stalls, dawdles, babbles)


@dataclass
class Receivers:
    """What listens on this machine, and what has arrived: (time, body) by receiver."""

    loop: asyncio.AbstractEventLoop
    got: dict[str, list[tuple[float, bytes]]] = field(default_factory=dict)
    servers: list[asyncio.Server] = field(default_factory=list)

    def listen(self, does: Does, host: str = "127.0.0.1", tls: ssl.SSLContext | None = None) -> str:
        """The URL of one more receiver."""
        return asyncio.run_coroutine_threadsafe(self._listen(does, host, tls), self.loop).result()

    async def _listen(self, does: Does, host: str, tls: ssl.SSLContext | None) -> str:
        arrived: list[tuple[float, bytes]] = []

        async def serve(reader: Reader, writer: Writer) -> None:
            try:
                head = await reader.readuntil(b"\r\n\r\n")
                length = int(head.lower().partition(b"content-length:")[2].split(b"\r")[0])
                arrived.append((time.time(), await reader.readexactly(length)))
                await does(writer)
            except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
                pass  # the other side has had enough, or all is over
            finally:
                writer.close()

        server = await asyncio.start_server(serve, host, 0, backlog=500, ssl=tls)
        self.servers.append(server)
        url = f"http{'s' if tls else ''}://{host}:{server.sockets[0].getsockname()[1]}/in"
        self.got[url] = arrived
        return url


@contextmanager
def receivers() -> Iterator[Receivers]:
    """Receivers in a thread of their own, as long as the block runs."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    made = Receivers(loop)
    try:
        yield made
    finally:
        asyncio.run_coroutine_threadsafe(_end(made), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _end(made: Receivers) -> None:
    for server in made.servers:
        server.close()
    others: Any = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
