// A forger's workbench: a bundle taken apart, so that it can be changed and put together again with
// fresh revisions and hashes. Only mutants that survive the chain test anything beyond the chain.

import { chainHash, GENESIS } from "../core/seals.mjs";

/** {head, events: [{form, openings}]}; the openings hang on the event whose seal they open. */
export function apart(bundle) {
  const { events, openings, ...head } = structuredClone(bundle);
  return {
    head,
    events: events.map(({ revision, event }) => ({
      form: event,
      openings: openings.filter((opening) => opening.revision === revision),
    })),
  };
}

/** A bundle again. Members of the head stay as they were changed. */
export function together({ head, events }) {
  let previous = GENESIS;
  const out = [];
  const openings = [];
  events.forEach(({ form, openings: own }, i) => {
    const revision = i + 1;
    previous = chainHash(previous, form);
    out.push({ revision, hash: previous, event: form });
    for (const opening of own) openings.push({ ...opening, revision });
  });
  const { format, game, ruleset, options, engine, complete, asked_by, ...rest } = head;
  return { format, game, ruleset, options, engine, complete, asked_by, events: out, openings, ...rest };
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
  if (typeof value === "string" && /^[0-9a-f]{64}$/.test(value)) {
    const at = random.below(64);
    const digit = random.pick([..."0123456789abcdef"]);
    return random.pick([replaceAt(value, at, digit), replaceAt(value, at, digit), value.toUpperCase(),
      value.slice(1), `${value}0`, random.hash(), "0".repeat(64)]);
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
