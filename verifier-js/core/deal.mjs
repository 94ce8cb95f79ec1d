// What the seed decides in a game: hands with their seals, rows, who begins a round.

import { dealKey, drawnPlace, shuffled } from "./draw.mjs";
import { saltOf, sealContext, sealOf } from "./seals.mjs";

const ascending = (cards) => cards.slice().sort((a, b) => a - b);

/**
 * The deals of one game. `rules` is a ruleset, `seats` those that play (ascending, as many as the
 * ruleset allows), `clientSeeds` a Map from seat to string.
 */
export class Dealer {
  constructor({ seed, game, rules, options, seats, clientSeeds }) {
    Object.assign(this, { seed, game, rules, options, seats });
    this.clientSeeds = seats.map((seat) => ({ seat, seed: clientSeeds.get(seat) ?? "" }));
  }

  /** {hands: Map seat -> cards, seals: Map seat -> seal, rows: cards} of a round. Not for drafts. */
  round(round) {
    const { rules, options, seats } = this;
    const count = rules.hand(seats.length);
    const key = dealKey(this.seed, this.game, round, "deal", this.clientSeeds);
    const deck = shuffled(key, rules.deck(seats.length, options));
    const hands = new Map();
    const seals = new Map();
    seats.forEach((seat, i) => {
      const dealt = deck.slice(i * count, (i + 1) * count);
      const cards = rules.faceDown ? dealt : ascending(dealt);
      const context = sealContext(this.game, round, seat);
      hands.set(seat, cards);
      seals.set(seat, sealOf(saltOf(this.seed, context), { ...context, cards }));
    });
    const from = count * seats.length;
    const rows = deck.slice(from, from + rules.rows(seats.length, options));
    return { hands, seals, rows: rules.sortedRows ? ascending(rows) : rows };
  }

  /** The seat that begins a round, for rulesets where seats act in turn. */
  beginner(round) {
    const { options, seats } = this;
    if (Number.isSafeInteger(options.start_seat)) return options.start_seat;
    const rotates = options.draft_start === "rotate";
    const key = dealKey(this.seed, this.game, rotates ? 1 : round, "start", this.clientSeeds);
    const place = drawnPlace(key, seats);
    return rotates ? seats[(place + round - 1) % seats.length] : seats[place];
  }
}
