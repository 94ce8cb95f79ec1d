// Signed heads and attempts for a bundle that has none, so that the fuzz has some to change.
// Node only: the private key is made up here and signs nothing else.

import { createPrivateKey, sign } from "node:crypto";

import { b64, headMessage, thumbprint } from "../core/signed.mjs";

// PKCS #8 of an Ed25519 key (RFC 8410) before its 32 bytes.
const PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

function signer(byte) {
  const key = createPrivateKey({ key: Buffer.concat([PREFIX, Buffer.alloc(32, byte)]), format: "der", type: "pkcs8" });
  const { x } = key.export({ format: "jwk" });
  const jwk = { kty: "OKP", crv: "Ed25519", x, kid: thumbprint(x), use: "sig", alg: "EdDSA" };
  const head = (game, { revision, hash }) => ({
    revision, hash, kid: jwk.kid, signature: b64(sign(null, headMessage(game, { revision, hash }), key)),
  });
  return { jwk, head };
}

const SIGNERS = [signer(1), signer(2)];

/** A copy with heads of one or two keys, and a few attempts where some may be shown. */
export function decorated(bundle, random) {
  const { game, events, complete, asked_by: asked } = bundle;
  const entries = [random.pick(events), events.at(-1)].filter((entry, i, all) => all.indexOf(entry) === i)
    .sort((a, b) => a.revision - b.revision);
  const signers = SIGNERS.slice(0, 1 + random.below(2)).sort((a, b) => (a.jwk.kid < b.jwk.kid ? -1 : 1));
  const heads = entries.flatMap((entry) => signers.map(({ head }) => head(game, entry)));
  const seats = complete ? [0, 1] : asked === null ? [] : [asked];
  const attempts = seats.flatMap((seat) => [
    { at: "2026-11-30T01:47:42.123Z", seat, decision: `r1t1-pick-s${seat}`, code: "repeated" },
    { at: "2026-11-30T01:47:42.123Z", seat, decision: `r1t2-row-s${(seat + 1) % 10}`, code: "not_your_decision" },
  ]);
  const keys = SIGNERS.map(({ jwk }) => jwk);
  return { ...bundle, heads, keys, attempts, attempts_dropped: seats.length > 0 ? random.below(3) : 0 };
}
