// What a server signs, for tests and the fuzz: keys, heads, receipts. Node only; the private keys are
// made up here and sign nothing else. Written with Node's own Ed25519, not the verifier's.

import { createHash, createPrivateKey, sign } from "node:crypto";

// PKCS #8 of an Ed25519 key (RFC 8410) before its 32 bytes.
const PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const HEAD = "toma6-head+jwt";
const RECEIPT = "toma6-receipt+jwt";

const b64 = (data) => Buffer.from(data).toString("base64url");

/** Members sorted by name at every depth; enough of the canonical form for claims. */
const sorted = (value) => {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.keys(value).sort().map((name) => [name, sorted(value[name])]));
};

/** A server's key, by number: {jwk, jws(typ, claims), head(bundle, revision), receipt(bundle, revision, told)}. */
export function signer(number) {
  const key = createPrivateKey({ key: Buffer.concat([PREFIX, Buffer.alloc(32, number)]), format: "der", type: "pkcs8" });
  const { x } = key.export({ format: "jwk" });
  const kid = b64(createHash("sha256").update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest());
  const jwk = { kty: "OKP", crv: "Ed25519", x, kid, use: "sig", alg: "EdDSA" };
  const jws = (typ, claims) => {
    const input = [{ alg: "EdDSA", kid, typ }, claims].map((each) => b64(JSON.stringify(sorted(each)))).join(".");
    return `${input}.${b64(sign(null, Buffer.from(input), key))}`;
  };
  const stand = ({ game, entries }, revision) => ({ game, revision, hash: entries[revision - 1].hash });
  return {
    jwk,
    jws,
    head(bundle, revision = bundle.entries.length) {
      const claims = stand(bundle, revision);
      return { ...claims, jws: jws(HEAD, claims) };
    },
    /** A saved answer: {decision, answer, receipt}; `told` are its decision, answer and time. */
    receipt(bundle, revision, { decision, answer, at }) {
      const claims = { ...stand(bundle, revision), at };
      return { decision, answer, receipt: { ...claims, jws: jws(RECEIPT, { ...claims, decision, answer }) } };
    },
  };
}

/** The key set of some signers, as the text of a file. */
export function keySet(...signers) {
  return JSON.stringify({ keys: signers.map(({ jwk }) => jwk) });
}

/** A copy of a bundle with the heads of a signer at these revisions (the last one), and its key. */
export function withHeads(bundle, by, revisions = [bundle.entries.length]) {
  return { ...bundle, keys: [by.jwk], heads: revisions.map((revision) => by.head(bundle, revision)) };
}
