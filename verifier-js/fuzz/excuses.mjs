// Why a changed bundle may rightly be accepted: the list "What is not covered" of docs/ledger.md,
// applied to what differs between two bundles. Everything else must be rejected.

import { same } from "../core/canonical.mjs";

const FREE_HEADS = new Set(["heads", "keys", "attempts", "attempts_dropped", "options", "complete", "asked_by",
  "entries", "openings"]);

// Recorded, not derived.
const RECORDED = {
  "*": ["at"],
  GameCreated: ["visibility", "seats", "options"],
  SeatTaken: ["name_seal", "policy"],
  SeatHandedOver: ["policy"],
  GameAbandoned: ["reason"],
};
const ANSWERS = new Set(["CardDrafted", "CardPicked", "CardsPlayed", "ChoiceMade"]);
// Bound to a seed that is not published yet, or to no deal at all.
const SECRET = {
  GameCreated: ["commitment"],
  SeatTaken: ["client_seed"],
  RoundDealt: ["hands"],
  RowsLaid: ["cards"],
  TurnStarted: ["seats"],
  CardPicked: ["seal"],
  PicksRevealed: ["picks"],
};
// Of a seed that decides nothing but who begins (or not even that), everything may be exchanged.
const LOOSE_SEED = { ...SECRET, RoundDealt: [], RowsLaid: [], TurnStarted: [],
  GameFinished: ["server_seed"], GameAbandoned: ["server_seed"] };
const INDEPENDENT = new Set(["SeatTaken", "SeatLeft", "SeatHandedOver", "SeatReturned", "CardPicked"]);

/** The events of a bundle, each with the time of its entry and whether it begins it. */
const told = ({ entries }) => entries.flatMap(({ entry: { at, events } }) => events.map((form, i) => ({ ...form, at, begins: i === 0 })));

/** A short reason, or null if the verifiers must reject `mutant` in place of `original`. */
export function excuse(original, mutant) {
  for (const name of Object.keys(mutant)) {
    if (FREE_HEADS.has(name) || same(original[name] ?? null, mutant[name])) continue;
    if (name !== "engine" || !same(Object.keys(mutant.engine).sort(), ["name", "version"])) return null;
  }
  const [before, after] = [original, mutant].map(told);
  const dealt = after.some(({ type }) => type === "RoundDealt");
  const allowed = [RECORDED];
  if (!mutant.complete) allowed.push(SECRET);
  else if (!dealt || mutant.ruleset === "logic") allowed.push(LOOSE_SEED);
  if (before.length !== after.length || before.some(({ type }, i) => type !== after[i].type)) {
    return otherHistory(before, after, mutant);
  }
  const changed = before.flatMap((form, i) => differences(form, after[i]).map((name) => [i, name]));
  const laid = after.findLastIndex(({ type }) => type === "RowsLaid");
  // A draft that is not over has caused nothing yet: another card is another, just as true, decision.
  const isOpenDraft = ([i, name]) => after[i].type === "CardDrafted" && name === "card" && i > laid;
  // Of the policy that chose, the version is recorded; its name is that of the seat's.
  const isVersion = ([i, name]) => name === "policy" && ANSWERS.has(after[i].type) && nameIn(before[i]) === nameIn(after[i]);
  const isFree = ([i, name]) => isOpenDraft([i, name]) || isVersion([i, name]) || allowed.some((list) =>
    [...(list[after[i].type] ?? []), ...(list["*"] ?? [])].includes(name));
  if (changed.length === 0) return sameOpenings(original, mutant) ? "head" : null;
  return changed.every(isFree) ? "recorded" : otherHistory(before, after, mutant);
}

/** Does the mutant open what the original opens, or fewer names? Another one who asks may see other cards. */
function sameOpenings(original, mutant) {
  if (original.asked_by !== mutant.asked_by || original.complete !== mutant.complete) return true;
  const named = ({ openings }) => openings.filter(({ payload }) => payload.kind === "name");
  const of = named(original);
  const kept = named(mutant);
  const cards = ({ openings }, names) => openings.slice(names.length);
  let next = 0;
  for (const each of kept) {
    while (next < of.length && !same(of[next], each)) next += 1;
    if (next === of.length) return false;
    next += 1;
  }
  return same(cards(original, of), cards(mutant, kept));
}

const nameIn = ({ policy }) => (typeof policy === "string" ? policy.split("/")[0] : null);

function differences(one, other) {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => !same(one[name] ?? null, other[name] ?? null));
}

function otherHistory(before, after, { complete }) {
  let head = 0;
  while (head < Math.min(before.length, after.length) && same(before[head], after[head])) head += 1;
  if (head === after.length && !complete && before[head].begins) return "cut";
  // A game that was given up might as well have been given up earlier.
  const end = after.at(-1);
  if (head === after.length - 1 && end.type === "GameAbandoned" && same(before.at(-1), end) && before[head].begins) return "cut";
  let tail = 0;
  while (tail < Math.min(before.length, after.length) - head
    && same(before[before.length - 1 - tail], after[after.length - 1 - tail])) tail += 1;
  const middle = [...before.slice(head, before.length - tail), ...after.slice(head, after.length - tail)];
  // Where one of these has consequences, they stay with it.
  return middle.every(({ type, begins }) => INDEPENDENT.has(type) && begins) ? "order" : null;
}
