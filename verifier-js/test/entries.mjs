// What one command has caused is one entry: no more, no less, and no part of it in another.

import assert from "node:assert/strict";
import { test } from "node:test";

import { OPTIONS } from "../fuzz/players.mjs";
import { game, inShort, judge, mended, ofType, SERVER, signed } from "./help.mjs";

// Running games: nothing but names is opened in them, and those come before the start.
const running = (ruleset) => signed(game({ ruleset, seats: 3, most: 5 }));
const bundle = running("tactics");
const [{ revision: START }] = ofType(bundle, "GameStarted");
const [{ revision: REVEALED, event: { picks } }] = ofType(bundle, "PicksRevealed");

const eventsAt = ({ entries }, revision) => entries[revision - 1].entry.events;

/** Asserts that the rules reject a bundle that was changed, with its chain mended, at a revision and for a reason; gives it. */
function rejected(about, revision, reason, change) {
  const changed = mended(about, change);
  const report = judge(changed);
  assert.deepEqual(inShort(report), { status: 21, integrity: true, rules: false }, report.integrity.reason);
  assert.equal(report.rules.revision, revision);
  assert.match(report.rules.reason, reason);
  return changed;
}

/** An entry ends after so many events, and the others are one of their own. */
function split({ entries }, revision, after) {
  const { at, events } = entries[revision - 1].entry;
  entries.splice(revision, 0, { entry: { at, events: events.splice(after) } });
}

/** An entry takes in the one behind it. */
function join(copy, revision) {
  const [{ entry }] = copy.entries.splice(revision, 1);
  eventsAt(copy, revision).push(...entry.events);
}

test("in every ruleset an entry is a decision and all that follows from it, and nothing else", () => {
  for (const ruleset of Object.keys(OPTIONS)) {
    const about = running(ruleset);
    const { decisions, consequences, events } = judge(about).checked;
    assert.deepEqual([decisions, consequences], [about.entries.length, events - about.entries.length], ruleset);
    const long = about.entries.filter(({ entry }) => entry.events.length > 1);
    assert.ok(long.length > 1, ruleset);
    for (const { revision, entry } of long) {
      rejected(about, revision, /^the entry ends, but a \w+ must follow/, (copy) => split(copy, revision, 1));
      rejected(about, revision, /^the entry ends, but a \w+ must follow/, (copy) => split(copy, revision, entry.events.length - 1));
      rejected(about, revision, /^the entry ends, but a \w+ must follow/, (copy) => { eventsAt(copy, revision).pop(); copy.entries.splice(revision); });
      rejected(about, revision, /is recorded where nothing more follows/, (copy) => { eventsAt(copy, revision).push(entry.events.at(-1)); });
    }
  }
});

test("two decisions are two entries, and a consequence begins none", () => {
  rejected(bundle, START + 1, /^CardPicked is recorded where nothing more follows/, (copy) => join(copy, START + 1));
  rejected(bundle, REVEALED - 1, /^CardPicked is recorded where nothing more follows/, (copy) => join(copy, REVEALED - 1));
  const [{ at, event }] = ofType(bundle, "CardPlaced");
  rejected(bundle, START + 1, /^CardPlaced: it does not follow from anything/, (copy) => { copy.entries.splice(START, 0, { entry: { at, events: [event] } }); });
});

test("a hand and a pick of one seat in one entry are both opened, and are against the rules", () => {
  const play = game({ ruleset: "tactics", seats: 3, most: 1 });
  const own = signed(play, play.decisions.at(-1).seat);
  const opened = own.openings.filter(({ payload }) => payload.kind !== "name");
  assert.deepEqual(opened.map(({ revision, payload }) => [revision, payload.kind]), [[START, "hand"], [START + 1, "pick"]]);
  const joined = rejected(own, START, /^CardPicked is recorded where nothing more follows/, (copy) => {
    join(copy, START);
    copy.openings.at(-1).revision = START;
  });
  assert.equal(judge(mended(joined, (copy) => { copy.openings.pop(); })).status, 20);
  assert.equal(judge(mended(joined, (copy) => { copy.openings.push(copy.openings.splice(-2, 1)[0]); })).status, 20);
});

test("nothing but what begins an entry is the answer that a receipt may be for", () => {
  const [{ seat, card }] = picks;
  const saved = (about, revision) => SERVER.receipt(about, revision, { decision: `r1t1-pick-s${seat}`, at: about.entries[revision - 1].entry.at, answer: { card } });
  const { revision } = ofType(bundle, "CardPicked").find(({ event }) => event.seat === seat);
  const finding = (about, at) => judge(about, { receipts: [saved(about, at)] }).receipts.findings[0].finding;
  assert.equal(finding(bundle, revision), "agrees");
  const joined = mended(bundle, (copy) => join(copy, revision - 1));
  assert.equal(finding(joined, revision - 1), "another_answer");
});
