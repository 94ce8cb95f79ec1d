// Whole games, of the engine (the folder TOMA6_BUNDLES) and played here: true ones are accepted, and everything
// that the fuzz makes of them, with receipts beside, is judged rightly. Nothing makes the verifier fail.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { verify } from "../core/report.mjs";
import { inWords } from "../core/words.mjs";
import { receiptsOf } from "../fuzz/decorate.mjs";
import { mutants } from "../fuzz/mutants.mjs";
import { OPTIONS } from "../fuzz/players.mjs";
import { game, judge, SERVER } from "./help.mjs";

const FOLDER = process.env.TOMA6_BUNDLES;
const MUTANTS = 300;
const options = FOLDER ? {} : { skip: "TOMA6_BUNDLES names no folder of bundles" };

const bundlesIn = (folder) => readdirSync(folder).filter((name) => name.endsWith(".json")).sort()
  .map((name) => ({ name, bundle: JSON.parse(readFileSync(join(folder, name))) }));

/** Games of every ruleset, with every kind of clock: over, running, and as a seat sees them. */
function* playedHere() {
  for (const [i, ruleset] of Object.keys(OPTIONS).entries()) {
    for (const [j, on_timeout] of ["none", "careful", "lowest", "forfeit"].entries()) {
      const setting = { ruleset, seats: 2 + ((i + j) % 5), bots: [1], seed: 4 * i + j,
        options: on_timeout === "none" ? {} : { on_timeout, turn_seconds: 5 } };
      const name = `${ruleset}, ${on_timeout}, seed ${setting.seed}`;
      yield { name, bundle: game(setting).bundle() };
      const running = game({ ...setting, most: 9 });
      yield { name: `${name}, running`, bundle: running.bundle() };
      yield { name: `${name}, running, as seat 0`, bundle: running.bundle(0) };
      const { at } = running.entries.at(-1);
      running.decide({ type: "GameAbandoned", at, reason: "host" });
      yield { name: `${name}, given up`, bundle: running.bundle() };
    }
  }
}

let played = null;
const here = () => (played ??= [...playedHere()]);

function accepted(sources) {
  let count = 0;
  for (const { name, bundle } of sources) {
    const head = { head: SERVER.head(bundle) };
    const report = judge({ ...bundle, heads: [], keys: [] }, { receipts: [[head, ...receiptsOf(bundle)].slice(0, 6)] });
    assert.equal(report.status, 0, `${name}: ${inWords(report)}`);
    assert.ok(report.not_checked.length > 0);
    count += 1;
  }
  assert.ok(count > 0);
}

/** Asserts what fuzz/mutants.mjs promises of each mutant; gives how many had which status. */
function judged(sources, seed, count) {
  const statuses = {};
  for (const { kind, source, bundle, keys, receipts, excuse, status } of mutants(sources, seed, count)) {
    const report = verify({ bundle: { content: bundle }, keys: { content: keys }, receipts: receipts.map((content) => ({ content })) });
    const told = `seed ${seed}, ${source}, ${kind}, ${excuse}: ${inWords(report)}`;
    assert.doesNotMatch(told, /the verifier failed/);
    if (status !== null) assert.equal(report.status, status, told);
    else if (excuse === null) assert.ok([3, 20, 21].includes(report.status), told);
    else if (excuse !== "head" && receipts.length > 0) assert.ok([3, 20, 21, 22].includes(report.status), told);
    for (const verdict of [report.integrity, report.rules]) assert.equal(verdict.reason === null, verdict.ok === true, told);
    statuses[report.status] = (statuses[report.status] ?? 0) + 1;
  }
  return statuses;
}

test("every game that is played here is accepted, in words that say what was not checked", () => accepted(here()));

test("a mutant of a game played here is rejected with a reason, unless the document says why not", () => {
  const statuses = judged(here(), 9, MUTANTS);
  for (const status of [0, 3, 20, 21, 22, 23, 24, 25]) assert.ok(statuses[status] > 0, `status ${status} in ${JSON.stringify(statuses)}`);
});

test("every true bundle of the engine is accepted", options, () => accepted(bundlesIn(FOLDER)));

test("a mutant of a bundle of the engine is rejected with a reason, unless the document says why not", options, () => {
  const statuses = judged(bundlesIn(FOLDER), 6, MUTANTS);
  assert.ok(statuses[20] + statuses[21] > MUTANTS / 3, JSON.stringify(statuses));
});
