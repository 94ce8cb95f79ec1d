"""Recorded events as the commands that caused them: what somebody decided, taken as given."""

from domain import commands as c
from domain import events as e
from domain.audit.report import Rejected
from domain.decisions import Decision
from domain.state import State


def command(event: e.Event, state: State, seed: str) -> c.Command:
    """The command behind a decision in `state`.

    :raises Rejected: if nobody can have decided this: `event` is a consequence that follows
        from nothing, or somebody else than the holder of the seat decided.
    """
    if state.status == "new" and not isinstance(event, e.GameCreated):
        raise Rejected("a game begins with GameCreated")
    match event:
        case e.GameCreated():
            return c.CreateGame(
                at=event.at,
                game=event.game,
                ruleset=event.ruleset,
                options=event.options,
                seats=event.seats,
                visibility=event.visibility,
                server_seed=seed,
            )
        case e.GameStarted():
            return c.StartGame(at=event.at)
        case e.GameAbandoned():
            return c.AbandonGame(at=event.at, reason=event.reason)
        case e.CardDrafted() | e.CardPicked() | e.CardsPlayed() | e.ChoiceMade():
            return _answer(event, state)
        case _:
            return _of_a_seat(event)


def _of_a_seat(event: e.Event) -> c.Command:
    """Who sits where, before the start and after it."""
    match event:
        case e.SeatTaken():
            return c.TakeSeat(
                at=event.at,
                name=event.name,
                seat=event.seat,
                policy=event.policy,
                client_seed=event.client_seed,
            )
        case e.SeatLeft():
            return c.LeaveSeat(at=event.at, seat=event.seat)
        case e.SeatHandedOver(reason="timeout"):
            return c.ForfeitSeat(at=event.at, seat=event.seat, policy=event.policy)
        case e.SeatHandedOver():
            return c.LeaveSeat(at=event.at, seat=event.seat, policy=event.policy)
        case e.SeatReturned():
            return c.ReturnToSeat(at=event.at, seat=event.seat)
    raise Rejected("it follows from nothing that was decided")


def _answer(
    event: e.CardDrafted | e.CardPicked | e.CardsPlayed | e.ChoiceMade, state: State
) -> c.Answer:
    player = state.players.get(event.seat)
    holder = "bot" if player is not None and player.is_bot else "player"
    if event.by not in (holder, "clock"):
        raise Rejected(f"{ascii(event.by)[:40]} decides for seat {event.seat}, not its {holder}")
    chosen = isinstance(event, e.ChoiceMade)
    if chosen != (state.choice is not None):
        raise Rejected("a choice is asked for" if not chosen else "no choice is asked for")
    kind = state.choice.kind if state.choice else state.kind
    asked = Decision(state.round, state.turn, kind, event.seat).id
    seat, by, at = event.seat, event.by, event.at
    match event:
        case e.CardDrafted(card=card):
            return c.DraftCard(decision=asked, seat=seat, by=by, at=at, card=card)
        case e.CardPicked(card=card):
            if card is None:
                raise Rejected(f"nothing opens the pick of seat {seat}")
            return c.PickCard(decision=asked, seat=seat, by=by, at=at, card=card)
        case e.CardsPlayed(cards=cards):
            if kind == "flip":
                return c.FlipCard(decision=asked, seat=seat, by=by, at=at)
            return c.PlayCards(decision=asked, seat=seat, by=by, at=at, cards=cards)
        case e.ChoiceMade(row=row, side=side):
            if side is None:
                return c.ChooseRow(decision=asked, seat=seat, by=by, at=at, row=row)
            return c.ChoosePlace(decision=asked, seat=seat, by=by, at=at, row=row, side=side)
