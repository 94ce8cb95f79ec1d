"""The verdict: every client's history against the final streams, read past the server."""

from collections.abc import Callable

from domain import events as e
from service.access.tokens import hash_token
from service.games.games import Games, read
from service.games.store import Store
from service.storage.connections import Client
from tests.chaos.history import History
from tests.chaos.scene import Account
from tests.support.client import Answer
from tests.support.conforming import verified
from tests.support.histories import answers_in, check_heads, check_receipt, states_of
from tests.support.processes import eventually

BOT_MS = 30_000
"""A bot moves within so many ms of being asked, or of the last kill if that came later."""


WORD_SECONDS = 15
"""A message under way arrives in so many seconds, or is tried again later."""


def judge(store: Store, history: History, bundle_of: Callable[[str], Answer]) -> None:
    """Compare everything. The games must be over and the server idle; what does not hold joins the
    history's wrongs, of a game the first such thing. `bundle_of` fetches a game's audit bundle from
    the server."""
    invented = set(store.games()) - set(history.games)
    history.holds(not invented, f"games that nobody was told of: {sorted(invented)}")
    for game in set(history.games) - history.damaged:
        try:
            _judge_game(store, history, game)
            verified(bundle_of(game))
        except Exception as error:  # noqa: BLE001 - whatever it is, the stream is not in order
            history.wrongs.append(f"{game}: {error!r}")


def judge_word(store: Client, history: History, house: Account) -> None:
    """Every word that had to come to the app came, or still waits for its next attempt; none came
    to who was revoked."""
    said = [(game, '"game.over"') for game in history.house] + history.untold
    for words in said:
        comes = eventually(lambda w=words: house.told(*w), WORD_SECONDS)  # type: ignore[misc]
        waits = not comes and house.waits(store, *words)
        history.holds(comes or waits, f"no word came of {words}")
        history.found["words that came" if comes else "words that wait"] += 1
    history.found["words that came"] += len(house.got)
    for at, got in history.revoked:
        late = [body for when, body in got if when > at + WORD_SECONDS]
        history.holds(not late, f"sent to a revoked account: {late}")


def _judge_game(store: Store, history: History, game: str) -> None:
    state = Games(store, 0, lambda _: True).load(game).state  # chain and seals
    ends = "abandoned" if game in history.abandoned else "finished"
    assert state.status == ends, f"is {state.status} and waits for {state.owing}"
    assert state.host_hash == hash_token(history.games[game].host), "belongs to somebody else"
    stored = store.read(game)
    entries = [read(game, each) for each in stored]
    events = [event for entry in entries for event in entry.events]
    taken = [event for event in events if isinstance(event, e.SeatTaken)]
    seats = sorted(event.seat for event in taken)
    assert seats == sorted(history.seats[game]), f"{seats} were taken, {history.seats[game]} given"
    assert {event.name_seal for event in taken} == set(store.labels(game).names)
    starts = sum(isinstance(event, e.GameStarted) for event in events)
    assert starts == (game in history.started), f"was started {starts} times"
    times = [entry.at for entry in entries]
    assert times == sorted(times), "times go back"
    check_heads(history.heads[game], stored)
    states = states_of(entries)
    answers = answers_in(entries, states)
    for decision, given in answers.items():
        if given.by == "clock":
            due = history.deadlines.get((game, decision), given.at - 1)
            assert given.at > due, f"{decision}: answered by the clock {due - given.at} ms early"
            continue
        if given.by != "bot":
            sent = history.sent.get((game, decision))
            assert (given.by, given.body) == ("player", sent), f"nobody gave the answer {given}"
            continue
        asked = states[given.revision - 1].opened.at
        calm = given.at - max(asked, history.calm_at)
        history.bots.append((given.at - asked, calm))
        assert calm <= BOT_MS, f"{decision}: a bot took {calm} ms"
    for decision in {late for name, late in history.late if name == game}:
        assert answers[decision].by == "clock", f"{decision}: refused as late by nobody's clock"
    for decision, answer, receipt in history.receipts[game]:
        check_receipt(answers.get(decision), stored, answer, receipt["revision"], receipt["hash"])
    checked = 1 + len(taken) + starts + len(history.receipts[game])
    history.found.update(games=1, entries=len(entries), answers=len(answers), checked=checked)
