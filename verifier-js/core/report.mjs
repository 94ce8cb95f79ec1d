// The whole verification: files in, a report out. Nothing throws out of here.

import { chainChecked } from "./chain.mjs";
import { integrityChecked } from "./integrity.mjs";
import { Refused } from "./refused.mjs";
import { knownCards } from "./known.mjs";
import { noticedIn, notChecked } from "./notes.mjs";
import { readFiles } from "./reading.mjs";
import { receiptsChecked } from "./receipts.mjs";
import { indexed } from "./record.mjs";
import { rulesChecked } from "./replay.mjs";
import { shapeProblem } from "./shape.mjs";
import { shown } from "./shown.mjs";
import { coverage, trustedHeads } from "./signed.mjs";
import { isGame } from "./values.mjs";
import { nameOf, NO_VERDICT, together } from "./verdicts.mjs";

const verdictOf = (problem) =>
  problem ? { ok: false, revision: problem.revision, reason: problem.reason } : { ok: true, revision: null, reason: null };
const unchecked = (reason) => ({ ok: null, revision: null, reason });

/**
 * The report of docs/ledger.md on files {content, name}: `bundle` one, `keys` one or null, `receipts` a list. Content
 * is a Uint8Array, or a string of text that was decoded already.
 */
export function verify(files) {
  try {
    return judged(readFiles(files));
  } catch (error) {
    // A file that cannot be read, or a fault of this program: neither says anything about a record.
    if (error instanceof Refused) return noVerdict(error.message);
    return noVerdict(`the verifier failed, which says nothing about the record: ${shown(String(error?.message))}`);
  }
}

/** The report of a verification that found out nothing. */
export function noVerdict(reason) {
  return {
    status: NO_VERDICT, verdict: nameOf(NO_VERDICT), game: null, entries: null,
    signed: { extent: "nothing", revision: 0, reason: "nothing was found out" },
    integrity: unchecked(reason), rules: unchecked(reason), receipts: null, bots: null,
    checked: {}, noticed: [], not_checked: [reason],
  };
}

function judged({ bundle, trusted, statements, noticed }) {
  const shape = shapeProblem(bundle);
  if (shape) return misshapen(bundle, shape, statements, noticed);
  const { entries } = bundle;
  const index = indexed(entries);
  const chain = chainChecked(bundle);
  const integrity = integrityChecked(bundle, index, chain);
  const known = knownCards(bundle, index);
  const rules = rulesChecked(entries, index.seed, known);
  const record = { game: bundle.game, complete: bundle.complete, entries: entries.length, hashes: chain.hashes,
    answers: index.answers, pickOf: known.pickOf };
  const receipts = statements && receiptsChecked(statements, record, trusted ?? new Map());
  const signed = coverage({ heads: trustedHeads(bundle, chain.hashes, trusted), agreeing: receipts?.agreeing ?? [],
    trusted, entries: entries.length });
  const status = together([integrity.problem ? 20 : 0, rules.problem ? 21 : 0, receipts?.status ?? 0,
    signed.extent === "everything" ? 0 : 25]);
  return {
    status, verdict: nameOf(status), game: bundle.game, entries: entries.length, signed,
    integrity: verdictOf(integrity.problem), rules: verdictOf(rules.problem), receipts: receipts && receipts.verdict,
    bots: null, checked: { ...integrity.checked, ...rules.checked, ...(statements ? { receipts: statements.length } : {}) },
    noticed: [...noticedIn(bundle), ...noticed],
    not_checked: notChecked(bundle, index, trusted),
  };
}

/** A bundle that is not of its form: its integrity fails, and nothing else can be looked at. */
function misshapen({ game, entries }, shape, statements, noticed) {
  const why = "the bundle is not of its form";
  return {
    status: 20, verdict: nameOf(20), game: isGame(game) ? game : null, entries: Array.isArray(entries) ? entries.length : null,
    signed: { extent: "nothing", revision: 0, reason: why },
    integrity: verdictOf(shape), rules: unchecked(why),
    receipts: statements && { ...unchecked(why), agree: 0, foreign: 0, findings: [] },
    bots: null, checked: {}, noticed, not_checked: [`the rules, the receipts and whose record this is: ${why}`],
  };
}
