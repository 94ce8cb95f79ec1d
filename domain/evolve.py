"""evolve(state, event) -> state: what each fact changes. One arm per event.

An arm knows no ruleset, never refuses, and writes only to the copy that was made for it. A
secret it may not see is None; `hands` and `picks` carry the gap.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from domain import events as e
from domain.hands import Hand, Pile
from domain.rows import Row
from domain.state import INITIAL, Player, Queued, State


def evolve(state: State, event: e.Event) -> State:
    """The state after `event`; `state` itself stays as it was."""
    return fold((event,), state)


def fold(events: Iterable[e.Event], state: State = INITIAL) -> State:
    """The state after all of `events`, in order."""
    after = state.copy()
    for event in events:
        _ARMS[type(event)](after, event)
        after.revision += 1
    return after


def _game_created(state: State, event: e.GameCreated) -> None:
    state.status = "lobby"
    state.created_at = event.at
    state.game = event.game
    state.ruleset = event.ruleset
    state.options = event.options
    state.seats = event.seats
    state.visibility = event.visibility
    state.commitment = event.commitment
    state.server_seed = event.server_seed
    state.host_hash = event.host_hash
    state.invite_hash = event.invite_hash
    state.request = event.request


def _seat_taken(state: State, event: e.SeatTaken) -> None:
    who = (event.name, event.policy, event.client_seed, event.token_hash, event.request)
    state.players[event.seat] = Player(*who)


def _seat_left(state: State, event: e.SeatLeft) -> None:
    del state.players[event.seat]


def _seat_handed_over(state: State, event: e.SeatHandedOver) -> None:
    player = state.players[event.seat]
    state.players[event.seat] = replace(player, policy=event.policy, resigned=True)


def _game_started(state: State, event: e.GameStarted) -> None:
    state.status = "playing"
    state.totals = dict.fromkeys(event.seats, 0)


def _round_dealt(state: State, event: e.RoundDealt) -> None:
    state.round = event.round
    state.turn = 0
    state.rows = ()
    state.pool = event.pool
    state.shown = ()
    state.piles = dict.fromkeys(state.totals, Pile())
    state.drafted = {}
    state.hands = dict.fromkeys(state.totals, Hand(specials=event.specials))
    for dealt in event.hands:
        state.hands[dealt.seat] = Hand(dealt.count, dealt.cards, event.specials, event.face_down)


def _rows_laid(state: State, event: e.RowsLaid) -> None:
    state.rows = tuple(Row((card,)) for card in event.cards)
    state.pool = ()


def _turn_started(state: State, event: e.TurnStarted) -> None:
    state.turn = event.turn
    state.kind = event.kind
    state.turn_seats = event.seats
    state.owing = event.seats
    state.opened_at = event.at
    state.picks = {}


def _card_drafted(state: State, event: e.CardDrafted) -> None:
    _answered(state, event.seat)
    state.pool = tuple(card for card in state.pool if card != event.card)
    state.drafted[event.seat] = (*state.drafted.get(event.seat, ()), event.card)
    state.hands[event.seat] = state.hands[event.seat].with_card(event.card)


def _card_picked(state: State, event: e.CardPicked) -> None:
    _answered(state, event.seat)
    state.picks[event.seat] = event.card
    state.hands[event.seat] = state.hands[event.seat].without(event.card)


def _picks_revealed(state: State, event: e.PicksRevealed) -> None:
    state.picks = {}
    state.shown = event.picks
    state.queue = tuple(Queued(pick.seat, pick.card) for pick in event.picks)


def _cards_played(state: State, event: e.CardsPlayed) -> None:
    _answered(state, event.seat)
    hand = state.hands[event.seat]
    queue = []
    for played in event.cards:
        if played.card is not None:
            hand = hand.without(played.card)
            queue.append(Queued(event.seat, played.card))
        if played.special is not None:
            hand = hand.without_special(played.special)
    state.hands[event.seat] = hand
    state.queue = tuple(queue)


def _card_placed(state: State, event: e.CardPlaced) -> None:
    row = state.rows[event.row]
    if event.card is not None:
        row = row.with_card(event.card, event.side)
        state.queue = tuple(queued for queued in state.queue if queued.card != event.card)
    if event.special is not None:
        row = row.with_special(event.special)
    _put_row(state, event.row, row)


def _choice_requested(state: State, event: e.ChoiceRequested) -> None:
    state.choice = event
    state.owing = (event.seat,)
    state.opened_at = event.at


def _choice_made(state: State, event: e.ChoiceMade) -> None:
    state.choice = None
    state.owing = ()


def _row_taken(state: State, event: e.RowTaken) -> None:
    state.piles[event.seat] = state.piles[event.seat].with_taken(event.cards, event.specials)
    _put_row(state, event.row, Row())


def _round_scored(state: State, event: e.RoundScored) -> None:
    state.rounds = (*state.rounds, event.scores)
    state.totals = {score.seat: score.total for score in event.scores}
    state.owing = ()


def _game_finished(state: State, event: e.GameFinished) -> None:
    state.status = "finished"
    state.over_at = event.at
    state.places = event.places
    state.server_seed = event.server_seed


def _game_abandoned(state: State, event: e.GameAbandoned) -> None:
    state.status = "abandoned"
    state.over_at = event.at
    state.owing = ()
    state.choice = None
    state.server_seed = event.server_seed


def _answered(state: State, seat: int) -> None:
    state.owing = tuple(owing for owing in state.owing if owing != seat)


def _put_row(state: State, index: int, row: Row) -> None:
    state.rows = (*state.rows[:index], row, *state.rows[index + 1 :])


_ARMS: dict[type[e.Event], Callable[[State, Any], None]] = {
    e.GameCreated: _game_created,
    e.SeatTaken: _seat_taken,
    e.SeatLeft: _seat_left,
    e.SeatHandedOver: _seat_handed_over,
    e.GameStarted: _game_started,
    e.RoundDealt: _round_dealt,
    e.RowsLaid: _rows_laid,
    e.TurnStarted: _turn_started,
    e.CardDrafted: _card_drafted,
    e.CardPicked: _card_picked,
    e.PicksRevealed: _picks_revealed,
    e.CardsPlayed: _cards_played,
    e.CardPlaced: _card_placed,
    e.ChoiceRequested: _choice_requested,
    e.ChoiceMade: _choice_made,
    e.RowTaken: _row_taken,
    e.RoundScored: _round_scored,
    e.GameFinished: _game_finished,
    e.GameAbandoned: _game_abandoned,
}
