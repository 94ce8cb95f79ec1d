// The strict reader and the canonical form.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { canonicalText, same, utf8 } from "../core/canonical.mjs";
import { MAX_DEPTH, MAX_NAMES, readJson, readValue } from "../core/json.mjs";
import { Refused } from "../core/refused.mjs";

const vectors = JSON.parse(readFileSync(new URL("../../docs/vectors/ledger.json", import.meta.url)));

const refused = (text) => assert.throws(() => readJson(text), Refused, JSON.stringify(text).slice(0, 60));

test("the canonical form is that of the vectors", () => {
  for (const { value, text, hex: bytes } of vectors.canonical) {
    assert.equal(canonicalText(value), text);
    assert.equal(Buffer.from(utf8(text)).toString("hex"), bytes);
    assert.equal(canonicalText(readJson(text)), text);
    assert.ok(same(value, readJson(text)));
  }
});

test("a text that the vectors refuse is refused", () => {
  assert.ok(vectors.refused_texts.length > 0);
  vectors.refused_texts.forEach(refused);
});

test("what is no JSON at all is refused", () => {
  const texts = ["", " ", "{", "[", "[1", "[1,]", "[,1]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "'a'", "+1", "1_0", "0x10",
    "1 2", "tru", "nul", "\"a", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\n\"", "// x\n1", "\ufeff1", "\u00a01", "--1", "- 1", "-"];
  texts.forEach(refused);
});

test("a text that only lacks its end is told from one that is wrong", () => {
  const whole = '{"a":[true,-12,"\\u0041\\n"],"b":{"c":null}}';
  const isCut = (text) => {
    try {
      readValue(text, 0);
    } catch (error) {
      assert.ok(error instanceof Refused);
      return error.cut;
    }
    return null;
  };
  for (let length = 0; length < whole.length; length += 1) assert.equal(isCut(whole.slice(0, length)), true, whole.slice(0, length));
  for (const text of ['{"a"]', "[1}", '["\\x', "[01", "[tx", '{"a" "b', "{-", "[1 tr", '["\n', "[1.", "[1e"]) assert.equal(isCut(text), false, text);
  assert.equal(isCut(whole), null);
  for (const text of ['{"a":1,"a":', '{"\u00e9":', '{"\u00e9']) assert.equal(isCut(text), true, "names are not looked at");
});

test("a surrogate needs its partner, written out or escaped", () => {
  for (const text of ['"\\ud83d"', '"\\udc02\\ud83d"', '"\\ud83dx"', '"\ud83d"', '{"a":["\\udfff"]}', '{"\\ud83d":1}']) refused(text);
  assert.equal(readJson('"\\ud83d\\udc02"'), "\u{1f402}");
  assert.equal(readJson('"\u{1f402}"'), "\u{1f402}");
});

test("names may not come twice, however they are spelt, nor be other than ASCII", () => {
  for (const text of ['{"a":1,"\\u0061":2}', '{"\\u00e9":1}', '{"x":{"a":1,"b":2,"a":3}}', '{"1":0,"1":0}', '{"toString":1,"toString":1}']) refused(text);
  assert.deepEqual(readJson('{"toString":1}'), { toString: 1 });
});

test("__proto__ is a name like any other", () => {
  const value = readJson('{"__proto__":{"seat":1}}');
  assert.equal(value.seat, undefined);
  assert.equal(canonicalText(value), '{"__proto__":{"seat":1}}');
  refused('{"__proto__":1,"__proto__":1}');
});

test("integers reach to 2^53-1 and are written as integers", () => {
  assert.equal(readJson("-9007199254740991"), -(2 ** 53 - 1));
  for (const text of ["1e3", "1E+2", "0.0", "-0", "-01", "00", "9007199254740992", "9007199254740993", `1${"0".repeat(400)}`]) refused(text);
});

test("nesting has a limit, and hostile nesting does not exhaust the stack", () => {
  const nested = (depth) => `${"[".repeat(depth)}1${"]".repeat(depth)}`;
  readJson(nested(MAX_DEPTH));
  refused(nested(MAX_DEPTH + 1));
  refused("[".repeat(1e6));
  refused('{"a":'.repeat(1e6));
});

test("a text has a thousand different names at most", () => {
  const members = (count) => Array.from({ length: count }, (_, i) => `"a${i}":${i}`);
  assert.equal(Object.keys(readJson(`{${members(MAX_NAMES)}}`)).length, 1000);
  assert.equal(readJson(`[${members(MAX_NAMES).map((each) => `{${each}},{${each}}`)}]`).length, 2000);
  refused(`{${members(MAX_NAMES + 1)}}`);
  readJson(`{"${"x".repeat(1000)}":1}`);
  refused(`{"${"x".repeat(1001)}":1}`);
  refused(`[${members(MAX_NAMES + 1).map((each) => `{${each}}`)}]`);
});
