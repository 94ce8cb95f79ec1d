// Deadlines: who may decide when, and what the clock itself decides.

import { headsIn } from "./rulesets.mjs";
import { cheapestRow, isFull, specialFits } from "./table.mjs";

/** Is this seat one of those that a decision is waited for from? */
export function owes({ waiting }, seat) {
  if (!waiting) return false;
  return waiting.seats ? waiting.seats.has(seat) : waiting.seat === seat;
}

/** Is the decision at hand later than the deadline? Only asked where a clock runs. */
function isLate({ tape, since, options }) {
  return Date.parse(tape.decision.at) > since + 1000 * options.turn_seconds;
}

function runs({ options }) {
  return options.turn_seconds !== null && options.on_timeout !== "none";
}

/** A decision must be in time, or the clock's; the clock's must be what was agreed on. */
export function checkClock(game, by, form) {
  const { tape, options } = game;
  const { on_timeout: agreed } = options;
  if (by === "player" && runs(game) && isLate(game)) tape.forbid("the deadline is over");
  if (by !== "clock") return;
  if (!runs(game) || agreed === "forfeit") tape.forbid("no clock decides in this game");
  if (!isLate(game)) tape.forbid("the clock decides before the deadline is over");
  if (agreed === "lowest") checkLowest(game, form);
}

/** SeatHandedOver by the clock: the seat must owe a decision, and be late. */
export function checkForfeit(game, seat, holder) {
  const { tape, options } = game;
  if (!runs(game) || options.on_timeout !== "forfeit") tape.forbid("no clock hands seats over in this game");
  if (holder.bot) tape.forbid(`seat ${seat} is a bot's`);
  if (!owes(game, seat)) tape.forbid(`seat ${seat} owes nothing`);
  if (!isLate(game)) tape.forbid("the deadline is not over");
}

function checkLowest(game, form) {
  const { tape, waiting, rows } = game;
  const must = (allowed, what) => {
    if (!allowed) tape.forbid(`the clock must choose ${what}`);
  };
  if (waiting.kind === "draft") must(form.card === Math.min(...game.pool), "the lowest card of the pool");
  if (waiting.kind === "row") must(form.row === cheapestRow(rows), "the row with the fewest heads");
  if (waiting.kind === "place") {
    const cost = ({ row }) => (isFull(rows, row) ? headsIn(rows[row].cards) : 0);
    // The options are ascending by row: the first of the cheapest is the lower row.
    const best = waiting.options.reduce((one, other) => (cost(other) < cost(one) ? other : one));
    must(form.row === best.row && form.side === best.side, "the place that takes fewer heads");
  }
  if (waiting.kind === "play") checkLowestPlay(game, form, must);
  // A flip has one answer anyway; a pick is checked by checkLowestPick, its card is sealed.
}

function checkLowestPlay(game, { seat, cards }, must) {
  const { rows } = game;
  const hand = game.hands.get(seat);
  must(cards.length === 1, "one card alone");
  const [{ card, special, row }] = cards;
  if (hand.left > 0) {
    must(card !== undefined, "a bull");
    must(isLowest(hand, card), "the lowest bull");
    return;
  }
  const fits = (kind) => rows.findIndex((each) => specialFits(each, kind));
  const wanted = game.rules.specials.find((kind) => hand.specials.includes(kind) && fits(kind) >= 0);
  must(special === wanted && row === fits(wanted), "the first special that fits, on the lowest row");
}

/** A pick of the clock, once its card is known (null: it is not). */
export function checkLowestPick(game, { seat, by }, card) {
  if (by !== "clock" || game.options.on_timeout !== "lowest" || card === null) return;
  if (!isLowest(game.hands.get(seat), card)) game.tape.forbid("the clock must choose the lowest card");
}

/** Of a secret hand nothing is known but that nothing lower may come out of it later. */
function isLowest(hand, card) {
  if (hand.cards !== null) return card === Math.min(...hand.cards);
  hand.floor = card;
  return true;
}
