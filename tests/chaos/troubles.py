"""Kinds of trouble besides kills: each makes one, waits until it is over, and notes it. What must
hold of all other games, the judge finds in their streams; what can only be seen meanwhile is a
wrong of the history at once."""

import contextlib
import os
import shutil
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from service.access.accounts import Accounts
from service.storage.keys import Keys
from service.storage.set_aside import SUFFIX
from service.watching.streams import HEARTBEAT_SECONDS
from service.webhooks import kept
from tests.chaos import points
from tests.chaos.history import OTHERS, TROUBLE
from tests.chaos.scene import PATIENCE, Scene
from tests.support.client import Api, Wire, as_body
from tests.support.processes import eventually
from tests.support.wire import watch

GONE, NO_TEXT = "a" * 26, b"\xff\xfe"
SCORES = ("-inf", "inf", 1e300, 1.5, -1, 1)
ASIDE = "{aside}:entries"
STOPPED = ("web", "worker", "sweeper", "courier", "master", "engine", "queue")
CLOCKS = (-3600, -20, 20)
"""Seconds."""
SOME_SECONDS = 12
"""More than a request or a delivery that is under way when a right ends may take."""


def bad_entries(scene: Scene) -> None:
    """In each set that games share, one entry that is none: taken out, and told."""
    scene.store.delete(ASIDE)
    keys, bucket = Keys(64), scene.rng.randrange(64)
    laid = {keys.due[bucket]: [GONE, NO_TEXT, ""], keys.changed[bucket]: [GONE, NO_TEXT, "x y"]}
    for key, members in laid.items():
        if scene.store.type(key) in {b"zset", b"none"}:
            scene.store.zadd(key, {each: scene.rng.choice(SCORES) for each in members})
    scene.store.hset("{directory}:summaries", GONE, b"5 x\n{")
    scene.store.zadd("{directory}:index", {b"*:\xff": 0, "*:9:9:9": 0})
    for account in Accounts(scene.store).all():
        for what in ("games", "owed"):
            scene.store.zadd(f"{{accounts}}:{account.id}:{what}", {NO_TEXT: 1, GONE: 2, "": 3})
        scene.store.xadd(f"{{accounts}}:{account.id}:feed", {"foreign": "entry"})
    scene.store.hset(kept.HOOKS, "none", "no JSON")
    scene.store.hset(kept.DELIVERIES, NO_TEXT, "no JSON")
    for hook in ("none", *scene.store.hkeys(kept.HOOKS)):
        name = hook if isinstance(hook, str) else hook.decode("latin-1")
        scene.store.zadd(kept.due(name), {NO_TEXT: 0, "none": -1})
    scene.store.zadd(kept.PROMPT, {"none": 0, NO_TEXT: 1})
    pairs = [(key, each) for key, members in laid.items() for each in members]
    left = lambda: [each for each in pairs if scene.store.zscore(*each) is not None]  # noqa: E731
    with scene.server.calm():  # else each new sweeper would die of the first thing that it does
        scene.history.holds(eventually(lambda: not left(), PATIENCE), f"not set aside: {left()}")
        _is_told(scene)


def key_of_another_type(scene: Scene) -> None:
    """A set of all games of a bucket is lost, and something else lies there: made anew."""
    keys = Keys(64)
    games = list(scene.history.games)
    bucket = keys.bucket(scene.rng.choice(games)) if games else 0
    key = scene.rng.choice((keys.due[bucket], keys.changed[bucket], "{directory}:index"))
    with scene.store.pipeline() as both:
        both.delete(ASIDE, key, key + SUFFIX).set(key, "x").execute()
    with scene.server.calm():
        aside = eventually(lambda: scene.store.exists(key + SUFFIX), PATIENCE)
        scene.history.holds(aside, f"{key} stays a string")
        _is_told(scene)
    scene.store.delete(key + SUFFIX)


def _is_told(scene: Scene) -> None:
    line = scene.line("readiness")
    told = lambda: Api(line).get("/readyz").json.get("set_aside", 0)  # noqa: E731
    scene.history.holds(eventually(told, PATIENCE), "/readyz tells of nothing that was set aside")
    line.close()


