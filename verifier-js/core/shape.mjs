// Exactly which members a bundle has, and whether each is of its form (docs/ledger.md, "Integrity", 1).

import { entryProblem, fieldsProblem } from "./forms.mjs";
import { isBoolean, isGame, isHash, isInteger, isObject, isSalt, isString, listOf } from "./values.mjs";

/** What a file must say that it is, to be a bundle at all. */
export const FORMAT = "toma6-audit/2";

const isEngine = (value) => fieldsProblem(value, { name: isString, version: isString }) === null;

const BUNDLE = {
  format: (value) => value === FORMAT,
  game: isGame,
  ruleset: isString,
  options: isObject,
  engine: isEngine,
  complete: isBoolean,
  asked_by: (value) => value === null || (isInteger(value) && value >= 0),
  entries: Array.isArray,
  openings: Array.isArray,
  heads: listOf(isObject, Infinity),
  keys: listOf(isObject, Infinity),
  attempts: listOf(isObject, Infinity),
  attempts_dropped: isInteger,
};

const ENTRY = { revision: isInteger, hash: isHash, entry: isObject };
const OPENING = { revision: isInteger, payload: isObject, salt: isSalt };

/** Why this is not a bundle, as {revision, reason}; null if it has the right shape throughout. */
export function shapeProblem(bundle) {
  const problem = fieldsProblem(bundle, BUNDLE);
  if (problem) return { revision: null, reason: `the bundle: ${problem}` };
  if (bundle.entries.length === 0) return { revision: null, reason: "there are no entries" };
  for (let i = 0; i < bundle.entries.length; i += 1) {
    const reason = fieldsProblem(bundle.entries[i], ENTRY) ?? entryProblem(bundle.entries[i].entry);
    if (reason) return { revision: i + 1, reason };
  }
  for (let i = 0; i < bundle.openings.length; i += 1) {
    const wrong = fieldsProblem(bundle.openings[i], OPENING);
    if (wrong) return { revision: null, reason: `opening ${i + 1}: ${wrong}` };
  }
  return null;
}
