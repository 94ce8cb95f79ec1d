// Ways to break a bundle. Each takes a bundle and gives another, or null where it does not apply.
// All but "plain" mend revisions and hashes afterwards, as a forger would.

import { commitmentOf, namePayload, saltOf, sealContext, sealOf } from "../core/seals.mjs";
import { isHash } from "../core/values.mjs";
import { apart, eventsOf, placesIn, together, tweaked } from "./forge.mjs";

const mended = (change) => (bundle, random) => {
  const work = apart(bundle);
  return change(work, random) === false ? null : together(work);
};

const change = ({ holder, key }, random) => {
  holder[key] = tweaked(holder[key], random);
};

const ofType = (work, ...types) => eventsOf(work).filter(({ form }) => types.includes(form.type));
const ANSWERS = ["CardDrafted", "CardPicked", "CardsPlayed", "ChoiceMade"];

function fieldOf(work, types, random) {
  const events = ofType(work, ...types);
  if (events.length === 0) return false;
  change(random.pick(placesIn(random.pick(events).form)), random);
  return true;
}

function place(work, random) {
  return random.below(work.entries.length);
}

function finish(work) {
  const last = work.entries.at(-1)?.events.at(-1)?.type;
  work.head.complete = last === "GameFinished" || last === "GameAbandoned";
}

/** An entry of several events, or null. */
function longOne(work, random) {
  const long = work.entries.filter(({ events }) => events.length > 1);
  return long.length > 0 ? random.pick(long) : null;
}

