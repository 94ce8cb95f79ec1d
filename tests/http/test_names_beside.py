"""What players are called is shown wherever the game is, and written nowhere but beside it."""

from dataclasses import replace

import pytest

from domain import ledger
from domain.ledger import Name
from service.commands.names import main as names
from tests.support.client import events
from tests.support.conforming import verified
from tests.support.site import before_append
from tests.support.ways import WAYS
from tests.support.worlds import lying

ANA, BO = "Ana Zweistein", "Bo O’Wächter"


@pytest.fixture
def table(house):
    """A running game: Ana is a guest, Bo is played by the account, and the third is a bot."""
    table = house.create("tactics", seats=3)
    table.sit(ANA)
    table.sit(BO, house.token)
    table.sit_bot("random")
    table.start()
    return table


def seal_of(services, table, seat):
    return services.games.load(table.game).state.players[seat].name_seal


def opened(items):
    """The names that are opened in the items of a feed, by seat; each opening fits its seal."""
    found = {}
    for item in items:
        first = events(item)[0]
        for opening in item.get("openings", ()):
            if opening["payload"]["kind"] == "name":
                assert first["name_seal"] == ledger.seal(opening["salt"], opening["payload"])
                found[first["seat"]] = opening["payload"]["name"]
    return found


def test_views_show_it_to_everybody_and_as_it_was(table, sibling, house):
    for token in (None, table.host, table.invite, table.seats[0], house.token):
        seats = sibling.get(table.path(), token).expect(200).json["seats"]
        assert [seat["player"]["name"] for seat in seats] == [ANA, BO, "random bot 3"]
    for seat in table.view(query="?revision=2")["seats"]:
        assert (seat["player"] or {}).get("name") == (ANA if seat["seat"] == 0 else None)


@pytest.mark.parametrize("way", WAYS)
def test_every_feed_opens_it_with_the_entry_that_seats_the_player(services, table, way, house):
    table.abandon()
    everybody = {0: ANA, 1: BO, 2: "random bot 3"}
    for token in (None, table.seats[0], house.token):
        assert opened(WAYS[way](table, token, 0)) == everybody
        assert opened(WAYS[way](table, token, 2)) == {1: BO, 2: everybody[2]}
    services.store.relabel(table.game, {seal_of(services, table, 1): None})
    for token in (None, table.seats[0], house.token):
        assert opened(WAYS[way](table, token, 0)) == {0: ANA, 2: everybody[2]}


def test_so_do_inboxes_and_bundles(services, table, house):
    def shown():
        (item,) = house.get("/v1/me/events").expect(200).json["items"]
        bundle = table.get("/audit", house.token)
        payloads = [each["payload"] for each in bundle.json["openings"]]
        names = [payload["name"] for payload in payloads if payload["kind"] == "name"]
        assert verified(bundle).checked["names"] == len(names)
        return opened(item["entries"]), names

    assert shown() == ({0: ANA, 1: BO, 2: "random bot 3"}, [ANA, BO, "random bot 3"])
    services.store.relabel(table.game, {seal_of(services, table, 0): None})
    assert shown() == ({1: BO, 2: "random bot 3"}, [BO, "random bot 3"])


@pytest.mark.parametrize("name", [None, "Ana Neu"])
def test_erased_or_changed_it_is_so_at_once_in_every_process(api, sibling, services, table, name):
    processes = (api, sibling)
    paths = [table.path(), table.path(f"?revision={table.revision}")]
    tags = [each.get(path).header("ETag") for each in processes for path in paths]
    assert len(set(tags)) == 1
    before = services.store.read(table.game)
    seal = seal_of(services, table, 0)
    kept = services.store.labels(table.game).names[seal]
    services.store.relabel(table.game, {seal: name and Name(name, kept.salt)})
    for each in processes:
        at = replace(table, api=each)
        assert at.names() == at.names("?revision=5") == [name, BO, "random bot 3"]
        for path in paths:
            answer = each.get(path, headers=[("If-None-Match", tags[0])]).expect(200)
            assert answer.header("ETag") not in tags
            assert ANA.encode() not in answer.body
    assert opened(table.feed()) == {1: BO, 2: "random bot 3"}, "no other name opens the seal"
    assert ANA not in str(table.feed(table.seats[0]))
    assert services.store.read(table.game) == before
    table.answer_owed(0)
    assert table.names() == [name, BO, "random bot 3"]
    table.abandon()
    assert verified(table.get("/audit")).checked["names"] == 2


