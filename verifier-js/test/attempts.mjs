// Attempts: the server's notes, under no hash, but of one form (docs/ledger.md, "Integrity", 10).

import assert from "node:assert/strict";
import { test } from "node:test";

import { game, judge, signed } from "./help.mjs";

const at = "2026-11-30T01:47:42.123Z";
const attempt = (more = {}) => ({ at, seat: 0, decision: "r1t1-pick-s0", code: "not_an_option", ...more });
const whole = signed(game({ ruleset: "tactics", seats: 3, options: { max_rounds: 1 } }));
const running = signed(game({ ruleset: "tactics", seats: 3, most: 4 }), 0);
const status = (bundle, attempts, attempts_dropped = 0) => judge({ ...bundle, attempts, attempts_dropped }).status;

test("attempts of every kind are allowed, at decisions that the game never had too", () => {
  const good = [[], [attempt()], [attempt(), attempt({ code: "repeated" })], [attempt({ decision: "r9999t9999-place-s0" })],
    [attempt({ seat: 1, code: "not_your_decision" })], [attempt(), attempt({ at: "2026-11-30T01:47:42.124Z", seat: 2, decision: "r1t1-row-s2" })],
    [attempt({ at: "1970-01-01T00:00:00.000Z" }), attempt({ at: "9999-12-31T23:59:59.999Z" })]];
  for (const each of good) assert.equal(status(whole, each, 7), 0, JSON.stringify(each));
  assert.equal(status(running, [attempt()], 3), 0);
});

test("an attempt of another form is against the integrity", () => {
  const bad = [{ at: "2026-11-30T01:47:42Z" }, { at: "0999-11-30T01:47:42.123Z" }, { seat: 3 }, { seat: -1 }, { seat: "0" }, { decision: "r0t1-pick-s0" },
    { decision: "r01t1-pick-s0" }, { decision: "r1t10000-pick-s0" }, { decision: "r1t1-peek-s0" }, { decision: "r1t1-pick-s10" }, { decision: "r1t1-pick-s0\n" },
    { decision: null }, { code: "" }, { code: "Not" }, { code: "x".repeat(41) }, { code: "repeated\n" }, { card: 7 }, { code: undefined },
    { decision: "r1t1-pick-s1" }, { code: "not_your_decision" }];
  for (const each of bad) assert.equal(status(whole, [attempt(each)]), 20, JSON.stringify(each));
  for (const each of [null, 7, [], "x"]) assert.equal(status(whole, [each]), 20);
});

test("attempts do not descend, and of each seat there are 200 at most", () => {
  assert.equal(status(whole, [attempt(), attempt({ at: "2026-11-30T01:47:42.122Z" })]), 20);
  const both = [attempt(), attempt({ seat: 1, decision: "r1t1-pick-s1" })];
  const many = (count) => Array(count).fill(both).flat();
  assert.deepEqual([status(whole, many(200)), status(whole, [...many(200), both[0]])], [0, 20]);
});

test("of a running game there are those of the seat that asked, and none if nobody did", () => {
  const spectators = { ...running, asked_by: null, openings: running.openings.filter(({ payload }) => payload.kind === "name") };
  assert.deepEqual([status(running, [attempt({ seat: 1, decision: "r1t1-pick-s1" })]), status(spectators, [attempt()])], [20, 20]);
  assert.deepEqual([status(spectators, []), status(spectators, [], 1), status(running, [], -1), status(whole, [], -1)], [0, 20, 20, 20]);
});