def lost_tail(scene: Scene) -> None:
    """A game is cut back to an earlier end: whoever remembers more says so, once."""
    line = scene.line("lost", "game_damaged")
    with scene.server.calm():
        assert eventually(scene.server.ready, PATIENCE), "it does not get ready"
        table = scene.table(line, persons=2)
        scene.history.damaged.add(table.game)
        table.play_on(scene.rng.choice, scene.rng.randint(3, 12))
        stream = Keys(64).stream(table.game)
        found = scene.store.xrange(stream)
        left = found[: -scene.rng.randint(1, min(4, len(found) - 1))]
        with scene.store.pipeline() as cut:
            cut.delete(stream)
            for name, fields in left:  # in the order that the service expects
                whole = {key: fields[key] for key in (b"p", b"h", b"s") if key in fields}
                cut.xadd(stream, whole, name)
            cut.execute()
        for told in (500, 200):  # by the process that the line leads to
            answer = table.get("", table.seats[0])
            scene.history.holds(answer.status == told, f"lost tail: {answer} instead of {told}")
        scene.history.holds(table.revision == len(left), "what is left does not count")
    line.close()


def revocation(scene: Scene) -> None:
    """An account ends while its game is played and followed: nothing of its is accepted then."""
    app, line = scene.account(), scene.line("revoked")
    admin, _ = Accounts(scene.store).create("admin", ("admin",), 0)
    table = scene.table(line, persons=1, bots=1, by=app.token)
    owed = table.owed(0)
    body = as_body(owed, scene.rng.choice)
    scene.history.sending(table.game, owed["id"], body)
    told = table.ask("PUT", f"/decisions/{owed['id']}", app.token, body)
    if told.status not in {200, 201}:
        scene.history.wrongs.append(f"{owed['id']} of an account: {told}")
    else:
        scene.history.receipts[table.game].append((owed["id"], body, told.json["receipt"]))
    with scene.server.calm():
        assert eventually(scene.server.ready, PATIENCE), "it does not get ready"
        with watch(scene.server, table, app.token) as open_stream:
            scene.history.holds(open_stream.status == 200, "an account may not follow its game")
            open_stream.socket.settimeout(HEARTBEAT_SECONDS + SOME_SECONDS)
            Api(line, token=admin).ask("DELETE", f"/v1/tokens/{app.id}").expect(204)
            at = time.time()
            scene.history.revoked.append((at, app.got))
            try:
                for _ in open_stream.events:
                    pass
            except (OSError, ValueError) as error:
                late = time.time() - at > HEARTBEAT_SECONDS + SOME_SECONDS - 1
                scene.history.holds(not late, f"a stream goes on after revocation: {error!r}")
    for refused in (
        table.get("/decisions", app.token),
        table.ask("PUT", f"/decisions/{owed['id']}", app.token, body),
    ):
        scene.history.holds(refused.status == 401, f"a revoked account is told {refused}")
    table.abandon()
    scene.history.abandoned.add(table.game)
    line.close()


def full_memory(scene: Scene) -> None:
    """Memory is full soon, then far too full."""
    used = scene.store.info("memory")["used_memory"]
    with scene.unharmed(), _set(scene, "maxmemory", used + 20_000, 0):
        time.sleep(1)
        scene.store.config_set("maxmemory", 1)
        _only_reads(scene)
        scene.hold()


def too_few_replicas(scene: Scene) -> None:
    """It may not write."""
    with scene.unharmed(), _set(scene, "min-replicas-to-write", 1, 0):
        _only_reads(scene)
        scene.hold()


def full_disk(scene: Scene) -> None:
    """The disk of the embedded engine fills until nothing is free, and has room again."""
    disk = scene.server.data.parent
    if not disk.is_mount():
        scene.skipped("full disk: may not mount one")
        return
    ballast = disk / "ballast"
    with scene.unharmed():
        try:
            with ballast.open("wb", 0) as file:
                while shutil.disk_usage(disk).free > 6 << 20:
                    file.write(b"x" * (256 << 10))
                full = eventually(lambda: scene.server.status("/readyz") == 503)
                scene.history.holds(full, "a disk that is nearly full is not told")
                with contextlib.suppress(OSError):
                    while True:
                        file.write(b"x" * 512)
            _only_reads(scene)
            scene.hold()
        finally:
            ballast.unlink()
        again = eventually(lambda: scene.server.status("/readyz") == 200)
        scene.history.holds(again, "not ready when there is room again")


