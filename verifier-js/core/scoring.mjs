// Points, the end of a game, places.

import { bullValue, headsIn } from "./rulesets.mjs";

/** Points of a pile {cards, specials}; `left` is how many specials stayed in the hand. */
export function pointsOf(rules, options, { cards, specials }, left) {
  if (rules.turns !== "play") return headsIn(cards);
  const count = (kind) => specials.filter((special) => special === kind).length;
  const worth = cards.reduce((sum, card) => sum + bullValue(card), 0) + 5 * count("+5");
  const factor = 2 ** count("x2");
  if (options.special_penalty === "before_doubling") return (worth - 10 * left) * factor;
  return worth * factor - 10 * left;
}

/** Is the game over after this round with these totals? */
export function isLastRound(rules, options, round, totals) {
  if (rules.oneRound) return true;
  const { end_score: target, end_comparison: comparison, max_rounds: rounds } = options;
  if (rounds !== null && round >= rounds) return true;
  if (target === null) return false;
  return totals.some((total) => (comparison === "gte" ? total >= target : total > target));
}

/** [{seat, place, total}] for a Map seat -> total, in the order of the map. */
export function placesOf(rules, options, totals) {
  const sign = rules.best(options) === "high" ? 1 : -1;
  const all = [...totals.values()];
  return [...totals].map(([seat, total]) => ({
    seat, total, place: 1 + all.filter((other) => sign * (other - total) > 0).length,
  }));
}
