// Landings, takes and values without any record, against tests/vectors/placement.json and rules.md.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { bullValue, headsIn, rulesetOf } from "../core/rulesets.mjs";
import { isLastRound, placesOf, pointsOf } from "../core/scoring.mjs";
import { addCard, cheapestRow, isFull, landing, replaceRow } from "../core/table.mjs";

const cases = JSON.parse(readFileSync(new URL("../../tests/vectors/placement.json", import.meta.url)));
const deck = (size) => Array.from({ length: size }, (_, i) => i + 1);

function run({ ruleset, rows: ends, cards, choices }) {
  const rules = rulesetOf(ruleset);
  const rows = ends.map((row) => ({ cards: row.slice(), specials: [] }));
  const taken = [];
  const waiting = choices.slice();
  const take = (row, card, reason) => {
    const { cards: five } = replaceRow(rows, row, card);
    taken.push({ card, row, cards: five, heads: headsIn(five), reason });
  };
  for (const card of cards) {
    let spot = landing(rules, rows, card);
    if (spot === null) {
      take(waiting.shift(), card, "low");
      continue;
    }
    if (spot.tie) {
      const chosen = waiting.shift();
      assert.deepEqual(spot.tie.filter(({ row, side }) => row === chosen.row && side === chosen.side).length, 1);
      spot = chosen;
    }
    if (rules.turns !== "play" && isFull(rows, spot.row)) take(spot.row, card, "full");
    else addCard(rows, spot.row, spot.side, card);
  }
  assert.equal(waiting.length, 0);
  return { rows_after: rows.map((row) => row.cards), taken };
}

for (const each of cases) {
  test(`${each.ruleset}: ${each.name}`, () => {
    assert.deepEqual(run(each), { rows_after: each.rows_after, taken: each.taken });
  });
}

test("the heads and the bulls add up as the rules say", () => {
  assert.equal(headsIn(deck(104)), 171);
  const values = deck(98).map(bullValue);
  assert.equal(values.filter((value) => value < 0).reduce((sum, value) => sum + value), -87);
  assert.equal(values.filter((value) => value > 0).reduce((sum, value) => sum + value), 81);
});

test("the cheapest row is the lowest one among equals", () => {
  const rows = [[55], [1, 2], [10], [3, 4]].map((cards) => ({ cards, specials: [] }));
  assert.equal(cheapestRow(rows), 1);
});

test("a doubled pile of hornochsen doubles its debts too, and specials left cost ten each", () => {
  const rules = rulesetOf("hornochsen");
  const pile = { cards: [55, 1], specials: ["x2", "+5", "x2"] };
  assert.equal(pointsOf(rules, { special_penalty: "after_doubling" }, pile, 1), -14);
  assert.equal(pointsOf(rules, { special_penalty: "before_doubling" }, pile, 1), -44);
});

test("exactly the target ends a game only if that was agreed", () => {
  const rules = rulesetOf("classic");
  const options = { end_score: 66, end_comparison: "gt", max_rounds: null };
  assert.ok(!isLastRound(rules, options, 3, [66, 1]));
  assert.ok(isLastRound(rules, options, 3, [67, 1]));
  assert.ok(isLastRound(rules, { ...options, end_comparison: "gte" }, 3, [66, 1]));
  assert.ok(isLastRound(rules, { ...options, max_rounds: 3 }, 3, [0, 0]));
});

test("equal totals share a place, and the next one is left out", () => {
  const totals = new Map([[0, 5], [1, 2], [2, 5], [4, 9]]);
  const places = (key, options = {}) => placesOf(rulesetOf(key), options, totals).map(({ place }) => place);
  assert.deepEqual(places("classic"), [2, 1, 2, 4]);
  assert.deepEqual(places("hornochsen"), [2, 4, 2, 1]);
  assert.deepEqual(places("children", { children_winner: "most" }), [2, 4, 2, 1]);
  assert.deepEqual(places("children", { children_winner: "fewest" }), [2, 1, 2, 4]);
});
