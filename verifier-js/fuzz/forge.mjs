// A forger's workbench: a bundle taken apart, so that it can be changed and put together again with
// fresh revisions and hashes. Only mutants that survive the chain test anything beyond the chain.

import { chainHash, GENESIS } from "../core/seals.mjs";
import { isHash, isSalt } from "../core/values.mjs";

/** {head, entries: [{at, events, openings}]}; the openings hang on the entry whose seals they open. */
export function apart(bundle) {
  const { entries, openings, ...head } = structuredClone(bundle);
  return {
    head,
    entries: entries.map(({ revision, entry }) => ({
      ...entry,
      openings: openings.filter((opening) => opening.revision === revision),
    })),
  };
}

/** Every event of a bundle that was taken apart: [{form, entry}], `entry` being the one it is in. */
export function eventsOf({ entries }) {
  return entries.flatMap((entry) => entry.events.map((form) => ({ form, entry })));
}

const KINDS = ["name", "hand", "pick"];
/** Where the openings of a kind belong; those of no kind come last. */
const rank = ({ payload }) => (KINDS.includes(payload?.kind) ? KINDS.indexOf(payload.kind) : KINDS.length);

/** A bundle again. Members of the head stay as they were changed. */
export function together({ head, entries }) {
  let previous = GENESIS;
  const out = entries.map(({ openings: _, ...entry }, i) => {
    previous = chainHash(previous, entry);
    return { revision: i + 1, hash: previous, entry };
  });
  const openings = entries.flatMap((entry, i) => entry.openings.map((opening) => ({ ...opening, revision: i + 1 })))
    .sort((a, b) => rank(a) - rank(b));
  const { format, game, ruleset, options, engine, complete, asked_by, ...rest } = head;
  return { format, game, ruleset, options, engine, complete, asked_by, entries: out, openings, ...rest };
}

/** Every place in a value: [{holder, key, path}], path with "*" for places in an array. */
export function placesIn(value, path = "") {
  if (value === null || typeof value !== "object") return [];
  return Object.keys(value).flatMap((name) => {
    const key = Array.isArray(value) ? Number(name) : name;
    const here = Array.isArray(value) ? `${path}*` : `${path}${path ? "." : ""}${name}`;
    return [{ holder: value, key, path: here }, ...placesIn(value[key], here)];
  });
}

const replaceAt = (text, at, by) => text.slice(0, at) + by + text.slice(at + 1);

/** Another value in place of this one: mostly near by, sometimes of another type. */
export function tweaked(value, random) {
  if (random.chance(0.1)) return random.pick([null, 0, -1, "", "x", [], {}, true, false, [[]], 2 ** 53 - 1]);
  if (typeof value === "number") {
    return random.pick([value + 1, value - 1, -value, 0, 1, 104, 105, random.below(110), value + random.below(9)]);
  }
  if (typeof value === "boolean") return !value;
  if (isHash(value) || isSalt(value)) {
    const at = random.below(value.length);
    const letter = random.pick([..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"]);
    return random.pick([replaceAt(value, at, letter), replaceAt(value, at, letter), value.toUpperCase(),
      value.slice(1), `${value}A`, `${value}=`, random.hash(), random.hash().slice(0, 21) + "A", "A".repeat(value.length)]);
  }
  if (typeof value === "string") {
    const words = ["player", "bot", "rule", "left", "right", "row", "place", "pick", "draft", "flip", "play",
      "full", "low", "nearest", "chosen", "start", "highest", "named", "bot", "clock", "careful/1", "careful", "timeout", "resigned", "x2", "+5", "random", "rotate"];
    return random.pick([`${value}x`, value.slice(1), random.pick(words), random.pick(words), value.toUpperCase()]);
  }
  if (Array.isArray(value)) return tweakedList(value, random);
  if (value !== null && typeof value === "object") {
    const copy = { ...value };
    const names = Object.keys(copy);
    if (names.length > 0 && random.chance(0.6)) delete copy[random.pick(names)];
    else copy[random.pick(["extra", "side", "by", "card", "special", "row", "seat"])] ??= random.pick([1, "x", null]);
    return copy;
  }
  return random.pick([0, 1, "x", true, []]);
}

function tweakedList(list, random) {
  const copy = list.slice();
  const at = random.below(copy.length);
  const way = random.below(4);
  if (copy.length === 0 || way === 0) copy.push(copy.length > 0 ? copy[at] : 1);
  else if (way === 1) copy.splice(at, 1);
  else if (way === 2) copy.reverse();
  else {
    const other = random.below(copy.length);
    [copy[at], copy[other]] = [copy[other], copy[at]];
  }
  return copy;
}
