// How files are read: size, encodings, header lines, bundles and key sets.

import assert from "node:assert/strict";
import { test } from "node:test";

import { MAX_BYTES } from "../core/files.mjs";
import { keySet } from "../fuzz/sign.mjs";
import { game, inShort, judge, KEYS, SERVER, signed, STRANGER } from "./help.mjs";

const utf16 = (text) => new Uint8Array(Buffer.from(text, "utf16le"));
const swapped = (bytes) => new Uint8Array(Buffer.from(bytes).swap16());
const utf8 = (text) => new Uint8Array(Buffer.from(text));
const bundle = signed(game({ ruleset: "tactics", seats: 2, options: { max_rounds: 1 } }));
const text = JSON.stringify(bundle);

/** Asserts that there is no verdict on these files, and gives the reason. */
function unread(...files) {
  const report = judge(...files);
  assert.deepEqual([report.status, report.verdict, report.game, report.entries, report.integrity.ok, report.rules.ok],
    [3, "no_verdict", null, null, null, null], JSON.stringify(report).slice(0, 300));
  assert.doesNotMatch(JSON.stringify(report), /the verifier failed/);
  return report.integrity.reason;
}

test("UTF-8 and UTF-16 of either order are read, with a byte order mark or without one", () => {
  assert.match(text, /[^\x00-\x7f]/, "the names of the game are not all ASCII");
  const ways = [utf8(text), utf8(`\ufeff${text}`), utf16(text), utf16(`\ufeff${text}`), swapped(utf16(text)),
    swapped(utf16(`\ufeff${text}`)), text, `\ufeff${text}`];
  for (const [i, each] of ways.entries()) assert.equal(judge(each).status, 0, `way ${i}`);
  for (const each of [utf16(KEYS), swapped(utf16(`\ufeff${KEYS}`))]) assert.equal(judge(text, { keys: each }).status, 0);
});

test("bytes that are no text, and other encodings, give no verdict", () => {
  const bytes = [[0x22, 0xff, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22], [0x22, 0xc0, 0xaf, 0x22], [0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0],
    [0, 0, 0, 0x7b], [0xff, 0xfe, 0x7b], [0], [], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xff, 0xfe, 0, 0xd8], [0x2b, 0x2f, 0x76, 0x38]];
  for (const each of bytes) unread(Uint8Array.from(each));
  unread(utf8(`\ufeff\ufeff${text}`));
  unread(utf8(text).subarray(0, 1000));
  unread(Buffer.concat([utf8(text), Buffer.from([0xc3])]));
});

test("header lines of HTTP answers in front are skipped, however many answers there were", () => {
  const headers = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX: {\"a\": 1}\r\n\r\n";
  for (const front of [headers, headers.replaceAll("\r", ""), `HTTP/1.1 100 Continue\r\n\r\n${headers}`, `\n ${headers} \n`]) {
    assert.equal(judge(front + text).status, 0, front);
    assert.equal(judge(text, { keys: front + KEYS }).status, 0, front);
  }
  for (const front of ["HTTP/1.1 200 OK\r\n", "Content-Type: x\n\n", "HTTP\n\n", "x\nHTTP/1.1 200 OK\n\n"]) unread(front + text);
  unread(headers);
});

test("a file may have 24 MiB and no byte more", () => {
  const padded = (size) => utf8(text + " ".repeat(size - Buffer.byteLength(text)));
  assert.equal(judge(padded(MAX_BYTES)).status, 0);
  assert.match(unread(padded(MAX_BYTES + 1)), /larger than 24 MiB/);
  assert.match(unread(text, { keys: utf8(KEYS.padEnd(MAX_BYTES + 1)) }), /the key set cannot be read: it is larger than 24 MiB/);
  assert.match(unread(text, { receipts: [new Uint8Array(MAX_BYTES + 1)] }), /receipts cannot be read: it is larger/);
  assert.match(unread("\u20ac".repeat(9 * 1024 * 1024)), /larger than 24 MiB/);
});

test("what does not say that it is a bundle gives no verdict, what says so is judged", () => {
  for (const each of [null, 7, "x", [], {}, [bundle], { ...bundle, format: "toma6-audit/1" }, { ...bundle, format: null }, KEYS]) {
    unread(JSON.stringify(each));
  }
  for (const each of [`${text}x`, `${text}{}`, text.slice(0, -1), text.replace('"seat":0', '"seat":0.0'), `${text},`]) unread(each);
  const misshapen = [{ format: bundle.format }, { ...bundle, entries: {} }, { ...bundle, entries: [null] }, { ...bundle, more: 1 },
    { ...bundle, heads: 1 }, { ...bundle, openings: [{}] }, { ...bundle, options: null }, { ...bundle, engine: { name: "x" } }];
  for (const each of misshapen) assert.deepEqual(inShort(judge(each)), { status: 20, integrity: false, rules: null });
});

test("a key set is one object with keys; keys of other kinds in it are passed over", () => {
  const others = [{ kty: "RSA", n: "x", e: "AQAB" }, { ...SERVER.jwk, use: "enc" }, { ...SERVER.jwk, kid: STRANGER.jwk.kid }, 7, null];
  const report = judge(text, { keys: { keys: [...others, SERVER.jwk, SERVER.jwk] } });
  assert.equal(report.status, 0);
  assert.match(report.noticed.join(), /5 keys of other kinds/);
  const wrong = [{ keys: [] }, { keys: others }, { keys: SERVER.jwk }, { keys: [SERVER.jwk], more: 1 }, [SERVER.jwk], SERVER.jwk, {}, null,
    { keys: Array(1001).fill(SERVER.jwk) }];
  for (const each of wrong) unread(text, { keys: JSON.stringify(each) });
});

test("a bundle is no key set, though there are keys in it", () => {
  assert.match(unread(text, { keys: text }), /it is a bundle, not a key set/);
  assert.equal(judge(text, { keys: keySet(STRANGER, SERVER) }).status, 0);
});

test("the reason names the file, escaped", async () => {
  const { verify } = await import("../core/report.mjs");
  const file = (name, content) => ({ name, content });
  const report = verify({ bundle: file("a.json", text), keys: file("\u001b[2J\n\u2713 proven", "x"), receipts: [] });
  assert.equal(report.status, 3);
  assert.match(report.integrity.reason, /^the key set, "\\u001b\[2J\\n\\u2713 proven", cannot be read: no JSON value/);
});
