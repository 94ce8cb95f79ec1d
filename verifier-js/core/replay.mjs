// The second verdict: from nothing, entry by entry, everything that must follow from its decision is
// derived and compared with the record.

import { LOBBY } from "./lobby.mjs";
import { MOVES } from "./moves.mjs";
import { Divergence, Tape } from "./tape.mjs";

const DECISIONS = { ...LOBBY, ...MOVES };

/**
 * {problem, checked}: the first {revision, reason} where the record is not what the rules give, or null, and how
 * many decisions and consequences were looked at until then. `known` is what knownCards gave.
 */
export function rulesChecked(entries, seed, known) {
  const tape = new Tape(entries);
  const game = newGame(tape, seed, known);
  let problem = null;
  try {
    while (!tape.ended) step(game);
  } catch (error) {
    if (!(error instanceof Divergence)) throw error;
    problem = { revision: error.revision, reason: error.message };
  }
  return { problem, checked: { decisions: tape.revision, consequences: tape.consequences } };
}

/** A game of which nothing has happened; the tape gives, or takes, what happens. */
export function newGame(tape, seed, { openedHand, pickOf }) {
  return {
    tape, seed, openedHand, pickOf, status: "nothing", holders: new Map(), clientSeeds: new Map(), waiting: null,
    since: null, dealer: null, firstBeginner: null,
  };
}

/** The next entry: a decision, and all that it causes. Throws Divergence. */
export function step(game) {
  const { tape } = game;
  const form = tape.decide();
  if (game.status === "nothing" && form.type !== "GameCreated") tape.forbid("the game was not created");
  if (game.status === "over") tape.forbid("the game is over");
  if (!Object.hasOwn(DECISIONS, form.type)) tape.forbid("it does not follow from anything");
  DECISIONS[form.type](game, form);
  tape.close();
}
