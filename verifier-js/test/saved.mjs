// Files with saved answers: what may stand in them, what is read of a file that was cut, how many.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { Gathered, MAX_STATEMENTS } from "../core/gather.mjs";
import { Refused } from "../core/refused.mjs";
import { readSaved } from "../core/saved.mjs";
import { receiptsOf } from "../fuzz/decorate.mjs";
import { game, judge, SERVER, signed } from "./help.mjs";

const bundle = signed(game({ ruleset: "tactics", seats: 2, options: { max_rounds: 1 } }));
const all = receiptsOf(bundle).map((each) => JSON.stringify(each));
const head = SERVER.head(bundle);

/** {jws, cut} of the statements in a text. */
function read(text) {
  const gathered = new Gathered();
  const cut = readSaved(text, gathered);
  return { jws: gathered.statements.map(({ jws }) => jws), cut };
}

const refused = (text) => assert.throws(() => readSaved(text, new Gathered()), Refused, text.slice(0, 90));

test("texts stand one after the other, with or without anything between them that is white", () => {
  for (const between of ["", "\n", "\r\n\r\n", " \t"]) assert.deepEqual(read(all.join(between)).jws.length, all.length);
  assert.equal(read(`${all.join("")}HTTP/1.1 200 OK\r\nA: b\r\n\r\n${JSON.stringify(head)}`).jws.length, all.length + 1);
  for (const between of [",", "x", "\u0000", "\ufeff", "}", "data: ", "\n--\n", "Content-Type: x\n\n"]) refused(all.join(between));
});

test("a statement is found wherever it stands, and a JWS with white space behind it", () => {
  const jws = `${head.jws}`;
  const places = [{ jws }, [{ jws }], { view: { head: { jws } } }, [[{ a: [1, null, { b: { jws } }] }]], { jws, x: 1 }, { receipt: { jws } }];
  for (const each of places) assert.deepEqual(read(JSON.stringify(each)).jws, [jws]);
  for (const text of [jws, `\n${jws}\n`, `  ${jws} \r\n`, `{}${jws}\n[]`, `${jws} {}`, `{} ${jws}`, `HTTP/1.1 200 OK\n\n${jws}`]) assert.deepEqual(read(text).jws, [jws]);
  assert.deepEqual(read(JSON.stringify({ jws: "outer", x: { jws: "inner" } })).jws, ["outer", "inner"]);
  for (const text of [`${jws}{}`, `${jws}\f`, `x${jws}\n`, "eyJ.eyJ\n", `${jws}.\n`, `{} 12 ${jws}`]) refused(text);
  for (const text of ["", " ", "{}", '{"jws":1}', "[]", "x", "null", '{"jwt":"x"}']) refused(text);
});

test("the same statement counts once, unless something else stands beside it", () => {
  const [one] = all;
  assert.equal(read(one.repeat(3)).jws.length, 1);
  assert.equal(read(one + JSON.stringify(JSON.parse(one), null, 2)).jws.length, 1);
  assert.equal(read(one + JSON.stringify({ more: 1, ...JSON.parse(one) })).jws.length, 1);
  assert.equal(read(one + JSON.stringify({ ...JSON.parse(one), answer: { card: 200 } })).jws.length, 2);
  const report = judge(bundle, { receipts: [all.join("\n"), all.join(" ")] });
  assert.deepEqual([report.status, report.receipts.agree], [0, all.length]);
});

test("of a file whose last text is cut off, the ones before it are read", () => {
  const whole = all.slice(0, 2).join("\n");
  const last = `${all[2]}`;
  for (let length = 1; length < last.length; length += 7) {
    assert.deepEqual([read(whole + last.slice(0, length)).jws.length, read(whole + last.slice(0, length)).cut], [2, true], last.slice(0, length));
  }
  for (let length = 1; length < head.jws.length; length += 5) assert.deepEqual(read(`${whole}\n${head.jws.slice(0, length)}`).cut, true);
  for (const end of ["\nHTTP/1.1 200 OK\nA: b", "\nHTTP/1.1 200 OK\n\n", "\nHT", "[", "[fal", "[-", '["x']) assert.equal(read(whole + end).cut, true, end);
  for (const end of ["", "\n", `\n${head.jws}`, `\n${head.jws}\r`]) assert.equal(read(whole + end).cut, false, end);
  for (const end of ['{"a"]', "[01", "\nfal", "[falsch", "-", '"\\x', "\nhello"]) refused(whole + end);
  const report = judge(bundle, { receipts: [whole + last.slice(0, 50)] });
  assert.deepEqual([report.status, report.receipts.agree], [0, 2]);
  assert.match(report.noticed.join(), /the last text in the file of receipts is cut off/);
});

