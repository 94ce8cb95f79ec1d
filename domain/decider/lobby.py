"""Before the first deal and after the last: create, sit down, leave, start, abandon."""

from domain import errors
from domain.decider import rounds
from domain.decider.accumulator import Accumulator
from domain.decisions import commands as c
from domain.decisions.clock import has_passed
from domain.events import (
    GameAbandoned,
    GameCreated,
    GameSecret,
    GameStarted,
    SeatHandedOver,
    SeatLeft,
    SeatReturned,
    SeatSecret,
    SeatTaken,
)
from domain.ledger.fairness import commitment
from domain.rulesets import ruleset
from domain.state import Player, State


def create(acc: Accumulator, command: c.CreateGame) -> None:
    """A new game, with its options settled and its seed committed to."""
    if acc.state.status != "new":
        if _repeats(command.request, acc.state.request):
            return
        raise errors.AlreadyStarted("The game exists already.")
    rules = ruleset(command.ruleset)
    seats = rules.seats[-1] if command.seats is None else command.seats
    if seats not in rules.seats:
        raise errors.InvalidSeatCount(
            f"{rules.key} is for {rules.seats[0]} to {rules.seats[-1]} seats, not {seats}.",
            allowed={"minimum": rules.seats[0], "maximum": rules.seats[-1]},
        )
    options = rules.settle(command.options)
    start_seat = options.get("start_seat")
    if start_seat is not None and start_seat >= seats:
        raise errors.InvalidOption(
            f"start_seat {start_seat} is not one of the {seats} seats.",
            wrong=["start_seat"],
            allowed={"start_seat": {"minimum": 0, "maximum": seats - 1}},
        )
    acc.emit(
        GameCreated(
            game=command.game,
            ruleset=rules.key,
            options=dict(options),
            seats=seats,
            visibility=command.visibility,
            commitment=commitment(command.server_seed),
            secret=GameSecret(
                server_seed=command.server_seed,
                host_hash=command.host_hash,
                invite_hash=command.invite_hash,
                request=command.request,
                owner=command.owner,
            ),
        )
    )


def take_seat(acc: Accumulator, command: c.TakeSeat) -> None:
    """Sit down, as a person or as a bot, which is nobody's: token and owner are for persons."""
    state = acc.state
    if any(_repeats(command.request, player.request) for player in state.players.values()):
        return
    if any(_repeats(command.request, each.request) for each in state.left):
        raise errors.SeatGone("The seat that was taken with this key has been left since.")
    _in_lobby(acc)
    free = [seat for seat in range(state.seats) if seat not in state.players]
    if not free:
        raise errors.GameFull(f"All {state.seats} seats are taken.", seats=state.seats)
    seat = free[0] if command.seat is None else command.seat
    if seat not in range(state.seats):
        raise errors.NoSuchSeat(f"There is no seat {seat}.", allowed=free)
    if seat not in free:
        raise errors.SeatNotFree(f"Seat {seat} is taken.", allowed=free)
    person = command.policy is None
    acc.emit(
        SeatTaken(
            seat=seat,
            name_seal=command.name_seal,
            policy=command.policy,
            client_seed=command.client_seed,
            secret=SeatSecret(
                token_hash=command.token_hash if person else None,
                request=command.request,
                owner=command.owner if person else None,
            ),
        )
    )


def leave_seat(acc: Accumulator, command: c.LeaveSeat) -> None:
    """Before the start the seat is free again; afterwards a bot plays it on. Again: nothing."""
    state = acc.state
    gone = {each.token_hash for each in state.left if each.seat == command.seat} - {None}
    free = 0 <= command.seat < state.seats and command.seat not in state.players
    if command.holder in gone or (free and command.lobby_only and state.status == "lobby"):
        return
    player = _sitting(state, command.seat)
    if command.holder not in (None, player.token_hash):
        raise errors.NoSuchSeat(f"Somebody else sits on seat {command.seat} now.", allowed=[])
    if state.status == "lobby":
        acc.emit(SeatLeft(seat=command.seat))
    elif player.resigned and not command.lobby_only:
        return
    elif state.is_over:
        raise errors.GameOver("The game is over; nobody needs to leave it.")
    elif command.lobby_only:
        raise errors.AlreadyStarted("The game has started; seats are no longer freed.")
    elif player.seated_as_bot:
        raise errors.AlreadyStarted("The game has started; a bot does not resign.")
    else:
        acc.emit(SeatHandedOver(seat=command.seat, policy=command.policy, reason="resigned"))


