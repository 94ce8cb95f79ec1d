// Attempts: the server's notes on answers it did not store (docs/ledger.md, "Integrity", 10).

import { same } from "./canonical.mjs";
import { isTime } from "./shape.mjs";

const DECISION = /^r[1-9][0-9]{0,3}t[1-9][0-9]{0,3}-(?:draft|pick|flip|play|row|place)-s([0-9])$/;
const CODE = /^[a-z][a-z_]{0,39}$/;

/** Problems [{revision, reason}]; `seats` is how many GameCreated offers. */
export function attemptsProblems({ attempts, attempts_dropped: dropped, complete, asked_by: asked }, seats) {
  const say = (reason) => [{ revision: null, reason }];
  if (dropped < 0 || (!complete && asked === null && dropped !== 0)) return say(`attempts_dropped is ${dropped}`);
  for (const [i, attempt] of attempts.entries()) {
    const wrong = problemOf(attempt, attempts[i - 1]);
    if (wrong) return say(`attempt ${i + 1}: ${wrong}`);
    const { seat } = attempt;
    if (seat < 0 || seat >= seats) return say(`attempt ${i + 1} is of no seat of the game`);
    if (!complete && seat !== asked) return say(`attempt ${i + 1} is of seat ${seat}, but nobody may see it yet`);
  }
  return [];
}

function problemOf(attempt, before) {
  if (!same(Object.keys(attempt).sort(), ["at", "code", "decision", "seat"])) return "its members are others";
  const { at, seat, decision, code } = attempt;
  if (!isTime(at)) return "its time is none";
  if (before && before.at > at) return "it is earlier than the one before";
  if (!Number.isSafeInteger(seat)) return "its seat is none";
  if (typeof code !== "string" || !CODE.test(code)) return "its code is none";
  const named = typeof decision === "string" ? DECISION.exec(decision) : null;
  if (!named) return "its decision is none";
  const own = Number(named[1]) === seat;
  return own === (code === "not_your_decision") ? "its code does not fit whose decision it was" : null;
}
