// The command (S31): its statuses, what it writes where, and that nothing that goes wrong is a verdict.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

import { MAX_BYTES } from "../core/files.mjs";
import { receiptsOf } from "../fuzz/decorate.mjs";
import { created, game, judge, KEYS, signed } from "./help.mjs";

const COMMAND = fileURLToPath(new URL("../verify.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "toma6-"));
after(() => rmSync(folder, { recursive: true }));

function written(name, content) {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const run = (args, { node = [], ...more } = {}) => spawnSync(process.execPath, [...node, COMMAND, ...args], { encoding: "utf8", ...more });

const bundle = signed(game({ ruleset: "tactics", seats: 2, options: { max_rounds: 1 } }));
const file = written("game.json", JSON.stringify(bundle));
const keys = written("keys.json", KEYS);
const [one, two] = receiptsOf(bundle).map((each, i) => written(`receipt${i}.json`, JSON.stringify(each)));
const MESSAGE = /^verify: no verdict: .+\n/;

/** Asserts that a run ended without a verdict, and said why on standard error. */
function undecided({ status, stderr, signal }) {
  assert.deepEqual([status, signal], [3, null]);
  assert.match(stderr, MESSAGE);
  assert.doesNotMatch(stderr, /\bat .*\.m?js:|Error/);
  return stderr;
}

test("the status is that of the report, whose first line says whose record it is", () => {
  const statuses = [[[file, "--keys", keys], 0], [[file], 25], [["--receipt", one, file, `--receipt=${two}`, `--keys=${keys}`], 0],
    [[file, "--receipt", one], 24], [[written("broken.json", JSON.stringify({ ...bundle, complete: false })), "--keys", keys], 20],
    [[written("poker.json", JSON.stringify(created((event) => { event.ruleset = "poker"; })))], 21]];
  for (const [args, status] of statuses) {
    const { status: is, stdout, stderr } = run(args);
    assert.deepEqual([is, stderr], [status, ""], args.join(" "));
    assert.match(stdout, /^signed by this server: .+\nverdict: .+\n/);
  }
});

test("as data it is the report of the document, in ASCII", () => {
  const { stdout, status } = run([file, "--keys", keys, "--receipt", one, "--json"]);
  assert.deepEqual(JSON.parse(stdout), judge(bundle, { receipts: [receiptsOf(bundle)[0]] }));
  // eslint-disable-next-line no-control-regex
  assert.match(stdout, /^[\n\x20-\x7e]+$/);
  assert.equal(status, 0);
});

test("a wrong call gives no verdict, and neither does help", () => {
  for (const args of [[], [file, file], [file, "--key", keys], [file, "--keys"], [file, "--receipt"], [file, "--keys", keys, "--keys", keys], ["-x", file],
    [file, "--json=1"], [""], ["--batch", file], [file, "--keys="], ["--\u001b[31m\n\u2713"]]) {
    const { stdout, ...more } = run(args);
    assert.match(undecided(more), /\nusage: node /);
    assert.equal(stdout, "");
  }
  const help = run(["--help"]);
  assert.deepEqual([help.status, help.stderr, help.stdout.split(" ")[0]], [3, "", "usage:"]);
});

test("calls that both verifiers refuse give no verdict", () => {
  const { calls_without_verdict: calls } = JSON.parse(readFileSync(new URL("../../docs/vectors/verdicts.json", import.meta.url)));
  assert.ok(calls.length > 0);
  for (const call of calls) {
    const { status, stdout } = run(call.map((each) => each.replace("BUNDLE", file).replace("KEYS", keys)));
    assert.equal(status, 3, call.join(" "));
    assert.doesNotMatch(stdout, /signed by this server/);
  }
});

test("a file that cannot be read gives no verdict, in words and as data", () => {
  const large = written("large.json", Buffer.alloc(MAX_BYTES + 1));
  const paths = [join(folder, "none.json"), folder, large, join(file, "x"), "x".repeat(5000), keys, written("cut.json", JSON.stringify(bundle).slice(0, -9))];
  for (const path of paths) {
    undecided(run([path, "--keys", keys]));
    undecided(run([file, "--keys", path === keys ? file : path]));
    const { stdout, ...more } = run([file, "--keys", keys, "--receipt", path, "--json"]);
    undecided(more);
    assert.equal(JSON.parse(stdout).verdict, "no_verdict");
  }
  if (existsSync("/dev/zero")) assert.match(undecided(run(["/dev/zero"])), /larger than 24 MiB/);
});

test("any one of the files may be standard input", () => {
  assert.equal(run(["-", "--keys", keys], { input: JSON.stringify(bundle) }).status, 0);
  assert.equal(run([file, "--keys", "-"], { input: KEYS }).status, 0);
  undecided(run(["-"], { input: "" }));
  undecided(run(["-", "--keys", "-"], { input: JSON.stringify(bundle) }));
});

/** Ends with what a run has given whose standard output is closed before anything is there to be written. */
function unheard(args, input) {
  const child = spawn(process.execPath, [COMMAND, ...args], { stdio: "pipe" });
  const stderr = [];
  child.stderr.on("data", (chunk) => stderr.push(chunk));
  child.stdout.once("close", () => child.stdin.end(input));
  child.stdout.destroy();
  return new Promise((resolve) => {
    child.once("close", (status, signal) => resolve({ status, signal, stderr: Buffer.concat(stderr).toString() }));
  });
}

test("a report that nobody reads is no verdict", async () => {
  const input = JSON.stringify(bundle);
  for (const args of [["-", "--keys", keys], ["-", "--json"]]) assert.match(undecided(await unheard(args, input)), /nobody reads standard output/);
  undecided(await unheard(["--batch"], JSON.stringify({ bundle: input })));
});

test("a report for which there is no space left is no verdict", { skip: !existsSync("/dev/full") }, () => {
  const full = openSync("/dev/full", "w");
  try {
    for (const args of [[file, "--keys", keys], [file, "--json"]]) {
      assert.match(undecided(run(args, { stdio: ["ignore", full, "pipe"] })), /no space left/);
    }
    for (const args of [[file, "--keys", keys], []]) {
      const { status } = run(args, { stdio: ["ignore", "pipe", full] });
      assert.equal(status, args.length > 0 ? 0 : 3);
    }
    undecided(run(["--batch"], { stdio: ["pipe", full, "pipe"], input: JSON.stringify({ bundle: "x" }) }));
    assert.equal(run([], { stdio: ["ignore", full, full] }).status, 3);
  } finally {
    closeSync(full);
  }
});

test("an interpreter that is too old says so, and gives no verdict", () => {
  for (const version of ["0.10.48", "8.17.0", "17.9.1", "unknown"]) {
    const old = written(`old-${version}.cjs`, `Object.defineProperty(process, "versions", { value: { node: ${JSON.stringify(version)} } });`);
    const { stdout, ...more } = run([file, "--keys", keys], { node: ["--require", old] });
    assert.equal(undecided(more), `verify: no verdict: Node 18 or newer is needed, and this is "${version}"\n`);
    assert.equal(stdout, "");
  }
});

test("what starts the command can be read by the oldest interpreter", () => {
  const source = readFileSync(COMMAND, "utf8").replace(/^#!.*/, "").replace(/\/\/.*/g, "");
  assert.doesNotMatch(source, /=>|`|\b(?:let|const|class|import|async|await|of)\b|\.\.\.|\?\./);
});

test("a fault of the verifier itself is no verdict", () => {
  const broken = written("broken.cjs", `JSON.stringify = new Proxy(JSON.stringify, { apply(target, self, [value]) {
    if (value === "game") throw new RangeError("\u001b[31mproven"); return Reflect.apply(target, self, [value]); } });`);
  const { stdout, ...more } = run([file, "--keys", keys], { node: ["--require", broken] });
  assert.match(undecided(more), /the verifier failed, which says nothing about the record: "\\u001b\[31mproven"/);
  assert.match(stdout, /^signed by this server: nothing/);
  for (const fault of ['setTimeout(() => { throw new Error("later"); });', 'Promise.reject(new Error("later"));', "throw null;", "process.argv.slice = null;"]) {
    const faulty = written("faulty.cjs", fault.startsWith("throw") ? `process.nextTick(() => { ${fault} });` : fault);
    assert.equal(run([file, "--keys", keys], { node: ["--require", faulty] }).status, 3, fault);
  }
});

test("the batch answers every line, in order, whatever it is", () => {
  const text = JSON.stringify(bundle);
  const base64 = Buffer.from(text, "utf16le").toString("base64");
  const [saved] = receiptsOf(bundle).map((each) => JSON.stringify(each));
  const jobs = [{ bundle: text, keys: KEYS }, "{", { bundle: { base64 }, keys: { base64: Buffer.from(KEYS).toString("base64") }, receipts: [saved, { base64: Buffer.from(saved).toString("base64") }] },
    { bundle: text }, { bundle: text, keys: null, receipts: [saved] }, {}, { bundle: 7 }, { bundle: text, keys: 1 }, { bundle: text, keys: "" }, { bundle: "" }, { bundle: text, receipts: "x" }, [], null, { bundle: "[".repeat(100000), more: 1 }];
  const lines = jobs.map((job) => (typeof job === "string" ? job : JSON.stringify(job)));
  const { stdout, status } = run(["--batch"], { input: lines.join("\n") });
  assert.deepEqual(stdout.trim().split("\n").map((line) => JSON.parse(line).status), [0, 3, 0, 25, 24, ...Array(9).fill(3)]);
  assert.equal(status, 3);
});

test("the status of a batch is that of all together, and none if there was no job", () => {
  const batch = (...jobs) => run(["--batch"], { input: jobs.map((job) => `${JSON.stringify(job)}\n`).join("") }).status;
  const job = { bundle: JSON.stringify(bundle), keys: KEYS };
  assert.deepEqual([batch(job, job), batch(job, { bundle: job.bundle }), batch()], [0, 25, 3]);
});
