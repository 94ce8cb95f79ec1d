// Files made to keep a verifier busy: as large as is asked for, and as awkward as can be.

import { chainHash, commitmentOf, GENESIS, namePayload, sealOf } from "../core/seals.mjs";
import { Dealer } from "../core/deal.mjs";
import { rulesetOf } from "../core/rulesets.mjs";
import { FORMAT } from "../core/shape.mjs";
import { OPTIONS } from "./players.mjs";
import { keySet, signer } from "./sign.mjs";

const HASH = GENESIS;
const SEED = HASH;
const SALT = "A".repeat(22);
const AT = "2026-11-30T01:47:42.123Z";
const SERVER = signer(1);

/** A text repeated with commas, up to a size. */
const many = (text, size) => Array(Math.floor(size / (text.length + 1))).fill(text).join(",");
/** Texts by number, up to a size or till there is none. */
function each(make, size) {
  const all = [];
  for (let length = 0; length < size; length += all.at(-1).length + 1) {
    const next = make(all.length);
    if (next === null) break;
    all.push(next);
  }
  return all;
}

const created = (ruleset, options) => ({ type: "GameCreated", game: "hostile", ruleset, options, seats: 10,
  visibility: "public", commitment: commitmentOf(SEED) });

/** A bundle, with a chain that holds, of a GameCreated and as many other events as fit, so many to an entry. */
function chained(size, form, { ruleset = "classic", options = OPTIONS.classic, length = 1, ...more } = {}) {
  let hash = GENESIS;
  const told = (events, revision) => {
    const entry = { at: AT, events };
    hash = chainHash(hash, entry);
    return JSON.stringify({ revision, hash, entry });
  };
  const next = (i) => {
    const events = Array.from({ length }, (_, j) => form(i * length + j)).filter((event) => event !== null);
    return events.length > 0 ? told(events, i + 2) : null;
  };
  const first = told([created(ruleset, options)], 1);
  const entries = each(next, size - first.length);
  return bundle(`[${[first, ...entries]}]`, { ruleset, options, ...more });
}

const bundle = (entries, more = {}) => `{"format":"${FORMAT}","entries":${entries},${JSON.stringify({ game: "hostile",
  ruleset: "classic", options: OPTIONS.classic, engine: { name: "x", version: "1" }, complete: false, asked_by: null,
  openings: [], heads: [], keys: [], attempts: [], attempts_dropped: 0, ...more }).slice(1)}`;

const small = () => bundle("[]");
const claims = (i) => ({ decision: "r1t1-pick-s0", answer: { card: i }, at: AT });
const receipt = (i) => JSON.stringify(SERVER.receipt({ game: "hostile", entries: [{ hash: HASH }] }, 1, claims(i)));
const seated = (i) => (i % 2 ? { type: "SeatLeft", seat: 0 } : { type: "SeatTaken", seat: 0, name_seal: HASH });
const opened = { payload: namePayload("hostile", "x"), salt: SALT };
const called = { type: "SeatTaken", seat: 0, name_seal: sealOf(SALT, opened.payload) };
const pick = (seat) => ({ seat, card: 1, salt: SALT });
const picked = (seat) => ({ type: "CardPicked", round: 1, turn: 1, seat, seal: HASH });

/** Deals that are true, one after the other, and nothing else. */
function dealt(size) {
  const seats = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  const dealer = new Dealer({ seed: SEED, game: "hostile", rules: rulesetOf("classic"), options: OPTIONS.classic, seats, clientSeeds: new Map() });
  const start = [...seats.map((seat) => ({ type: "SeatTaken", seat, name_seal: HASH })), { type: "GameStarted", seats }];
  return chained(size, (i) => {
    if (i < start.length) return start[i];
    const round = i - start.length + 1;
    if (round > 9999) return round === 10_000 ? { type: "GameAbandoned", reason: "host", server_seed: SEED } : null;
    return { type: "RoundDealt", round, hands: [...dealer.round(round).seals].map(([seat, seal]) => ({ seat, count: 10, seal })) };
  });
}