def forfeit(acc: Accumulator, command: c.ForfeitSeat) -> None:
    """The deadline has passed: a bot plays the seat until its player returns."""
    state = acc.state
    if _sitting(state, command.seat).is_bot:
        return
    agreed = state.options["on_timeout"] == "forfeit"
    if not agreed or command.seat not in state.owing or not has_passed(state, command.at):
        raise errors.NotYet(f"Seat {command.seat} is not forfeited.")
    acc.emit(SeatHandedOver(seat=command.seat, policy=command.policy, reason="timeout"))


def return_to_seat(acc: Accumulator, command: c.ReturnToSeat) -> None:
    """Whoever was away plays again. Returning without having been away changes nothing."""
    player = _sitting(acc.state, command.seat)
    if player.resigned:
        raise errors.NotYourDecision("Whoever resigned does not return.")
    if player.seated_as_bot:
        raise errors.NotYourDecision("A bot sits there; nobody has left that could return.")
    if player.away and acc.state.is_over:
        raise errors.GameOver("The game is over; there is nothing to return to.")
    if player.away:
        acc.emit(SeatReturned(seat=command.seat))


def start(acc: Accumulator, command: c.StartGame) -> None:
    """Deal the first round. Starting a game that has been started changes nothing."""
    state = acc.state
    if state.totals:
        return
    _in_lobby(acc)
    least = acc.ruleset.seats[0]
    if len(state.players) < least:
        raise errors.NotEnoughPlayers(
            f"{len(state.players)} of at least {least} players have sat down.", minimum=least
        )
    start_seat = state.options.get("start_seat")
    if start_seat is not None and start_seat not in state.players:
        raise errors.InvalidOption(
            f"Nobody sits on start_seat {start_seat}.",
            wrong=["start_seat"],
            allowed={"start_seat": {"values": sorted(state.players)}},
        )
    acc.emit(GameStarted(seats=tuple(sorted(state.players))))
    rounds.begin(acc)


def abandon(acc: Accumulator, command: c.AbandonGame) -> None:
    """End the game without a result. Abandoning an abandoned game changes nothing."""
    state = acc.state
    if state.status == "finished":
        raise errors.GameOver("The game is finished; it cannot be abandoned.")
    if command.revision not in (None, state.revision):
        raise errors.NotYet(f"The game has gone on since revision {command.revision}.")
    if state.status != "abandoned":
        acc.emit(GameAbandoned(reason=command.reason, server_seed=state.seed))


def _repeats(request: str | None, first: str | None) -> bool:
    """Whether `request` asks again for what `first` asked for.

    :raises KeyReused: if it has the same key, but asks for something else.
    """
    if request is None or first is None or request.partition(".")[0] != first.partition(".")[0]:
        return False
    if request != first:
        raise errors.KeyReused("The idempotency key was used for another request.")
    return True


def _sitting(state: State, seat: int) -> Player:
    """Who sits on a seat. Raises NoSuchSeat if nobody does."""
    if seat not in state.players:
        raise errors.NoSuchSeat(f"Nobody sits on seat {seat}.", allowed=[])
    return state.players[seat]


def _in_lobby(acc: Accumulator) -> None:
    if acc.state.is_over:
        raise errors.GameOver("The game is over.")
    if acc.state.status != "lobby":
        raise errors.AlreadyStarted("The game has started.")
