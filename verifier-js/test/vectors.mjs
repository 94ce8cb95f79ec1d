// Hashes, seals and deals against the known answers of docs/vectors/ledger.json.

import assert from "node:assert/strict";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { b64, unb64 } from "../core/b64.mjs";
import { Dealer } from "../core/deal.mjs";
import { below, dealKey, drawnPlace, shuffled, words } from "../core/draw.mjs";
import { rulesetOf } from "../core/rulesets.mjs";
import { chainHash, commitmentOf, saltOf, sealOf } from "../core/seals.mjs";
import { sha512 } from "../core/sha512.mjs";
import { hmac, sha256 } from "../core/sha256.mjs";
import { isHash, isSalt } from "../core/values.mjs";

const vectors = JSON.parse(readFileSync(new URL("../../docs/vectors/ledger.json", import.meta.url)));

const hex = (bytes) => Buffer.from(bytes).toString("hex");
const unhex = (text) => new Uint8Array(Buffer.from(text, "hex"));

/** Runs a check on every vector of a kind, of which there must be some. */
function each(kind, check) {
  test(`the vectors of ${kind} hold`, () => {
    assert.ok(vectors[kind].length > 0);
    vectors[kind].forEach(check);
  });
}

test("SHA-256, SHA-512 and HMAC give what Node's own do, for every length around a block", () => {
  for (let length = 0; length < 300; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 7 + length) % 256);
    assert.equal(hex(sha256(bytes)), createHash("sha256").update(bytes).digest("hex"));
    assert.equal(hex(sha512(bytes)), createHash("sha512").update(bytes).digest("hex"));
    assert.equal(hex(hmac(bytes, bytes)), createHmac("sha256", bytes).update(bytes).digest("hex"));
  }
});

test("a hash is 32 bytes in base64url, a salt 16, and each has one spelling", () => {
  for (const [test_, length] of [[isHash, 32], [isSalt, 16]]) {
    const good = b64(new Uint8Array(randomBytes(length)));
    for (const each of ["A", "Q", "g", "w", "E", "B", "x", "9", "_", "-"].map((last) => good.slice(0, -1) + last)) {
      assert.equal(test_(each), unb64(each, length) !== null, each);
    }
    for (const bad of [good.slice(1), `${good}A`, `${good}=`, `${good}\n`, ` ${good.slice(1)}`, `+${good.slice(1)}`, `\u0141${good.slice(1)}`, hex(randomBytes(length)), 7, null]) {
      assert.ok(!test_(bad), bad);
    }
  }
});

each("chain", ({ previous, public: form, hash }) => assert.equal(chainHash(previous, form), hash));
each("commitment", ({ server_seed: seed, commitment }) => assert.equal(commitmentOf(seed), commitment));
each("salts", ({ server_seed: seed, context, salt }) => assert.equal(saltOf(seed, context), salt));
each("seals", ({ salt, payload, seal }) => assert.equal(sealOf(salt, payload), seal));

each("deal_keys", ({ server_seed: seed, game, round, purpose, client_seeds: seeds, key }) =>
  assert.equal(hex(dealKey(seed, game, round, purpose, seeds)), key));

each("words", ({ key, first }) => {
  const stream = words(unhex(key));
  assert.deepEqual(first.map(() => stream.next().value), first);
});

each("bounded", ({ bound, words: given, number, words_used: used }) => {
  let taken = 0;
  const stream = { next: () => ({ value: given[taken++] }) };
  assert.equal(below(stream, bound), number);
  assert.equal(taken, used);
});

each("shuffles", ({ key, cards, deck }) => assert.deepEqual(shuffled(unhex(key), cards), deck));
each("starters", ({ key, seats, seat }) => assert.equal(seats[drawnPlace(unhex(key), seats)], seat));

each("deals", ({ ruleset, server_seed: seed, game, round, client_seeds: seeds, hands, rows }) => {
  const seats = seeds.map((each) => each.seat);
  const clientSeeds = new Map(seeds.map((each) => [each.seat, each.seed]));
  const options = { children_rows: rows.length };
  const dealer = new Dealer({ seed, game, rules: rulesetOf(ruleset), options, seats, clientSeeds });
  const deal = dealer.round(round);
  assert.deepEqual(deal.rows, rows);
  assert.deepEqual(hands, seats.map((seat) => ({ seat, cards: deal.hands.get(seat), seal: deal.seals.get(seat) })));
});

