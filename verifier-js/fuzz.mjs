#!/usr/bin/env node
// Prints mutants of bundles, one JSON line each: jobs for verify.js --batch, with what must come out.
// usage: fuzz.mjs SEED COUNT FILE…     The members are those of fuzz/mutants.mjs.

import { readFileSync } from "node:fs";

import { mutants } from "./fuzz/mutants.mjs";

const [seed, count, ...files] = process.argv.slice(2);
const sources = files.map((name) => ({ name, bundle: JSON.parse(readFileSync(name, "utf8")) }));
for (const mutant of mutants(sources, Number(seed), Number(count))) {
  if (!process.stdout.write(`${JSON.stringify(mutant)}\n`)) {
    await new Promise((resolve) => process.stdout.once("drain", resolve));
  }
}
