"""A backup is put back, and play goes on past what clients have seen: they are told, each by its
own cursor; and a copy of it can be looked at that does nothing."""

import shutil
import time
from contextlib import contextmanager

from tests.receivers import answers, receivers
from tests.support.client import SHORT
from tests.support.processes import eventually
from tests.support.server import Server
from tests.support.wire import watch


class Quiet(Server):
    def ready(self):
        return self.status("/readyz?for=reads") == 200


@contextmanager
def running(kind, folder, **settings):
    with kind(folder, webhooks_private=True, sweep_seconds=0.1, **settings) as server:
        yield server


def owing(house, table):
    found = house.get("/v1/me/decisions").expect(200).json["decisions"]
    return [each for each in found if each["game"] == table.game]


def play(house, table, count):
    """So many picks, each of the card that the history does not foresee: the next one."""
    for _ in range(count):
        assert eventually(lambda: owing(house, table))
        owed = owing(house, table)[0]
        option = owed["options"][time.time_ns() % len(owed["options"])]
        path = table.path(f"/decisions/{owed['id']}")
        house.ask("PUT", path, data=option)


def test_who_goes_on_after_a_backup_was_restored_is_told_of_it(tmp_path):
    with receivers() as made, running(Server, tmp_path) as server:
        token = server.account()
        url = made.listen(answers)
        house = server.api.by(token)
        house.post("/v1/webhooks", {"url": url}).expect(201)
        table = house.create(seats=2, options={**SHORT, "turn_seconds": 60, "on_timeout": "lowest"})
        table.sit("Ana", token)
        table.sit_bot()
        table.start()
        play(house, table, 2)
        server.stop()
        shutil.copytree(server.data, tmp_path / "backup")

        server.start()
        play(house, table, 3)
        news = house.get("/v1/me/events?limit=100").expect(200).json["cursor"]
        last = table.feed()[-1]
        cursor = f"{last['revision']}.{last['hash'][:8]}"
        house.get(f"/v1/me/events?after={news}").expect(200)
        server.stop()
        shutil.rmtree(server.data)
        shutil.copytree(tmp_path / "backup", server.data)
        with running(Quiet, tmp_path, quiet=True) as copy:
            seen = copy.api.get(table.path()).expect(200).json["revision"]
            assert seen < last["revision"]
            refused = copy.api.by(token).post("/v1/games", {"ruleset": "classic"})
            assert (refused.status, refused.json["code"]) == (503, "store_read_only")
            owed = owing(copy.api.by(token), table)
            assert copy.status("/readyz") == 503
            assert {copy.child(part) for part in ("worker", "sweep", "courier")} == {None}
        got = len(made.got[url])

        server.start()
        assert owing(house, table) == owed, "nothing was done meanwhile"
        play(house, table, 6)
        assert house.get(f"/v1/me/events?after={news}").expect(409, "foreign_cursor").json["first"]
        with watch(server, table, None, "", Last_Event_ID=cursor) as watcher:
            assert (watcher.status, watcher.json["code"]) == (409, "foreign_cursor")
        assert eventually(lambda: len(made.got[url]) >= got + 4)
