#!/usr/bin/env node
// Command line of the verifier. See README.md beside it.

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

import { CODES, verifyBytes, verifyText } from "./core/report.mjs";
import { inWords } from "./core/words.mjs";

const USAGE = "usage: verify.mjs FILE [--json]     FILE may be - for standard input\n"
  + "       verify.mjs --batch          a path, or a bundle on one line, per line of standard input\n";

async function bytesOf(path) {
  if (path !== "-") return readFile(path);
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function reportOf(path) {
  try {
    return verifyBytes(await bytesOf(path));
  } catch (error) {
    return unreadable(`cannot read the file: ${error.code ?? error.message}`);
  }
}

function unreadable(reason) {
  const integrity = { ok: false, revision: null, reason };
  const rules = { ok: false, revision: null, reason: "not checked: the file is unreadable" };
  return { ok: false, code: CODES.unreadable, readable: false, game: null, events: null,
    integrity, rules, problems: [integrity], notChecked: [] };
}

/**
 * One verdict per line, in order. A line that starts with "{" is a bundle, one that starts with a
 * quotation mark a JSON string that holds the text of one (for texts with line breaks), any other a path.
 */
async function batch() {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (line.trim() === "") continue;
    const report = await reportOfLine(line);
    if (!process.stdout.write(`${JSON.stringify(report)}\n`)) {
      await new Promise((resolve) => process.stdout.once("drain", resolve));
    }
  }
}

async function reportOfLine(line) {
  if (line.startsWith("{")) return verifyText(line);
  if (!line.startsWith('"')) return reportOf(line);
  try {
    return verifyText(JSON.parse(line));
  } catch (error) {
    return unreadable(`no JSON string: ${error.message}`);
  }
}

async function main(args) {
  const flags = args.filter((each) => each.startsWith("--"));
  const files = args.filter((each) => !each.startsWith("--"));
  if (flags.length === 1 && flags[0] === "--batch" && files.length === 0) {
    await batch();
    return 0;
  }
  if (files.length !== 1 || flags.some((flag) => flag !== "--json")) {
    process.stderr.write(USAGE);
    return 64;
  }
  const report = await reportOf(files[0]);
  process.stdout.write(flags.length > 0 ? `${JSON.stringify(report, null, 2)}\n` : inWords(report));
  return report.code;
}

process.exitCode = await main(process.argv.slice(2));
