"""`toma6 bot` on a running server: whole games, restarts, signals, and what it cannot play."""

import signal
import sys

import pytest

from bots.kit.main import main
from tests.support.botkit import bots, with_policies
from tests.support.client import SHORT, Table
from tests.support.conforming import verified
from tests.support.processes import eventually
from tests.support.server import serving

pytestmark = pytest.mark.timeout(240)


@pytest.fixture(scope="module")
def server():
    """A server that is started anew in the middle."""
    with serving() as whole:
        yield whole


@pytest.fixture
def account(server):
    return server.account("play")


@pytest.fixture
def here(server, tmp_path, monkeypatch):
    """The kit in this process, in a directory with the policies: how it ended."""
    with_policies(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "mine", raising=False)
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    yield lambda *options: main(["--url", f"http://127.0.0.1:{server.port}", *options])
    for number, handler in before.items():
        signal.signal(number, handler)


def of_account(server, account, seats=2, bots=0):
    """A started game in which the account plays `seats` seats."""
    table = server.api.create(seats=seats + bots, options=SHORT)
    for seat in range(seats):
        table.sit(f"P{seat}", account)
    for _ in range(bots):
        table.sit_bot()
    table.start()
    return table


def is_over(table: Table) -> bool:
    return table.view()["status"] == "finished"


def seat_of(table: Table, number: int = 0) -> list[str]:
    return ["--game", table.game, "--token", table.seats[number]]


def answered_by_player(table: Table) -> int:
    return sum(event.get("by", "player") == "player" for event in table.events("CardPicked"))


@pytest.mark.parametrize("ruleset", ["classic", "hornochsen"])
def test_bots_of_the_kit_on_all_seats_play_a_game_to_its_end(server, tmp_path, ruleset):
    options, own = (SHORT, "mine:drawn") if ruleset == "classic" else ({}, "random")
    table = server.api.create(ruleset, seats=3, options=options)
    for name in ("Ana", "Bo", "Cy"):
        table.sit(name)
    policies = ["--policy", "careful"], ["--policy", own, "--seed", "7"], []
    seated = [[*seat_of(table, number), *more] for number, more in enumerate(policies)]
    with bots(server, tmp_path, *seated) as playing:
        assert eventually(lambda: all("playing" in bot.told for bot in playing), 60)
        table.start()  # they were there before
        assert [bot.code() for bot in playing] == [0, 0, 0]
    places = {place["seat"]: place["place"] for place in table.view()["places"]}
    for number, bot in enumerate(playing):
        assert f"place {places[number]} with" in bot.told
    verified(table.get("/audit"))


def test_an_account_plays_all_its_games_while_the_server_restarts(server, tmp_path, account):
    tables = [of_account(server, account), of_account(server, account, seats=1, bots=2)]
    with bots(server, tmp_path, ["--token", account, "--until-over"]) as (bot,):
        assert eventually(lambda: all(answered_by_player(table) > 1 for table in tables), 60)
        server.restart()
        assert bot.code() == 0, bot.told
    assert all(map(is_over, tables))


def test_an_account_told_of_one_game_plays_no_other(server, here, account):
    one, other = of_account(server, account), of_account(server, account)
    assert here("--token", account, "--game", one.game, "--until-over") == 0
    assert is_over(one)
    assert answered_by_player(other) == 0


def test_a_game_that_is_thought_about_for_long_holds_up_no_other(server, tmp_path, account):
    slow, other = of_account(server, account), of_account(server, account)
    (tmp_path / "slow").write_text(slow.game)
    options = ["--token", account, "--policy", "mine:patient", "--until-over"]
    with bots(server, tmp_path, options) as (bot,):
        assert eventually((tmp_path / "asked").exists, 60), bot.told
        assert eventually(lambda: is_over(other), 90), bot.told
        assert answered_by_player(slow) == 0
        (tmp_path / "go").touch()
        assert bot.code() == 0, bot.told
    assert is_over(slow)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_lets_it_finish_its_answer_and_ends_it(server, tmp_path, number):
    table = server.api.started(seats=2, options=SHORT)
    (tmp_path / "slow").write_text(table.game)
    with bots(server, tmp_path, [*seat_of(table), "--policy", "mine:patient"]) as (bot,):
        assert eventually((tmp_path / "asked").exists, 60), bot.told
        bot.process.send_signal(number)
        (tmp_path / "go").touch()
        assert bot.code() == 0
    assert "stopped" in bot.told
    assert table.view()["seats"][0]["picked"]


def test_a_signal_ends_it_while_it_waits_for_news(server, tmp_path):
    table = server.api.started(seats=2, options=SHORT)
    with bots(server, tmp_path, seat_of(table)) as (bot,):
        assert eventually(lambda: answered_by_player(table) == 1, 60), bot.told
        bot.process.send_signal(signal.SIGTERM)
        assert bot.code() == 0
    assert "stopped" in bot.told
    assert "again" not in bot.told


@pytest.mark.parametrize(
    ("policy", "said"),
    [("wrong", "422"), ("no_json", "not JSON serializable"), ("fails", "no idea")],
)
def test_a_policy_that_answers_wrongly_gives_up_that_game(server, here, caplog, policy, said):
    table = server.api.started(seats=2, options=SHORT)
    assert here(*seat_of(table), "--policy", f"mine:{policy}") == 1
    assert said in caplog.text
    assert answered_by_player(table) == 0


def test_a_game_that_is_given_up_ends_no_other(server, tmp_path, account):
    table = of_account(server, account)
    with bots(server, tmp_path, ["--token", account, "--policy", "mine:wrong"]) as (bot,):
        assert eventually(lambda: f"game {table.game} is given up" in bot.told, 60)
        other = of_account(server, account)
        assert eventually(lambda: f"game {other.game} is given up" in bot.told, 60)
        bot.process.send_signal(signal.SIGTERM)
        assert bot.code() == 1
    assert answered_by_player(table) == answered_by_player(other) == 0


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("--policy=clever", "neither module:function nor careful nor random"),
        ("--policy=nowhere:choose", "No module named 'nowhere'"),
        ("--policy=mine:choose", "has no function 'choose'"),
        ("--url=127.0.0.1:8006", "is no address"),
        ("--token=t6s_of_a_seat", "--game is needed"),
    ],
)
def test_what_cannot_begin_says_why(here, capsys, option, said):
    try:
        code = here("--token", "t6a_x", option)
    except SystemExit as ended:
        code = ended.code
    assert code == 2
    assert said in capsys.readouterr().err


def test_a_token_that_is_none_ends_it(server, here, caplog):
    table = server.api.started(seats=2)
    assert here("--token", "t6a_" + "x" * 43) == 1
    assert here("--token", "t6s_" + "x" * 43, "--game", table.game) == 1
    assert "401 unknown_token" in caplog.text
    assert "403 foreign_token" in caplog.text
