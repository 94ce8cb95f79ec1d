// The second verdict: from nothing, decision by decision, everything that must follow is derived
// and compared with the record.

import { LOBBY } from "./lobby.mjs";
import { MOVES } from "./moves.mjs";
import { Divergence, Tape } from "./tape.mjs";

const DECISIONS = { ...LOBBY, ...MOVES };

/**
 * {problem, checked}: the first {revision, reason} where the record is not what the rules give, or null, and how
 * many decisions and consequences were looked at until then. `known` is what knownCards gave.
 */
export function rulesChecked(forms, seed, known) {
  const tape = new Tape(forms);
  const game = newGame(tape, seed, known);
  let problem = null;
  try {
    while (!tape.ended) step(game);
  } catch (error) {
    if (!(error instanceof Divergence)) throw error;
    problem = { revision: error.revision, reason: error.message };
  }
  const { decisions, revision } = tape;
  return { problem, checked: { decisions, consequences: revision - decisions } };
}

/** A game of which nothing has happened; the tape gives, or takes, what happens. */
export function newGame(tape, seed, { openedHand, pickAt }) {
  return {
    tape, seed, openedHand, pickAt, status: "nothing", holders: new Map(), clientSeeds: new Map(), waiting: null,
    since: null, dealer: null, firstBeginner: null,
  };
}

/** The next decision, and what it causes. Throws Divergence. */
export function step(game) {
  const { tape } = game;
  const form = tape.decide();
  if (game.status === "nothing" && form.type !== "GameCreated") tape.forbid("the game was not created");
  if (game.status === "over") tape.forbid("the game is over");
  if (!Object.hasOwn(DECISIONS, form.type)) tape.forbid("it does not follow from anything");
  DECISIONS[form.type](game, form);
}
