"""The bots, asked again: did each of them answer as its policy does?

The policies are not the domain's. Whoever has them gives them as a callable, which is handed the
whole state right before an answer, the decision, and the recorded name and version of the policy.
"""

from collections.abc import Callable
from dataclasses import dataclass

from domain.answers import Body, body_of
from domain.audit.decisions import AnAnswer, asked
from domain.audit.report import Bots, Verdict
from domain.decisions import Decision
from domain.ledger import canonical
from domain.shown import shown
from domain.state import State

Policies = Callable[[State, Decision, str], Body | None]
"""What this policy, as "careful/1", answers in this state; None if it is not here."""

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
        decision = asked(event, state)
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

    def verdict(self, *, complete: bool, replayed: bool) -> Bots:
        """The verdict on all bots. `replayed`: whether the rules held up to the end."""
        found = Verdict(ok=True)
        if not complete:
            found = Verdict(reason="the game is not over")
        elif self.wrong is not None:
            found = self.wrong
        elif not replayed:
            found = Verdict(reason="the record is against the rules")
        elif self.unknown and not self.asked:
            found = Verdict(reason="none of their policies is here")
        return Bots(
            ok=found.ok,
            revision=found.revision,
            reason=found.reason,
            asked=self.asked,
            unknown=self.unknown,
        )

    def not_checked(self, *, complete: bool) -> list[str]:
        """What could not be asked."""
        if not complete:
            return [UNSEEN]
        if self.unknown:
            return [f"{self.unknown} answers of bots: this program has not that policy or version"]
        return []