test("a file that is cut inside of a character is cut off, not unreadable", () => {
  const bytes = Buffer.from(`${all[0]}\n{"name":"P0 \u{1f402}`);
  for (const end of [1, 2, 3]) {
    assert.equal(judge(bundle, { receipts: [new Uint8Array(bytes.subarray(0, bytes.length - end))] }).receipts.agree, 1);
  }
  const half = Buffer.from(`${all[0]}\n{"name":"P0`, "utf16le");
  assert.equal(judge(bundle, { receipts: [new Uint8Array(half.subarray(0, half.length - 1))] }).receipts.agree, 1);
});

test("a thousand statements may be given, in all files together", () => {
  const some = (count, from = 0) => Array.from({ length: count }, (_, i) => JSON.stringify({ jws: `x${from + i}` })).join("");
  assert.equal(judge(bundle, { receipts: [some(600), some(400, 600)] }).receipts.findings.length, MAX_STATEMENTS);
  const report = judge(bundle, { receipts: [some(600), some(401, 600)] });
  assert.deepEqual([report.status, report.receipts], [3, null]);
  assert.match(report.integrity.reason, /more than 1000 statements/);
});

test("every file of receipts has a statement, or there is no verdict", () => {
  const report = judge(bundle, { receipts: [all[0], "{}"] });
  assert.equal(report.status, 3);
  assert.match(report.integrity.reason, /file 2 of receipts cannot be read: there is no signed statement/);
});

test("a bundle holds statements too", () => {
  const { status, receipts } = judge(bundle, { receipts: [bundle] });
  assert.deepEqual([status, receipts.agree], [0, 1]);
});

const vectors = JSON.parse(readFileSync(new URL("../../docs/vectors/receipt_files.json", import.meta.url)));

test("files are read as the vectors say", () => {
  const jws = `${head.jws}`;
  const bytesOf = (piece) => {
    if (typeof piece === "string") {
      return Buffer.from(piece.replaceAll("$answer", () => all[0]).replaceAll("$jws", jws).replaceAll("$cut", jws.slice(0, -5)));
    }
    if (piece.hex) return Buffer.from(piece.hex, "hex");
    return bytesOf(Array.from({ length: piece.times }, (_, i) => piece.repeat.replaceAll("#", i)).join(piece.between));
  };
  for (const { name, pieces, status, cut } of vectors.files) {
    const report = judge(bundle, { receipts: [new Uint8Array(Buffer.concat(pieces.map(bytesOf)))] });
    const said = report.noticed.some((each) => each.includes("cut off"));
    assert.deepEqual([report.status, said], [status, cut], `${name}: ${report.integrity.reason}`);
  }
});

test("an honest file may be cut anywhere", () => {
  const headers = "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\n\r\n";
  const some = all.slice(0, 3);
  const bare = some.map((each) => JSON.parse(each).receipt.jws);
  for (const parts of [some, some.map((each) => headers + each), bare.map((each) => `${each}\n`), bare.map((each) => `${each}\r\n`)]) {
    const text = parts.join("");
    const ends = parts.map((_, i) => parts.slice(0, i + 1).join("").trimEnd().length);
    for (let end = 0; end <= text.length; end += 1) {
      const there = ends.filter((each) => each <= end).length;
      if (there === 0) assert.throws(() => read(text.slice(0, end)), /there is no signed statement/);
      else assert.equal(read(text.slice(0, end)).jws.length, there, text.slice(0, end));
    }
  }
});
