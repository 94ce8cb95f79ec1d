"""Events that frame the play: the lobby, seats that change hands, scores, the end."""

from msgspec.structs import replace

from domain import events as e
from domain.state.state import Apply, Left, Player, State

MOST_LEFT = 100
"""Of those who left, the last so many are remembered."""
_UNKNOWN = e.SeatSecret()


def _game_created(state: State, event: e.GameCreated) -> None:
    state.status = "lobby"
    state.created_at = state.changed_at
    state.game = event.game
    state.ruleset = event.ruleset
    state.options = event.options
    state.seats = event.seats
    state.visibility = event.visibility
    state.commitment = event.commitment
    secret = event.secret
    if secret is not None:
        state.server_seed = secret.server_seed
        state.host_hash = secret.host_hash
        state.invite_hash = secret.invite_hash
        state.request = secret.request
        state.owner = secret.owner


def _seat_taken(state: State, event: e.SeatTaken) -> None:
    """A bot's seat is nobody's, whatever was stored with it."""
    person, secret = event.policy is None, event.secret or _UNKNOWN
    state.players[event.seat] = Player(
        event.name_seal,
        event.policy,
        event.client_seed,
        secret.token_hash if person else None,
        secret.request,
        secret.owner if person else None,
    )


def _seat_left(state: State, event: e.SeatLeft) -> None:
    was = state.players.pop(event.seat)
    gone = Left(event.seat, was.token_hash, was.request, was.owner)
    state.left = (*state.left[1 - MOST_LEFT :], gone)


def _seat_handed_over(state: State, event: e.SeatHandedOver) -> None:
    player = state.players[event.seat]
    state.players[event.seat] = replace(
        player,
        policy=event.policy,
        resigned=event.reason == "resigned",
        away=event.reason == "timeout",
    )


def _seat_returned(state: State, event: e.SeatReturned) -> None:
    state.players[event.seat] = replace(state.players[event.seat], policy=None, away=False)


def _game_started(state: State, event: e.GameStarted) -> None:
    state.status = "playing"
    state.totals = dict.fromkeys(event.seats, 0)


def _round_scored(state: State, event: e.RoundScored) -> None:
    state.rounds = (*state.rounds, event.scores)
    state.totals = {score.seat: score.total for score in event.scores}


def _game_finished(state: State, event: e.GameFinished) -> None:
    state.status = "finished"
    state.over_at = state.changed_at
    state.places = event.places
    state.server_seed = event.server_seed


def _game_abandoned(state: State, event: e.GameAbandoned) -> None:
    state.status = "abandoned"
    state.over_at = state.changed_at
    state.owing = ()
    state.choice = None
    state.server_seed = event.server_seed


APPLY: Apply = {
    e.GameCreated: _game_created,
    e.SeatTaken: _seat_taken,
    e.SeatLeft: _seat_left,
    e.SeatHandedOver: _seat_handed_over,
    e.SeatReturned: _seat_returned,
    e.GameStarted: _game_started,
    e.RoundScored: _round_scored,
    e.GameFinished: _game_finished,
    e.GameAbandoned: _game_abandoned,
}
