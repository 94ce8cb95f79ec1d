"""The bots, asked again: did each of them answer as its policy does?

The policies are not the domain's. Whoever has them gives them as a callable, which is handed the
whole state right before an answer, the decision, and the recorded name and version of the policy.
"""

from collections.abc import Callable
from dataclasses import dataclass

from domain.audit.contents import Contents
from domain.audit.report import Bots, Verdict
from domain.decisions import Decision, asked_of
from domain.decisions.kinds import AnAnswer, Body, body_of
from domain.ledger import canonical
from domain.state import State
from domain.text.shown import shown

Policies = Callable[[State, Decision, str], Body | None]
"""What this policy, as "careful/1", answers in this state; None if it is not here."""


def are_playing(contents: Contents) -> bool:
    """Whether the game is not over, and a bot sits or has answered in it."""
    named = (getattr(record.event, "policy", None) for record in contents.records)
    return not contents.complete and any(policy is not None for policy in named)


UNSEEN = "bots' answers: what they saw and drew is known when the game is over"


@dataclass(slots=True)
class Asking:
    """The policies, and what asking them again has shown so far."""

    policies: Policies
    asked: int = 0
    unknown: int = 0
    wrong: Verdict | None = None

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
            reason = (
                f"{event.policy} answers {shown(answer)} to {decision.id}, "
                f"and {shown(recorded)} is recorded"
            )
            self.wrong = Verdict(ok=False, revision=revision, reason=reason)

    def verdict(self, *, running: bool, replayed: bool) -> Bots:
        """The verdict on all bots. It is well only if every answer was asked and agrees.

        `running`: bots play, and the game is not over; `replayed`: whether the rules held up to the
        end.
        """
        found = Verdict(ok=True)
        if running:
            found = Verdict(reason="the game is not over")
        elif self.wrong is not None:
            found = self.wrong
        elif not replayed:
            found = Verdict(reason="the record is against the rules")
        elif self.unknown:
            known = f"{self.unknown} of {self.asked + self.unknown} answers"
            found = Verdict(reason=f"{known} are by policies that are not here")
        return Bots(
            ok=found.ok,
            revision=found.revision,
            reason=found.reason,
            asked=self.asked,
            unknown=self.unknown,
        )

    def not_checked(self, *, running: bool) -> list[str]:
        """What could not be asked."""
        if running:
            return [UNSEEN]
        if self.unknown:
            return [f"{self.unknown} answers of bots: this program has not that policy or version"]
        return []
