// Shapes: exactly which members a bundle has, and which fields the public form of each event type.

import { isHash } from "./sha256.mjs";

const isInteger = (value) => Number.isSafeInteger(value);
const isString = (value) => typeof value === "string";
const isBoolean = (value) => typeof value === "boolean";
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isNothing = () => false;
const listOf = (test) => (value) => Array.isArray(value) && value.every(test);
const stated = (test, byDefault) => (value) => test(value) && value !== byDefault;
const some = (test) => (value) => listOf(test)(value) && value.length > 0;
const record = (always, sometimes = {}) => (value) => recordProblem(value, always, sometimes) === null;

/** Why an object is not made of these fields; null if it is. A default that is written is wrong. */
function recordProblem(value, always, sometimes) {
  if (!isObject(value)) return "it is not an object";
  for (const name of Object.keys(always)) {
    if (!(name in value)) return `the field ${name} is missing`;
  }
  for (const name of Object.keys(value)) {
    const test = Object.hasOwn(always, name) ? always[name]
      : Object.hasOwn(sometimes, name) ? sometimes[name] : isNothing;
    if (test === isNothing) return `the field ${JSON.stringify(name)} does not belong there`;
    if (!test(value[name])) return `the field ${name} is not as the form asks`;
  }
  return null;
}

/** UTC with exactly three decimals, and a time that exists. */
export function isTime(value) {
  if (!isString(value) || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)) return false;
  const time = new Date(value);
  return !Number.isNaN(time.getTime()) && time.toISOString() === value;
}

const integers = listOf(isInteger);
const by = stated(isString, "player");

const FORMS = {
  GameCreated: [{ game: isString, ruleset: isString, options: isObject, seats: isInteger,
    visibility: isString, commitment: isHash }],
  SeatTaken: [{ seat: isInteger, name: isString },
    { policy: isString, client_seed: stated(isString, "") }],
  SeatLeft: [{ seat: isInteger }],
  SeatHandedOver: [{ seat: isInteger, policy: isString, reason: isString }],
  SeatReturned: [{ seat: isInteger }],
  GameStarted: [{ seats: integers }],
  RoundDealt: [{ round: isInteger },
    { hands: some(record({ seat: isInteger, count: isInteger, seal: isHash })),
      face_down: (value) => value === true, specials: some(isString), pool: some(isInteger) }],
  RowsLaid: [{ cards: integers }],
  TurnStarted: [{ turn: isInteger, kind: isString, seats: integers }],
  CardDrafted: [{ seat: isInteger, card: isInteger }, { by }],
  CardPicked: [{ round: isInteger, turn: isInteger, seat: isInteger, seal: isHash }, { by }],
  PicksRevealed: [{ picks: listOf(record({ seat: isInteger, card: isInteger, salt: isHash })) }],
  CardsPlayed: [{ seat: isInteger,
    cards: listOf(record({}, { card: isInteger, special: isString, row: isInteger })) }, { by }],
  CardPlaced: [{ seat: isInteger, row: isInteger, reason: isString },
    { card: isInteger, special: isString, side: stated(isString, "right") }],
  ChoiceRequested: [{ seat: isInteger, card: isInteger, kind: isString,
    options: listOf(record({ row: isInteger }, { side: isString })) }],
  ChoiceMade: [{ seat: isInteger, row: isInteger }, { side: isString, by }],
  RowTaken: [{ seat: isInteger, row: isInteger, cards: integers, heads: isInteger,
    reason: isString }, { specials: some(isString) }],
  RoundScored: [{ round: isInteger,
    scores: listOf(record({ seat: isInteger, points: isInteger, total: isInteger })) }],
  GameFinished: [{ places: listOf(record({ seat: isInteger, place: isInteger, total: isInteger })),
    server_seed: isHash }],
  GameAbandoned: [{ reason: isString, server_seed: isHash }],
};

const HEAD = { type: isString, version: (value) => value === 1, at: isTime };

/** Why this is not a public form; null if it is. */
export function formProblem(form) {
  if (!isObject(form)) return "the event is not an object";
  if (!isString(form.type) || !Object.hasOwn(FORMS, form.type)) return "there is no such type of event";
  const [always, sometimes = {}] = FORMS[form.type];
  const problem = recordProblem(form, { ...HEAD, ...always }, sometimes);
  return problem && `${form.type}: ${problem}`;
}

const BUNDLE = {
  format: (value) => value === "toma6-audit/1",
  game: isString,
  ruleset: isString,
  options: isObject,
  engine: record({ name: isString, version: isString }),
  complete: isBoolean,
  asked_by: (value) => value === null || (isInteger(value) && value >= 0),
  events: Array.isArray,
  openings: Array.isArray,
  heads: listOf(isObject),
  keys: listOf(isObject),
  attempts: listOf(isObject),
  attempts_dropped: isInteger,
};

/** Why this is not a bundle, as {revision, reason}; null if it has the right shape throughout. */
export function bundleProblem(bundle) {
  const problem = recordProblem(bundle, BUNDLE, {});
  if (problem) return { revision: null, reason: `the bundle: ${problem}` };
  for (const [i, entry] of bundle.events.entries()) {
    const revision = i + 1;
    const wrong = recordProblem(entry, { revision: isInteger, hash: isHash, event: isObject }, {});
    if (wrong) return { revision, reason: `entry ${revision} of the events: ${wrong}` };
    const form = formProblem(entry.event);
    if (form) return { revision, reason: form };
  }
  for (const [i, opening] of bundle.openings.entries()) {
    const wrong = recordProblem(opening, { revision: isInteger, payload: isObject, salt: isHash }, {});
    if (wrong) return { revision: null, reason: `opening ${i + 1}: ${wrong}` };
  }
  return null;
}
