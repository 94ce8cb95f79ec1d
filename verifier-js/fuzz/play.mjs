// Whole games without a server: decisions come in, and what they cause is written down as the rules of
// core/ derive it, with seals and chain. So tests have true games of any kind, and a forger can play a
// game on from any point. True bundles of the engine come from elsewhere (see test/games.mjs).

import { newGame, step } from "../core/replay.mjs";
import { chainHash, commitmentOf, GENESIS, saltOf, sealContext, sealOf } from "../core/seals.mjs";

/** The decision was against the rules. */
export class Forbidden extends Error {}

/** A tape that takes what follows instead of comparing it. */
class Recorder {
  constructor(seed) {
    this.seed = seed;
    this.forms = [];
    this.decision = null;
  }

  get revision() {
    return this.forms.length;
  }

  decide() {
    this.forms.push(this.decision.form);
    return this.decision.form;
  }

  forbid(reason) {
    throw new Forbidden(reason);
  }

  expect(type, fields) {
    const derived = typeof fields === "function" ? fields({ server_seed: this.seed }) : fields;
    const told = Object.entries(derived).filter(([, value]) => value !== undefined);
    // Cloned: the game goes on working with its own lists.
    const form = { type, version: 1, at: this.decision.form.at, ...structuredClone(Object.fromEntries(told)) };
    this.forms.push(form);
    return form;
  }
}

/** One game. `decisions` are those it was made of, so that it can be played again or otherwise. */
export class Play {
  constructor(seed, decisions = []) {
    this.seed = seed;
    this.tape = new Recorder(seed);
    this.secrets = new Map();
    this.hands = new Map();
    this.decisions = [];
    this.game = newGame(this.tape, seed, { openedHand: () => null, pickAt: (revision) => this.secrets.get(revision) });
    for (const each of decisions) this.decide(each);
  }

  get forms() {
    return this.tape.forms;
  }

  /** Takes a decision, {type, at, …, card: of a pick}. Throws Forbidden, and then nothing has happened. */
  decide(decision) {
    const { game, tape } = this;
    const form = { version: 1, ...decision };
    if (form.type === "GameCreated") form.commitment = commitmentOf(this.seed);
    if (form.type === "GameAbandoned") form.server_seed = this.seed;
    if (form.type === "CardPicked") this.seal(form);
    tape.decision = { revision: tape.revision + 1, form };
    const before = tape.revision;
    try {
      step(game);
    } catch (error) {
      // A part of a play may have been laid already: back to where it was.
      if (error instanceof Forbidden) Object.assign(this, new Play(this.seed, this.decisions));
      throw error;
    }
    this.decisions.push(decision);
    tape.forms.slice(before).forEach((each, i) => {
      if (each.type === "RoundDealt" && game.dealt) this.hands.set(before + i + 1, game.dealt.hands);
    });
  }

  seal(form) {
    const { game: { id, round, turn }, seed } = this;
    const context = sealContext(id, round, form.seat, turn);
    const salt = saltOf(seed, context);
    this.secrets.set(this.tape.revision + 1, { card: form.card, salt });
    Object.assign(form, { round, turn, seal: sealOf(salt, { ...context, card: form.card }) });
    delete form.card;
  }

  /** The bundle as the server gives it to a seat, or to nobody in particular; without heads and keys. */
  bundle(askedBy = null) {
    const [{ game, ruleset, options }] = this.forms;
    let hash = GENESIS;
    const events = this.forms.map((event, i) => {
      hash = chainHash(hash, event);
      return { revision: i + 1, hash, event };
    });
    const complete = ["GameFinished", "GameAbandoned"].includes(this.forms.at(-1).type);
    return { format: "toma6-audit/1", game, ruleset, options, engine: { name: "toma6", version: "1.2.3" }, complete,
      asked_by: askedBy, events, openings: this.openings(complete, askedBy), heads: [], keys: [], attempts: [], attempts_dropped: 0 };
  }

  openings(complete, askedBy) {
    const [{ game }] = this.forms;
    const openings = [];
    const isSeen = (seat, faceDown) => complete || (seat === askedBy && !faceDown);
    const open = (revision, context, secret) =>
      openings.push({ revision, payload: { ...context, ...secret }, salt: saltOf(this.seed, context) });
    let round = null;
    this.forms.forEach((form, i) => {
      const revision = i + 1;
      if (form.type === "RoundDealt") {
        round = form.round;
        for (const { seat } of (form.hands ?? []).filter((hand) => isSeen(hand.seat, form.face_down))) {
          open(revision, sealContext(game, round, seat), { cards: this.hands.get(revision).get(seat) });
        }
      }
      const isRevealed = () => this.forms.slice(i).some(({ type }) => type === "PicksRevealed");
      if (form.type === "CardPicked" && isSeen(form.seat) && !isRevealed()) {
        open(revision, sealContext(game, round, form.seat, form.turn), { card: this.secrets.get(revision).card });
      }
    });
    return openings;
  }
}
