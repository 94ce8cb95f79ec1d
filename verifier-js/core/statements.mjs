// What a server signs: heads and receipts, each a JWS in its one spelling (docs/ledger.md).

import { unb64 } from "./b64.mjs";
import { canonicalText, same, utf8 } from "./canonical.mjs";
import { signatureHolds } from "./ed25519.mjs";
import { readJson } from "./json.mjs";
import { Refused } from "./refused.mjs";
import { isDecision, isGame, isHash, isObject, isTime } from "./values.mjs";

/** What a head and a receipt claim: name -> test of its value. */
const HEAD = { game: isGame, hash: isHash, revision: (value) => Number.isSafeInteger(value) && value >= 1 };
const CLAIMS = {
  "toma6-head+jwt": HEAD,
  "toma6-receipt+jwt": { answer: isObject, at: isTime, decision: isDecision, ...HEAD },
};

/** Names of claims: members of these names beside a signature are compared with what it covers. */
export const CLAIM_NAMES = Object.keys(CLAIMS["toma6-receipt+jwt"]);

/** {isReceipt, kid, claims, input, signature} of a JWS; null if it is no statement. */
export function statementOf(jws) {
  if (typeof jws !== "string") return null;
  const parts = jws.split(".", 4);
  if (parts.length !== 3) return null;
  const [header, claims] = parts.slice(0, 2).map(objectIn);
  const signature = unb64(parts[2], 64);
  if (!header || !claims || !signature || !isHeader(header)) return null;
  if (!hasExactly(claims, CLAIMS[header.typ])) return null;
  const isReceipt = header.typ === "toma6-receipt+jwt";
  return { isReceipt, kid: header.kid, claims, input: jws.slice(0, jws.lastIndexOf(".")), signature };
}

/** The object whose canonical bytes a part spells; null if it spells anything else. */
function objectIn(part) {
  const bytes = unb64(part);
  if (bytes === null) return null;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const value = readJson(text);
    return isObject(value) && canonicalText(value) === text ? value : null;
  } catch (error) {
    // TextDecoder throws a TypeError on bytes that are not UTF-8.
    if (error instanceof Refused || error instanceof TypeError) return null;
    throw error;
  }
}

function isHeader(header) {
  const { alg, kid, typ } = header;
  return Object.keys(header).length === 3 && alg === "EdDSA" && unb64(kid, 32) !== null
    && typeof typ === "string" && Object.hasOwn(CLAIMS, typ);
}

function hasExactly(claims, tests) {
  return same(Object.keys(claims).sort(), Object.keys(tests).sort())
    && Object.entries(tests).every(([name, test]) => test(claims[name]));
}

/** Has the owner of this public key signed the statement? */
export function isSignedBy(key, { input, signature }) {
  return signatureHolds(key, utf8(input), signature);
}
