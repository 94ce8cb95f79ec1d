// Keys and signed heads of a bundle (docs/ledger.md, "Integrity", 8 and 9), and how far a record is
// signed by keys that are trusted ("Signed").

import { same } from "./canonical.mjs";
import { keyOf } from "./keys.mjs";
import { isSignedBy, statementOf } from "./statements.mjs";
import { shown } from "./shown.mjs";

const MOST = 100;
const HEAD = ["hash", "jws", "revision", "game"].sort();

/** The statement of a head of a bundle; null if it is not exactly one. */
function headOf(head) {
  if (!same(Object.keys(head).sort(), HEAD)) return null;
  const statement = statementOf(head.jws);
  const { jws, ...told } = head;
  return statement && !statement.isReceipt && same(told, statement.claims) ? statement : null;
}

/** {holding, reason}: how many heads hold, and why the next one, or a key, does not; null if all do. */
export function headsChecked({ game, heads: given, keys: jwks }, hashes) {
  if (jwks.length > MOST || given.length > MOST) return { holding: 0, reason: `more than ${MOST} keys or heads` };
  const keys = new Map();
  for (const [i, jwk] of jwks.entries()) {
    const key = keyOf(jwk);
    if (key === null) return { holding: 0, reason: `key ${i + 1} is not a key of the form asked for` };
    if (keys.has(jwk.kid)) return { holding: 0, reason: `key ${i + 1} comes twice` };
    keys.set(jwk.kid, key);
  }
  let before = null;
  for (const [i, each] of given.entries()) {
    const head = headOf(each);
    const wrong = head === null ? "is not of the form asked for" : headProblem(head, before, keys, game, hashes);
    if (wrong) return { holding: i, reason: `head ${i + 1} ${wrong}` };
    before = head;
  }
  return { holding: given.length, reason: null };
}

function headProblem(head, before, keys, game, hashes) {
  const { kid, claims: { revision, hash, game: named } } = head;
  const last = before?.claims.revision ?? 0;
  if (last > revision || (last === revision && before.kid >= kid)) return "does not ascend";
  if (!keys.has(kid)) return `is signed by none of the keys: its kid is ${shown(kid)}`;
  if (named !== game) return `is of another game, ${shown(named)}`;
  if (hashes[revision - 1] !== hash) return "is of another record than this one";
  return isSignedBy(keys.get(kid), head) ? null : "is not signed by its key";
}

/** The revisions of a bundle's heads that trusted keys (null: none were given) have signed, with the hash of the record. */
export function trustedHeads({ game, heads }, hashes, trusted) {
  if (trusted === null || heads.length > MOST) return [];
  return heads.map(headOf).filter((head) => head !== null && trusted.has(head.kid) && head.claims.game === game
    && hashes[head.claims.revision - 1] === head.claims.hash && isSignedBy(trusted.get(head.kid), head))
    .map(({ claims }) => claims.revision);
}

/**
 * {extent, revision, reason} of what the trusted keys (null: none were given) have signed. `heads` and `agreeing` are
 * the revisions at which a head of the bundle, or a statement that was given, covers the record, `entries` how many it has.
 */
export function coverage({ heads, agreeing, trusted, entries }) {
  const revision = [...heads, ...agreeing].reduce((one, other) => Math.max(one, other), 0);
  if (revision === entries) return { extent: "everything", revision, reason: null };
  if (revision > 0) {
    return { extent: "part", revision, reason: "what follows is under no signature by the keys that were given" };
  }
  const reason = trusted === null ? "no keys were given"
    : "no head and no receipt of this record is signed by a key that was given";
  return { extent: "nothing", revision: 0, reason };
}