/** name -> function of a size: {bundle, keys, receipts}, texts. */
export const HOSTILE = {
  zeros: (size) => ({ bundle: bundle(`[${many("0", size)}]`) }),
  "empty arrays": (size) => ({ bundle: bundle(`[${many("[]", size)}]`) }),
  "empty objects": (size) => ({ bundle: bundle(`[${many("{}", size)}]`) }),
  "objects of one name": (size) => ({ bundle: bundle(`[${many('{"a":{}}', size)}]`) }),
  "objects of other names": (size) => ({ bundle: bundle(`[${each((i) => `{"${i.toString(36)}x":0}`, size)}]`) }),
  "objects of pairs of names": (size) => ({ bundle: bundle(`[${each((i) => `{"${i % 400}x":0,"${Math.floor(i / 400) % 400}y":0}`, size)}]`) }),
  "deep nesting": (size) => ({ bundle: "[".repeat(size) }),
  "deep nesting of objects": (size) => ({ bundle: '{"a":'.repeat(size / 5) }),
  "long strings": (size) => ({ bundle: bundle(`[${many(`"${"x".repeat(10000)}"`, size)}]`) }),
  "short strings": (size) => ({ bundle: bundle(`[${many('"x"', size)}]`) }),
  escapes: (size) => ({ bundle: bundle(`["${"\\u0041".repeat(size / 6)}"]`) }),
  "strings of one escape": (size) => ({ bundle: bundle(`[${many('"\\n"', size)}]`) }),
  digits: (size) => ({ bundle: bundle("1".repeat(size)) }),
  "white space": (size) => ({ bundle: " ".repeat(size) }),
  "names of members": (size) => ({ bundle: `{${each((i) => `"a${i}":0`, size)}}` }),
  "arrays in statements": (size) => ({ bundle: chained(1000, seated), keys: keySet(SERVER), receipts:
    `${'{"jws":"x","answer":'.repeat(15)}[${many("0", size - 500)}]${"}".repeat(15)}` }),
  "numbers as names": (size) => ({ bundle: `{${each((i) => `"${5e6 - i}":0`, size)}}` }),
  "values of options": (size) => ({ bundle: chained(1000, seated, { options: { x: Array(Math.floor(size / 20)).fill({ y: 0 }) } }) }),
  "a ruleset of many letters": (size) => ({ bundle: chained(1000, seated, { ruleset: "\u20ac".repeat(size / 8) }) }),
  "tiny entries": (size) => ({ bundle: chained(size, seated) }),
  "tiny events": (size) => ({ bundle: chained(size, () => ({ type: "SeatLeft", seat: 0 }), { length: 200 }) }),
  "an entry without end": (size) => ({ bundle: bundle(`[{"revision":1,"hash":"${HASH}","entry":{"at":"${AT}","events":[${many("{}", size)}]}}]`) }),
  names: (size) => ({ bundle: chained(size * 0.65, () => called, { openings: Array.from({ length: Math.floor(size / 360) },
    (_, i) => ({ revision: i + 2, ...opened })) }) }),
  "a reveal of many picks": (size) => ({ bundle: chained(size, (i) => (i === 0 ? { type: "RoundDealt", round: 1 } : i === 1
    ? { type: "TurnStarted", turn: 1, kind: "pick", seats: [] } : i % 2 ? picked(i % 10)
      : { type: "PicksRevealed", picks: Array(i === 2 ? 40000 : 1).fill(pick(i % 10)) })) }),
  "picks of one turn": (size) => ({ bundle: chained(size, (i) => picked(i % 10)) }),
  deals: (size) => ({ bundle: dealt(size) }),
  openings: (size) => ({ bundle: chained(size / 2, seated, { openings: Array(Math.floor(size / 260)).fill(
    { revision: 1, payload: { seat: 0, game: "hostile", kind: "hand", round: 1, cards: [1] }, salt: SALT }) }) }),
  attempts: (size) => ({ bundle: chained(1000, seated, { complete: false, asked_by: 0, attempts: Array(Math.floor(size / 90)).fill(
    { at: AT, seat: 0, decision: "r1t1-pick-s0", code: "repeated" }) }) }),
  "keys in a bundle": (size) => ({ bundle: chained(1000, seated, { keys: Array(Math.floor(size / 180)).fill(SERVER.jwk) }) }),
  "a thousand keys": () => ({ bundle: small(), keys: keySet(...Array.from({ length: 1000 }, (_, i) => signer(1 + (i % 255)))) }),
  "keys without end": (size) => ({ bundle: small(), keys: `{"keys":[${many(JSON.stringify(SERVER.jwk), size)}]}` }),
  "a thousand receipts": () => ({ bundle: chained(1000, seated), keys: keySet(SERVER), receipts: each(receipt, 999 * 800).slice(0, 1000).join("\n") }),
  "receipts without end": (size) => ({ bundle: small(), keys: keySet(SERVER), receipts: each((i) => `{"jws":"${i}"}`, size).join("") }),
  "one receipt without end": (size) => ({ bundle: chained(1000, seated), keys: keySet(SERVER), receipts: `[${many('{"jws":""}', size)}]` }),
  "a long statement": (size) => ({ bundle: chained(1000, seated), keys: keySet(SERVER), receipts: JSON.stringify({ jws: SERVER.jws("toma6-receipt+jwt",
    { ...claims(1), game: "hostile", hash: HASH, revision: 1, answer: { x: "y".repeat(size * 0.74) } }) }) }),
  "a line of letters": (size) => ({ bundle: chained(1000, seated), keys: keySet(SERVER), receipts: `${"e".repeat(size / 2)}.a.${"e".repeat(size / 2 - 9)}\n` }),
  "statements in statements": (size) => ({ bundle: chained(1000, seated), keys: keySet(SERVER), receipts:
    `${'{"jws":"x","answer":'.repeat(15)}{${each((i) => `"a${i}":0`, size - 500)}}${"}".repeat(15)}` }),
  "header lines": (size) => ({ bundle: chained(1000, seated), keys: keySet(SERVER), receipts: `HTTP/1.1 200\n\n`.repeat(size / 14) }),
  "texts without end": (size) => ({ bundle: chained(1000, seated), keys: keySet(SERVER), receipts: `0\n`.repeat(size / 2) }),
};
