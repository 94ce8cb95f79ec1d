// Heads, keys and attempts for a bundle, and the receipts that its players would hold.

import { indexed } from "../core/record.mjs";
import { knownCards } from "../core/known.mjs";
import { signer } from "./sign.mjs";

/** The server of the fuzz, and a key that is none of its own. */
export const SERVER = signer(1);
export const STRANGER = signer(2);

/** A copy with heads of the server, its keys, and a few attempts where some may be shown. */
export function decorated(bundle, random) {
  const { entries, complete, asked_by: asked } = bundle;
  const revisions = [...new Set([1 + random.below(entries.length), entries.length])].sort((a, b) => a - b);
  const seats = complete ? [0, 1] : asked === null ? [] : [asked];
  const attempts = seats.flatMap((seat) => [
    { at: "2026-11-30T01:47:42.123Z", seat, decision: `r1t1-pick-s${seat}`, code: "repeated" },
    { at: "2026-11-30T01:47:42.123Z", seat, decision: `r1t2-row-s${(seat + 1) % 10}`, code: "not_your_decision" },
  ]);
  return { ...bundle, heads: revisions.map((revision) => SERVER.head(bundle, revision)), keys: [STRANGER.jwk, SERVER.jwk],
    attempts, attempts_dropped: seats.length > 0 ? random.below(3) : 0 };
}

/** The answers in a record, [{revision, decision, answer, at}]; answer is null where a pick is not known. */
export function answersIn(bundle) {
  const index = indexed(bundle.entries);
  const { pickOf } = knownCards(bundle, index);
  return [...index.answers].map(([revision, { form, at, round, turn, kind }]) => ({
    revision, at, decision: `r${round}t${turn}-${kind}-s${form.seat}`, answer: answerIn(form, kind, pickOf),
  }));
}

function answerIn(form, kind, pickOf) {
  const { card, cards, row, side } = form;
  switch (kind) {
    case "pick": {
      const picked = pickOf(form).card;
      return picked === null ? null : { card: picked };
    }
    case "draft":
      return { card };
    case "flip":
      return { card: "top" };
    case "play":
      return { cards };
    default:
      return side === undefined ? { row } : { row, side };
  }
}

/** Receipts of those answers that are known, as saved answers. */
export function receiptsOf(bundle, by = SERVER) {
  return answersIn(bundle).filter(({ answer }) => answer !== null)
    .map((told) => by.receipt(bundle, told.revision, told));
}
