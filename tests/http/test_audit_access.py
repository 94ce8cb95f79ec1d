"""As it was, and who audits: what a seat could know at a moment; what auditors see, and when."""

import pytest

from service.commands.export import main as export
from service.settings.config import Settings
from tests.support.conforming import verified


@pytest.fixture
def auditor(services):
    return services.accounts.create("Auditor", ["audit"], 0)[0]


def test_while_it_runs_each_seat_sees_as_it_was_with_its_own_eyes_alone(api):
    table = api.started(seats=2)
    seen = [table.view(0)]
    for _ in range(4):
        table.play_on(steps=1)
        seen.append(table.view(0))
    for view in seen:
        query = f"?revision={view['revision']}"
        assert table.view(0, query) == table.view(0, f"{query}&seat=0") == view
        for token in (table.seats[1], table.host, table.invite, None):
            table.get(f"{query}&seat=0", token).expect(403, "not_your_seat")


def test_an_auditor_sees_a_private_game_when_it_is_over_and_not_before(api, auditor):
    table = api.started("tactics", seats=2, options={"max_rounds": 1}, visibility="private")
    started = table.revision
    table.put("r1t1-pick-s0", {"card": 105}, 0).expect(422)
    paths = ["", "?revision=5", "?revision=5&seat=1", "/audit", "/attempts", "/events"]
    for path in paths:
        table.get(path, auditor).expect(404, "not_found")
    table.play_on()
    for path in paths:
        table.get(path, auditor).expect(200)
        table.get(path).expect(404)
    bundle = table.get("/audit", auditor)
    verified(bundle)
    assert bundle.json["complete"]
    assert len(bundle.json["attempts"]) == 1
    hand = table.get(f"?revision={started}&seat=1", auditor).json["you"]["hand"]
    assert len(hand) == 10


def test_an_export_is_the_bundle_that_anybody_gets(api, settings: Settings, capsys):
    table = api.started("tactics", seats=2, options={"max_rounds": 1})
    for over in (False, True):
        assert export(settings, [table.game]) == 0
        shown = capsys.readouterr().out
        assert shown == api.get(table.path("/audit")).body.decode() + "\n"
        assert ("server_seed" in shown) == over
        table.play_on()


@pytest.mark.parametrize("game", ["z" * 26, "x", "../../etc", ""])
def test_an_export_of_no_game_says_so(app, settings: Settings, capsys, game):
    assert export(settings, [game]) == 1
    told = capsys.readouterr()
    assert (told.out, "there is no game" in told.err) == ("", True)


def test_an_export_without_a_store_says_so(capsys):
    assert export(Settings(redis_url="unix:///nowhere", queue_url="unix:///nowhere"), ["z" * 26])
    assert "toma6 export: " in capsys.readouterr().err