@pytest.mark.parametrize("command", ["start", "abandon"])
def test_erased_it_is_in_no_answer_to_a_command(sibling, services, table, house, command):
    sibling.get(table.path(), house.token).expect(200)  # is kept there, with all names
    services.store.relabel(table.game, {seal_of(services, table, 1): None})
    answer = sibling.ask("POST", table.path(f"/{command}"), house.token).expect(200)
    names = [seat["player"]["name"] for seat in answer.json["seats"]]
    assert names == [ANA, None, "random bot 3"]


def test_it_lies_in_one_key_and_with_its_salt(services, real_redis, table):
    game = services.games.load(table.game)
    services.games.snapshots.lay(game.state, game.hash)
    table.api.get("/v1/games").expect(200)
    keys = services.store._keys
    stream, _, _, labels, _ = (key.encode() for key in keys.of(table.game))
    found = lying(real_redis)
    assert {stream, keys.snapshot(table.game).encode(), labels} <= found.keys()
    for known in services.store.labels(table.game).names.values():
        for text in known:  # the name and its salt
            written = repr(text.encode())[2:-1]
            assert [key for key, value in found.items() if written in repr(value)] == [labels]


def test_who_sits_down_elsewhere_just_before_the_start_is_named_by_it(
    api, sibling, services, monkeypatch
):
    table = api.create(seats=3)
    for name in (ANA, "Cy"):
        table.sit(name)
    before_append(monkeypatch, services, lambda: replace(table, api=sibling).sit(BO))
    seats = table.start().json["seats"]
    assert [seat["player"]["name"] for seat in seats] == [ANA, "Cy", BO]


def test_a_repeated_join_names_nobody_twice(api, sibling, services):
    table, key = api.create(seats=3), [("Idempotency-Key", "once")]
    for each in (api, sibling, api):
        path = table.path("/seats")
        each.ask("POST", path, None, {"name": ANA}, headers=key).expect(201)
    assert [known.name for known in services.store.labels(table.game).names.values()] == [ANA]


def test_all_who_sat_on_a_seat_are_named_and_an_operator_lists_and_erases_them_by_seat(
    api, services, sibling, settings, capsys
):
    table = api.create(seats=2)
    table.sit("Gone")
    table.leave(0).expect(204)
    table.sit(ANA)
    table.sit(BO)
    told = [each["payload"]["name"] for x in table.feed() for each in x.get("openings", ())]
    assert told == ["Gone", ANA, BO]
    assert names(settings, [table.game]) == 0
    assert capsys.readouterr().out == f"seat 0  Gone\nseat 0  {ANA}\nseat 1  {BO}\n"
    elsewhere = replace(table, api=sibling)
    assert elsewhere.names() == [ANA, BO]
    assert names(settings, [table.game, "--erase", "0"]) == 0
    assert capsys.readouterr().out == f"seat 0  (erased)\nseat 0  (erased)\nseat 1  {BO}\n"
    assert elsewhere.names() == [None, BO]


def test_what_cannot_be_erased_is_said_and_nothing_is_done(table, settings, capsys):
    no_game, nobody = "there is no game", "nobody has sat on"
    for asked, said in (("b" * 26, no_game), ("no", no_game), (table.game, nobody)):
        assert names(settings, [asked, "--erase", "0", "--erase", "7"]) == 1
        assert said in capsys.readouterr().err
    assert table.names()[0] == ANA
