"""An account's inbox: all that it owes, and one feed over all of its games, also waited for."""

import json
from concurrent.futures import ThreadPoolExecutor

from service.access import accounts
from service.projections import inbox
from tests.support.client import SHORT, events


def game(house, **options):
    return house.started(seats=2, options=options)


def owed_by(house):
    return house.get("/v1/me/decisions").expect(200).json["decisions"]


def answered(house, owed):
    """Answer what is owed with its first option."""
    path = f"/v1/games/{owed['game']}/decisions/{owed['id']}"
    house.ask("PUT", path, None, owed["options"][0]).expect(201)


def news(house, after):
    return house.get(f"/v1/me/events?after={after}").expect(200).json


def test_one_call_shows_all_that_is_owed_not_again_while_it_is_the_same_and_it_can_be_answered(
    house,
):
    games = {game(house).game for _ in range(3)}
    tag = house.get("/v1/me/decisions").header("ETag")
    house.get("/v1/me/decisions", headers=[("If-None-Match", tag)]).expect(304)
    owed = owed_by(house)
    assert {each["game"] for each in owed} == games
    assert len(owed) == 6
    assert all(each["options"] for each in owed)
    for each in owed:
        answered(house, each)
    assert {each["id"][:4] for each in owed_by(house)} <= {"r1t1", "r1t2"}
    assert not any(each["id"].startswith("r1t1-pick") for each in owed_by(house))


def test_the_nearest_deadline_comes_first(house):
    game(house)
    slow, fast = game(house, turn_seconds=600), game(house, turn_seconds=60)
    order = [each["game"] for each in owed_by(house)]
    assert order[:4] == [fast.game] * 2 + [slow.game] * 2


def test_the_feed_has_every_entry_of_every_game_once_and_in_order(house):
    tables = [game(house, **SHORT) for _ in range(2)]
    seen = {table.game: [] for table in tables}
    cursor = 0
    while owed := owed_by(house):
        answered(house, owed[-1])
        page = news(house, cursor)
        assert page == news(house, cursor), "read again"
        cursor = page["cursor"]
        for item in page["items"]:
            seen[item["game"]] += [each["revision"] for each in item["entries"]]
    for table in tables:
        assert seen[table.game] == list(range(1, table.revision + 1))
    assert news(house, cursor) == {"items": [], "cursor": cursor, "more": False}


def test_a_cursor_from_before_what_is_kept_or_that_never_was_is_told_where_the_feed_begins(
    house, monkeypatch
):
    monkeypatch.setattr(inbox, "MAX_ITEMS_PER_FEED", 2)
    for _ in range(4):
        game(house)
        house.get("/v1/me/events?after=0")
    for never in (1, 99):
        answer = house.get(f"/v1/me/events?after={never}").expect(410, "cursor_lost")
        assert answer.json["first"] == 2
    assert [item["cursor"] for item in news(house, 2)["items"]] == [3, 4]


def test_a_finished_game_is_looked_at_no_more(house, services, real_redis):
    """It leaves nothing but its items in the feed, each once, whoever lists it again."""
    table = game(house)
    found = services.accounts.all()[0].id
    assert services.inbox.games(found) == services.inbox.owed(found) == [table.game]
    news(house, 0)
    table.abandon()
    for anew in (False, False, True):
        services.listing.project(services.games.load(table.game), anew=anew)
    assert services.inbox.games(found) == services.inbox.owed(found) == []
    assert [len(item["entries"]) for item in news(house, 0)["items"]] == [table.revision - 1, 1]
    assert real_redis.exists(f"{{accounts}}:{found}:seen") == 0


def test_an_inbox_that_was_lost_is_built_again_with_the_listing(house, services, real_redis):
    table = game(house)
    found = services.accounts.all()[0].id
    real_redis.delete(f"{{accounts}}:{found}:owed")
    assert owed_by(house) == []
    services.listing.project(services.games.load(table.game))
    assert len(owed_by(house)) == 2


def test_of_two_accounts_in_one_game_each_finds_its_own_and_others_nothing(here, house):
    guest, stranger = (here.api.by(here.account("play")) for _ in "12")
    table = house.create(seats=3)
    for name, who in (("Ana", house), ("Bo", guest), ("Cy", guest)):
        table.sit(name, who.token)
    table.start()
    assert [each["seat"] for each in owed_by(house)] == [0]
    assert [each["seat"] for each in owed_by(guest)] == [1, 2]
    for who, seats in ((house, {0}), (guest, set())):  # of several seats none is looked with
        (item,) = news(who, 0)["items"]
        opened = [o["payload"] for entry in item["entries"] for o in entry.get("openings", ())]
        assert {each["seat"] for each in opened if each["kind"] == "hand"} == seats
    answered(guest, owed_by(guest)[1])
    assert [each["seat"] for each in owed_by(guest)] == [1]
    assert [each["seat"] for each in owed_by(house)] == [0]
    assert (owed_by(stranger), news(stranger, 0)["items"]) == ([], [])


