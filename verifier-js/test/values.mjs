// The table of legal values: what stands at its edge is accepted, and what stands beyond is no form.

import assert from "node:assert/strict";
import { test } from "node:test";

import { entryProblem, formProblem } from "../core/forms.mjs";
import { created, game, inShort, judge, mended, ofType, signed } from "./help.mjs";

const at = "2026-11-30T01:47:42.123Z";
const hash = "A".repeat(43);
const salt = "A".repeat(22);
const form = (type, fields) => ({ type, ...fields });

/** One true form of each type, with every field it may have. */
const FORMS = {
  GameCreated: { game: "g", ruleset: "x", options: {}, seats: 3, visibility: "public", commitment: hash },
  SeatTaken: { seat: 0, name_seal: hash, policy: "careful", client_seed: "x" },
  SeatLeft: { seat: 0 },
  SeatHandedOver: { seat: 0, policy: "careful", reason: "timeout" },
  SeatReturned: { seat: 0 },
  GameStarted: { seats: [0, 1] },
  RoundDealt: { round: 1, hands: [{ seat: 0, count: 10, seal: hash }], face_down: true, specials: ["x2", "+5"], pool: [1] },
  RowsLaid: { cards: [1, 104] },
  TurnStarted: { turn: 1, kind: "pick", seats: [0] },
  CardDrafted: { seat: 0, card: 1, by: "bot", policy: "careful/1" },
  CardPicked: { round: 1, turn: 1, seat: 0, seal: hash, by: "clock", policy: "careful/999999" },
  PicksRevealed: { picks: [{ seat: 0, card: 1, salt }] },
  CardsPlayed: { seat: 0, cards: [{ card: 1 }, { special: "x2", row: 14 }], by: "bot", policy: "a/1" },
  CardPlaced: { seat: 0, row: 14, reason: "nearest", card: 1, special: "+5", side: "left" },
  ChoiceRequested: { seat: 0, card: 1, kind: "place", options: [{ row: 0, side: "right" }, { row: 1 }] },
  ChoiceMade: { seat: 0, row: 0, side: "right", by: "rule", policy: "careful/1" },
  RowTaken: { seat: 0, row: 0, cards: [1], heads: 999, reason: "full", specials: ["+5"] },
  RoundScored: { round: 9999, scores: [{ seat: 0, points: -1, total: -99999 }] },
  GameFinished: { places: [{ seat: 9, place: 999, total: 0 }], server_seed: hash },
  GameAbandoned: { reason: "host", server_seed: hash },
};

