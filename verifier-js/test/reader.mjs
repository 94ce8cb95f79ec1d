// The strict reader and the canonical form.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { canonicalText, utf8 } from "../core/canonical.mjs";
import { decodeUtf8, MAX_DEPTH, readJson, Refused } from "../core/json.mjs";
import { hex } from "../core/sha256.mjs";

const vectors = JSON.parse(readFileSync(new URL("../../docs/vectors/ledger.json", import.meta.url)));

const refused = (text) => assert.throws(() => readJson(text), Refused, JSON.stringify(text).slice(0, 60));

test("the canonical form is that of the vectors", () => {
  for (const { value, text, hex: bytes } of vectors.canonical) {
    assert.equal(canonicalText(value), text);
    assert.equal(hex(utf8(text)), bytes);
    assert.equal(canonicalText(readJson(text)), text);
  }
});

test("a text that the vectors refuse is refused", () => {
  assert.ok(vectors.refused_texts.length > 0);
  vectors.refused_texts.forEach(refused);
});

test("what is no JSON at all is refused", () => {
  const texts = ["", " ", "{", "[", "[1", "[1,]", "[,1]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "'a'", "+1", "1_0", "0x10",
    "1 2", "tru", "nul", "\"a", "\"\\x\"", "\"\\u12\"", "\"\n\"", "// x\n1", "\ufeff1", "\u00a01", "--1", "- 1", "-"];
  texts.forEach(refused);
});

test("a surrogate needs its partner, written out or escaped", () => {
  for (const text of ['"\\ud83d"', '"\\udc02\\ud83d"', '"\\ud83dx"', '"\ud83d"', '{"a":["\\udfff"]}']) refused(text);
  assert.equal(readJson('"\\ud83d\\udc02"'), "\u{1f402}");
});

test("names may not come twice, however they are spelt, nor be other than ASCII", () => {
  for (const text of ['{"a":1,"\\u0061":2}', '{"\\u00e9":1}', '{"x":{"a":1,"b":2,"a":3}}']) refused(text);
});

test("__proto__ is a name like any other", () => {
  const value = readJson('{"__proto__":{"seat":1}}');
  assert.equal(value.seat, undefined);
  assert.equal(canonicalText(value), '{"__proto__":{"seat":1}}');
  refused('{"__proto__":1,"__proto__":1}');
});

test("integers reach to 2^53-1 and are written as integers", () => {
  assert.equal(readJson("-9007199254740991"), -(2 ** 53 - 1));
  for (const text of ["1e3", "1E+2", "0.0", "-0", "-01", "00", "9007199254740993", `1${"0".repeat(400)}`]) refused(text);
});

test("nesting has a limit, and hostile nesting does not exhaust the stack", () => {
  const nested = (depth) => `${"[".repeat(depth)}1${"]".repeat(depth)}`;
  readJson(nested(MAX_DEPTH));
  refused(nested(MAX_DEPTH + 1));
  refused("[".repeat(1e6));
  refused('{"a":'.repeat(1e6));
});

test("bytes that are not UTF-8, and a byte order mark, are refused", () => {
  for (const bytes of [[0x22, 0xff, 0x22], [0xef, 0xbb, 0xbf, 0x31], [0x22, 0xed, 0xa0, 0x80, 0x22], [0x22, 0xc0, 0xaf, 0x22]]) {
    assert.throws(() => decodeUtf8(Uint8Array.from(bytes)), Refused);
  }
});
