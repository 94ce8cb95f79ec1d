"""What it costs to watch: `python -m bench.streams [--clients 2000] [--write]`.

2,000 idle clients on one web process watch 200 games, to which entries are appended at a steady
rate. Measured: memory per client, connections to the engine, CPU, and the time from the beginning
of an append to the arrival at each watcher. The same once more with a blocking read per watcher in
place of the hub. `--write` puts the table into docs/performance.md.
"""

import argparse
import http.client
import math
import os
import resource
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final

import redis

from bench import report
from bench.machine import OURS, cpu_seconds, running_engine, running_web
from bench.run import DOCS
from bench.watchers import OPENING, Pace, Watched, Watchers, watched_games, write

BLOCKING: Final = "bench.blocking:create_app()"
COLUMNS: Final = (
    *("waiting", "clients", "kB a client", "engine connections", "CPU idle"),
    *("CPU ms a delivery", "p50 ms", "p99 ms", "missing"),
)
HEADER: Final = ("| " + " | ".join(COLUMNS) + " |", "|---" * len(COLUMNS) + "|")
VARIANTS: Final = (("one hub", OURS), ("a read each", BLOCKING))


@dataclass(frozen=True, slots=True)
class Load:
    """How many watch what, and how much happens."""

    clients: int
    games: int
    rate: float
    seconds: float


def measured(variant: tuple[str, str], url: str, games: list[Watched], at: int, load: Load) -> str:
    """One line of the table. `at`: how many entries each game has by now."""
    name, app = variant
    client: Any = redis.Redis.from_url(url)
    room = str(load.clients + 50)
    settings = {"web_processes": "1", "max_streams": room, "streams_per_address": room}
    with running_web(app, url, **settings) as web:
        port, (worker,) = web.port, web.workers
        _warm(port, games)
        time.sleep(2)
        memory, connections = _resident(worker), _connections(client)
        watchers = Watchers(port, games, load.clients, at)
        time.sleep(2)
        memory, connections = _resident(worker) - memory, _connections(client) - connections
        cpu = cpu_seconds(worker)
        watchers.arrivals(8)
        idle = (cpu_seconds(worker) - cpu) / 8
        cpu = cpu_seconds(worker)
        writing = write(url, games, at, Pace(load.rate, load.seconds))
        arrivals = watchers.arrivals(load.seconds + 3)
        cpu = cpu_seconds(worker) - cpu - idle * (load.seconds + 3)
        begun = writing.times()
        watchers.close()
    taken = [when - begun[game, revision] for game, revision, when in arrivals]
    p50, p99 = median(taken) * 1e3, quantiles(taken, n=100)[98] * 1e3
    missing = len(begun) * load.clients // load.games - len(taken)
    return (
        f"| {name} | {load.clients:,} | {memory / load.clients:.1f} | {connections:,} "
        f"| {idle:.1%} | {cpu / len(taken) * 1e3:.2f} | {p50:.2f} | {p99:.2f} | {missing} |"
    )


def _warm(port: int, games: list[Watched]) -> None:
    """Let the process keep the games: they are not their watchers' memory."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    for game in games:
        connection.request("GET", f"/v1/games/{game.name}")
        connection.getresponse().read()
    connection.close()


def _resident(pid: int) -> float:
    """Private and shared memory of a process, in kB (of 1000 bytes)."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines():
        if line.startswith("Rss:"):
            return int(line.split()[1]) * 1.024
    raise RuntimeError("no Rss")


def _connections(client: Any) -> int:
    return int(client.info("clients")["connected_clients"])


def main() -> None:
    """Measure, print, and write if asked to."""
    parser = argparse.ArgumentParser(prog="bench.streams", description=__doc__)
    parser.add_argument("--clients", type=int, default=2000)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rate", type=float, default=50.0, help="appends a second")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--write", action="store_true", help="put the table into the docs")
    options = parser.parse_args()
    load = Load(options.clients, options.games, options.rate, options.seconds)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    table = list(HEADER)
    with running_engine() as url:
        games, at = watched_games(url, load.games), OPENING
        for variant in VARIANTS:
            table.append(measured(variant, url, games, at, load))
            print(table[-1], flush=True)
            at += math.ceil(load.rate * load.seconds / load.games)
    if options.write:
        seen = f"Load average {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores at the end."
        report.write(DOCS, "\n".join((seen, "", *table)), "streams")


if __name__ == "__main__":
    main()
