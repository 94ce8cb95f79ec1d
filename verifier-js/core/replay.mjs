// The second verdict: from nothing, decision by decision, everything that must follow is derived
// and compared with the record.

import { LOBBY } from "./lobby.mjs";
import { MOVES } from "./moves.mjs";
import { Divergence, Tape } from "./tape.mjs";

const DECISIONS = { ...LOBBY, ...MOVES };

/** The first {revision, reason} where the record is not what the rules give; null if there is none. */
export function rulesProblem(bundle, index) {
  const game = start(bundle, index);
  try {
    while (!game.tape.ended) step(game);
  } catch (error) {
    if (!(error instanceof Divergence)) throw error;
    return { revision: error.revision, reason: error.message };
  }
  return null;
}

function start(bundle, { seed, picks }) {
  const known = new Map(picks.map((pick) => [pick.revision, pick]));
  const openings = bundle.openings.map(({ revision, payload }) => ({ revision, payload }));
  const opened = (revision, seat) =>
    openings.find((each) => each.revision === revision && each.payload.seat === seat)?.payload;
  const isList = (cards) => Array.isArray(cards) && cards.every((card) => Number.isSafeInteger(card));
  return {
    tape: new Tape(bundle.events.map((entry) => entry.event)),
    seed, status: "nothing", holders: new Map(), clientSeeds: new Map(), waiting: null,
    since: null, dealer: null, firstBeginner: null,
    openedHand(revision, seat) {
      const cards = opened(revision, seat)?.cards;
      return isList(cards) ? cards : null;
    },
    pickAt(revision) {
      const { card, salt, form } = known.get(revision);
      if (card !== null) return { card, salt };
      const shown = opened(revision, form.seat)?.card;
      return { card: Number.isSafeInteger(shown) ? shown : null, salt: null };
    },
  };
}

function step(game) {
  const { tape } = game;
  const form = tape.decide();
  if (game.status === "nothing" && form.type !== "GameCreated") tape.forbid("the game was not created");
  if (game.status === "over") tape.forbid("the game is over");
  if (!Object.hasOwn(DECISIONS, form.type)) tape.forbid("it does not follow from anything");
  DECISIONS[form.type](game, form);
}
