// What the tests share: verifying values, changing bundles as a forger would, small games.

import { verify } from "../core/report.mjs";
import { chainHash, GENESIS } from "../core/seals.mjs";
import { lobby, played } from "../fuzz/players.mjs";
import { Play } from "../fuzz/play.mjs";
import { randomOf } from "../fuzz/random.mjs";
import { keySet, signer, withHeads } from "../fuzz/sign.mjs";

export const SERVER = signer(1);
export const STRANGER = signer(2);
export const KEYS = keySet(SERVER);

const text = (value) => (typeof value === "string" || value instanceof Uint8Array ? value : JSON.stringify(value));

/** The report on a bundle, with keys and receipts; values or texts. */
export function judge(bundle, { keys = KEYS, receipts = [] } = {}) {
  return verify({ bundle: { content: text(bundle) }, keys: keys && { content: text(keys) },
    receipts: receipts.map((each) => ({ content: text(each) })) });
}

/** A game that is played to its end, or for so many decisions. */
export function game({ ruleset = "classic", seats = 3, seed = 6, most = Infinity, ...more } = {}) {
  return played({ ruleset, seats, ...more }, randomOf(seed), most);
}

/** Its bundle with a head at its end, signed by the server. */
export function signed(play, askedBy = null) {
  return withHeads(play.bundle(askedBy), SERVER);
}

/** A bundle of a game of which nothing but the creation is recorded. */
export function created(change = () => {}) {
  const play = new Play(GENESIS, [lobby({ ruleset: "classic", seats: 3 })[0]]);
  return mended(play.bundle(), ({ entries: [{ entry }] }) => change(entry.events[0], entry));
}

/** A copy that was changed, with a chain that fits, and a head at its end (by a forger who has the key). */
export function mended(bundle, change, by = SERVER) {
  const copy = structuredClone(bundle);
  change(copy);
  let hash = GENESIS;
  copy.entries.forEach((told, i) => {
    hash = chainHash(hash, told.entry);
    Object.assign(told, { revision: i + 1, hash });
  });
  for (const name of ["game", "ruleset", "options"]) copy[name] = copy.entries[0].entry.events[0][name];
  return by === null ? { ...copy, heads: [], keys: [] } : withHeads(copy, by);
}

/** All events of a bundle: [{revision, at, event, begins}], `begins` where it is the first of its entry. */
export function eventsOf({ entries }) {
  return entries.flatMap(({ revision, entry: { at, events } }) => events.map((event, i) => ({ revision, at, event, begins: i === 0 })));
}

/** Those of these types. */
export function ofType(bundle, ...types) {
  return eventsOf(bundle).filter(({ event }) => types.includes(event.type));
}

/** Status, and the verdicts in short: what most tests compare. */
export function inShort({ status, integrity, rules, receipts }) {
  return { status, integrity: integrity.ok, rules: rules.ok, ...(receipts ? { receipts: receipts.ok } : {}) };
}
