// Whose record it is (S28): a true game that was cut and played on, heads left out, keys that do not fit.

import assert from "node:assert/strict";
import { test } from "node:test";

import { GENESIS } from "../core/seals.mjs";
import { OPTIONS, playOn } from "../fuzz/players.mjs";
import { Play } from "../fuzz/play.mjs";
import { randomOf } from "../fuzz/random.mjs";
import { keySet, withHeads } from "../fuzz/sign.mjs";
import { game, judge, mended, SERVER, signed, STRANGER } from "./help.mjs";

const setting = { ruleset: "tactics", seats: 3, options: { max_rounds: 1 } };
const play = game(setting);
const bundle = signed(play);
const placesOf = ({ entries }) => entries.at(-1).events.at(-1).places?.map(({ place }) => place).join();
const extent = (about, more) => judge(about, more).signed;

/** The game up to a decision as it was, then played on by somebody else till somebody else wins. */
function playedOn(true_, after) {
  for (let seed = 1; ; seed += 1) {
    const other = playOn(new Play(true_.seed, true_.decisions.slice(0, after)), randomOf(seed));
    if (placesOf(other) !== placesOf(true_)) return other;
  }
}

test("a game that was cut at a genuine head and played on to another winner is signed up to there and no further", () => {
  for (const ruleset of Object.keys(OPTIONS)) {
    const options = "max_rounds" in OPTIONS[ruleset] ? { max_rounds: 1 } : {};
    const genuine = game({ ...setting, ruleset, options });
    const after = Math.floor(genuine.decisions.length * 0.6);
    const cut = new Play(genuine.seed, genuine.decisions.slice(0, after)).entries.length;
    const forged = playedOn(genuine, after).bundle();
    const head = SERVER.head(genuine.bundle(), cut);
    assert.deepEqual(forged.entries[cut - 1], genuine.bundle().entries[cut - 1]);
    const report = judge({ ...forged, heads: [head], keys: [SERVER.jwk] });
    assert.deepEqual([report.status, report.integrity.ok, report.rules.ok], [25, true, true], ruleset);
    assert.deepEqual([report.signed.extent, report.signed.revision], ["part", cut]);
    assert.equal(judge(withHeads(forged, STRANGER)).signed.extent, "nothing");
    assert.equal(judge(forged, { receipts: [{ head }] }).signed.extent, "part");
    const caught = judge(forged, { receipts: [{ head: signed(genuine).heads[0] }] });
    assert.deepEqual([caught.status, caught.receipts.findings[0].finding], [22, "another_history"]);
  }
});

test("a game without any head, or without keys that were given, is signed by nobody", () => {
  for (const [about, more] of [[play.bundle(), {}], [bundle, { keys: null }], [bundle, { keys: keySet(STRANGER) }], [withHeads(bundle, STRANGER), {}]]) {
    const report = judge(about, more);
    assert.deepEqual([report.status, report.verdict, report.integrity.ok, report.rules.ok], [25, "unsigned", true, true]);
    assert.deepEqual([report.signed.extent, report.signed.revision], ["nothing", 0]);
    assert.equal(typeof report.signed.reason, "string");
  }
});

test("everything is signed only by a signature at the last entry", () => {
  const heads = (...revisions) => withHeads(play.bundle(), SERVER, revisions);
  const last = bundle.entries.length;
  assert.equal(judge(bundle).status, 0);
  assert.deepEqual(extent(heads(1)), { extent: "part", revision: 1, reason: extent(heads(1)).reason });
  assert.equal(judge(heads(1, last - 1)).status, 25);
  assert.equal(extent(heads(1, last - 1)).revision, last - 1);
  assert.equal(judge(heads(1, last)).status, 0);
  assert.deepEqual(extent(play.bundle(), { receipts: [{ head: SERVER.head(play.bundle()) }] }), { extent: "everything", revision: last, reason: null });
});

test("a statement of another game, another hash or another key signs nothing of this one", () => {
  const bare = play.bundle();
  const others = [SERVER.head({ ...bare, game: "another" }), STRANGER.head(bare), SERVER.head({ ...bare, entries: [{ hash: GENESIS }] }),
    { ...SERVER.head(bare), revision: 3 }];
  for (const head of others) assert.equal(extent(bare, { receipts: [{ head }] }).extent, "nothing");
});

test("a record whose chain is broken is signed before the break at most", () => {
  const broken = structuredClone(withHeads(play.bundle(), SERVER, [2, 5, bundle.entries.length]));
  broken.entries[3].entry.at = "2026-11-30T01:47:42.124Z";
  const report = judge(broken);
  assert.deepEqual([report.status, report.integrity.revision, report.signed.extent, report.signed.revision], [20, 4, "part", 2]);
});

test("a running game is proven when its last entry is signed", () => {
  const running = signed(game({ ...setting, most: 7 }));
  assert.deepEqual([running.complete, judge(running).status], [false, 0]);
});

test("a forger with a key of its own is not the server", () => {
  const forged = mended(bundle, (copy) => { copy.entries[1].entry.events[0].policy = "careful"; }, STRANGER);
  assert.deepEqual([judge(forged).status, judge(forged).signed.extent], [25, "nothing"]);
  assert.equal(judge(forged, { keys: keySet(STRANGER) }).status, 0);
});
