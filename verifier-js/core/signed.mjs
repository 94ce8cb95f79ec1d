// Keys and signed heads of a bundle (docs/ledger.md, "Integrity", 8 and 9).

import { canonical, same } from "./canonical.mjs";
import { publicPoint, signatureHolds } from "./ed25519.mjs";
import { isHash, join, sha256 } from "./sha256.mjs";
import { tag } from "./seals.mjs";

const HEAD = tag("toma6/head/1");
const MOST = 100;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** base64url without padding. */
export function b64(bytes) {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,6}/g) ?? []).map((six) => ALPHABET[parseInt(six.padEnd(6, "0"), 2)]).join("");
}

/** The `length` bytes that a string spells; null if it is not their one spelling. */
export function unb64(text, length) {
  if (typeof text !== "string" || !/^[A-Za-z0-9_-]*$/.test(text)) return null;
  if (text.length !== Math.ceil((length * 8) / 6)) return null;
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(6, "0")).join("");
  const bytes = Uint8Array.from({ length }, (_, i) => parseInt(bits.slice(8 * i, 8 * i + 8), 2));
  return b64(bytes) === text ? bytes : null;
}

/** RFC 7638 thumbprint of a key. */
export function thumbprint(x) {
  return b64(sha256(canonical({ crv: "Ed25519", kty: "OKP", x })));
}

/** The bytes of a JWK of the server; null if it is not exactly one. */
export function keyBytes(jwk) {
  const bytes = unb64(jwk.x, 32);
  if (bytes === null || publicPoint(bytes) === null) return null;
  const exact = { kty: "OKP", crv: "Ed25519", x: jwk.x, kid: thumbprint(jwk.x), use: "sig", alg: "EdDSA" };
  return same(jwk, exact) ? bytes : null;
}

/** What the server signs. */
export function headMessage(game, { hash, revision }) {
  return join(HEAD, canonical({ game, hash, revision }));
}

/** Has a head its members and their form, whatever it is worth? */
export function isHead(head) {
  return same(Object.keys(head).sort(), ["hash", "kid", "revision", "signature"])
    && Number.isSafeInteger(head.revision) && head.revision >= 1 && isHash(head.hash)
    && unb64(head.kid, 32) !== null && unb64(head.signature, 64) !== null;
}

/** Is it signed for this game by one of the keys (Map kid -> bytes)? */
export function isSigned(game, head, keys) {
  const key = keys.get(head.kid);
  return key !== undefined && signatureHolds(key, headMessage(game, head), unb64(head.signature, 64));
}

/** Problems [{revision, reason}] of keys and heads. */
export function signedProblems({ game, events, heads, keys: given }) {
  const say = (reason) => [{ revision: null, reason }];
  if (given.length > MOST || heads.length > MOST) return say(`more than ${MOST} keys or heads`);
  const keys = new Map();
  for (const [i, jwk] of given.entries()) {
    const bytes = keyBytes(jwk);
    if (bytes === null) return say(`key ${i + 1} is not a key of the form asked for`);
    if (keys.has(jwk.kid)) return say(`key ${i + 1} comes twice`);
    keys.set(jwk.kid, bytes);
  }
  for (const [i, head] of heads.entries()) {
    const which = `head ${i + 1}`;
    if (!isHead(head)) return say(`${which} is not of the form asked for`);
    const before = heads[i - 1];
    if (before && !(before.revision < head.revision || (before.revision === head.revision && before.kid < head.kid))) {
      return say(`${which} does not ascend`);
    }
    if (!keys.has(head.kid)) return say(`${which} is signed by none of the keys`);
    if (!isSigned(game, head, keys)) return say(`the signature of ${which} does not hold`);
    if (events[head.revision - 1]?.hash !== head.hash) return say(`${which} is of another record than this one`);
  }
  return [];
}
