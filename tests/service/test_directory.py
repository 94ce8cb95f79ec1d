"""The listing of games: order, filters, exact pages, and never an older summary over a newer."""

import fakeredis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.projections.directory import Directory, Summary

STATUSES = ["lobby", "playing", "finished"]


@pytest.fixture
def directory(any_redis) -> Directory:
    return Directory(any_redis)


def summary(n: int, **more) -> Summary:
    row = {
        "id": f"game{n}", "ruleset": "classic", "status": "lobby", "created_at": 1000 + n,
        "seats": 4, "taken": 1, "visibility": "public", "revision": 1,
    }  # fmt: skip
    return {**row, **more}  # type: ignore[typeddict-item]


def ids(directory: Directory, **filters) -> list[str]:
    return [row["id"] for row in directory.page(**filters)[0]]


def all_pages(directory: Directory, **filters) -> list[list[str]]:
    pages, cursor = [], ""
    while cursor is not None:
        rows, cursor = directory.page(before=cursor or None, **filters)
        pages.append([row["id"] for row in rows])
    return pages


def test_status_is_a_filter_and_follows_the_game(directory):
    for n, status in enumerate(STATUSES):
        directory.put(summary(n, status=status))
    for unknown in ("play", "playing:", "*:", "nonsense"):
        assert directory.page(status=unknown) == ([], None)
    assert ids(directory, status="playing") == ["game1"]
    directory.put(summary(1, status="finished", revision=2))
    assert ids(directory, status="playing") == []
    assert ids(directory, status="finished") == ["game2", "game1"]
    assert ids(directory) == ["game2", "game1", "game0"]


def test_a_game_that_moves_on_leaves_no_names_behind_and_when_it_is_private_none(
    directory, any_redis
):
    for revision, status in enumerate(STATUSES):
        directory.put(summary(1, status=status, revision=revision))
    assert any_redis.zcard("{directory}:index") == 2
    directory.put(summary(1, visibility="private", revision=9))
    assert not any_redis.exists("{directory}:index")
    assert directory.page() == ([], None)
    directory.put(summary(1, revision=10))
    assert ids(directory, status="lobby") == ["game1"]


def test_ruleset_is_a_filter_and_a_rare_one_is_searched_a_thousand_games_at_a_time(directory):
    for n in range(1500):
        directory.put(
            summary(n, ruleset="rare" if n == 0 else "pro" if n % 300 == 1 else "classic")
        )
    assert ids(directory, ruleset="pro", limit=2) == ["game1201", "game901"]
    assert ids(directory, ruleset="pro", status="playing") == []
    rows, cursor = directory.page(ruleset="rare")
    assert rows == []
    assert cursor is not None
    rows, cursor = directory.page(ruleset="rare", before=cursor)
    assert ([row["id"] for row in rows], cursor) == (["game0"], None)


def test_a_slow_writer_never_puts_an_older_summary_over_a_newer(directory, any_redis):
    assert directory.put(summary(1, status="playing", revision=10))
    assert not directory.put(summary(1, status="lobby", revision=9))
    assert ids(directory, status="lobby") == []
    assert directory.page()[0][0]["revision"] == 10
    assert directory.put(summary(1, status="playing", revision=10, taken=4))
    assert directory.page()[0][0]["taken"] == 4
    any_redis.delete("{directory}:index", "{directory}:summaries")
    assert directory.page() == ([], None)
    assert directory.put(summary(1, revision=5)), "a lost listing can be built again"


def test_pages_neither_repeat_nor_skip_when_games_come_and_go_in_between(directory):
    for n in range(0, 12, 2):
        directory.put(summary(n))
    first, cursor = directory.page(limit=3)
    # The last one shown goes: the cursor must not need it.
    directory.put(summary(6, visibility="private", revision=2))
    directory.put(summary(11))
    directory.put(summary(3))
    assert [row["id"] for row in first] == ["game10", "game8", "game6"]
    assert ids(directory, limit=3, before=cursor) == ["game4", "game3", "game2"]


@pytest.mark.parametrize("cursor", ["", ":", "x", "9" * 40, "\n", "0000000000000:", "(", "[*"])
def test_a_cursor_somebody_made_up_does_no_harm(directory, cursor):
    directory.put(summary(1))
    directory.put(summary(2, visibility="private"))
    assert set(ids(directory, before=cursor)) <= {"game1"}


def test_a_row_that_changed_while_the_page_was_read_is_left_out(directory, monkeypatch):
    """Guards the second look at status and visibility."""
    directory.put(summary(1))
    directory.put(summary(2))
    call = directory._call

    def names_then_change(*command):
        found = call(*command)
        if command[0] == "ZREVRANGEBYLEX":
            directory.put(summary(1, visibility="private", revision=2))
            directory.put(summary(2, status="playing", revision=2))
        return found

    monkeypatch.setattr(directory, "_call", names_then_change)
    assert directory.page(status="lobby") == ([], None)


@given(
    games=st.lists(
        st.tuples(st.integers(0, 3), st.sampled_from(STATUSES), st.sampled_from(["a", "b"])),
        max_size=25,
    ),
    limit=st.integers(1, 6),
    status=st.sampled_from([None, *STATUSES]),
    ruleset=st.sampled_from([None, "a", "b"]),
)
def test_pages_put_together_are_the_sorted_filtered_list(games, limit, status, ruleset):
    directory = Directory(fakeredis.FakeRedis(server=fakeredis.FakeServer(), protocol=2))
    rows = []
    for n, (at, its, rules) in enumerate(games):
        rows.append(summary(n, created_at=at, status=its, ruleset=rules))
        directory.put(rows[-1])
    pages = all_pages(directory, status=status, ruleset=ruleset, limit=limit)
    wanted = [
        row["id"]
        for row in sorted(rows, key=lambda r: (r["created_at"], r["id"]), reverse=True)
        if status in {None, row["status"]} and ruleset in {None, row["ruleset"]}
    ]
    assert [game for page in pages for game in page] == wanted
    assert all(len(page) == limit for page in pages[:-1])
    assert pages[-1] or not wanted  # a full last page has no cursor
