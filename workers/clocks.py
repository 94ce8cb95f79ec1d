"""What happens at a deadline, as it was agreed when the game was created.

The answers go through the same handling loop as everybody's, at the time of the store: a move
and its time-out race for one append, and what is repeated changes nothing.
"""

from domain.decisions import Decision, open_decisions
from domain.decisions.clock import has_passed, lowest
from domain.decisions.commands import AbandonGame, Answer, Command, ForfeitSeat
from domain.errors import GameOver, NotYet
from domain.state import State
from service.handling import OVERTAKEN
from service.jobs.dispatch import idle_until
from service.services import Services
from workers.bots import chosen


def run_out(services: Services, game_id: str) -> int:
    """Do what is due at the deadlines of a game. Returns how many decisions it was for.

    :raises StoreDown, Damaged, Unreadable: as the handling loop.
    """
    done = 0
    state = services.games.load(game_id).state
    for decision in open_decisions(state):
        if decision not in open_decisions(state) or state.players[decision.seat].is_bot:
            continue  # answered meanwhile, or the bots' own business
        if not has_passed(state, services.store.now()):
            break
        command = _consequence(state, decision)
        if command is None:
            break
        try:
            outcome = services.handler.handle(game_id, command)
            state = outcome.game.state
            done += outcome.position is not None
        except (*OVERTAKEN, NotYet):
            state = services.games.load(game_id).state
    return done


def abandon_if_idle(services: Services, game_id: str) -> bool:
    """End a game that nobody has touched for the configured time. Returns whether it did."""
    state = services.games.load(game_id).state
    until = idle_until(state, services.settings.abandon_seconds)
    if until is None or services.store.now() < until:
        return False
    try:
        services.handler.handle(game_id, AbandonGame(reason="idle", revision=state.revision))
    except (NotYet, GameOver):  # somebody moved at the last moment
        return False
    return True


def _consequence(state: State, decision: Decision) -> Command | None:
    """The command that the policy for time-outs asks for; None if nothing here can choose it."""
    policy = state.options["on_timeout"]
    if policy == "forfeit":
        return ForfeitSeat(seat=decision.seat)
    if policy == "lowest":
        return Answer(decision, lowest(state, decision), by="clock")
    return chosen(state, decision, policy, by="clock")
