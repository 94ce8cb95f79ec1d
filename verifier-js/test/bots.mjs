// Whose decision it was: bots, people and clocks, and the policy that an answer names.

import assert from "node:assert/strict";
import { test } from "node:test";

import { OPTIONS } from "../fuzz/players.mjs";
import { eventsOf, game, inShort, judge, mended, ofType, signed } from "./help.mjs";

const ANSWERS = ["CardDrafted", "CardPicked", "CardsPlayed", "ChoiceMade"];
const played = (ruleset, more = {}) => signed(game({ ruleset, seats: 3, seed: 15, bots: [1], ...more,
  options: { ...("max_rounds" in OPTIONS[ruleset] ? { max_rounds: 1 } : {}), ...more.options } }));

/** Asserts that the rules reject the bundle when the first event that fits is changed, and gives the reason. */
function rejected(bundle, fits, change) {
  const at = eventsOf(bundle).findIndex(({ event }) => fits(event));
  assert.ok(at >= 0, "there is no such event");
  const report = judge(mended(bundle, (copy) => change(eventsOf(copy)[at].event)));
  assert.deepEqual(inShort(report), { status: 21, integrity: true, rules: false });
  assert.equal(report.rules.revision, eventsOf(bundle)[at].revision, report.rules.reason);
  return report.rules.reason;
}

const isBots = ({ type, by }) => ANSWERS.includes(type) && by === "bot";
const isPersons = ({ type, by }) => ANSWERS.includes(type) && by === undefined;

test("in every ruleset a bot's answer names its policy, and a person's none", () => {
  for (const ruleset of Object.keys(OPTIONS)) {
    const bundle = played(ruleset);
    assert.equal(judge(bundle).status, 0);
    rejected(bundle, isBots, (event) => { delete event.policy; });
    rejected(bundle, isBots, (event) => { event.policy = "random/1"; });
    rejected(bundle, isPersons, (event) => { event.policy = "careful/1"; });
    const newer = mended(bundle, (copy) => { eventsOf(copy).find(({ event }) => isBots(event)).event.policy = "careful/2"; });
    assert.equal(judge(newer).status, 0, "the version is recorded, not derived");
  }
});

test("nobody decides for anybody else's seat", () => {
  const bundle = played("classic", { options: { turn_seconds: 604800, on_timeout: "careful" } });
  assert.match(rejected(bundle, isBots, (event) => { delete event.by; delete event.policy; }), /but the seat is a bot's/);
  assert.match(rejected(bundle, isBots, (event) => { event.by = "clock"; }), /decided by "clock", but the seat is a bot's/);
  assert.match(rejected(bundle, isPersons, (event) => { event.by = "bot"; event.policy = "careful/1"; }), /but the seat is a player's/);
  assert.match(rejected(bundle, isPersons, (event) => { event.by = "clock"; event.policy = "careful/1"; }), /before the deadline is over/);
});

test("a clock that a policy answers for names it, and one that plays the lowest card does not", () => {
  const isClocks = ({ type, by }) => ANSWERS.includes(type) && by === "clock";
  const careful = played("classic", { options: { turn_seconds: 5, on_timeout: "careful" } });
  rejected(careful, isClocks, (event) => { delete event.policy; });
  rejected(careful, isClocks, (event) => { event.policy = "random/1"; });
  rejected(careful, isClocks, (event) => { delete event.by; delete event.policy; });
  const lowest = played("classic", { options: { turn_seconds: 5, on_timeout: "lowest" } });
  rejected(lowest, isClocks, (event) => { event.policy = "careful/1"; });
  assert.deepEqual([judge(careful).status, judge(lowest).status], [0, 0]);
});

test("a seat that a bot was seated on is never handed over, neither by resigning nor by the clock", () => {
  const bundle = played("tactics", { options: { turn_seconds: 5, on_timeout: "forfeit" } });
  for (const reason of ["resigned", "timeout"]) {
    const report = judge(mended(bundle, (copy) => {
      const started = copy.entries.findIndex(({ entry }) => entry.events[0].type === "GameStarted");
      const { at } = copy.entries[started].entry;
      copy.entries.splice(started + 1, Infinity, { entry: { at, events: [{ type: "SeatHandedOver", seat: 1, policy: "careful", reason }] } });
      Object.assign(copy, { complete: false, openings: [] });
    }));
    assert.deepEqual(inShort(report), { status: 21, integrity: true, rules: false });
    assert.match(report.rules.reason, /seat 1 was a bot's from the start/);
  }
});

test("after a hand-over the bot's policy answers, and its player again after the return", () => {
  const bundle = played("tactics", { seed: 3, options: { turn_seconds: 5, on_timeout: "forfeit", max_rounds: 3 } });
  /** The events of a type of one seat, after an entry and before another. */
  const his = (seat, type, after, before = Infinity) => ofType(bundle, type).filter(({ event, revision }) => event.seat === seat && revision > after && revision < before);
  const spells = ofType(bundle, "SeatReturned").map((back) => {
    const { seat } = back.event;
    const over = his(seat, "SeatHandedOver", 0, back.revision).at(-1);
    const [bots] = his(seat, "CardPicked", over.revision, back.revision);
    const [own] = his(seat, "CardPicked", back.revision);
    return { over, back, bots, own };
  });
  const { over, bots, own } = spells.find((each) => each.bots && each.own && each.own.event.by === undefined);
  assert.deepEqual([bots.event.by, bots.event.policy, own.event.by], ["bot", "careful/1", undefined]);
  const is = ({ event }) => (each) => each === event;
  rejected(bundle, is(bots), (event) => { event.policy = "random/1"; });
  rejected(bundle, is(bots), (event) => { delete event.by; delete event.policy; });
  rejected(bundle, is(own), (event) => { event.by = "bot"; event.policy = "careful/1"; });
  const renamed = judge(mended(bundle, (copy) => { copy.entries[over.revision - 1].entry.events[0].policy = "random"; }));
  assert.deepEqual([renamed.status, renamed.rules.revision], [21, bots.revision]);
});
