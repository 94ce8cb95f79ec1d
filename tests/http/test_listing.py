"""The listing: filters, pages, links, and what others do meanwhile."""

from domain.rulesets import RULESETS


def walk(api, query=""):
    """Every game of the listing, following its links."""
    path, found = f"/v1/games?limit=3{query}", []
    while path:
        answer = api.get(path).expect(200)
        found += answer.json["games"]
        assert answer.header("Cache-Control") == "no-cache"
        path = answer.next
        assert (path is None) == (answer.json["next"] is None)
        assert path is None or answer.header("Link").endswith('>; rel="next"')
    return found


def test_the_listing_is_filtered_by_status_and_by_ruleset(api):
    tables = {key: api.started(key, seats=2) for key in RULESETS}
    api.create(seats=2)
    tables["logic"].abandon()
    assert [row["status"] for row in walk(api, "&status=abandoned")] == ["abandoned"]
    assert len(walk(api, "&status=lobby")) == 1
    assert len(walk(api, "&status=playing")) == len(RULESETS) - 1
    for key, table in tables.items():
        ids = [row["id"] for row in walk(api, f"&ruleset={key}")]
        assert table.game in ids
        assert len(ids) == (2 if key == "classic" else 1)


def test_a_row_says_what_the_game_says(api):
    table = api.create(seats=3)
    for name in ("Ana", "Bo"):
        table.sit(name)
    for status in ("lobby", "playing"):
        (row,) = walk(api)
        view = table.view()
        assert (row["seats"], row["taken"], row["status"]) == (3, 2, status)
        assert (row["ruleset"], row["created_at"]) == ("classic", view["created_at"])
        assert row["revision"] == view["revision"]
        table.start()