const times = ["1969-12-31T23:59:59.999Z", "0000-01-01T00:00:00.000Z", "0999-01-01T00:00:00.000Z", "10000-01-01T00:00:00.000Z",
  "+010000-01-01T00:00:00.000Z", "2026-02-29T00:00:00.000Z", "2026-13-01T00:00:00.000Z", "2026-01-01T24:00:00.000Z", "2026-01-01T00:00:60.000Z",
  "2026-01-01T00:00:00.00Z", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000+00:00", "2026-01-01 00:00:00.000Z", 7, null];
const words = (...more) => ["", "x\n", 7, null, true, [], {}, ...more];
const hashes = words(hash.slice(1), `${hash}A`, `${hash.slice(1)}B`, `${hash}=`, "0".repeat(64));
const numbers = (...more) => ["1", null, true, [], {}, 1.5, ...more];
const seats = numbers(-1, 10);
const cards = numbers(0, 105, -1);
const by = words("player", "nobody");
const answers = words("careful", "careful/0", "careful/01", "careful/1000000", "Careful/1", "/1", "careful/1/1", "careful/ 1", `${"x".repeat(41)}/1`);

/** field -> values that it may not have, in every type that has the field unless one is named. */
const WRONG = {
  type: words("Cheated", "toString", "__proto__"),
  "GameCreated.game": words("a b", "a/b", "x".repeat(65), "\u00e9"), "GameCreated.seats": numbers(0, 11),
  ruleset: [7, null, [], {}], "GameCreated.options": [[], null, "x", 7], visibility: words("secret"), commitment: hashes,
  name_seal: hashes,
  client_seed: words("x".repeat(65), "\u00fc", "\u007f", "\t"), "SeatTaken.policy": words("careful/1", "_x", "Careful", "x".repeat(41), "1x"),
  "SeatHandedOver.policy": words("careful/1"), "SeatHandedOver.reason": words("resign", "full"),
  seat: seats, "GameStarted.seats": [[1, 0], [0, 0], [10], ["0"], null, {}, 7], "TurnStarted.seats": [[10], [-1], ["0"], null, 7],
  "RoundDealt.round": numbers(0, 10000), turn: numbers(0, 10000), "CardPicked.round": numbers(0, 10000), "RoundScored.round": numbers(0, 10000),
  hands: [[], {}, null, [{ seat: 0, count: 10 }], [{ seat: 0, count: 1000, seal: hash }], [{ seat: 10, count: 1, seal: hash }], [{ seat: 0, count: -1, seal: hash }],
    [{ seat: 0, count: 1, seal: hash, more: 1 }]], face_down: [false, null, 1, "true"], "RoundDealt.specials": [[], ["x3"], "x2", null], pool: [[], [0], [105], null],
  "RowsLaid.cards": [[0], [105], ["1"], null, 7], "TurnStarted.kind": words("row", "place"), card: cards, seal: hashes, "CardDrafted.by": [...by, "rule"],
  "CardPicked.by": [...by, "rule"], "CardsPlayed.by": [...by, "rule"], "ChoiceMade.by": by, "CardDrafted.policy": answers, "CardPicked.policy": answers,
  "CardsPlayed.policy": answers, "ChoiceMade.policy": answers, picks: [[{ seat: 0, card: 0, salt }], [{ seat: 0, card: 1, salt: hash }], [{ seat: 0, card: 1, salt: `${salt.slice(1)}B` }], [{ seat: 0, card: 1 }], null],
  "CardsPlayed.cards": [[{ card: 0 }], [{ special: "x3" }], [{ row: 15 }], [{ card: null }], null], row: numbers(-1, 15),
  "CardPlaced.reason": words("full", "low"), special: words("x3"), "CardPlaced.side": words("right", "up"), "ChoiceMade.side": words("up"),
  "ChoiceRequested.kind": words("pick"), "ChoiceRequested.options": [[{ row: 15 }], [{ side: "left" }], [{ row: 0, side: null }], {}, null],
  "RowTaken.cards": [[0], [105], null], heads: numbers(-1, 1000), "RowTaken.reason": words("start"), "RowTaken.specials": [[], ["x3"], null],
  scores: [[{ seat: 0, points: 1 }], [{ seat: 10, points: 1, total: 1 }], [{ seat: 0, points: "1", total: 1 }], null],
  places: [[{ seat: 0, place: -1, total: 1 }], [{ seat: 0, place: 1000, total: 1 }], null], server_seed: hashes,
  "GameAbandoned.reason": words("Host", "_x", "x".repeat(41), "a b"),
};

test("every type of event has its form, and nothing can be left out of it or added", () => {
  for (const [type, fields] of Object.entries(FORMS)) {
    assert.equal(formProblem(form(type, fields)), null, type);
    assert.notEqual(formProblem(form(type, { ...fields, more: 1 })), null, type);
    assert.notEqual(formProblem(form(type, { ...fields, by: undefined })), null, type);
    for (const [name, value] of Object.entries({ at, version: 1 })) assert.notEqual(formProblem(form(type, { ...fields, [name]: value })), null, type);
  }
  for (const each of [null, 7, [], {}, "x", { type: "SeatLeft" }]) assert.notEqual(formProblem(each), null);
});

test("a value beyond the table is no form", () => {
  for (const [place, values] of Object.entries(WRONG)) {
    const [name, only] = place.split(".").reverse();
    const types = Object.entries(FORMS).filter(([type, fields]) => (only ? type === only : name in form(type, fields)));
    assert.ok(types.length > 0, place);
    for (const [type, fields] of types) {
      for (const value of values) {
        assert.notEqual(formProblem({ ...form(type, fields), [name]: value }), null, `${type}.${name}: ${JSON.stringify(value)}`);
      }
    }
  }
});

test("a value at the edge of the table is one", () => {
  const edges = [["GameCreated", { game: "x".repeat(64), seats: 10 }], ["SeatTaken", { client_seed: "~ ".repeat(32) }],
    ["SeatTaken", { policy: `a${"_9".repeat(19)}z` }], ["SeatLeft", { seat: 9 }], ["CardPicked", { round: 9999, turn: 9999 }],
    ["GameStarted", { seats: [] }], ["GameAbandoned", { reason: "x".repeat(40) }], ["RowTaken", { heads: 0, cards: [] }]];
  for (const [type, change] of edges) assert.equal(formProblem({ ...form(type, FORMS[type]), ...change }), null, JSON.stringify(change));
});

test("an entry has a time that exists, and 1 to 200 events", () => {
  const left = form("SeatLeft", { seat: 0 });
  const entry = (more = {}) => ({ at, events: [left], ...more });
  for (const time of [at, "1970-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z", "2024-02-29T12:00:00.000Z"]) assert.equal(entryProblem(entry({ at: time })), null, time);
  assert.equal(entryProblem(entry({ events: Array(200).fill(left) })), null);
  const wrong = [...times.map((time) => ({ at: time })), ...[[], Array(201).fill(left), [null], [left, {}], [[left]], {}, null, left].map((events) => ({ events })), { version: 1 }];
  for (const each of wrong) assert.notEqual(entryProblem(entry(each)), null, JSON.stringify(each).slice(0, 90));
  for (const each of [{}, { at }, { events: [left] }, left, [left]]) assert.notEqual(entryProblem(each), null);
});

test("a value that no form has is against the integrity; a ruleset or option that there is not is against the rules", () => {
  const integrity = (change) => assert.deepEqual(inShort(judge(created(change))), { status: 20, integrity: false, rules: null });
  integrity((event) => { event.seats = 11; });
  integrity((event) => { event.visibility = "hidden"; });
  integrity((_, entry) => { entry.at = "0999-01-01T00:00:00.000Z"; });
  integrity((event, { events }) => { events.push(...Array(200).fill(event)); });
  const rules = (change) => assert.deepEqual(inShort(judge(created(change))), { status: 21, integrity: true, rules: false });
  rules((event) => { event.ruleset = "poker"; });
  rules((event) => { event.options.more = 1; });
  rules((event) => { event.options.end_score = 1001; });
  rules((event) => { event.options.on_timeout = "careful"; });
  rules((event) => { event.seats = 1; });
  assert.equal(judge(created()).status, 0);
});

test("with the seed, what cannot be dealt is against the integrity too, from its first deal on", () => {
  const whole = signed(game({ ruleset: "tactics", seats: 2, options: { max_rounds: 1 } }));
  const deal = ofType(whole, "RoundDealt")[0].revision;
  const changes = [({ entries }) => { entries[0].entry.events[0].ruleset = "poker"; }, ({ entries }) => { entries[0].entry.events[0].options.more = 1; },
    (bundle) => { ofType(bundle, "SeatTaken").at(-1).event.seat = 5; }];
  for (const change of changes) {
    const report = judge(mended(whole, change));
    assert.deepEqual(inShort(report), { status: 20, integrity: false, rules: false });
    assert.equal(report.integrity.revision, deal);
    assert.match(report.integrity.reason, /the deal cannot be derived/);
  }
});

test("an array has at most 104 entries, and at most 15 if they are objects", () => {
  const laid = (cards) => form("RowsLaid", { cards });
  const scored = (count) => form("RoundScored", { round: 1, scores: Array(count).fill({ seat: 0, points: 1, total: 1 }) });
  assert.equal(formProblem(laid(Array(104).fill(7))), null);
  assert.notEqual(formProblem(laid(Array(105).fill(7))), null);
  assert.equal(formProblem(scored(15)), null);
  assert.notEqual(formProblem(scored(16)), null);
});