def test_an_account_without_the_right_to_play_has_no_inbox_and_no_seat(here, services):
    """Even where its seat was taken when it might still play."""
    token, account = services.accounts.create("app", ["play", "games:write"], 0)
    table = here.api.by(token).create(seats=2)
    table.sit("Ana", token)
    table.sit("Bo")
    table.start()
    assert table.get("", token).json["you"]["seat"] == 0
    weaker = services.accounts.find(token).as_data() | {"scopes": ["games:write"]}
    hashed = services.accounts._call("HGET", accounts._IDS, account.id)
    services.accounts._call("HSET", accounts._TOKENS, hashed, json.dumps(weaker))
    for path in ("/v1/me/decisions", "/v1/me/events", "/v1/webhooks"):
        here.api.get(path, token).expect(403)
    assert table.get("", token).json["you"] is None
    card = table.hand(0)[0]
    table.ask("PUT", "/decisions/r1t1-pick-s0", token, {"card": card}).expect(403)
    table.leave(0, token).expect(403, "not_your_seat")
    table.ask("POST", "/abandon", token).expect(200)  # the game is its own still


def waited(house, path, *headers):
    """The answer to a request that waits, while the first thing that is owed is answered."""
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(house.get, path, None, [("Prefer", "wait=20"), *headers])
        owed = owed_by(house)[0]
        answered(house, owed)
        return owed["id"], answer.result(timeout=15).expect(200)


def test_a_wait_ends_when_something_else_is_owed_or_with_the_first_entry(house):
    game(house)
    tag = house.get("/v1/me/decisions").header("ETag")
    done, found = waited(house, "/v1/me/decisions", ("If-None-Match", tag))
    assert found.header("Preference-Applied") == "wait=20"
    assert done not in {each["id"] for each in found.json["decisions"]}
    _, found = waited(house, f"/v1/me/events?after={news(house, 0)['cursor']}")
    (entry,) = found.json["items"][0]["entries"]
    assert events(entry)[0]["type"] == "CardPicked"


def test_a_wait_for_nothing_ends_in_time_with_what_there_is(house):
    asked = [("Prefer", "wait=1")]
    found = house.get("/v1/me/decisions", headers=asked).expect(200)
    assert found.json == {"decisions": [], "next": None}
    assert house.get("/v1/me/events", headers=asked).json["items"] == []


def test_what_is_owed_comes_in_pages_each_once_and_only_what_is_asked_for(house):
    tables = [game(house), *(game(house, turn_seconds=60 * n) for n in (3, 1, 2))]
    owed, cursor, sizes = [], "", []
    while cursor is not None:
        page = house.get(f"/v1/me/decisions?limit=3{cursor and '&after='}{cursor}").json
        owed, cursor = owed + page["decisions"], page["next"]
        sizes.append(len(page["decisions"]))
        answered(house, owed[0]) if len(sizes) == 1 else None  # what a cursor names may be gone
    assert sizes == [3, 3, 2]
    assert [each["game"] for each in owed[::2]] == [tables[n].game for n in (2, 3, 1, 0)]
    ask = lambda query: house.get(f"/v1/me/decisions?{query}")  # noqa: E731
    (seat,) = ask(f"game={tables[2].game}").json["decisions"]
    assert seat["game"] == tables[2].game
    early = ask(f"due_before={owed[3]['deadline']}").json["decisions"]
    assert {each["game"] for each in early} == {tables[2].game}
    for wrong in (
        "after=", "after=__8", "game=x", "due_before=today", "due_before=2026-13-01T00:00:00.000Z",
        "limit=0", "limit=501",
    ):  # fmt: skip
        (fault,) = ask(wrong).expect(422, "invalid_parameter").json["errors"]
        assert fault["parameter"] == wrong.partition("=")[0]


def test_what_is_owed_costs_what_is_owed_and_not_what_was_played(house, services, monkeypatch):
    """By the games that are looked at, not by time."""
    done, looked = [game(house) for _ in range(5)], []
    for table in done[:4]:
        table.abandon()
    for each in owed_by(house)[:1]:
        answered(house, each)
    load = services.games.load
    monkeypatch.setattr(services.games, "load", lambda game: looked.append(game) or load(game))
    assert len(owed_by(house)) == 1
    assert looked == [done[4].game]
    done[4].pick(1, done[4].hand(1)[0])
    assert owed_by(house), "a row, or the next turn"
