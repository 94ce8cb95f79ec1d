"""Recorded events as the commands that caused them: what somebody decided, taken as given.

Who may decide for which seat is checked here, whatever the decider makes of it.
"""

from typing import Final

from domain import events as e
from domain.audit.verdicts import Rejected
from domain.decisions import asked_of, parse
from domain.decisions import commands as c
from domain.decisions.kinds import KINDS, AnAnswer, body_of
from domain.errors import NotAnOption
from domain.rulesets import RULESETS
from domain.state import State
from domain.text.shown import shown

CLOCKS_POLICY: Final = "careful"
"""The policy that answers for a clock, and the value of `on_timeout` that lets it."""


def command(event: e.Event, at: int, state: State, seed: str) -> c.Command:
    """The command behind a decision that was recorded at `at`, in `state`.

    :raises Rejected: if nobody can have decided this: `event` is a consequence that follows
        from nothing, or somebody else than the holder of the seat decided.
    """
    if state.status == "new" and not isinstance(event, e.GameCreated):
        raise Rejected("a game begins with GameCreated")
    match event:
        case e.GameCreated():
            if event.ruleset not in RULESETS:
                raise Rejected(f"there is no ruleset {shown(event.ruleset)}")
            return c.CreateGame(
                at=at,
                game=event.game,
                ruleset=event.ruleset,
                options=event.options,
                seats=event.seats,
                visibility=event.visibility,
                server_seed=seed,
            )
        case e.GameStarted():
            return c.StartGame(at=at)
        case e.GameAbandoned():
            return c.AbandonGame(at=at, reason=event.reason)
        case e.CardDrafted() | e.CardPicked() | e.CardsPlayed() | e.ChoiceMade():
            return _answer(event, at, state)
        case _:
            return _of_a_seat(event, at, state)


def _of_a_seat(event: e.Event, at: int, state: State) -> c.Command:
    """Who sits where, before the start and after it."""
    match event:
        case e.SeatTaken():
            return c.TakeSeat(
                at=at,
                name_seal=event.name_seal,
                seat=event.seat,
                policy=event.policy,
                client_seed=event.client_seed,
            )
        case e.SeatLeft():
            return c.LeaveSeat(at=at, seat=event.seat)
        case e.SeatHandedOver(seat=seat, policy=policy):
            player = state.players.get(seat)
            if player is not None and player.seated_as_bot:
                raise Rejected(f"a bot was seated on seat {seat}; nobody hands it over")
            if event.reason == "timeout":
                return c.ForfeitSeat(at=at, seat=seat, policy=policy)
            return c.LeaveSeat(at=at, seat=seat, policy=policy)
        case e.SeatReturned():
            return c.ReturnToSeat(at=at, seat=event.seat)
    raise Rejected("it follows from nothing that was decided")


def _answer(event: AnAnswer, at: int, state: State) -> c.Answer:
    _check_who(event, state)
    chosen = isinstance(event, e.ChoiceMade)
    if chosen != (state.choice is not None):
        raise Rejected("a choice is asked for" if not chosen else "no choice is asked for")
    if isinstance(event, e.CardPicked) and event.card is None:
        raise Rejected(f"nothing opens the pick of seat {event.seat}")
    decision = parse(asked_of(state, event.seat).id)  # where no turn has begun, there is none
    if not isinstance(event, KINDS[decision.kind].event):
        raise NotAnOption(f"{decision.kind} is answered with something else.")
    body = body_of(event, decision.kind)
    return c.Answer(decision, body, by=event.by, policy=event.policy, at=at)


def _check_who(event: AnAnswer, state: State) -> None:
    """A bot's seat is played by its bot, a person's by the person or, when it is late, the clock;
    what a policy has chosen names it, and nothing else does.

    :raises Rejected: if it is not so.
    """
    player = state.players.get(event.seat)
    if player is None:
        raise Rejected(f"nobody sits on seat {event.seat}")
    if event.by not in (("bot",) if player.is_bot else ("player", "clock")):
        holder = "a bot" if player.is_bot else "a person"
        raise Rejected(f"the {event.by} decides for seat {event.seat}, which {holder} plays")
    due = player.policy
    if event.by == "clock":
        agreed = state.options["on_timeout"]
        due = CLOCKS_POLICY if agreed == CLOCKS_POLICY else None
    named = None if event.policy is None else event.policy.partition("/")[0]
    if named != due:
        said = "no policy" if named is None else f"the policy {named}"
        right = "none" if due is None else due
        raise Rejected(f"the {event.by} of seat {event.seat} names {said}; it must name {right}")