@contextlib.contextmanager
def _set(scene: Scene, name: str, value: Any, after: Any) -> Iterator[None]:
    scene.store.config_set(name, value)
    try:
        yield
    finally:
        scene.store.config_set(name, after)


def _only_reads(scene: Scene) -> None:
    """A game can be read; what would write is refused in the words for it."""
    line = Wire(scene.server.port)
    api, holds = Api(line), scene.history.holds
    for table in list(scene.history.games.values())[-2:]:
        read = api.get(table.path("/events"), table.invite)
        holds(read.status == 200, f"reading while nothing can be written: {read}")
    refused = api.post("/v1/games", {"ruleset": "classic"})
    so = refused.status == 503 and refused.json["code"] == "store_read_only"
    holds(so and refused.header("Retry-After"), f"writing where nothing can be written: {refused}")
    line.close()


def slow_store(scene: Scene) -> None:
    """Each command takes as long as a bad network."""
    assert scene.proxy
    with scene.proxy.slow(lambda: scene.rng.uniform(0.05, 0.5)):
        scene.hold(killing=True)


def silent_store(scene: Scene) -> None:
    """What is sent meanwhile arrives afterwards, when nobody waits for it any more."""
    assert scene.proxy
    with scene.proxy.silent():
        scene.hold(killing=True)


def stopped(scene: Scene) -> None:
    """A process stands still, and goes on as if no time had passed."""
    there = [(part, pid) for part in STOPPED for pid in scene.server.pids(part)]
    part, pid = scene.rng.choice(there)
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGSTOP)
        try:
            scene.hold(killing=True)
        finally:
            os.kill(pid, signal.SIGCONT)
            scene.history.note(OTHERS, f"stopped for a while: {part}")


def clock_of_the_store(scene: Scene) -> None:
    if not points.FAKETIME:
        scene.skipped("the store's clock: libfaketime is not here")
        return
    _clock(scene, points.STORE_CLOCK)


def clock_of_the_others(scene: Scene) -> None:
    _clock(scene, points.CLOCK)


def _clock(scene: Scene, name: str) -> None:
    """A clock is set back, or forward, and right again."""
    clock = scene.server.folder / name
    for offset in scene.rng.sample(CLOCKS, 2):
        clock.write_text(f"{offset:+d}")
        scene.hold(killing=True)
        scene.history.note(OTHERS, f"{name} set by {offset:+d} s")
    clock.write_text("+0")


Trouble = Callable[[Scene], None]
ANYWHERE: Mapping[str, Trouble] = {
    "bad entries": bad_entries, "a key of another type": key_of_another_type,
    "a lost tail": lost_tail, "an account revoked": revocation, "memory full": full_memory,
    "too few replicas": too_few_replicas, "a process stopped": stopped,
    "clocks of the others": clock_of_the_others,
}  # fmt: skip
OWN: Mapping[str, Trouble] = {
    "disk full": full_disk, "clock of the store": clock_of_the_store, **ANYWHERE,
}  # fmt: skip
"""With the embedded engine."""
BEFORE_IT = {"a slow store": slow_store, "a silent store": silent_store}
WIRE: Mapping[str, Trouble] = {**BEFORE_IT, **ANYWHERE}
"""With an engine behind a proxy."""


def make(what: str, scene: Scene) -> None:
    """Make this trouble, and note it. What it raises is a wrong, and the round goes on."""
    try:
        ({**OWN, **WIRE})[what](scene)
        scene.history.note(TROUBLE, what)
    except Exception as error:  # noqa: BLE001 - whatever it is, the round has failed
        scene.history.wrongs.append(f"{what}: {error!r}")
