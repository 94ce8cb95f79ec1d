"""As it was, and who audits: what a seat could know at a moment; what auditors see, and when."""

import pytest

from service.commands.export import main as export
from service.settings.config import Settings
from tests.support.conforming import verified


@pytest.fixture
def auditor(services):
    return services.accounts.create("Auditor", ["audit"], 0)[0]


def watched(table):
    """Play to the end; the view of every seat, and of a spectator, at every quiet moment."""
    seen = {}

    def look():
        for viewer in (None, *table.seats):
            view = table.view(viewer)
            seen[view["revision"], viewer] = view

    look()
    while waiting := table.view()["waiting_on"]:
        table.answer_owed(waiting[0], lambda options: options[-1])
        look()
    return seen


def known(view):
    """The view without the moment at which it was asked for."""
    return {name: member for name, member in view.items() if name != "server_time"}


@pytest.mark.parametrize("key", ["classic", "children"])
def test_when_all_is_over_everybody_sees_what_each_seat_saw_at_each_moment(api, key):
    options = {"max_rounds": 1} if key == "classic" else {}
    table = api.started(key, seats=2, options=options)
    seen = watched(table)
    for (revision, viewer), view in seen.items():
        eyes = "" if viewer is None else f"&seat={viewer}"
        for token in (None, table.seats[1]):
            if viewer is None and token is not None:
                continue  # without a seat to look as, a seat's token looks as itself
            then = api.get(table.path(f"?revision={revision}{eyes}"), token).expect(200)
            assert known(then.json) == known(view), (revision, viewer)


def test_while_it_runs_each_seat_sees_as_it_was_with_its_own_eyes_alone(api):
    table = api.started(seats=2)
    seen = [table.view(0)]
    for _ in range(4):
        table.answer_owed(table.view()["waiting_on"][0], lambda options: options[0])
        seen.append(table.view(0))
    for view in seen:
        query = f"?revision={view['revision']}"
        assert known(table.view(0, query)) == known(table.view(0, f"{query}&seat=0")) == known(view)
        for token in (table.seats[1], table.host, table.invite, None):
            answer = api.get(table.path(f"{query}&seat=0"), token)
            answer.expect(403, "not_your_seat")


def test_an_auditor_sees_a_private_game_when_it_is_over_and_not_before(api, auditor):
    table = api.started("tactics", seats=2, options={"max_rounds": 1}, visibility="private")
    started = table.revision
    table.put("r1t1-pick-s0", {"card": 105}, 0).expect(422)
    paths = ["", "?revision=5", "?revision=5&seat=1", "/audit", "/attempts", "/events"]
    for path in paths:
        api.get(table.path(path), auditor).expect(404, "not_found")
    table.play_on(lambda options: options[0])
    for path in paths:
        api.get(table.path(path), auditor).expect(200)
        api.get(table.path(path)).expect(404)
    bundle = api.get(table.path("/audit"), auditor)
    verified(bundle)
    assert bundle.json["complete"]
    assert len(bundle.json["attempts"]) == 1
    hand = api.get(table.path(f"?revision={started}&seat=1"), auditor).json["you"]["hand"]
    assert len(hand) == 10


def test_an_auditor_is_a_spectator_of_a_public_game_that_runs(api, auditor):
    table = api.started(seats=2)
    table.put("r1t1-pick-s0", {"card": 105}, 0).expect(422)
    table.answer_owed(0, lambda options: options[0])
    for path in ("", "?revision=5", "/audit", "/attempts", "/events", "/decisions"):
        mine, nobodys = (api.get(table.path(path), token) for token in (auditor, None))
        assert known(mine.json) == known(nobodys.json)
    api.get(table.path("?seat=0"), auditor).expect(403)
    bundle = api.get(table.path("/audit"), auditor).json
    assert {each["payload"]["kind"] for each in bundle["openings"]} == {"name"}
    assert (bundle["attempts"], bundle["asked_by"]) == ([], None)


def test_an_auditor_does_nothing_but_look(api, auditor):
    table = api.started(seats=2)
    api.ask("PUT", table.path("/decisions/r1t1-pick-s0"), auditor, {"card": 1}).expect(403)
    api.ask("POST", table.path("/abandon"), auditor).expect(403)
    api.get("/v1/tokens", auditor).expect(403)


def test_an_export_is_the_bundle_that_anybody_gets(api, settings: Settings, capsys):
    table = api.started("tactics", seats=2, options={"max_rounds": 1})
    for over in (False, True):
        assert export(settings, [table.game]) == 0
        shown = capsys.readouterr().out
        assert shown == api.get(table.path("/audit")).body.decode() + "\n"
        assert ("server_seed" in shown) == over
        table.play_on(lambda options: options[0])


@pytest.mark.parametrize("game", ["z" * 26, "x", "../../etc", ""])
def test_an_export_of_no_game_says_so(app, settings: Settings, capsys, game):
    assert export(settings, [game]) == 1
    told = capsys.readouterr()
    assert (told.out, "there is no game" in told.err) == ("", True)


def test_an_export_without_a_store_says_so(capsys):
    assert export(Settings(redis_url="unix:///nowhere", queue_url="unix:///nowhere"), ["z" * 26])
    assert "toma6 export: " in capsys.readouterr().err
