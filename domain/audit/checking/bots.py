"""The bots, asked again: did each of them answer as its policy does?

The policies are not the domain's. Whoever has them gives them as a callable, which is handed the
whole state right before an answer, the decision, and the recorded name and version of the policy.
"""

from collections.abc import Callable
from dataclasses import dataclass

from domain.audit.reading.contents import Contents
from domain.audit.verdicts import Bots
from domain.decisions import Decision, asked_of
from domain.decisions.kinds import AnAnswer, Body, body_of
from domain.ledger import canonical
from domain.state import State
from domain.text.shown import shown

Policies = Callable[[State, Decision, str], Body | None]
"""What this policy, as "careful/1", answers in this state; None if it is not here."""


@dataclass(slots=True)
class Asking:
    """The policies, and what asking them again has shown so far: of the first wrong answer where
    and why."""

    policies: Policies
    asked: int = 0
    unknown: int = 0
    wrong: tuple[int, str] | None = None

    def ask(self, event: AnAnswer, state: State, revision: int) -> None:
        """Ask about one answer that a policy has given; `event` has its card."""
        if event.policy is None:
            return
        decision = asked_of(state, event.seat)
        answer = self.policies(state, decision, event.policy)
        if answer is None:
            self.unknown += 1
            return
        self.asked += 1
        recorded = body_of(event, decision.kind)
        if self.wrong is None and canonical(answer) != canonical(recorded):
            self.wrong = (
                revision,
                (
                    f"{event.policy} answers {shown(answer)} to {decision.id}, "
                    f"and {shown(recorded)} is recorded"
                ),
            )

    def verdict(self, contents: Contents, *, replayed: bool) -> tuple[Bots, list[str]]:
        """The verdict on all bots, and what could not be asked. It is well only if every answer
        was asked and agrees; `replayed`: whether the rules held up to the end."""
        ok, revision, reason = None, None, None
        not_checked = []
        if self.unknown:
            not_checked = [
                f"{self.unknown} answers of bots: this program has not that policy or version"
            ]
        if _are_playing(contents):
            reason = "the game is not over"
            not_checked = ["bots' answers: what they saw and drew is known when the game is over"]
        elif self.wrong is not None:
            ok, (revision, reason) = False, self.wrong
        elif not replayed:
            reason = "the record is against the rules"
        elif self.unknown:
            known = f"{self.unknown} of {self.asked + self.unknown} answers"
            reason = f"{known} are by policies that are not here"
        else:
            ok = True
        told = {"asked": self.asked, "unknown": self.unknown}
        return Bots(ok=ok, revision=revision, reason=reason, **told), not_checked


def _are_playing(contents: Contents) -> bool:
    """Whether the game is not over, and a bot sits or has answered in it."""
    named = (getattr(record.event, "policy", None) for record in contents.records)
    return not contents.complete and any(policy is not None for policy in named)
