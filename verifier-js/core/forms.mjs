// The public forms of entries: exactly which fields each type of event has, and which values they may have.

import { shown } from "./shown.mjs";
import { between, isCard, isClientSeed, isCode, isCount, isGame, isHash, isInteger, isObject, isOrdinal, isPolicy, isRow,
  isSalt, isSeat, isString, isTime, isVersionedPolicy, listOf, objectsOf, oneOf, some, someObjects, stated } from "./values.mjs";

/** Why an object is not made of these fields; null if it is. A default that is written is wrong. */
export function fieldsProblem(value, always, sometimes = {}) {
  if (!isObject(value)) return "it is not an object";
  for (const name of Object.keys(always)) {
    if (!Object.hasOwn(value, name)) return `the field ${name} is missing`;
  }
  for (const name of Object.keys(value)) {
    const fields = Object.hasOwn(always, name) ? always : sometimes;
    if (!Object.hasOwn(fields, name)) return `the field ${shown(name)} does not belong there`;
    if (!fields[name](value[name])) return `the field ${name} is not as the form asks`;
  }
  return null;
}

const record = (always, sometimes) => (value) => fieldsProblem(value, always, sometimes) === null;
const isAscending = (seats) => seats.every((seat, i) => i === 0 || seats[i - 1] < seat);

const cards = listOf(isCard);
const seats = listOf(isSeat);
const isSpecial = oneOf("x2", "+5");
const isSide = oneOf("left", "right");
// Who answered: "player" is left out, and "rule" is said of ChoiceMade alone.
const answered = { by: oneOf("bot", "clock"), policy: isVersionedPolicy };
const hand = record({ seat: isSeat, count: isCount, seal: isHash });
const pick = record({ seat: isSeat, card: isCard, salt: isSalt });
const played = record({}, { card: isCard, special: isSpecial, row: isRow });
const option = record({ row: isRow }, { side: isSide });
const score = record({ seat: isSeat, points: isInteger, total: isInteger });
const place = record({ seat: isSeat, place: isCount, total: isInteger });

const FORMS = {
  GameCreated: [{ game: isGame, ruleset: isString, options: isObject, seats: between(1, 10),
    visibility: oneOf("public", "private"), commitment: isHash }],
  SeatTaken: [{ seat: isSeat, name_seal: isHash }, { policy: isPolicy, client_seed: stated(isClientSeed, "") }],
  SeatLeft: [{ seat: isSeat }],
  SeatHandedOver: [{ seat: isSeat, policy: isPolicy, reason: oneOf("resigned", "timeout") }],
  SeatReturned: [{ seat: isSeat }],
  GameStarted: [{ seats: (value) => seats(value) && isAscending(value) }],
  RoundDealt: [{ round: isOrdinal },
    { hands: someObjects(hand), face_down: oneOf(true), specials: some(isSpecial), pool: some(isCard) }],
  RowsLaid: [{ cards }],
  TurnStarted: [{ turn: isOrdinal, kind: oneOf("draft", "pick", "flip", "play"), seats }],
  CardDrafted: [{ seat: isSeat, card: isCard }, answered],
  CardPicked: [{ round: isOrdinal, turn: isOrdinal, seat: isSeat, seal: isHash }, answered],
  PicksRevealed: [{ picks: objectsOf(pick) }],
  CardsPlayed: [{ seat: isSeat, cards: objectsOf(played) }, answered],
  CardPlaced: [{ seat: isSeat, row: isRow, reason: oneOf("nearest", "highest", "chosen", "named", "start") },
    { card: isCard, special: isSpecial, side: stated(isSide, "right") }],
  ChoiceRequested: [{ seat: isSeat, card: isCard, kind: oneOf("row", "place"), options: objectsOf(option) }],
  ChoiceMade: [{ seat: isSeat, row: isRow }, { side: isSide, ...answered, by: oneOf("bot", "clock", "rule") }],
  RowTaken: [{ seat: isSeat, row: isRow, cards, heads: isCount, reason: oneOf("full", "low") },
    { specials: some(isSpecial) }],
  RoundScored: [{ round: isOrdinal, scores: objectsOf(score) }],
  GameFinished: [{ places: objectsOf(place), server_seed: isHash }],
  GameAbandoned: [{ reason: isCode, server_seed: isHash }],
};

const ALWAYS = Object.fromEntries(Object.entries(FORMS).map(([type, [always]]) => [type, { type: isString, ...always }]));
/** So many events an entry may have. */
const MOST = 200;
const ENTRY = { at: isTime, events: some(() => true, MOST) };

/** Why this is not the public form of an entry; null if it is. */
export function entryProblem(entry) {
  const problem = fieldsProblem(entry, ENTRY);
  if (problem) return `the entry: ${problem}`;
  for (const form of entry.events) {
    const wrong = formProblem(form);
    if (wrong) return wrong;
  }
  return null;
}

/** Why this is not the public form of an event; null if it is. */
export function formProblem(form) {
  if (!isObject(form)) return "the event is not an object";
  const { type } = form;
  if (!isString(type)) return "the event has no type";
  if (!Object.hasOwn(FORMS, type)) return `there is no type ${shown(type)} of events`;
  const problem = fieldsProblem(form, ALWAYS[type], FORMS[type][1]);
  return problem && `${type}: ${problem}`;
}
