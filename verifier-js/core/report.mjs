// The whole verification: bytes or text in, a report out. Nothing throws out of here.

import { integrityProblems } from "./integrity.mjs";
import { decodeUtf8, readJson, Refused } from "./json.mjs";
import { indexed } from "./record.mjs";
import { rulesProblem } from "./replay.mjs";
import { bundleProblem } from "./shape.mjs";

/** Exit codes of the command. */
export const CODES = { ok: 0, integrity: 1, rules: 2, unreadable: 3 };

const PASSED = { ok: true, revision: null, reason: null };
const failed = ({ revision, reason }) => ({ ok: false, revision, reason });
const skipped = (why) => ({ ok: false, revision: null, reason: `not checked: ${why}` });

const NEVER = [
  "engine and attempts are the server's own word",
  "whose keys these are, and receipts that a player holds: no keys and receipts are taken here",
  "times, names, policies, visibility and the reason of an abandoned game are recorded, not derived",
];
const WITHOUT_SEED = [
  "the server seed is not published yet: deals, seals of hidden cards, the derivation of salts and "
    + "who was drawn to begin are not checked",
];

/** Report {ok, code, readable, game, events, integrity, rules, problems, notChecked} of a file. */
export function verifyBytes(bytes) {
  return guarded(() => verifyText(decodeUtf8(bytes)));
}

/** The same for its text. */
export function verifyText(text) {
  return guarded(() => verifyValue(readJson(text)));
}

function guarded(work) {
  try {
    return work();
  } catch (error) {
    // What is no restricted JSON, and anything unforeseen: a rejected file, never a crash.
    const reason = error instanceof Refused ? error.message : `the verifier gave up: ${error.message}`;
    return result(false, null, [{ revision: null, reason }], skipped("the file is unreadable"));
  }
}

/** The same for a value that readJson gave. */
function verifyValue(bundle) {
  const shape = bundleProblem(bundle);
  if (shape) return result(true, bundle, [shape], skipped("the file is not a bundle"));
  const index = indexed(bundle.events.map((entry) => entry.event));
  const problems = integrityProblems(bundle, index);
  const rules = rulesProblem(bundle, index);
  return result(true, bundle, problems, rules ? failed(rules) : PASSED, index.seed !== null);
}

function result(readable, bundle, problems, rules, seeded = true) {
  const integrity = problems.length > 0 ? failed(problems[0]) : PASSED;
  const ok = integrity.ok && rules.ok;
  const verdict = ok ? CODES.ok : integrity.ok ? CODES.rules : CODES.integrity;
  return {
    ok, code: readable ? verdict : CODES.unreadable, readable,
    game: typeof bundle?.game === "string" ? bundle.game : null,
    events: Array.isArray(bundle?.events) ? bundle.events.length : null,
    integrity, rules, problems, notChecked: seeded ? NEVER : [...WITHOUT_SEED, ...NEVER],
  };
}
