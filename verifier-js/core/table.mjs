// The rows on the table: where a card may land, and what happens when it lies down there.
// A row is {cards, specials}; a row of hornochsen that was taken is null. Nothing here is recorded.

import { headsIn } from "./rulesets.mjs";

/** Cards in a full row. */
export const FULL = 5;

export function newRow(card) {
  return { cards: [card], specials: [] };
}

const last = (row) => row.cards[row.cards.length - 1];

/**
 * Where a card lands: {row, side, reason}; {tie: [{row, side}, …]} if two places are equally near
 * (professional); null if it fits nowhere.
 */
export function landing(rules, rows, card) {
  if (rules.turns === "play") return bullLanding(rows, card);
  const places = [];
  rows.forEach((row, index) => {
    if (last(row) < card) places.push({ row: index, side: "right", gap: card - last(row) });
    if (rules.bothSides && row.cards[0] > card) {
      places.push({ row: index, side: "left", gap: row.cards[0] - card });
    }
  });
  if (places.length === 0) return null;
  const nearest = Math.min(...places.map((place) => place.gap));
  const best = places.filter((place) => place.gap === nearest).map(({ row, side }) => ({ row, side }));
  return best.length > 1 ? { tie: best } : { ...best[0], reason: "nearest" };
}

function bullLanding(rows, card) {
  const open = rows.map((row, index) => ({ row, index })).filter(({ row }) => row !== null);
  if (open.length === 0) return null;
  const lower = open.filter(({ row }) => last(row) < card);
  const among = lower.length > 0 ? lower : open;
  const best = among.reduce((one, other) => (last(other.row) > last(one.row) ? other : one));
  return { row: best.index, side: "right", reason: lower.length > 0 ? "nearest" : "highest" };
}

/** May a special go behind the first card of this row? */
export function specialFits(row, special) {
  return row !== null && row !== undefined && !row.specials.includes(special);
}

/** Takes a row off the table and starts it anew with a card. Gives what was taken. */
export function replaceRow(rows, index, card) {
  const taken = rows[index];
  rows[index] = newRow(card);
  return taken;
}

/** Adds a card to an end of a row that has room. */
export function addCard(rows, index, side, card) {
  if (side === "left") rows[index].cards.unshift(card);
  else rows[index].cards.push(card);
}

export function isFull(rows, index) {
  return rows[index].cards.length >= FULL;
}

/** The row with the fewest heads, the lowest index among equals. */
export function cheapestRow(rows) {
  const heads = rows.map((row) => headsIn(row.cards));
  return heads.indexOf(Math.min(...heads));
}
