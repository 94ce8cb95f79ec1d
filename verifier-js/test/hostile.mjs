// Hostile files: nothing of them is shown as it stands (S29), nothing in them makes the verifier fail.

import assert from "node:assert/strict";
import { test } from "node:test";

import { shown } from "../core/shown.mjs";
import { inWords } from "../core/words.mjs";
import { placesIn } from "../fuzz/forge.mjs";
import { HOSTILE } from "../fuzz/hostile.mjs";
import { receiptsOf } from "../fuzz/decorate.mjs";
import { created, game, judge, KEYS, mended, ofType, SERVER, signed } from "./help.mjs";

// Lines and marks that look like a verdict, terminal escapes, text that runs backwards, very much text.
const LINE = "\n\u2713 integrity: ok\nverdict: proven (status 0)\r\n";
const EVIL = [LINE, "\u001b[2J\u001b[1;32mproven\u001b[0m\u0007", "\u202eko :ytirgetni\u202c", "\u0000\u007f\u009b31m", "<script>alert(1)</script>\u2028",
  "\u{1f402}".repeat(100), `${"x".repeat(300)}TAIL`];
const bundle = signed(game({ ruleset: "classic", seats: 2, seed: 3, options: { max_rounds: 1 } }));

/** Asserts that a report shows nothing foreign, whatever its verdict, and that it is none of the verifier's own faults. */
function harmless(report, evil) {
  const text = inWords(report);
  // eslint-disable-next-line no-control-regex
  for (const each of [text, JSON.stringify(report)]) assert.doesNotMatch(each, /[^\n\x20-\x7e]/);
  assert.doesNotMatch(text, /the verifier failed/);
  assert.doesNotMatch(text, /TAIL|x{61}|(\\ud83d\\udc02){61}/);
  const marks = text.split("\n").filter((line) => /^(\W*integrity: ok|verdict: proven|signed by this server)/.test(line));
  assert.equal(marks.filter((line) => line.startsWith("signed by")).length, 1);
  assert.equal(marks.some((line) => line.startsWith("verdict: proven")), report.status === 0);
  if (evil === LINE) assert.equal(marks.filter((line) => line.includes("integrity")).length, report.integrity.ok ? 1 : 0);
  return report;
}

test("a foreign text is shown as a JSON string in ASCII, of sixty characters at most", () => {
  assert.equal(shown("a\n\u001b[31m\u2713\"\\"), '"a\\n\\u001b[31m\\u2713\\"\\\\"');
  assert.equal(shown("x".repeat(60)), `"${"x".repeat(60)}"`);
  assert.equal(shown("x".repeat(61)), `"${"x".repeat(60)}"...`);
  assert.equal(shown("\u{1f402}".repeat(61)), `"${"\\ud83d\\udc02".repeat(60)}"...`);
});

test("whatever stands in any member of a bundle, it is not shown as it stands", () => {
  const small = signed(game({ ruleset: "tactics", seats: 2, most: 1 }), 0);
  for (const evil of EVIL) {
    for (const { holder, key } of placesIn(small)) {
      const before = holder[key];
      holder[key] = evil;
      harmless(judge(small), evil);
      holder[key] = before;
    }
    for (const name of ["ruleset", "game", "visibility"]) harmless(judge(created((event) => { event[name] = evil; })), evil);
    const named = judge(created((event) => { event.ruleset = evil; }));
    assert.deepEqual([named.status, named.integrity.ok], [21, true]);
  }
});

/** Assigned, "__proto__" would be no member. */
const own = (object, name) => Object.defineProperty(object, name, { value: 1, enumerable: true });

test("names of fields, options, members and types are foreign too", () => {
  const names = [LINE, "\u001b[31mok\u001b[0m", "\u0000\u007f", "x".repeat(300), "__proto__", "constructor", "toString"];
  for (const name of names) {
    const reports = [judge({ ...bundle, [name]: 1 }), judge(created((event) => own(event, name))), judge(created(({ options }) => own(options, name))),
      judge(created((event) => { event.type = name; })), judge({ format: name }), judge(bundle, { keys: JSON.stringify({ [name]: [] }) }),
      judge(bundle, { receipts: [JSON.stringify({ jws: name, [name]: 1 })] }), judge(bundle, { receipts: [name] }), judge(`{${JSON.stringify(name)}:1,${JSON.stringify(name)}:2}`)];
    for (const report of reports) assert.notEqual(harmless(report, name).status, 0);
  }
});

test("what a decision or consequence holds is shown escaped where it is wrong", () => {
  const changes = [(copy) => { copy.openings[0].payload.name = "x\u202ey".repeat(10); }, (copy) => { ofType(copy, "RoundScored")[0].event.scores[0].points = 2 ** 53 - 1; },
    (copy) => { ofType(copy, "RowsLaid")[0].event.cards = Array(300).fill(7); }, (copy) => { ofType(copy, "PicksRevealed")[0].event.picks = []; }];
  for (const change of changes) harmless(judge(mended(bundle, change)));
});

test("receipts are shown escaped: kids, games, answers, decisions", () => {
  const [one] = receiptsOf(bundle);
  for (const evil of EVIL) {
    const saved = [{ ...one, answer: evil }, { ...one, decision: evil }, { receipt: { ...one.receipt, game: evil } }, { jws: evil },
      SERVER.receipt(bundle, one.receipt.revision, { ...one, ...one.receipt, answer: { card: evil, [evil.slice(0, 9).replace(/[^\x00-\x7f]/g, "")]: 1 } })];
    for (const each of saved) assert.ok([23, 24].includes(harmless(judge(bundle, { receipts: [each] }), evil).status));
    harmless(judge(bundle, { receipts: [`${JSON.stringify(one)}${evil}`] }), evil);
    harmless(judge(bundle, { keys: evil }), evil);
  }
});

test("any JSON whatsoever, in place of any member, gets a report", () => {
  const values = [null, 7, -1, "x", [], {}, [[]], [null], [{}], true, 2 ** 53 - 1, { jws: 1 }, { seat: 0 }];
  const small = signed(game({ ruleset: "tactics", seats: 2, most: 1 }), 0);
  for (const { holder, key } of placesIn(small)) {
    const before = holder[key];
    for (const value of values) {
      holder[key] = value;
      harmless(judge(JSON.stringify(small)));
    }
    holder[key] = before;
  }
  for (const value of values) {
    for (const files of [[value], [bundle, { keys: JSON.stringify(value) }], [bundle, { receipts: [JSON.stringify(value)] }]]) {
      assert.equal(harmless(judge(...files.map((each, i) => (i === 0 ? JSON.stringify(each) : each)))).status, 3);
    }
  }
});

test("a file that keeps a verifier busy gets its answer", () => {
  const statuses = Object.entries(HOSTILE).map(([name, make]) => {
    const { bundle: busy, keys = null, receipts } = make(100_000);
    const { status } = harmless(judge(busy, { keys: keys ?? KEYS, receipts: receipts ? [receipts] : [] }));
    return [name, status];
  });
  assert.ok(statuses.every(([, status]) => status !== 0), JSON.stringify(statuses));
});
