#!/usr/bin/env node
// How long, and with how much memory, the command takes for hostile files of the largest size that is read.
// usage: measure.mjs [NAME…]      the names of fuzz/hostile.mjs; all of them without any

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { MAX_BYTES, MAX_SAVED } from "./core/files.mjs";
import { HOSTILE } from "./fuzz/hostile.mjs";

const COMMAND = fileURLToPath(new URL("verify.js", import.meta.url));
const USAGE = 'process.on("exit", () => require("fs").writeSync(3, JSON.stringify(process.resourceUsage())));';
const folder = mkdtempSync(join(tmpdir(), "toma6-"));
const wanted = process.argv.slice(2);

function written(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

try {
  for (const [name, make] of Object.entries(HOSTILE).filter(([name]) => wanted.length === 0 || wanted.includes(name))) {
    const largest = make(MAX_BYTES - 10_000);
    const { bundle, keys, receipts } = largest.receipts?.length > MAX_SAVED ? make(MAX_SAVED - 10_000) : largest;
    const args = [written("bundle", bundle), ...(keys ? ["--keys", written("keys", keys)] : []),
      ...(receipts ? ["--receipt", written("receipts", receipts)] : [])];
    const start = performance.now();
    const run = spawnSync(process.execPath, ["--require", written("usage.cjs", USAGE), COMMAND, ...args],
      { encoding: "utf8", stdio: ["ignore", "pipe", "pipe", "pipe"] });
    const seconds = (performance.now() - start) / 1000;
    const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(run.output[3]);
    const why = run.stdout.split("\n").find((line) => /FAILED|^ {2}- /.test(line)) ?? run.stderr;
    console.log(`${name}: ${seconds.toFixed(2)} s (${((userCPUTime + systemCPUTime) / 1e6).toFixed(2)} s of processors), `
      + `${Math.round(maxRSS / 1024)} MiB, status ${run.status}: ${why.trim().slice(0, 100)}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
