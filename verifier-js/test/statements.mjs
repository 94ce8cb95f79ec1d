// Keys and signed statements against the known answers of docs/vectors/ledger.json.

import assert from "node:assert/strict";
import { createPublicKey, randomBytes, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { b64, unb64 } from "../core/b64.mjs";
import { publicKey, signatureHolds } from "../core/ed25519.mjs";
import { keyOf, thumbprint } from "../core/keys.mjs";
import { GENESIS } from "../core/seals.mjs";
import { headsChecked } from "../core/signed.mjs";
import { isSignedBy, statementOf } from "../core/statements.mjs";
import { signer } from "../fuzz/sign.mjs";
import { game, signed, STRANGER } from "./help.mjs";

const vectors = JSON.parse(readFileSync(new URL("../../docs/vectors/ledger.json", import.meta.url)));

/** Runs a check on every vector of a kind, of which there must be some. */
function each(kind, check) {
  test(`the vectors of ${kind} hold`, () => {
    assert.ok(vectors[kind].length > 0);
    vectors[kind].forEach(check);
  });
}

test("base64url has one spelling", () => {
  for (let length = 0; length < 100; length += 1) {
    const bytes = new Uint8Array(randomBytes(length));
    const text = b64(bytes);
    assert.equal(text, Buffer.from(bytes).toString("base64url"));
    assert.deepEqual(unb64(text), bytes);
    assert.deepEqual(unb64(text, length), bytes);
    assert.equal(unb64(text, length + 1), null);
  }
  for (const bad of ["A", "AB", "AAB", "AA=", "AA==", "A A", "+A", "/A", "A\n", "\u0100A", null, 7]) assert.equal(unb64(bad), null, bad);
});

each("keys", ({ raw, jwk }) => {
  assert.equal(Buffer.from(keyOf(jwk).bytes).toString("hex"), raw);
  for (const name of Object.keys(jwk)) assert.equal(keyOf({ ...jwk, [name]: `${jwk[name]}x` }), null);
  for (const name of Object.keys(jwk)) assert.equal(keyOf({ ...jwk, [name]: undefined }), null);
  assert.equal(keyOf({ ...jwk, extra: 1 }), null);
});

each("refused_keys", ({ x, why }) => {
  assert.equal(keyOf({ ...vectors.keys[0].jwk, x, kid: thumbprint(x) }), null, why);
});

const keys = new Map(vectors.keys.map(({ jwk }) => [jwk.kid, keyOf(jwk)]));

each("statements", ({ typ, kid, claims, jws }) => {
  const statement = statementOf(jws);
  assert.deepEqual([statement.isReceipt, statement.kid, statement.claims], [typ === "toma6-receipt+jwt", kid, claims]);
  for (const [name, key] of keys) assert.equal(isSignedBy(key, statement), name === kid);
});

each("unsigned_statements", ({ jws, why }) => {
  const statement = statementOf(jws);
  assert.ok(statement !== null && !isSignedBy(keys.get(statement.kid), statement), why);
});

each("refused_statements", ({ jws, why }) => assert.equal(statementOf(jws), null, why));

test("signatures hold where Node says so, and nowhere else", () => {
  for (let i = 0; i < 20; i += 1) {
    const { jwk } = signer(i);
    const key = publicKey(unb64(jwk.x));
    const theirs = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: jwk.x }, format: "jwk" });
    const jws = signer(i).jws("toma6-head+jwt", { game: "g", hash: GENESIS, revision: i + 1 });
    const statement = statementOf(jws);
    assert.ok(isSignedBy(key, statement));
    const signature = statement.signature.slice();
    signature[i * 3] ^= 1 << (i % 8);
    const message = Buffer.from(statement.input);
    assert.equal(signatureHolds(key, message, signature), verify(null, message, theirs, signature));
    assert.ok(!signatureHolds(key, message, signature));
  }
});

test("a statement has values of the form that the ledger gives them", () => {
  const by = signer(1);
  const claims = { game: "g", hash: GENESIS, revision: 1 };
  const more = { ...claims, answer: { card: 6 }, at: "2026-11-30T01:47:42.123Z", decision: "r1t1-pick-s0" };
  assert.ok(statementOf(by.jws("toma6-receipt+jwt", more)));
  const wrong = [{ game: "" }, { game: "a b" }, { hash: "0" }, { hash: "0".repeat(64) }, { hash: `${GENESIS.slice(1)}B` }, { revision: 0 }, { revision: -1 }, { answer: [] }, { answer: null }, { answer: 6 },
    { at: "1969-12-31T23:59:59.999Z" }, { at: "2026-11-30T01:47:42Z" }, { decision: "r0t1-pick-s0" }, { decision: "r1t1-peek-s0" },
    { decision: "r1t1-pick-s10" }, { decision: "r1t10000-pick-s1" }, { decision: "r1t1-pick-s0\n" }, { decision: null }];
  for (const each of wrong) {
    const { answer, at, decision, ...head } = { ...more, ...each };
    assert.equal(statementOf(by.jws("toma6-receipt+jwt", { ...head, answer, at, decision })), null, JSON.stringify(each));
    if (Object.keys(each)[0] in claims) assert.equal(statementOf(by.jws("toma6-head+jwt", head)), null, JSON.stringify(each));
  }
});

test("heads of a bundle ascend, are what they claim, and stand for its own record", () => {
  const by = [signer(3), signer(4)].sort((a, b) => (a.jwk.kid < b.jwk.kid ? -1 : 1));
  const play = signed(game({ most: 5 }));
  const heads = [3, 5].flatMap((revision) => by.map((each) => each.head(play, revision)));
  const bundle = { ...play, heads, keys: by.map(({ jwk }) => jwk) };
  const hashes = bundle.entries.map(({ hash }) => hash);
  assert.deepEqual(headsChecked(bundle, hashes), { holding: 4, reason: null });
  const [first, second] = heads;
  const claims = { game: play.game, revision: hashes.length + 1, hash: hashes[0] };
  const broken = [{ heads: heads.slice().reverse() }, { heads: [second, first] }, { heads: [first, first] }, { keys: [] },
    { keys: [by[0].jwk] }, { game: "other" }, { keys: [...bundle.keys, by[0].jwk] }, { heads: [{ ...first, extra: 1 }] },
    { heads: [{ ...first, revision: 4 }] }, { heads: [{ ...first, jws: second.jws.slice(0, -2) }] }, { heads: [{ jws: first.jws }] },
    { heads: [STRANGER.head(play, 2)] }, { heads: [{ ...claims, jws: by[0].jws("toma6-head+jwt", claims) }] }, { heads: Array(101).fill(first) },
    { keys: [...bundle.keys, {}] }, { heads: [by[0].receipt(play, 2, { decision: "r1t1-pick-s0", answer: {}, at: play.entries[0].entry.at }).receipt] }];
  for (const change of broken) {
    assert.notEqual(headsChecked({ ...bundle, ...change }, hashes).reason, null, JSON.stringify(change).slice(0, 80));
  }
  assert.notEqual(headsChecked(bundle, hashes.slice(0, 4)).reason, null);
});
