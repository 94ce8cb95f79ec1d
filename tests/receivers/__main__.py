"""Fifty receivers that do harm, a thousand messages that wait for them, and one that answers."""

import argparse
import itertools
import json
import sys
import time
from dataclasses import dataclass
from datetime import datetime
from statistics import quantiles

from tests.receivers import HARMFUL, Receivers, answers, receivers
from tests.support.processes import eventually
from tests.support.server import Server, serving

HOOKS = 5
"""Of one account."""


@dataclass(frozen=True)
class Result:
    """Milliseconds from commit to arrival at the receiver that answers, one for each message;
    messages that waited for the others; attempts that arrived there, by kind."""

    late: list[float]
    burst: float
    waiting: int
    attempts: dict[str, int]

    def at(self, percent: int) -> float:
        return quantiles(self.late, n=100)[percent - 1]


def campaign(server: Server, made: Receivers, bad: int, messages: int, seconds: float) -> Result:
    """Have `messages` wait for `bad` receivers, and play for so long."""
    kinds = itertools.cycle(HARMFUL)
    hooks, at = [], {}
    for number in range(bad):
        api = server.api.by(server.account()) if number % HOOKS == 0 else hooks[-1][0]
        kind = next(kinds)
        url = made.listen(kind, f"127.0.0.{number + 2}")  # each a host of its own
        at[url] = kind.__name__
        if number % 3 == 2:  # before it has even said who it is
            url = url.replace("http:", "https:")
        hooks.append((api, api.post("/v1/webhooks", {"url": url}).expect(201).json["id"]))
    good, url = server.api.by(server.account()), made.listen(answers)
    hook = good.post("/v1/webhooks", {"url": url}).expect(201).json["id"]
    for number in range(messages):
        api, name = hooks[number % bad]
        api.post(f"/v1/webhooks/{name}/test").expect(202)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        table = good.started(seats=1, bots=["random"])
        while time.monotonic() < until and (seen := table.view(0))["status"] == "playing":
            if 0 in seen["waiting_on"]:
                table.answer_owed(0)
            time.sleep(0.1)
    burst = time.time()
    for _ in range(100):
        good.post(f"/v1/webhooks/{hook}/test").expect(202)
    tests = lambda: sum(b'"test"' in body for _, body in made.got[url])  # noqa: E731
    eventually(lambda: tests() == 100, 60)
    said = [(at, json.loads(body)) for at, body in made.got[url]]
    late = [1000 * (at - datetime.fromisoformat(x["timestamp"]).timestamp()) for at, x in said]
    attempts: dict[str, int] = {}
    for where, kind in at.items():
        attempts[kind] = attempts.get(kind, 0) + len(made.got[where])
    left = server.redis.hlen("{hooks}:deliveries")
    return Result(late, time.time() - burst, int(left), attempts)  # type: ignore[arg-type]


def main() -> int:
    options = argparse.ArgumentParser(prog="python -m tests.receivers")
    options.add_argument("--bad", type=int, default=50, help="receivers that do harm (50)")
    options.add_argument("--messages", type=int, default=1000, help="that wait for them (1000)")
    options.add_argument("--seconds", type=float, default=60, help="of play (60)")
    chosen = options.parse_args()
    with receivers() as made, serving(webhooks_private=True, log_level="WARNING") as server:
        asked = (chosen.bad, chosen.messages, chosen.seconds)
        result = campaign(server, made, *asked)
        said = server.log.read_text()
    print(f"{len(result.late)} messages to the receiver that answers, from commit to arrival:")
    shown = {f"p{percent}": result.at(percent) for percent in (50, 90, 99)}
    shown["max"] = max(result.late)
    print("  " + ", ".join(f"{name} {ms:.0f} ms" for name, ms in shown.items()))
    print(f"  of these, 100 at once within {result.burst:.1f} s")
    print(f"attempts that arrived elsewhere: {result.attempts}; {result.waiting} messages wait")
    if "Traceback" in said:
        print(said[-3000:])
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
