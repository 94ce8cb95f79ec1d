"""What a trouble is made in: a server that is being played on, and all hands that reach into it."""

import contextlib
import random
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from service.access.accounts import Accounts
from service.storage.connections import Client
from service.webhooks import kept
from tests.chaos.history import TROUBLE, History
from tests.chaos.players import Stubborn
from tests.chaos.server import Server
from tests.receivers import Receivers, Writer, answers, closes, drips, hangs
from tests.support.client import Api, Table
from tests.support.processes import eventually, family_of
from tests.support.proxy import FaultProxy

PATIENCE = 60
DISK_MB = 64
KILLS = ("web", "web", "worker", "sweeper", "courier")
SCOPES = ("play", "games:write")


async def fails(writer: Writer) -> None:
    """Takes nothing."""
    writer.write(b"HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n")


@dataclass(frozen=True, slots=True)
class Scene:
    """`store` speaks to the store past everything; `longest`: how many seconds something may
    stand still; `proxy`: before the store, if it is not the server's own."""

    server: Server
    store: Client
    history: History
    rng: random.Random
    receivers: Receivers
    longest: float
    proxy: FaultProxy | None = None

    def hold(self, *, killing: bool = False) -> None:
        """Let it be so for a while, in which others may be killed."""
        until = time.monotonic() + min(self.rng.choice((2, 2, 4, 8, 30)), self.longest)
        while (left := until - time.monotonic()) > 0:
            time.sleep(min(left, self.rng.uniform(0.5, 1.5)))
            if killing:
                self.server.harm(self.rng.choice(KILLS), self.rng)

    def line(self, name: str, *expected: str) -> Stubborn:
        return Stubborn(self.server.port, self.history, f"{name}/{self.rng.random()}", expected)

    def table(self, line: Stubborn, persons: int, bots: int = 0, by: str | None = None) -> Table:
        """A game of its own, started."""
        table = Api(line, token=by).create(seats=persons + bots)
        self.history.created(table)
        seats = self.history.seats[table.game]
        seats += [table.sit(f"P{number}", by) for number in range(persons)]
        seats += [table.sit_bot() for _ in range(bots)]
        table.start()
        self.history.started.add(table.game)
        return table

    def account(self, *does: object) -> "Account":
        """An app with webhooks, of which the first one is in order."""
        token, made = Accounts(self.store).create("app", SCOPES, 0)
        urls = [self.receivers.listen(each) for each in (answers, *does)]  # type: ignore[arg-type]
        line = self.line("account")
        api = Api(line, token=token)
        hooks = [api.post("/v1/webhooks", {"url": url}).expect(201).json["id"] for url in urls]
        line.close()
        return Account(token, made.id, hooks, self.receivers.got[urls[0]])

    def house(self) -> "Account":
        """The app whose players act on word alone: all its other receivers do harm."""
        return self.account(hangs, drips, closes, fails)

    @contextlib.contextmanager
    def unharmed(self) -> Iterator[None]:
        """What happens meanwhile may end no process, nor does the campaign."""
        with self.server.calm():
            assert eventually(self.server.ready, PATIENCE), "it does not get ready"
            before = family_of(self.server.process.pid)
            yield
            ended = set(before) - set(family_of(self.server.process.pid))
            self.history.holds(not ended, f"ended by it: {[before[pid] for pid in ended]}")

    def skipped(self, why: str) -> None:
        self.history.note(TROUBLE, f"skipped: {why}")


@dataclass(frozen=True, slots=True)
class Account:
    """`got`: what the receiver that is in order was sent, with the time of its arrival."""

    token: str
    id: str
    hooks: list[str]
    got: list[tuple[float, bytes]]

    def told(self, *words: str) -> bool:
        """Has a message come that has all these words in it?"""
        sought = [each.encode() for each in words]
        return any(all(word in body for word in sought) for _, body in list(self.got))

    def waits(self, store: Client, *words: str) -> bool:
        """Is such a message kept for the receiver, with its next attempt to come?"""
        due = set(store.zrange(kept.due(self.hooks[0]), 0, -1))
        sought = [each.encode() for each in words]
        found = store.hgetall(kept.DELIVERIES).items()
        return any(all(w in body for w in sought) for name, body in found if name in due)


@contextlib.contextmanager
def small_disk(at: Path) -> Iterator[Path]:
    """A disk of its own for the data, if this user may mount one."""
    at.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m", "tmpfs", str(at)]
    try:
        mounted = not subprocess.run(mount, check=False, capture_output=True).returncode
    except OSError:
        mounted = False
    try:
        yield at
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(at)], check=True)
