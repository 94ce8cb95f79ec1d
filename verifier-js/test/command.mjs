// The command line: exit codes, the report in words, the batch.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { chainHash, GENESIS } from "../core/seals.mjs";

const COMMAND = fileURLToPath(new URL("../verify.mjs", import.meta.url));
const run = (args, input = "") => spawnSync(process.execPath, [COMMAND, ...args], { input, encoding: "utf8" });

/** The bundle of a game of which nothing but the creation is recorded. */
function created(change = () => {}) {
  const options = { end_comparison: "gt", end_score: 66, max_rounds: null, on_timeout: "none", row_choice: "player",
    turn_seconds: null };
  const event = { type: "GameCreated", version: 1, at: "2026-11-30T01:47:42.123Z", game: "one", ruleset: "classic",
    options, seats: 3, visibility: "public", commitment: "ab".repeat(32) };
  change(event);
  return { format: "toma6-audit/1", game: "one", ruleset: "classic", options, engine: { name: "toma6", version: "1" },
    complete: false, asked_by: null, events: [{ revision: 1, hash: chainHash(GENESIS, event), event }], openings: [],
    heads: [], keys: [], attempts: [], attempts_dropped: 0 };
}

function codeOf(text) {
  const folder = mkdtempSync(join(tmpdir(), "toma6-"));
  try {
    const file = join(folder, "bundle.json");
    writeFileSync(file, text);
    return run([file]).status;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("the exit code says which verdict failed", () => {
  const broken = created();
  broken.events[0].hash = "0".repeat(64);
  assert.equal(codeOf(JSON.stringify(created())), 0);
  assert.equal(codeOf(JSON.stringify(broken)), 1);
  assert.equal(codeOf(JSON.stringify(created((event) => { event.seats = 11; }))), 2);
  assert.equal(codeOf(JSON.stringify(created()).replace('"seats":3', '"seats":3.0')), 3);
  assert.equal(run(["/there/is/no/such/file"]).status, 3);
  assert.equal(run([]).status, 64);
});

test("the report names the revision and the reason", () => {
  const { status, stdout } = run(["-"], JSON.stringify(created((event) => { event.seats = 11; })));
  assert.equal(status, 2);
  assert.match(stdout, /rules: FAILED at revision 1\n {2}GameCreated: the ruleset is not played with 11 seats/);
  const report = JSON.parse(run(["-", "--json"], JSON.stringify(created())).stdout);
  assert.ok(report.ok);
  assert.match(report.notChecked.join(), /seed is not published/);
});

test("the batch answers every line, in order, whatever it is", () => {
  const lines = [JSON.stringify(created()), "{", "/there/is/no/such/file", JSON.stringify(JSON.stringify(created(), null, 1)),
    '"no end', "[".repeat(100000)];
  const answers = run(["--batch"], lines.join("\n")).stdout.trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(answers.map(({ ok, code }) => [ok, code]), [[true, 0], [false, 3], [false, 3], [true, 0], [false, 3], [false, 3]]);
});

test("any JSON whatsoever gets a report", () => {
  const values = [null, 7, "x", [], {}, [[]], { events: [] }, { ...created(), events: [] }, { ...created(), events: [null] },
    { ...created(), events: {} }, { ...created(), openings: [{}] }, { ...created(), options: null }, { ...created(), heads: 1 }];
  const input = values.map((value) => JSON.stringify(JSON.stringify(value))).join("\n");
  const answers = run(["--batch"], input).stdout.trim().split("\n").map((line) => JSON.parse(line));
  assert.equal(answers.length, values.length);
  for (const { code, integrity } of answers) {
    assert.equal(code, 1);
    assert.doesNotMatch(integrity.reason, /gave up/);
  }
});
