// The six rulesets as data (docs/rules.md and the tables of docs/ledger.md): sizes, options, values.

import { shown } from "./shown.mjs";
import { between, oneOf } from "./values.mjs";

const nullOr = (test) => (value) => value === null || test(value);

const ROW_CHOICE = { row_choice: oneOf("player", "cheapest") };
const CLOCK = {
  turn_seconds: nullOr(between(5, 604800)),
  on_timeout: oneOf("none", "careful", "lowest", "forfeit"),
};
const START_SEAT = { start_seat: nullOr(between(0, 5)) };
const TARGET = {
  end_score: nullOr(between(1, 1000)),
  end_comparison: oneOf("gt", "gte"),
  max_rounds: nullOr(between(1, 100)),
  ...ROW_CHOICE,
  ...CLOCK,
};

const reducedDeck = (n) => 10 * n + 4;
const four = () => 4;
const ten = () => 10;

const SECRET = { seats: [2, 10], turns: "pick", hand: ten, rows: four, best: () => "low" };

const RULESETS = {
  classic: { ...SECRET, options: TARGET, deck: () => 104 },
  tactics: { ...SECRET, options: TARGET, deck: reducedDeck },
  logic: {
    ...SECRET,
    options: { ...TARGET, draft_start: oneOf("random", "rotate") },
    deck: reducedDeck,
    drafted: true,
  },
  professional: {
    ...SECRET,
    options: {
      ...TARGET,
      deck: oneOf("full", "reduced"),
      professional_tie: oneOf("choose", "right", "left"),
    },
    deck: (n, options) => (options.deck === "reduced" ? reducedDeck(n) : 104),
    bothSides: true,
  },
  children: {
    seats: [2, 6],
    turns: "flip",
    options: {
      children_rows: oneOf(5, 4),
      children_winner: oneOf("most", "fewest"),
      ...ROW_CHOICE,
      ...START_SEAT,
      ...CLOCK,
    },
    deck: () => 104,
    hand: () => 15,
    rows: (n, options) => options.children_rows,
    faceDown: true,
    oneRound: true,
    best: (options) => (options.children_winner === "most" ? "high" : "low"),
  },
  hornochsen: {
    seats: [2, 6],
    turns: "play",
    options: {
      special_penalty: oneOf("after_doubling", "before_doubling"),
      ...START_SEAT,
      ...CLOCK,
    },
    deck: () => 98,
    hand: (n) => ({ 2: 14, 3: 12, 4: 12, 5: 12, 6: 10 })[n],
    rows: (n) => ({ 2: 7, 3: 9, 4: 12, 5: 15, 6: 15 })[n],
    sortedRows: true,
    specials: ["x2", "+5"],
    oneRound: true,
    best: () => "high",
  },
};

/** The ruleset of this key, or null. */
export function rulesetOf(key) {
  return Object.hasOwn(RULESETS, key) ? RULESETS[key] : null;
}

/** Why these options are not a full and legal set of the ruleset's; null if they are. */
export function optionsProblem(rules, options) {
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(rules.options, name)) return `the ruleset has no option ${shown(name)}`;
  }
  for (const [name, allowed] of Object.entries(rules.options)) {
    if (!Object.hasOwn(options, name)) return `the option ${name} is missing`;
    if (!allowed(options[name])) return `the option ${name} has no legal value`;
  }
  if (options.end_score === null && options.max_rounds === null) {
    return "neither end_score nor max_rounds would end the game";
  }
  if (options.turn_seconds === null && options.on_timeout !== "none") {
    return "on_timeout needs turn_seconds";
  }
  return null;
}

/** May this many seats play the ruleset? */
export function seatsAllowed(rules, count) {
  return count >= rules.seats[0] && count <= rules.seats[1];
}

/** Bullheads of a card. */
export function headsOf(card) {
  if (card === 55) return 7;
  if (card % 11 === 0) return 5;
  if (card % 10 === 0) return 3;
  if (card % 5 === 0) return 2;
  return 1;
}

/** Bullheads of several cards together. */
export function headsIn(cards) {
  return cards.reduce((sum, card) => sum + headsOf(card), 0);
}

/** Value of a bull in hornochsen: red ones cost, green ones pay. */
export function bullValue(card) {
  if (card % 5 === 0 || card % 11 === 0) return -headsOf(card);
  return card % 10 === 2 ? 2 : 1;
}
