// Times: which years are written how, and times that go back (S30).

import assert from "node:assert/strict";
import { test } from "node:test";

import { isTime } from "../core/values.mjs";
import { created, game, inShort, judge, mended, signed } from "./help.mjs";

const bundle = signed(game({ ruleset: "tactics", seats: 2, options: { max_rounds: 1 } }));
/** Moves every entry from a revision on by so many milliseconds. */
const moved = (from, by) => mended(bundle, (copy) => copy.entries.slice(from - 1).forEach(({ entry }) => {
  entry.at = new Date(Date.parse(entry.at) + by).toISOString();
}));

test("years are 1970 to 9999, of four digits, and a time must exist", () => {
  for (const time of ["1970-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z", "2000-02-29T00:00:00.000Z"]) assert.ok(isTime(time), time);
  for (const time of ["0000-01-01T00:00:00.000Z", "0999-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z", "999-12-31T23:59:59.999Z",
    "10000-01-01T00:00:00.000Z", "1900-02-29T00:00:00.000Z", "2026-11-31T00:00:00.000Z", "2026-11-30T23:59:60.000Z"]) assert.ok(!isTime(time), time);
});

test("a game may be played in any of these years", () => {
  for (const year of ["1970", "9999"]) {
    assert.equal(judge(created((_, entry) => { entry.at = entry.at.replace("2026", year); })).status, 0);
  }
  for (const year of ["0000", "0999", "1969"]) {
    assert.deepEqual(inShort(judge(created((_, entry) => { entry.at = entry.at.replace("2026", year); }))), { status: 20, integrity: false, rules: null });
  }
});

test("times that go back are no fault, and are noticed with the first revision", () => {
  assert.deepEqual(judge(bundle).noticed, []);
  const decision = 15;
  const { status, noticed } = judge(moved(decision, -10_000_000));
  assert.deepEqual([status, noticed], [0, [`times go back, first at revision ${decision}`]]);
  assert.deepEqual(judge(moved(decision, 10_000_000)).noticed, []);
});

test("what one decision causes has one time: that of its entry, and an event none", () => {
  const timed = mended(bundle, ({ entries }) => { entries[3].entry.events[0].at = entries[3].entry.at; });
  assert.deepEqual(inShort(judge(timed)), { status: 20, integrity: false, rules: null });
});
