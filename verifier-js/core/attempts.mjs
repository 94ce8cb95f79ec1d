// Attempts: the server's notes on answers it did not store (docs/ledger.md, "Integrity", 10).

import { fieldsProblem } from "./forms.mjs";
import { decisionOf, isCode, isDecision, isSeat, isTime } from "./values.mjs";

const ATTEMPT = { at: isTime, seat: isSeat, decision: isDecision, code: isCode };
/** So many are kept of each seat. */
const MOST = 200;

/** Why the attempts are wrong, or null; `seats` is how many GameCreated offers. */
export function attemptsProblem({ attempts, attempts_dropped: dropped, complete, asked_by: asked }, seats) {
  if (dropped < 0 || (!complete && asked === null && dropped !== 0)) return `attempts_dropped is ${dropped}`;
  const counts = new Map();
  for (const [i, attempt] of attempts.entries()) {
    const which = `attempt ${i + 1}`;
    const wrong = fieldsProblem(attempt, ATTEMPT);
    if (wrong) return `${which}: ${wrong}`;
    const { at, seat, decision, code } = attempt;
    if (i > 0 && attempts[i - 1].at > at) return `${which} is earlier than the one before`;
    const isOwn = decisionOf(decision).seat === seat;
    if (isOwn === (code === "not_your_decision")) return `the code of ${which} does not fit whose decision it was`;
    if (seat >= seats) return `${which} is of no seat of the game`;
    if (!complete && seat !== asked) return `${which} is of seat ${seat}, but nobody may see it yet`;
    counts.set(seat, (counts.get(seat) ?? 0) + 1);
    if (counts.get(seat) > MOST) return `more than ${MOST} attempts of seat ${seat}`;
  }
  return null;
}
