// Placing cards and what it causes: landings, takes, choices. `game` is the state of replay.mjs.

import { headsIn } from "./rulesets.mjs";
import { addCard, cheapestRow, isFull, landing, replaceRow, specialFits } from "./table.mjs";

const right = (side) => (side === "right" ? undefined : side);

/**
 * Places the queued cards, [{seat, card} or {seat, special, row}], in order. False if a choice
 * stopped it: then game.waiting is that choice and keeps the rest of the queue.
 */
export function placeAll(game, queue) {
  while (queue.length > 0) {
    const next = queue.shift();
    if (next.special !== undefined) placeSpecial(game, next);
    else if (!placeCard(game, next, queue)) return false;
  }
  return true;
}

function placeCard(game, { seat, card }, queue) {
  const { rules, rows, options, tape } = game;
  const spot = landing(rules, rows, card);
  if (spot === null) {
    if (rules.turns === "play") tape.forbid("there is no row left");
    if (options.row_choice === "cheapest") {
      const row = cheapestRow(rows);
      tape.expect("ChoiceMade", { seat, row, by: "rule" });
      takeLow(game, seat, row, card);
      return true;
    }
    request(game, { kind: "row", seat, card, options: rows.map((_, row) => ({ row })), queue });
    return false;
  }
  if (spot.tie) {
    const { professional_tie: tie } = options;
    if (tie === "choose") {
      request(game, { kind: "place", seat, card, options: spot.tie, queue });
      return false;
    }
    const place = spot.tie.find(({ side }) => side === tie);
    land(game, seat, card, { ...place, reason: "nearest" });
    return true;
  }
  land(game, seat, card, spot);
  return true;
}

function request(game, choice) {
  const { seat, card, kind, options } = choice;
  game.since = Date.parse(game.tape.decision.at);
  game.tape.expect("ChoiceRequested", { seat, card, kind, options });
  game.waiting = choice;
}

/** A card goes to a row's end: it is added, or the full row is taken first. */
export function land(game, seat, card, { row, side, reason }) {
  const { rules, rows, tape } = game;
  if (rules.turns === "play") {
    addCard(rows, row, side, card);
    tape.expect("CardPlaced", { seat, row, card, reason });
    if (isFull(rows, row)) {
      taken(game, seat, row, rows[row], "full");
      rows[row] = null;
    }
    return;
  }
  if (isFull(rows, row)) {
    taken(game, seat, row, replaceRow(rows, row, card), "full");
    tape.expect("CardPlaced", { seat, row, card, reason: "start" });
    return;
  }
  addCard(rows, row, side, card);
  tape.expect("CardPlaced", { seat, row, card, reason, side: right(side) });
}

/** A card fits nowhere: its owner takes a whole row and starts it anew. */
export function takeLow(game, seat, row, card) {
  taken(game, seat, row, replaceRow(game.rows, row, card), "low");
  game.tape.expect("CardPlaced", { seat, row, card, reason: "start" });
}

function taken(game, seat, row, { cards, specials }, reason) {
  game.tape.expect("RowTaken", {
    seat, row, cards, reason, heads: headsIn(cards), specials: specials.length > 0 ? specials : undefined,
  });
  const pile = game.piles.get(seat);
  pile.cards.push(...cards);
  pile.specials.push(...specials);
}

function placeSpecial(game, { seat, special, row }) {
  if (!specialFits(game.rows[row], special)) game.tape.forbid(`${special} does not fit row ${row}`);
  game.rows[row].specials.push(special);
  game.tape.expect("CardPlaced", { seat, row, special, reason: "named" });
}
