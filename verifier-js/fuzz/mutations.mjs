// Ways to break a bundle. Each takes a bundle and gives another, or null where it does not apply.
// All but "plain" mend revisions and hashes afterwards, as a forger would.

import { commitmentOf, saltOf, sealContext, sealOf } from "../core/seals.mjs";
import { apart, placesIn, together, tweaked } from "./forge.mjs";

const mended = (change) => (bundle, random) => {
  const work = apart(bundle);
  return change(work, random) === false ? null : together(work);
};

const change = ({ holder, key }, random) => {
  holder[key] = tweaked(holder[key], random);
};

const ofType = (work, ...types) => work.events.filter(({ form }) => types.includes(form.type));

function fieldOf(work, types, random) {
  const events = types ? ofType(work, ...types) : work.events;
  if (events.length === 0) return false;
  change(random.pick(placesIn(random.pick(events).form)), random);
  return true;
}

function place(work, random) {
  return random.below(work.events.length);
}

function finish(work) {
  const last = work.events.at(-1)?.form.type;
  work.head.complete = last === "GameFinished" || last === "GameAbandoned";
}

/** Seals everything again under another seed; the cards stay as they were. */
function reseal(work, seed) {
  const { game } = work.head;
  let round = 0;
  let turn = 0;
  const picked = new Map();
  const again = (opening, context) => {
    opening.salt = saltOf(seed, context);
    return sealOf(opening.salt, opening.payload);
  };
  for (const { form, openings } of work.events) {
    if (form.type === "RoundDealt") {
      round = form.round;
      for (const opening of openings) {
        const hand = form.hands.find((each) => each.seat === opening.payload.seat);
        hand.seal = again(opening, sealContext(game, round, hand.seat));
      }
    }
    if (form.type === "TurnStarted") turn = form.turn;
    if (form.type === "CardPicked") {
      picked.set(form.seat, form);
      if (openings[0]) form.seal = again(openings[0], sealContext(game, round, form.seat, turn));
    }
    for (const shown of form.type === "PicksRevealed" ? form.picks : []) {
      const context = sealContext(game, round, shown.seat, turn);
      shown.salt = saltOf(seed, context);
      picked.get(shown.seat).seal = sealOf(shown.salt, { ...context, card: shown.card });
    }
  }
}

/** A pick becomes another card, with a seal that fits. */
function otherPick(work, random) {
  const at = work.events.findIndex(({ form }, i) => form.type === "PicksRevealed" && random.chance(0.3) && i > 0);
  if (at < 0) return false;
  const shown = random.pick(work.events[at].form.picks);
  const pick = work.events.slice(0, at).reverse()
    .find(({ form }) => form.type === "CardPicked" && form.seat === shown.seat);
  shown.card = random.chance(0.8) ? 1 + random.below(104) : tweaked(shown.card, random);
  const context = sealContext(work.head.game, pick.form.round, shown.seat, pick.form.turn);
  pick.form.seal = sealOf(shown.salt, { ...context, card: shown.card });
  work.events[at].form.picks.sort((a, b) => a.card - b.card);
  return true;
}

/** Two cards of opened hands change places, with seals that fit. */
function otherHand(work, random) {
  const deals = work.events.filter(({ openings, form }) => form.type === "RoundDealt" && openings.length > 0);
  if (deals.length === 0) return false;
  const { form, openings } = random.pick(deals);
  const [one, other] = [random.pick(openings), random.pick(openings)];
  const [a, b] = [random.below(one.payload.cards.length), random.below(other.payload.cards.length)];
  const cards = [one.payload.cards, other.payload.cards];
  [cards[0][a], cards[1][b]] = [cards[1][b], cards[0][a]];
  for (const { payload, salt } of [one, other]) {
    if (!form.face_down) payload.cards.sort((x, y) => x - y);
    form.hands.find((each) => each.seat === payload.seat).seal = sealOf(salt, payload);
  }
  return true;
}

function seedOf(work) {
  return ofType(work, "GameFinished", "GameAbandoned")[0]?.form;
}