/** Seals cards again under another seed; the cards stay as they were. */
function reseal(work, seed) {
  const { game } = work.head;
  let round = 0;
  let turn = 0;
  const picked = new Map();
  const again = (opening, context) => {
    opening.salt = saltOf(seed, context);
    return sealOf(opening.salt, opening.payload);
  };
  for (const { form, entry: { openings } } of eventsOf(work)) {
    if (form.type === "RoundDealt") {
      round = form.round;
      for (const opening of openings.filter(({ payload }) => payload.kind === "hand")) {
        const hand = form.hands.find((each) => each.seat === opening.payload.seat);
        hand.seal = again(opening, sealContext(game, round, hand.seat));
      }
    }
    if (form.type === "TurnStarted") turn = form.turn;
    if (form.type === "CardPicked") {
      picked.set(form.seat, form);
      const opening = openings.find(({ payload }) => payload.kind === "pick");
      if (opening) form.seal = again(opening, sealContext(game, round, form.seat, turn));
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
  const events = eventsOf(work).map(({ form }) => form);
  const at = events.findIndex(({ type }) => type === "PicksRevealed" && random.chance(0.3));
  if (at < 0) return false;
  const shown = random.pick(events[at].picks);
  const pick = events.slice(0, at).findLast(({ type, seat }) => type === "CardPicked" && seat === shown.seat);
  shown.card = random.chance(0.8) ? 1 + random.below(104) : tweaked(shown.card, random);
  const context = sealContext(work.head.game, pick.round, shown.seat, pick.turn);
  pick.seal = sealOf(shown.salt, { ...context, card: shown.card });
  events[at].picks.sort((a, b) => a.card - b.card);
  return true;
}

/** Two cards of opened hands change places, with seals that fit. */
function otherHand(work, random) {
  const isHand = ({ payload }) => payload.kind === "hand";
  const deals = ofType(work, "RoundDealt").filter(({ entry }) => entry.openings.some(isHand));
  if (deals.length === 0) return false;
  const { form, entry } = random.pick(deals);
  const openings = entry.openings.filter(isHand);
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

/** Somebody is called otherwise: the seal fits, or the opening does not, or there is none any more. */
function otherName(work, random) {
  const called = ofType(work, "SeatTaken").filter(({ entry }) => entry.openings.length > 0);
  if (called.length === 0) return false;
  const { form, entry } = random.pick(called);
  const [opening] = entry.openings;
  const way = random.below(4);
  if (way === 0) entry.openings = [];
  else if (way === 1) opening.salt = random.pick(called).entry.openings[0].salt;
  else opening.payload = namePayload(work.head.game, random.pick(["Eve", "x".repeat(41), "\u0007", ""]));
  if (way === 3) form.name_seal = sealOf(opening.salt, opening.payload);
  return true;
}

export const MUTATIONS = {
  plain: (bundle, random) => {
    const copy = structuredClone(bundle);
    change(random.pick(placesIn(copy)), random);
    return copy;
  },
  head: mended((work, random) => change(random.pick(placesIn(work.head)), random)),
  field: mended((work, random) => {
    const { openings: _, ...entry } = random.pick(work.entries);
    change(random.pick(placesIn(entry)), random);
  }),
  decision: mended((work, random) => fieldOf(work, [...ANSWERS, "SeatHandedOver", "SeatReturned"], random)),
  policy: mended((work, random) => {
    const answers = ofType(work, ...ANSWERS);
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
    work.entries.splice(place(work, random), 1 + random.below(2));
    finish(work);
    return work.entries.length > 0;
  }),
  double: mended((work, random) => {
    const at = place(work, random);
    work.entries.splice(at, 0, structuredClone(work.entries[at]));
  }),
  insert: mended((work, random) => {
    work.entries.splice(place(work, random), 0, structuredClone(random.pick(work.entries)));
    finish(work);
  }),
  swap: mended((work, random) => {
    const at = place(work, random);
    const other = random.chance(0.6) ? Math.min(at + 1, work.entries.length - 1) : place(work, random);
    [work.entries[at], work.entries[other]] = [work.entries[other], work.entries[at]];
    finish(work);
  }),
  truncate: mended((work, random) => {
    work.entries.splice(1 + place(work, random));
    finish(work);
    // A running game opens no cards to the public.
    const hidden = !work.head.complete && work.head.asked_by === null;
    for (const each of hidden ? work.entries : []) each.openings = each.openings.filter(({ payload }) => payload.kind === "name");
  }),
  /** What one command has caused is written as two entries. */
  split: mended((work, random) => {
    const entry = longOne(work, random);
    if (entry === null) return false;
    const events = entry.events.splice(1 + random.below(entry.events.length - 1));
    work.entries.splice(work.entries.indexOf(entry) + 1, 0, { ...entry, events, openings: [] });
    return true;
  }),
  /** What two commands have caused is written as one entry. */
  join: mended((work, random) => {
    if (work.entries.length < 2) return false;
    const at = random.below(work.entries.length - 1);
    const [{ events, openings }] = work.entries.splice(at + 1, 1);
    work.entries[at].events.push(...events);
    work.entries[at].openings.push(...openings);
    return true;
  }),
  /** Within an entry an event is missing, comes twice, or stands elsewhere; or the last one is in the next entry. */
  event: mended((work, random) => {
    const entry = longOne(work, random);
    if (entry === null) return false;
    const { events } = entry;
    const at = random.below(events.length);
    const [one] = events.splice(at, 1);
    const way = random.below(4);
    if (way === 1) events.splice(at, 0, one, structuredClone(one));
    else if (way === 2) events.splice(random.below(events.length + 1), 0, one);
    else if (way === 3) (work.entries[work.entries.indexOf(entry) + 1] ?? entry).events.unshift(one);
    finish(work);
    return true;
  }),
  opening: mended((work, random) => {
    const with_ = work.entries.filter(({ openings }) => openings.length > 0);
    if (with_.length === 0) return false;
    const { openings } = random.pick(with_);
    const way = random.below(4);
    if (way === 0) openings.splice(random.below(openings.length), 1);
    else if (way === 1) openings.push(structuredClone(openings[0]));
    else if (way === 2 && openings.length > 1) openings.reverse();
    else change(random.pick(placesIn(openings)), random);
    return true;
  }),
  "order of openings": (bundle, random) => {
    const copy = structuredClone(bundle);
    if (copy.openings.length < 2) return null;
    const at = random.below(copy.openings.length - 1);
    copy.openings.splice(random.chance(0.5) ? at + 1 : random.below(copy.openings.length), 0, ...copy.openings.splice(at, 1));
    return copy;
  },
  name: mended(otherName),
  options: mended((work, random) => {
    const [form] = work.entries[0].events;
    change(random.pick(placesIn(form.options)), random);
    work.head.options = structuredClone(form.options);
  }),
  seed: mended((work, random) => {
    const [end] = ofType(work, "GameFinished", "GameAbandoned").map(({ form }) => form);
    if (!end) return false;
    end.server_seed = random.chance(0.5) ? random.hash() : tweaked(end.server_seed, random);
    if (isHash(end.server_seed) && random.chance(0.7)) {
      work.entries[0].events[0].commitment = commitmentOf(end.server_seed);
      if (random.chance(0.7)) reseal(work, end.server_seed);
    }
    return true;
  }),
  time: mended((work, random) => {
    // A decision and all that it caused, earlier or later: nothing but a clock minds.
    const entry = random.pick(work.entries);
    entry.at = new Date(Date.parse(entry.at) + random.pick([-1, 1, -60000, 60000, 5000, 30001])).toISOString();
  }),
  salt: mended((work, random) => {
    const places = placesIn(work.entries).filter(({ key }) => ["salt", "seal", "name_seal"].includes(key));
    if (places.length === 0) return false;
    change(random.pick(places), random);
    return true;
  }),
  client: mended((work, random) => {
    const { form } = random.pick(ofType(work, "SeatTaken").concat({ form: {} }));
    if (form.type === "SeatTaken") form.client_seed = `${form.client_seed ?? ""}${random.below(10)}`;
  }),
  pick: mended(otherPick),
  hand: mended(otherHand),
};
