// Files of receipts, true and false, and the status that each must give with a bundle that is all well.

import { GENESIS } from "../core/seals.mjs";
import { answersIn, receiptsOf, SERVER, STRANGER } from "./decorate.mjs";

const HASH = GENESIS;
const flipped = (text, at) => text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
const withJws = (saved, jws) => ({ ...saved, receipt: { ...saved.receipt, jws } });

/** Another answer of the same kind. */
function otherAnswer(answer) {
  if (answer.cards) return { cards: [...answer.cards, { card: 200 }] };
  if (answer.row !== undefined) return { ...answer, row: (answer.row + 1) % 4 };
  return { card: answer.card === "top" ? 7 : answer.card + 1 };
}

const later = (at) => new Date(Date.parse(at) + 1).toISOString();

/** One saved answer of a kind, and its status: function of (a true answer, the bundle, random) -> [status, saved]. */
const KINDS = {
  true: (told, bundle) => [0, SERVER.receipt(bundle, told.revision, told)],
  head: (told, bundle) => [0, { view: { head: SERVER.head(bundle, told.revision) } }],
  foreign: (told, bundle) => ["foreign", SERVER.receipt({ ...bundle, game: "anotherGame" }, told.revision, told)],
  answer: (told, bundle) => [23, SERVER.receipt(bundle, told.revision, { ...told, answer: otherAnswer(told.answer) })],
  time: (told, bundle) => [23, SERVER.receipt(bundle, told.revision, { ...told, at: later(told.at) })],
  decision: (told, bundle, random) => [23, SERVER.receipt(bundle, told.revision, { ...told,
    decision: told.decision.replace(...random.pick([[/^r/, "r9"], [/t(?=\d)/, "t9"], [/-.*-/, told.decision.includes("row") ? "-place-" : "-row-"]])) })],
  place: (told, bundle) => [23, SERVER.receipt(bundle, told.revision === 1 ? 2 : 1, told)],
  history: (told, { game, entries }) =>
    [22, SERVER.receipt({ game, entries: entries.map(() => ({ hash: HASH })) }, told.revision, told)],
  beyond: (told, { game, entries }) => [22, { head: SERVER.head({ game, entries: [...entries, { hash: HASH }] }) }],
  stranger: (told, bundle) => [24, STRANGER.receipt(bundle, told.revision, told)],
  beside: (told, bundle, random) => {
    const saved = SERVER.receipt(bundle, told.revision, told);
    const change = random.pick([{ revision: told.revision + 1 }, { at: later(told.at) }, { game: "x" }, { hash: HASH }]);
    return [24, random.chance(0.4) ? { ...saved, answer: otherAnswer(told.answer) } : { ...saved, receipt: { ...saved.receipt, ...change } }];
  },
  signature: (told, bundle, random) => {
    const saved = SERVER.receipt(bundle, told.revision, told);
    return [24, withJws(saved, flipped(saved.receipt.jws, saved.receipt.jws.lastIndexOf(".") + 1 + random.below(80)))];
  },
  claims: (told, bundle) => {
    const [saved, other] = [told, { ...told, answer: otherAnswer(told.answer) }].map((each) => SERVER.receipt(bundle, told.revision, each));
    const [, body] = other.receipt.jws.split(".");
    const [head, , signature] = saved.receipt.jws.split(".");
    return [24, { receipt: { jws: [head, body, signature].join(".") } }];
  },
  nonsense: (told, bundle, random) => [24, { jws: random.pick(["", ".", "..", "a.b.c", "eyJ", "\u001b[31m"]) }],
};

/** The same saved answers, written otherwise. */
const SPELLINGS = {
  together: (saved) => saved.map((each) => JSON.stringify(each)).join(""),
  lines: (saved) => `${saved.map((each) => JSON.stringify(each)).join("\n")}\n`,
  twice: (saved) => saved.map((each) => JSON.stringify(each)).join("\n").repeat(2),
  list: (saved) => JSON.stringify(saved, null, 2),
  cut: (saved) => `${saved.map((each) => JSON.stringify(each)).join("\n")}\n{"decision":"r1t1`,
  headers: (saved) => saved.map((each) => `HTTP/1.1 201 Created\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(each)}`).join("\n"),
  marked: (saved) => `\ufeff${JSON.stringify(saved)}`,
};

/** {kind, status, receipts: [text]} for a bundle that is proven; null if it has no answers that are known. */
export function savedAnswers(bundle, random) {
  const known = answersIn(bundle).filter(({ answer }) => answer !== null);
  if (known.length === 0) return null;
  const kinds = Array.from({ length: 1 + random.below(4) }, () => random.pick(Object.keys(KINDS)));
  const made = kinds.map((kind) => KINDS[kind](random.pick(known), bundle, random));
  const statuses = made.map(([status]) => status);
  const failed = statuses.filter((status) => status > 0);
  const status = failed.length > 0 ? Math.min(...failed) : statuses.every((each) => each === "foreign") ? 24 : 0;
  const spelling = random.pick(Object.keys(SPELLINGS));
  return { kind: `${spelling} ${kinds.sort().join("+")}`, status, receipts: [SPELLINGS[spelling](made.map(([, saved]) => saved))] };
}

/** All true receipts of a bundle, as one file. */
export function allReceipts(bundle) {
  return receiptsOf(bundle).map((each) => JSON.stringify(each)).join("\n");
}
