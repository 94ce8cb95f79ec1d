"""Events at the table: deals, turns, picks, placements, choices."""

from domain import events as e
from domain.state.state import Apply, Opened, Queued, State
from domain.table.hands import Hand, Pile
from domain.table.rows import Row


def _round_dealt(state: State, event: e.RoundDealt) -> None:
    state.round = event.round
    state.turn = 0
    state.rows = ()
    state.pool = event.pool
    state.shown = ()
    state.piles = dict.fromkeys(state.totals, Pile())
    state.drafted = {}
    state.hands = dict.fromkeys(state.totals, Hand(specials=event.specials))
    for dealt, cards in zip(event.hands, event.cards, strict=True):
        state.hands[dealt.seat] = Hand(dealt.count, cards, event.specials, event.face_down)


def _rows_laid(state: State, event: e.RowsLaid) -> None:
    state.rows = tuple(Row((card,)) for card in event.cards)
    state.pool = ()


def _turn_started(state: State, event: e.TurnStarted) -> None:
    state.turn = event.turn
    state.kind = event.kind
    state.turn_seats = event.seats
    _opened(state, event.seats)
    state.picks = {}


def _card_drafted(state: State, event: e.CardDrafted) -> None:
    _answered(state, event.seat)
    state.pool = _without(state.pool, event.card)
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
        state.queue = tuple([queued for queued in state.queue if queued.card != event.card])
    if event.special is not None:
        row = row.with_special(event.special)
    _put_row(state, event.row, row)


def _choice_requested(state: State, event: e.ChoiceRequested) -> None:
    state.choice = event
    _opened(state, (event.seat,))


def _choice_made(state: State, event: e.ChoiceMade) -> None:
    state.choice = None
    state.owing = ()


def _row_taken(state: State, event: e.RowTaken) -> None:
    state.piles[event.seat] = state.piles[event.seat].with_taken(event.cards, event.specials)
    _put_row(state, event.row, Row())


def _opened(state: State, seats: tuple[int, ...]) -> None:
    """These seats owe a decision from here on."""
    state.owing = seats
    state.opened = Opened(state.revision, state.changed_at, seats, dict(state.players))


def _answered(state: State, seat: int) -> None:
    state.owing = _without(state.owing, seat)


def _put_row(state: State, index: int, row: Row) -> None:
    state.rows = (*state.rows[:index], row, *state.rows[index + 1 :])


def _without(numbers: tuple[int, ...], one: int) -> tuple[int, ...]:
    if one not in numbers:
        return numbers
    at = numbers.index(one)
    return numbers[:at] + numbers[at + 1 :]


APPLY: Apply = {
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
}
