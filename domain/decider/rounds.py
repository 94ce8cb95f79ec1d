"""A round from its deal to its score, and the game from round to round."""

from collections.abc import Sequence

from domain.decider.accumulator import Accumulator
from domain.events import (
    DealtHand,
    GameFinished,
    HandsSecret,
    Place,
    RoundDealt,
    RoundScored,
    RowsLaid,
    Score,
    TurnStarted,
)
from domain.ledger import SealContext, fairness
from domain.rulesets.placement import special_fits
from domain.state import State
from domain.table.rows import standing


def begin(acc: Accumulator) -> None:
    """Deal the next round and start its first turn."""
    if acc.ruleset.hands_from == "draft":
        open_pool(acc)
    else:
        deal(acc)
    next_turn(acc)


def deal(acc: Accumulator) -> None:
    """Shuffle, hand out the cards in seat order, and lay the rows from what follows."""
    state, rules = acc.state, acc.ruleset
    seats = sorted(state.totals)
    round = state.round + 1
    deck = fairness.shuffle(rules.deck(len(seats), state.options), _key(state, round, "deal"))
    size = rules.hand(len(seats))
    face_down = rules.hands_from == "pile"
    hands = [deck[place * size : (place + 1) * size] for place in range(len(seats))]
    if not face_down:
        hands = [tuple(sorted(cards)) for cards in hands]
    rest = deck[len(seats) * size :]
    sealed = []
    for seat, cards in zip(seats, hands, strict=True):
        seal = SealContext(state.game, round, seat).close(state.seed, cards)
        sealed.append(DealtHand(seat=seat, count=size, seal=seal))
    acc.emit(
        RoundDealt(
            round=round,
            hands=tuple(sealed),
            face_down=face_down,
            specials=rules.specials,
            secret=HandsSecret(hands=tuple(hands)),
        )
    )
    lay_rows(acc, rest[: rules.rows(len(seats), state.options)])


def open_pool(acc: Accumulator) -> None:
    """Lay the whole deck face up to be drafted from (logic)."""
    state = acc.state
    pool = tuple(acc.ruleset.deck(len(state.totals), state.options))
    acc.emit(RoundDealt(round=state.round + 1, pool=pool))


def lay_rows(acc: Accumulator, cards: Sequence[int]) -> None:
    """One row from each card, in the order dealt or ascending, as the ruleset says."""
    ordered = sorted(cards) if acc.ruleset.rows_ascending else cards
    acc.emit(RowsLaid(cards=tuple(ordered)))


def next_turn(acc: Accumulator) -> None:
    """Whoever is to act next owes a decision; if nobody is, the round is scored."""
    state, rules = acc.state, acc.ruleset
    if state.pool:
        _begin_turn(acc, "draft", (_next_seat(state, sorted(state.totals)),))
    elif rules.play == "pick":
        together = tuple(seat for seat in sorted(state.totals) if state.hands[seat].count)
        _begin_turn(acc, "pick", together)
    else:
        able = [seat for seat in sorted(state.totals) if can_play(state, seat)]
        _begin_turn(acc, rules.play, (_next_seat(state, able),) if able else ())


def can_play(state: State, seat: int) -> bool:
    """Whether the seat holds a card that it can play (hornochsen 7: else it is skipped).

    No bull left in any hand ends the round, whatever specials are held.
    """
    if not any(hand.count for hand in state.hands.values()):
        return False
    hand = state.hands[seat]
    fits = (
        special_fits(row, special) for special in hand.specials for _, row in standing(state.rows)
    )
    return hand.count > 0 or any(fits)


def _begin_turn(acc: Accumulator, kind: str, seats: tuple[int, ...]) -> None:
    if not seats:
        score(acc)
        return
    turn = acc.state.turn + 1 if acc.state.kind == kind or not acc.state.turn else 1
    acc.emit(TurnStarted(turn=turn, kind=kind, seats=seats))


def _next_seat(state: State, able: Sequence[int]) -> int:
    """Clockwise from the seat that acted last; the first of a round comes from the deal."""
    if not state.turn:
        return starter(state)
    last = state.turn_seats[0]
    return min(able, key=lambda seat: (seat <= last, seat))


def starter(state: State) -> int:
    """Who acts first in a round played in turn: named, rotating, or drawn."""
    start_seat: int | None = state.options.get("start_seat")
    if start_seat is not None:
        return start_seat
    seats = sorted(state.totals)
    if state.options.get("draft_start") == "rotate":
        first = seats.index(fairness.choose(seats, _key(state, 1, "start")))
        return seats[(first + state.round - 1) % len(seats)]
    return fairness.choose(seats, _key(state, state.round, "start"))


def score(acc: Accumulator) -> None:
    """Score the piles; then either the game is over, or the next round is dealt."""
    state, rules = acc.state, acc.ruleset
    scores = []
    for seat, total in sorted(state.totals.items()):
        points = rules.score(state.piles[seat], state.hands[seat], state.options)
        scores.append(Score(seat=seat, points=points, total=total + points))
    acc.emit(RoundScored(round=state.round, scores=tuple(scores)))
    state = acc.state
    if rules.is_over(list(state.totals.values()), state.round, state.options):
        finish(acc)
    else:
        begin(acc)


def finish(acc: Accumulator) -> None:
    """Places by total; equal totals share a place, and the next one is skipped (classic 9)."""
    state = acc.state
    highest_first = acc.ruleset.best(state.options) == "highest"
    totals = state.totals.values()
    places = [
        Place(
            seat=seat,
            total=total,
            place=1 + sum(other > total if highest_first else other < total for other in totals),
        )
        for seat, total in sorted(state.totals.items())
    ]
    acc.emit(GameFinished(places=tuple(places), server_seed=state.seed))


def _key(state: State, round: int, purpose: str) -> bytes:
    seeds = {seat: state.players[seat].client_seed for seat in state.totals}
    return fairness.deal_key(state.seed, state.game, round, purpose, seeds)
