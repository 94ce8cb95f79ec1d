"""Tables at which people answer when it is their turn, each looking once before it answers, as an
app does; beside bots, and watched by some."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from bench.load.line import Answer, Lines

RULESETS: Final = ("classic",) * 5 + ("tactics", "logic", "professional", "children", "hornochsen")
SEATS: Final = 4
BOTS: Final = (0, 0, 0, 1, 2)
"""How many of the four are bots: any of these."""
LOOK_AGAIN_SECONDS: Final = 0.05
"""After so long somebody looks again who waits for a bot."""

Saw = Callable[[str, float, Answer], None]
"""What an answer was to, the seconds it took from when it was due, and the answer."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody owes an answer, and knows what may be answered."""

    table: "Table"
    seat: int
    decision: str
    options: list[Any]
    kind: str


@dataclass(slots=True)
class Table:
    """A game, followed by those who sit there."""

    lines: Lines
    rng: Random
    ready: Callable[[Turn], None]
    saw: Saw
    game: str = ""
    tokens: dict[int, str] = field(default_factory=dict)
    owing: set[int] = field(default_factory=set)
    watch: asyncio.Task[None] | None = None
    looking: bool = False

    async def begin(self, *, watched: bool = False) -> None:
        """Create the game, seat everybody, start it, and look."""
        bots = self.rng.choice(BOTS)
        body = {"ruleset": self.rng.choice(RULESETS), "seats": SEATS}
        made = await self._post("/v1/games", None, body)
        self.game, host = made["game"]["id"], made["host_token"]
        for number in range(SEATS - bots):
            seat = await self._post(f"/v1/games/{self.game}/seats", None, {"name": f"P{number}"})
            self.tokens[seat["seat"]] = seat["token"]
        for _ in range(bots):
            await self._post(f"/v1/games/{self.game}/seats", host, {"policy": "careful"})
        await self._post(f"/v1/games/{self.game}/start", host, None)
        if watched:
            self.watch = asyncio.create_task(self._watched())
        await self.look()

    async def look(self) -> None:
        """Let each who owes nothing, for all it knows, look whether it does. Begins another game
        when this one is over."""
        if self.looking:
            return
        self.looking = True
        try:
            await self._look()
        finally:
            self.looking = False

    async def _look(self) -> None:
        while True:
            over = False
            for seat in [each for each in self.tokens if each not in self.owing]:
                view = await self._view(seat)
                if view is None:
                    continue
                over = view["status"] != "playing"
                if over:
                    break
                for owed in view["you"]["decisions"]:
                    self.owing.add(seat)
                    self.ready(Turn(self, seat, owed["id"], owed["options"], owed["kind"]))
            if over:
                self.end()
                await Table(self.lines, self.rng, self.ready, self.saw).begin(
                    watched=self.watch is not None
                )
                return
            if self.owing:
                return
            await asyncio.sleep(LOOK_AGAIN_SECONDS)

    async def answer(self, turn: Turn, due: float) -> None:
        """Answer, at the moment that was planned; then, if nobody owes anything any more, look."""
        option = self.rng.choice(turn.options)
        if turn.kind == "play":
            row = {"row": self.rng.choice(option["rows"])} if "special" in option else {}
            option = {"cards": [{**{k: v for k, v in option.items() if k != "rows"}, **row}]}
        path = f"/v1/games/{self.game}/decisions/{turn.decision}"
        body = json.dumps(option).encode()
        found = await self.lines.ask("PUT", path, self.tokens[turn.seat], body)
        self.saw("decision", asyncio.get_running_loop().time() - due, found)
        self.owing.discard(turn.seat)
        if not self.owing:
            await self.look()

    def end(self) -> None:
        if self.watch is not None:
            self.watch.cancel()

    async def _view(self, seat: int) -> Any:
        begun = asyncio.get_running_loop().time()
        found = await self.lines.ask("GET", f"/v1/games/{self.game}", self.tokens[seat])
        self.saw("view", asyncio.get_running_loop().time() - begun, found)
        return json.loads(found.body) if found.status == 200 else None

    async def _post(self, path: str, token: str | None, body: Any) -> Any:
        begun = asyncio.get_running_loop().time()
        data = b"" if body is None else json.dumps(body).encode()
        found = await self.lines.ask("POST", path, token, data)
        self.saw("setting up", asyncio.get_running_loop().time() - begun, found)
        if found.status not in {200, 201, 204}:
            raise RuntimeError(f"POST {path}: {found}")
        return json.loads(found.body) if found.body else None

    async def _watched(self) -> None:
        """Follow the game as a stream, and take in all that comes."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.lines.port)
        try:
            ask = f"GET /v1/games/{self.game}/events HTTP/1.1\r\nHost: load\r\n"
            writer.write(f"{ask}Accept: text/event-stream\r\n\r\n".encode())
            while await reader.read(65536):
                pass
        finally:
            writer.close()
