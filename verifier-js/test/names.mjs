// What players are called stands under a seal: opened as long as it can be, and nothing is amiss once it cannot.

import assert from "node:assert/strict";
import { test } from "node:test";

import { namePayload, sealOf } from "../core/seals.mjs";
import { isName } from "../core/values.mjs";
import { game, inShort, judge, mended, ofType, signed } from "./help.mjs";

const over = signed(game({ ruleset: "tactics", seats: 3, options: { max_rounds: 1 } }));
const running = signed(game({ ruleset: "tactics", seats: 3, most: 4 }), 0);
const isName_ = ({ payload }) => payload.kind === "name";
const names = over.openings.filter(isName_);
const cards = over.openings.filter((each) => !isName_(each));

/** Asserts that the integrity of the finished game fails with these openings in front, at a revision and for a reason. */
function broken(front, revision, reason, behind = cards) {
  const { status, integrity } = judge({ ...over, openings: [...front, ...behind] });
  assert.deepEqual([status, integrity.revision], [20, revision], integrity.reason);
  assert.match(integrity.reason, reason);
}

const changed = (change) => [{ ...names[0], ...change }, ...names.slice(1)];
const renamed = (payload) => changed({ payload: { ...names[0].payload, ...payload } });

test("any names may be opened, of a game that is over or runs, whoever asks", () => {
  assert.equal(names.length, ofType(over, "SeatTaken").length);
  for (const about of [over, running]) {
    const rest = about.openings.filter((each) => !isName_(each));
    for (let some = 0; some < 2 ** names.length; some += 1) {
      const kept = names.filter((_, i) => some & (1 << i));
      const report = judge({ ...about, openings: [...kept, ...rest] });
      assert.deepEqual([report.status, report.checked.names], [0, kept.length]);
    }
  }
});

test("the opening of a name opens the seal of a seat that was taken in its entry", () => {
  const [{ revision }] = names;
  broken(renamed({ name: "Eve" }), revision, /does not open the seal/);
  broken(changed({ salt: names[1].salt }), revision, /does not open the seal/);
  broken(renamed({ seat: 0 }), revision, /has another form/);
  broken(renamed({ game: "another" }), revision, /has another form/);
  broken(changed({ payload: { game: over.game, kind: "name" } }), revision, /has another form/);
  broken(changed({ revision: 1 }), 1, /stands where no seat was taken/);
  broken([...names, { ...names[0], revision: over.entries.length + 1 }], over.entries.length + 1, /stands where no seat was taken/);
});

test("names come first, in the order of their entries, and none twice", () => {
  const [one, two, ...more] = names;
  broken([two, one, ...more], one.revision, /not in its place/);
  broken([one, one, two, ...more], one.revision, /not in its place/);
  broken([two, ...more], cards[0].revision, /missing or not in its place/, [cards[0], one, ...cards.slice(1)]);
  broken([two, ...more], one.revision, /too many/, [...cards, one]);
});

test("a name has 1 to 40 code points, and no control characters among them", () => {
  const called = (name) => mended(over, (copy) => {
    const [opening] = copy.openings;
    opening.payload = namePayload(copy.game, name);
    ofType(copy, "SeatTaken")[0].event.name_seal = sealOf(opening.salt, opening.payload);
  });
  for (const name of ["x", "\u00a0", "\u{1f402}".repeat(40), "x".repeat(40), "\u202e"]) assert.equal(judge(called(name)).status, 0, name);
  for (const name of ["", "x".repeat(41), "\u{1f402}".repeat(41), "\u0000", "\u001f", "\u007f", "\u009f", 7, null, ["x"]]) {
    assert.deepEqual(inShort(judge(called(name))), { status: 20, integrity: false, rules: true }, JSON.stringify(name));
    assert.ok(!isName(name));
  }
});

test("another name in place of one that was erased is another history", () => {
  const rewritten = mended(over, (copy) => {
    copy.openings.splice(0, names.length);
    ofType(copy, "SeatTaken")[0].event.name_seal = ofType(copy, "SeatTaken")[1].event.name_seal;
  }, null);
  assert.deepEqual([judge(rewritten).status, judge(rewritten, { receipts: [{ head: over.heads[0] }] }).status], [25, 22]);
});
