// The third verdict: each statement that was given is held against the record (docs/ledger.md, "Receipts").

import { same } from "./canonical.mjs";
import { shown, shownValue } from "./shown.mjs";
import { isSignedBy, statementOf } from "./statements.mjs";
import { decisionOf } from "./values.mjs";
import { FINDINGS, together } from "./verdicts.mjs";

/**
 * {verdict, agreeing, status} of the statements {jws, beside}: the member `receipts` of the report, the revisions
 * at which one that is signed and unaltered has the hash of the record, and the status. `record` is {game, complete,
 * entries (how many), hashes, answers, pickOf}, `trusted` a Map kid -> public key.
 */
export function receiptsChecked(statements, record, trusted) {
  const held = statements.map((given) => heldAgainst(given, record, trusted));
  const findings = held.map(({ finding, revision, reason }) => ({ finding, revision, reason }));
  const count = (name) => findings.filter(({ finding }) => finding === name).length;
  const status = together(findings.map(({ finding }) => FINDINGS[finding]));
  const counts = { agree: count("agrees"), foreign: count("foreign"), findings };
  const agreeing = held.filter(({ covers }) => covers).map(({ revision }) => revision);
  if (status !== 0) {
    const { revision, reason } = findings.find(({ finding }) => FINDINGS[finding] === status);
    return { verdict: { ok: false, revision, reason, ...counts }, agreeing, status };
  }
  if (counts.foreign === findings.length) {
    const reason = "none of the receipts is of this game";
    return { verdict: { ok: false, revision: null, reason, ...counts }, agreeing, status: 24 };
  }
  return { verdict: { ok: true, revision: null, reason: null, ...counts }, agreeing, status: 0 };
}

function heldAgainst({ jws, beside }, record, trusted) {
  const statement = statementOf(jws);
  const told = (finding, reason, covers = false) =>
    ({ finding, reason, covers, revision: statement?.claims.revision ?? null });
  if (statement === null) return told("altered", "it is no signed statement as a server writes one: it proves nothing");
  const { claims, kid, isReceipt } = statement;
  const other = beside.find(([name, value]) => !Object.hasOwn(claims, name) || !same(claims[name], value));
  if (other) return told("altered", `the ${other[0]} beside the signature is not the one that is signed: it proves nothing`);
  const key = trusted.get(kid);
  if (!key) return told("unknown_key", `it is signed by a key that was not given, ${shown(kid)}: it cannot be checked`);
  if (!isSignedBy(key, statement)) return told("altered", "its signature does not hold: it proves nothing");
  if (claims.game !== record.game) return told("foreign", `it is of another game, ${shown(claims.game)}`);
  const hash = record.hashes[claims.revision - 1];
  if (hash !== claims.hash) return told("another_history", historyReason(claims, record));
  const [finding, reason] = isReceipt ? answerFinding(claims, record) : ["agrees", null];
  return told(finding, reason, true);
}

function historyReason({ revision }, { hashes, entries, complete }) {
  if (revision > entries) {
    const why = complete ? "" : ": it was cut off, or is merely older";
    return `the server has signed revision ${revision}, but this record ends at ${entries}${why}`;
  }
  if (revision > hashes.length) return `the server has signed revision ${revision}, but the chain is broken before it`;
  return `the server has signed another history than this one up to revision ${revision}`;
}

/** [finding, reason] of a receipt whose hash is that of the record. */
function answerFinding({ revision, decision, answer, at }, { answers, pickOf }) {
  const convicted = (why) => ["another_answer", `the server has acknowledged ${shownValue(answer)} to ${shown(decision)}, but ${why}`];
  const given = answers.get(revision);
  if (!given) return convicted("no answer is stored there");
  const { form, round, turn, kind } = given;
  const named = decisionOf(decision);
  if (named.seat !== form.seat || named.kind !== kind || named.round !== round || named.turn !== turn) {
    return convicted("stored there is the answer to another decision");
  }
  if (given.at !== at) return convicted(`stored there is an answer of ${shown(given.at)}, not of ${shown(at)}`);
  const stored = storedAnswer(form, kind, pickOf);
  if (stored === null) {
    return ["unopened", "the pick is still sealed, and this bundle does not open it: the answer cannot be checked yet"];
  }
  return same(stored, answer) ? ["agrees", null] : convicted(`stored ${shownValue(stored)}`);
}

/** The answer that an event holds; null for a pick that nobody may know yet. */
function storedAnswer(form, kind, pickOf) {
  if (kind === "pick") {
    const { card } = pickOf(form);
    return card === null ? null : { card };
  }
  if (kind === "draft") return { card: form.card };
  if (kind === "flip") return { card: "top" };
  if (kind === "play") return { cards: form.cards };
  return form.side === undefined ? { row: form.row } : { row: form.row, side: form.side };
}
