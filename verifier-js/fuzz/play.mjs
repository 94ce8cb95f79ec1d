// Whole games without a server: decisions come in, and what they cause is written down as the rules of
// core/ derive it, with seals and chain. So tests have true games of any kind, and a forger can play a
// game on from any point. True bundles of the engine come from elsewhere (see test/games.mjs).

import { b64 } from "../core/b64.mjs";
import { utf8 } from "../core/canonical.mjs";
import { newGame, step } from "../core/replay.mjs";
import { chainHash, commitmentOf, GENESIS, namePayload, saltOf, sealContext, sealOf } from "../core/seals.mjs";
import { sha256 } from "../core/sha256.mjs";
import { FORMAT } from "../core/shape.mjs";

/** The decision was against the rules. */
export class Forbidden extends Error {}

/** A tape that takes what follows instead of comparing it. */
class Recorder {
  constructor(seed) {
    this.seed = seed;
    this.entries = [];
    this.decision = null;
  }

  get revision() {
    return this.entries.length;
  }

  decide() {
    const { at, form } = this.decision;
    this.entries.push({ at, events: [form] });
    return form;
  }

  forbid(reason) {
    throw new Forbidden(reason);
  }

  expect(type, fields) {
    const derived = typeof fields === "function" ? fields({ server_seed: this.seed }) : fields;
    const told = Object.entries(derived).filter(([, value]) => value !== undefined);
    // Cloned: the game goes on working with its own lists.
    const form = { type, ...structuredClone(Object.fromEntries(told)) };
    this.entries.at(-1).events.push(form);
    return form;
  }

  close() {}
}

/** One game. `decisions` are those it was made of, so that it can be played again or otherwise. */
export class Play {
  constructor(seed, decisions = []) {
    this.seed = seed;
    this.tape = new Recorder(seed);
    /** By form: the card and salt of a pick. */
    this.secrets = new Map();
    /** By revision: hands dealt, and what opens the seals of names. */
    this.hands = new Map();
    this.names = new Map();
    this.decisions = [];
    this.game = newGame(this.tape, seed, { openedHand: () => null, pickOf: (form) => this.secrets.get(form) });
    for (const each of decisions) this.decide(each);
  }

  get entries() {
    return this.tape.entries;
  }

  /** Takes a decision, {type, at, …, card of a pick, name of a seat taken}. Throws Forbidden, and then nothing has happened. */
  decide(decision) {
    const { game, tape } = this;
    const { at, ...form } = decision;
    if (form.type === "GameCreated") form.commitment = commitmentOf(this.seed);
    if (form.type === "GameAbandoned") form.server_seed = this.seed;
    if (form.type === "SeatTaken") this.sealName(form);
    if (form.type === "CardPicked") this.sealPick(form);
    tape.decision = { form, at };
    try {
      step(game);
    } catch (error) {
      // A part of a play may have been laid already: back to where it was.
      if (error instanceof Forbidden) Object.assign(this, new Play(this.seed, this.decisions));
      throw error;
    }
    this.decisions.push(decision);
    const isDealt = this.entries.at(-1).events.some(({ type }) => type === "RoundDealt");
    if (isDealt && game.dealt) this.hands.set(tape.revision, game.dealt.hands);
  }

  sealName(form) {
    const revision = this.tape.revision + 1;
    const payload = namePayload(this.game.id, form.name);
    // A server draws it at random; here the same decisions give the same game.
    const salt = b64(sha256(utf8(`${this.seed} ${revision}`)).subarray(0, 16));
    this.names.set(revision, { revision, payload, salt });
    form.name_seal = sealOf(salt, payload);
    delete form.name;
  }

  sealPick(form) {
    const { game: { id, round, turn }, seed } = this;
    const context = sealContext(id, round, form.seat, turn);
    const salt = saltOf(seed, context);
    this.secrets.set(form, { card: form.card, salt });
    Object.assign(form, { round, turn, seal: sealOf(salt, { ...context, card: form.card }) });
    delete form.card;
  }

  /** The bundle as the server gives it to a seat, or to nobody in particular; without heads and keys. */
  bundle(askedBy = null) {
    const [{ events: [{ game, ruleset, options }] }] = this.entries;
    let hash = GENESIS;
    const entries = this.entries.map((entry, i) => {
      hash = chainHash(hash, entry);
      return { revision: i + 1, hash, entry };
    });
    const complete = this.game.status === "over";
    return { format: FORMAT, game, ruleset, options, engine: { name: "toma6", version: "1.2.3" }, complete, asked_by: askedBy,
      entries, openings: [...this.names.values(), ...this.openings(complete, askedBy)], heads: [], keys: [], attempts: [], attempts_dropped: 0 };
  }

  /** Of hands, and of picks that nothing reveals. */
  openings(complete, askedBy) {
    const { game: { id }, seed } = this;
    const isSeen = (seat, faceDown) => complete || (seat === askedBy && !faceDown);
    const open = (revision, context, secret) => ({ revision, payload: { ...context, ...secret }, salt: saltOf(seed, context) });
    const hands = [];
    let picks = [];
    this.entries.forEach(({ events }, i) => {
      for (const form of events) {
        if (form.type === "PicksRevealed") picks = [];
        if (form.type === "CardPicked" && isSeen(form.seat)) {
          picks.push(open(i + 1, sealContext(id, form.round, form.seat, form.turn), { card: this.secrets.get(form).card }));
        }
        const seen = form.type === "RoundDealt" ? (form.hands ?? []).filter(({ seat }) => isSeen(seat, form.face_down)) : [];
        hands.push(...seen.map(({ seat }) => open(i + 1, sealContext(id, form.round, seat), { cards: this.hands.get(i + 1).get(seat) })));
      }
    });
    return [...hands, ...picks];
  }
}
