"""`toma6 serve` puts away what is over, with nothing set but when."""

from tests.support.processes import eventually
from tests.support.server import serving


def test_a_game_that_is_over_is_put_away_and_shown_as_before():
    with serving(archive_seconds=0, sweep_seconds=0.1) as server:
        table = server.api.started(seats=2)
        table.abandon()
        before = table.feed()
        objects = lambda: [*(server.data / "archive").rglob("*-*")]  # noqa: E731
        assert eventually(objects)
        assert eventually(lambda: not list(server.redis.scan_iter(f"*:game:{table.game}")))
        assert table.feed() == before
        assert table.view()["status"] == "abandoned"
        assert len(objects()) == 1
