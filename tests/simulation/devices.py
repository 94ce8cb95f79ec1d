"""A device on which somebody plays a seat: sits down, answers, repeats, resigns, falls silent. A
seat may be played from two devices at once, which do not know of each other and often send
different answers to one decision."""

from collections.abc import Callable
from random import Random

from domain.decisions import open_decisions
from domain.decisions.commands import TakeSeat
from domain.errors import RuleViolation
from domain.state import State
from service.access.tokens import hash_token
from service.problems import Problem
from tests.simulation import walks
from tests.simulation.people import NoAnswer, Person, Said, Seat, Table
from tests.simulation.walks import Acknowledged, Body
from tests.support.play import random_body


class Device(Person):
    """One device on which a seat is played; `first` also sits down and gets up."""

    def __init__(self, table: Table, seat: Seat, rng: Random, *, first: bool) -> None:
        super().__init__(table, seat.name, rng)
        self.seat, self.first = seat, first
        self.patience = rng.choice((3, 1000, 1000, 1000))
        self.fickle = rng.choice((0, 0, 0.6))
        self.resigns = rng.choice((0, 0, 0.05)) if first else 0

    def play(self) -> None:
        if self.first:
            self.world.baton.sleep(ready=lambda: self.table.created)
            self.sit_down()
        else:
            self.world.baton.sleep(ready=lambda: self.seat.seat is not None)
        while not self.seat.gone:
            self.await_news()
            if self.turn(self.look(None).state):
                return

    def sit_down(self) -> None:
        for attempt in range(3):
            token = f"t6s_{self.name}_{attempt}"
            command = TakeSeat(
                name_seal=walks.called(self.name)[0],
                client_seed=self.rng.choice(("", "salt")),
                token_hash=hash_token(token),
                request=f"{self.name}{attempt}.f",
            )
            try:
                number = self.insist(walks.take_seat, command, self.name, None)
                if attempt < 2 and self.rng.random() < self.fickle:
                    self.insist(walks.leave_seat, number, token)
                    continue
            except (RuleViolation, Problem):
                self.seat.gone = True
                return
            self.seat.token, self.seat.seat = token, number
            return

    def turn(self, state: State) -> bool:
        """Do what there is to do. True when there will be no more."""
        if state.is_over:
            return True
        number = self.seat.seat
        if state.status != "playing":
            return False
        if state.players[number].away and self.rng.random() < 0.7:
            self._told(walks.return_to_seat, number, self.seat.token)
        elif self.rng.random() < self.resigns:
            self.seat.gone = True
            self.seat.gone = self._told(walks.leave_seat, number, self.seat.token)
        owed = next((d for d in open_decisions(state) if d.seat == number), None)
        if owed is None or state.players[number].is_bot:
            return False
        self.patience -= 1
        self.seat.silent = self.seat.silent or self.patience < 0
        if self.seat.silent:
            return True
        body = random_body(self.rng, state, owed)
        answer = self.put(owed.id, body)
        if answer == "not_an_option":
            answer = self.put(owed.id, {"cards": body["cards"][:1]})
        if answer is not None and self.rng.random() < 0.2:
            self.put(owed.id, self.rng.choice((body, random_body(self.rng, state, owed))))
        return False

    def put(self, decision: str, body: Body) -> Acknowledged | str | None:
        """Answer a decision, sending it again and again; now and then give up on an answer."""
        while True:
            self.seat.sent.append(decision)
            try:
                answer = self.ask(walks.answer, decision, body, self.seat.token)
                self.table.show(answer.receipt.revision, answer.receipt.hash)
            except (RuleViolation, Problem) as refused:
                answer = refused.code
            except NoAnswer:
                answer = None
            self.world.note(f"{decision} {body}: {answer}")
            sent = self.seat.sent.count(decision)
            self.seat.said.append(Said(decision, body, answer, sent))
            if answer is not None:
                return answer
            self.rest()
            if self.rng.random() < 0.05:
                self.seen = -1  # given up: look at the game again
                return None

    def _told(self, request: Callable[..., None], *args: object) -> bool:
        return self.succeeds(request, *args, or_else=("game_over", "not_your_decision"))
