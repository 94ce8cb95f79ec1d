// Decisions of those who play: drafting, picking, playing, choosing; each with what it causes.

import { checkClock, checkLowestPick, owes } from "./clock.mjs";
import { playCard, playSpecial } from "./hands.mjs";
import { land, placeAll, takeLow } from "./placing.mjs";
import { nextTurn } from "./rounds.mjs";
import { shown } from "./shown.mjs";
import { newRow } from "./table.mjs";

/** The seat must be one that is waited for, and the decision its holder's or the clock's. */
function checkActor(game, form, ...kinds) {
  const { tape, waiting } = game;
  if (game.status !== "running") tape.forbid("the game does not run");
  if (!waiting || !kinds.includes(waiting.kind)) tape.forbid("this is not what is waited for");
  if (!owes(game, form.seat)) tape.forbid(`seat ${form.seat} is not waited for`);
  const { bot, policy } = game.holders.get(form.seat);
  const by = form.by ?? "player";
  const allowed = bot ? ["bot"] : ["player", "clock"];
  if (!allowed.includes(by)) tape.forbid(`decided by ${shown(by)}, but the seat is a ${bot ? "bot" : "player"}'s`);
  checkClock(game, by, form);
  checkPolicy(game, form, by === "bot" ? policy : agreedPolicy(game, by));
}

/** What answers for a clock, where a policy does. */
function agreedPolicy({ options }, by) {
  return by === "clock" && options.on_timeout === "careful" ? "careful" : null;
}

/** An answer names the policy that chose it, and its version; nobody else's does. */
function checkPolicy({ tape }, { policy }, wanted) {
  const named = policy === undefined ? null : policy.slice(0, policy.indexOf("/"));
  if (named === wanted) return;
  const [is, must] = [named, wanted].map((each) => (each === null ? "nobody" : shown(each)));
  tape.forbid(`the policy that chose is ${is}, but must be ${must}`);
}

function CardDrafted(game, form) {
  const { tape, pool } = game;
  checkActor(game, form, "draft");
  const at = pool.indexOf(form.card);
  if (at < 0) tape.forbid(`the card ${form.card} is not in the pool`);
  pool.splice(at, 1);
  const hand = game.hands.get(form.seat);
  hand.cards.push(form.card);
  hand.left += 1;
  if (pool.length === game.rules.rows()) {
    tape.expect("RowsLaid", { cards: pool });
    game.rows = pool.map(newRow);
    game.pool = null;
    game.turn = 0;
  }
  nextTurn(game);
}

function CardPicked(game, form) {
  const { tape, waiting } = game;
  checkActor(game, form, "pick");
  if (form.round !== game.round) tape.forbid(`it is round ${game.round}`);
  if (form.turn !== game.turn) tape.forbid(`it is turn ${game.turn}`);
  // The card is secret now; what a later reveal or an opening says of it is known already.
  const { card, salt } = game.pickOf(form);
  checkLowestPick(game, form, card);
  if (card === null) game.hands.get(form.seat).left -= 1;
  else playCard(game, form.seat, card);
  waiting.seats.delete(form.seat);
  waiting.picks.push({ seat: form.seat, card, salt });
  if (waiting.seats.size > 0) return;
  game.waiting = null;
  const picks = waiting.picks.filter((pick) => pick.card !== null).sort((a, b) => a.card - b.card);
  tape.expect("PicksRevealed", { picks });
  place(game, picks.map(({ seat, card: own }) => ({ seat, card: own })));
}

function CardsPlayed(game, form) {
  const { tape } = game;
  checkActor(game, form, "flip", "play");
  const { cards, seat } = form;
  const most = game.waiting.kind === "flip" ? 1 : 3;
  if (cards.length < 1 || cards.length > most) tape.forbid(`${cards.length} cards at once`);
  for (const { card, special, row } of cards) {
    if (card !== undefined && special === undefined && row === undefined) playCard(game, seat, card);
    else if (card === undefined && special !== undefined && row !== undefined) playSpecial(game, seat, special);
    else tape.forbid("it is either a card, or a special and its row");
  }
  game.waiting = null;
  place(game, cards.map((each) => ({ seat, ...each })));
}

function ChoiceMade(game, form) {
  const { tape, waiting } = game;
  checkActor(game, form, "row", "place");
  const { row, side, seat } = form;
  const offered = waiting.options.some((option) => option.row === row && option.side === side);
  if (!offered) tape.forbid(`row ${row}${side ? `, ${side},` : ""} was not offered`);
  game.waiting = null;
  if (waiting.kind === "row") takeLow(game, seat, row, waiting.card);
  else land(game, seat, waiting.card, { row, side, reason: "chosen" });
  place(game, waiting.queue);
}

function place(game, queue) {
  if (placeAll(game, queue)) nextTurn(game);
}

export const MOVES = { CardDrafted, CardPicked, CardsPlayed, ChoiceMade };
