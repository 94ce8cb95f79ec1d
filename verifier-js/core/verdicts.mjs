// The tables of statuses and findings (docs/ledger.md; docs/vectors/verdicts.json).

/** [status, name, what it means], in the order in which the first that applies counts, "proven" last of all. */
export const STATUSES = [
  [0, "proven", "Integrity, rules and receipts: all is well, and every entry is signed by a key that was given."],
  [3, "no_verdict", "Nothing was found out: a file cannot be read, the call is wrong, or the program failed."],
  [20, "integrity", "Something in the record was altered, or does not come from the seed."],
  [21, "rules", "Something in it is against the rules."],
  [22, "another_history", "The server has signed another history than this one."],
  [23, "another_answer", "The server has acknowledged another answer than it has stored."],
  [24, "receipt", "A receipt was altered, or cannot be checked, or all are of other games."],
  [25, "unsigned", "Integrity and rules hold, but not all of it is signed by the keys that were given, or none were given."],
  [26, "bots", "A bot answered otherwise than its policy does."],
  [27, "bots_not_asked", "The bots' policies were to be asked again, and at least one answer could not be: the game is not over, or a policy is not here in that version."],
];

/** Finding -> the status that it gives. */
export const FINDINGS = {
  agrees: 0, another_history: 22, another_answer: 23, altered: 24, unknown_key: 24, unopened: 24, foreign: 0,
};

export const NO_VERDICT = 3;

/** The name of a status. */
export function nameOf(status) {
  return STATUSES.find(([number]) => number === status)[1];
}

/** What a status means, in a sentence. */
export function meaningOf(status) {
  return STATUSES.find(([number]) => number === status)[2];
}

/** The status of several together: the first that applies in the order 3, 20, 21, …; else 0. */
export function together(statuses) {
  const failed = statuses.filter((status) => status !== 0);
  return failed.length > 0 ? Math.min(...failed) : 0;
}
