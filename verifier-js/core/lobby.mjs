// Decisions around the game: creating it, seats, the start, handing over, giving up.

import { checkForfeit } from "./clock.mjs";
import { Dealer } from "./deal.mjs";
import { newRound } from "./rounds.mjs";
import { optionsProblem, rulesetOf, seatsAllowed } from "./rulesets.mjs";
import { listed } from "./shown.mjs";

function GameCreated(game, form) {
  const { tape } = game;
  if (tape.revision !== 1) tape.forbid("it stands first or nowhere");
  const rules = rulesetOf(form.ruleset);
  if (!rules) tape.forbid("there is no ruleset of this name");
  const wrong = optionsProblem(rules, form.options);
  if (wrong) tape.forbid(wrong);
  if (!seatsAllowed(rules, form.seats)) tape.forbid(`the ruleset is not played with ${form.seats} seats`);
  const start = form.options.start_seat ?? null;
  if (start !== null && start >= form.seats) tape.forbid(`there is no seat ${start} to start`);
  Object.assign(game, { id: form.game, rules, options: form.options, seats: form.seats, status: "open" });
}

function SeatTaken(game, form) {
  const { tape, holders } = game;
  if (game.status !== "open") tape.forbid("the game has started");
  if (form.seat >= game.seats) tape.forbid(`there is no seat ${form.seat}`);
  if (holders.has(form.seat)) tape.forbid(`seat ${form.seat} is taken`);
  const policy = form.policy ?? null;
  holders.set(form.seat, { bot: policy !== null, seated: policy !== null, policy, resigned: false, forfeited: false });
  game.clientSeeds.set(form.seat, form.client_seed ?? "");
}

function SeatLeft(game, form) {
  if (game.status !== "open") game.tape.forbid("the game has started");
  if (!game.holders.delete(form.seat)) game.tape.forbid(`seat ${form.seat} is free`);
}

function SeatHandedOver(game, form) {
  const { tape } = game;
  const holder = holderOf(game, form.seat);
  if (holder.seated) tape.forbid(`seat ${form.seat} was a bot's from the start`);
  if (form.reason === "resigned") {
    if (holder.resigned) tape.forbid(`seat ${form.seat} has resigned before`);
    Object.assign(holder, { bot: true, policy: form.policy, resigned: true, forfeited: false });
  } else {
    checkForfeit(game, form.seat, holder);
    Object.assign(holder, { bot: true, policy: form.policy, forfeited: true });
  }
}

function SeatReturned(game, form) {
  const holder = holderOf(game, form.seat);
  if (!holder.forfeited) game.tape.forbid(`seat ${form.seat} was not handed over by the clock`);
  Object.assign(holder, { bot: false, forfeited: false });
}

function holderOf(game, seat) {
  if (game.status !== "running") game.tape.forbid("the game does not run");
  const holder = game.holders.get(seat);
  if (!holder) game.tape.forbid(`nobody plays on seat ${seat}`);
  return holder;
}

function GameStarted(game, form) {
  const { tape, rules, options, holders } = game;
  if (game.status !== "open") tape.forbid("the game has started");
  const players = [...holders.keys()].sort((a, b) => a - b);
  if (String(players) !== String(form.seats)) tape.forbid(`taken are the seats ${listed(players)}`);
  if (!seatsAllowed(rules, players.length)) tape.forbid("there are too few seats taken");
  const start = options.start_seat ?? null;
  if (start !== null && !players.includes(start)) tape.forbid(`nobody sits on the start seat ${start}`);
  Object.assign(game, {
    status: "running", players, round: 0, deckSize: rules.deck(players.length, options),
    totals: new Map(players.map((seat) => [seat, 0])),
  });
  if (game.seed) {
    const { id, seed, clientSeeds } = game;
    game.dealer = new Dealer({ seed, game: id, rules, options, seats: players, clientSeeds });
  }
  newRound(game);
}

function GameAbandoned(game) {
  game.status = "over";
}

export const LOBBY = { GameCreated, SeatTaken, SeatLeft, SeatHandedOver, SeatReturned, GameStarted, GameAbandoned };
