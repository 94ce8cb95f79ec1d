// Chain, commitment, salts and seals: what of docs/ledger.md is a hash of something.

import { b64, unb64 } from "./b64.mjs";
import { canonical, utf8 } from "./canonical.mjs";
import { hmacOf, join, sha256 } from "./sha256.mjs";

/** hash(0) of every chain. */
export const GENESIS = b64(new Uint8Array(32));

/** A tag: ASCII text and one zero byte. */
export function tag(name) {
  return utf8(`${name}\0`);
}

const CHAIN = tag("toma6/chain/1");
const COMMITMENT = tag("toma6/commitment/1");
const SALT = tag("toma6/salt/1");
const SEAL = tag("toma6/seal/1");

/** hash(n) from hash(n-1) and the public form of entry n. */
export function chainHash(previous, form) {
  return b64(sha256(join(CHAIN, unb64(previous), canonical(form))));
}

/** What GameCreated must have published for this server seed. */
export function commitmentOf(seed) {
  return b64(sha256(join(COMMITMENT, unb64(seed))));
}

/** Context of a hand's seal, or with `turn` that of a pick's. */
export function sealContext(game, round, seat, turn = null) {
  return turn === null
    ? { game, kind: "hand", round, seat }
    : { game, kind: "pick", round, seat, turn };
}

/** What the seal of a name is made of; its salt follows from nothing. */
export function namePayload(game, name) {
  return { game, kind: "name", name };
}

// A verification asks for thousands of salts, all of one seed.
let salting = { seed: null, hmac: null };

/** The salt that belongs to a context. */
export function saltOf(seed, context) {
  if (salting.seed !== seed) salting = { seed, hmac: hmacOf(unb64(seed)) };
  return b64(salting.hmac(join(SALT, canonical(context))).subarray(0, 16));
}

/** The seal that a salt and a payload open. */
export function sealOf(salt, payload) {
  return b64(sha256(join(SEAL, unb64(salt), canonical(payload))));
}