export const MUTATIONS = {
  plain: (bundle, random) => {
    const copy = structuredClone(bundle);
    change(random.pick(placesIn(copy)), random);
    return copy;
  },
  head: mended((work, random) => change(random.pick(placesIn(work.head)), random)),
  field: mended((work, random) => fieldOf(work, null, random)),
  decision: mended((work, random) =>
    fieldOf(work, ["CardDrafted", "CardPicked", "CardsPlayed", "ChoiceMade", "SeatHandedOver", "SeatReturned"], random)),
  policy: mended((work, random) => {
    const answers = ofType(work, "CardDrafted", "CardPicked", "CardsPlayed", "ChoiceMade");
    if (answers.length === 0) return false;
    const { form } = random.pick(answers);
    const way = random.below(4);
    if (way === 0) delete form.policy;
    else if (way === 1) form.policy = random.pick(["careful/1", "random/1", "careful/2", "careful", "careful/0", "Careful/1"]);
    else if (way === 2) form.by = random.pick(["bot", "clock", "rule", "player"]);
    else delete form.by;
    return true;
  }),
  score: mended((work, random) => fieldOf(work, ["RoundScored", "GameFinished", "RowTaken"], random)),
  drop: mended((work, random) => {
    work.events.splice(place(work, random), 1 + random.below(2));
    finish(work);
    return work.events.length > 0;
  }),
  double: mended((work, random) => {
    const at = place(work, random);
    work.events.splice(at, 0, structuredClone(work.events[at]));
  }),
  insert: mended((work, random) => {
    work.events.splice(place(work, random), 0, structuredClone(random.pick(work.events)));
    finish(work);
  }),
  swap: mended((work, random) => {
    const at = place(work, random);
    const other = random.chance(0.6) ? Math.min(at + 1, work.events.length - 1) : place(work, random);
    [work.events[at], work.events[other]] = [work.events[other], work.events[at]];
    finish(work);
  }),
  truncate: mended((work, random) => {
    work.events.splice(1 + place(work, random));
    finish(work);
    // A running game opens nothing to the public.
    const hidden = !work.head.complete && work.head.asked_by === null;
    for (const each of hidden ? work.events : []) each.openings = [];
  }),
  opening: mended((work, random) => {
    const with_ = work.events.filter(({ openings }) => openings.length > 0);
    if (with_.length === 0) return false;
    const { openings } = random.pick(with_);
    const way = random.below(4);
    if (way === 0) openings.splice(random.below(openings.length), 1);
    else if (way === 1) openings.push(structuredClone(openings[0]));
    else if (way === 2 && openings.length > 1) openings.reverse();
    else change(random.pick(placesIn(openings)), random);
    return true;
  }),
  options: mended((work, random) => {
    const { form } = work.events[0];
    change(random.pick(placesIn(form.options)), random);
    work.head.options = structuredClone(form.options);
  }),
  seed: mended((work, random) => {
    const end = seedOf(work);
    if (!end) return false;
    end.server_seed = random.chance(0.5) ? random.hash() : tweaked(end.server_seed, random);
    if (/^[0-9a-f]{64}$/.test(end.server_seed) && random.chance(0.7)) {
      work.events[0].form.commitment = commitmentOf(end.server_seed);
      if (random.chance(0.7)) reseal(work, end.server_seed);
    }
    return true;
  }),
  time: mended((work, random) => {
    // A decision and all that it caused, earlier or later: nothing but a clock minds.
    const at = random.pick(work.events).form.at;
    const moved = new Date(Date.parse(at) + random.pick([-1, 1, -60000, 60000, 5000, 30001])).toISOString();
    for (const { form } of work.events) if (form.at === at) form.at = moved;
  }),
  salt: mended((work, random) => {
    const places = work.events.flatMap(({ form, openings }) =>
      placesIn([form, openings]).filter(({ key }) => ["salt", "seal"].includes(key)));
    if (places.length === 0) return false;
    change(random.pick(places), random);
    return true;
  }),
  client: mended((work, random) => {
    const { form } = random.pick(ofType(work, "SeatTaken").concat(work.events[0]));
    if (form.type === "SeatTaken") form.client_seed = `${form.client_seed ?? ""}${random.below(10)}`;
  }),
  pick: mended(otherPick),
  hand: mended(otherHand),
};
