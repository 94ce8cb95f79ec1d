"""The verdict: every client's history against the final streams.

Reads the streams past the server, and recounts the answers with code of its own.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from domain import events as e
from domain.audit import verify
from domain.events.entries import Entry
from service.access.tokens import hash_token
from service.games.games import Games, read
from service.games.store import Store
from tests.chaos.history import Acknowledged, Answer, History

BOT_MS = 30_000
"""A bot moves within so many ms of being asked, or of the last kill if that came later."""


@dataclass(frozen=True, slots=True)
class Given:
    """An answer as a stream holds it, with the moments (ms) of the question and the answer."""

    revision: int
    answer: Answer
    by: str
    asked: int
    at: int


@dataclass(slots=True)
class Verdict:
    """What was compared, and what does not hold."""

    games: int = 0
    entries: int = 0
    decisions: int = 0
    """Answers found in the streams, of persons and bots."""
    checked: int = 0
    """Acknowledged writes found exactly where their receipt says."""
    slowest_bot: int = 0
    """ms between a bot's being asked and its stored move, at most."""
    slowest_in_calm: int = 0
    """The same, counted from the last fault on for those that were asked before it."""
    wrongs: list[str] = field(default_factory=list)


def judge(store: Store, history: History, bundle_of: Callable[[str], Any]) -> Verdict:
    """Compare everything. The games must be over and the server idle.

    `bundle_of` fetches a game's audit bundle from the server.
    """
    found = Verdict(wrongs=list(history.wrongs))
    stored = set(store.games())
    if invented := stored - set(history.games):
        found.wrongs.append(f"games that nobody was told of: {sorted(invented)}")
    receipts = defaultdict(list)
    for receipt in history.acknowledged:
        receipts[receipt.game].append(receipt)
    for game in history.games:
        try:
            wrongs = _judge_game(store, history, game, found)
            found.wrongs += [f"{game}: {w}" for w in wrongs]
            report = verify(bundle_of(game))
            verdicts = report.integrity, report.rules
            found.wrongs += [f"{game}: the audit says {v}" for v in verdicts if not v.ok]
            found.wrongs += [
                f"{game}: {w}" for w in _judge_receipts(store, game, receipts[game], found)
            ]
        except Exception as error:  # noqa: BLE001 - whatever it is, the stream is not in order
            found.wrongs.append(f"{game}: {error!r}")
    return found


def _judge_game(store: Store, history: History, game: str, found: Verdict) -> Iterator[str]:
    """The stream by itself, and what the clients did and saw apart from receipts."""
    state = Games(store, 0, lambda _: True).load(game).state  # chain and seals
    stored = store.read(game)
    entries = [read(game, each) for each in stored]
    events = [event for entry in entries for event in entry.events]
    found.games += 1
    found.entries += len(entries)
    if state.status != "finished":
        yield f"is {state.status} and waits for {state.owing}"
    if state.host_hash != hash_token(history.games[game]):
        yield "belongs to somebody else"
    found.checked += 1
    taken = [event.seat for event in events if isinstance(event, e.SeatTaken)]
    if sorted(taken) != sorted(history.seats[game]):
        yield f"seats {taken} were taken, {history.seats[game]} given"
    found.checked += len(taken)
    seals = {event.name_seal for event in events if isinstance(event, e.SeatTaken)}
    if seals != set(store.labels(game).names):
        yield "has other names than its seats have seals"
    if sum(isinstance(event, e.GameStarted) for event in events) != (game in history.started):
        yield "was not started exactly once"
    found.checked += 1
    for (name, revision), digest in history.heads.items():
        if name == game and stored[revision - 1].h != digest:
            yield f"revision {revision} had been shown with another hash"
    yield from _judge_answers(history, game, entries, found)


def _judge_answers(
    history: History, game: str, entries: Sequence[Entry], found: Verdict
) -> Iterator[str]:
    """No decision answered twice, none by nobody, no bot too late."""
    for decision, answers in _answers(entries).items():
        found.decisions += 1
        if len(answers) > 1:
            yield f"{decision} is answered {len(answers)} times"
        if answers[0].by == "bot":
            given = answers[0]
            calm = given.at - max(given.asked, history.calm_at)
            found.slowest_bot = max(found.slowest_bot, given.at - given.asked)
            found.slowest_in_calm = max(found.slowest_in_calm, calm)
            if calm > BOT_MS:
                yield f"{decision}: a bot took {calm} ms"
        elif history.sent.get((game, decision)) != answers[0].answer:
            yield f"{decision}: nobody gave the answer {answers[0]}"


def _judge_receipts(
    store: Store, game: str, receipts: Sequence[Acknowledged], found: Verdict
) -> Iterator[str]:
    """Each receipt: that answer, at that revision, under that hash."""
    stored = store.read(game)
    answers = _answers([read(game, each) for each in stored])
    for receipt in receipts:
        given = answers.get(receipt.decision)
        if given is None:
            yield f"{receipt.decision} was acknowledged and is lost"
        elif (given[0].revision, given[0].answer, given[0].by) != (
            receipt.revision, receipt.answer, "player",
        ):  # fmt: skip
            yield f"{receipt} was acknowledged, {given} is stored"
        elif stored[receipt.revision - 1].h != receipt.hash:
            yield f"{receipt}: the hash there is another"
        else:
            found.checked += 1


def _answers(entries: Sequence[Entry]) -> dict[str, list[Given]]:
    """All answers in a stream by decision, with every one of them if there are several."""
    found: dict[str, list[Given]] = defaultdict(list)
    round = turn = asked = 0
    kind = choice = ""
    for revision, (at, events) in enumerate(entries, start=1):
        for event in events:
            match event:
                case e.RoundDealt():
                    round = event.round
                case e.TurnStarted():
                    turn, kind, asked = event.turn, event.kind, at
                case e.ChoiceRequested():
                    choice, asked = event.kind, at
                case e.CardPicked() | e.CardDrafted() | e.CardsPlayed():
                    name = f"r{round}t{turn}-{kind}-s{event.seat}"
                    body = _body(event, kind)
                    found[name].append(Given(revision, body, event.by, asked, at))
                case e.ChoiceMade() if event.by != "rule":
                    name = f"r{round}t{turn}-{choice}-s{event.seat}"
                    body = {"row": event.row}
                    body |= {} if event.side is None else {"side": event.side}
                    found[name].append(Given(revision, body, event.by, asked, at))
    return found


def _body(event: e.CardPicked | e.CardDrafted | e.CardsPlayed, kind: str) -> dict[str, Any]:
    if not isinstance(event, e.CardsPlayed):
        return {"card": event.card}
    if kind == "flip":
        return {"card": "top"}
    return {
        "cards": [
            {"card": each.card}
            if each.card is not None
            else {"special": each.special, "row": each.row}
            for each in event.cards
        ]
    }
