// Whole games: true bundles are accepted, everything that the fuzz makes of them is judged rightly.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { verifyBytes, verifyText } from "../core/report.mjs";
import { mutants } from "../fuzz/mutants.mjs";

const FOLDER = process.env.TOMA6_BUNDLES;
const MUTANTS = 300;
const options = FOLDER ? {} : { skip: "TOMA6_BUNDLES names no folder of bundles" };
const files = () => readdirSync(FOLDER).filter((name) => name.endsWith(".json")).sort().map((name) => join(FOLDER, name));

test("every true bundle is accepted, and says what was not checked", options, () => {
  assert.ok(files().length > 0);
  for (const file of files()) {
    const report = verifyBytes(readFileSync(file));
    assert.deepEqual([report.integrity, report.rules], Array(2).fill({ ok: true, revision: null, reason: null }), file);
    assert.equal(report.code, 0);
    assert.ok(report.notChecked.length > 0);
  }
});

test("a mutant is rejected with a reason, unless the document says why not", options, () => {
  const sources = files().map((file) => ({ name: file, bundle: JSON.parse(readFileSync(file)) }));
  let rejected = 0;
  for (const { kind, text, excuse } of mutants(sources, 6, MUTANTS)) {
    const report = verifyText(text);
    const verdicts = [report.integrity, report.rules];
    if (excuse === "same") assert.ok(report.ok, `${kind}: ${JSON.stringify(verdicts)}`);
    if (excuse === null) assert.ok(!report.ok, kind);
    if (report.ok) continue;
    rejected += 1;
    const failed = verdicts.filter((verdict) => !verdict.ok);
    assert.ok(failed.length > 0 && failed.every(({ reason }) => reason.length > 0 && !/gave up/.test(reason)),
      `${kind}: ${JSON.stringify(verdicts)}`);
    assert.ok(report.code > 0);
  }
  assert.ok(rejected > MUTANTS / 2);
});
