// verify.html: up to date, free of anything from elsewhere, and it works on a page of stand-ins.
// test/browser.mjs drives it in a real browser.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

import { page } from "../build-page.mjs";
import { MAX_BYTES } from "../core/files.mjs";
import { GENESIS } from "../core/seals.mjs";
import { STATUSES } from "../core/verdicts.mjs";
import { inWords } from "../core/words.mjs";
import { receiptsOf } from "../fuzz/decorate.mjs";
import { created, game, judge, KEYS, SERVER, signed } from "./help.mjs";

const html = readFileSync(new URL("../../service/static/verify.html", import.meta.url), "utf8");
const bundle = signed(game({ ruleset: "tactics", seats: 2, options: { max_rounds: 1 } }));
const receipts = receiptsOf(bundle);

test("verify.html is what build-page.mjs makes of the modules", () => {
  assert.ok(html === page(), "run: node verifier-js/build-page.mjs");
});

test("verify.html asks nothing of any network, and is made for a phone", () => {
  const hash = "'sha256-[A-Za-z0-9+/]{43}='";
  assert.match(html, new RegExp(`content="default-src 'none'; script-src ${hash}; style-src ${hash}; base-uri 'none'; form-action 'none'"`));
  assert.doesNotMatch(html, /https?:\/\/|\bsrc=|\bhref=|^import |\bimport\(|\bfetch\(|XMLHttpRequest|innerHTML|\beval\(|\burl\(/m);
  assert.match(html, /<meta name="viewport" content="width=device-width, initial-scale=1">/);
});

/** Runs the script of the page on stand-ins: {pick(id, files), press(id), shown(id): what is to be read there, ids}. */
function opened() {
  const [, script] = /<script>\n([\s\S]*)<\/script>/.exec(html);
  const element = (name) => ({ name, className: "", value: "", textContent: "", children: [], listeners: {}, focus() {},
    append(...more) { this.children.push(...more); },
    replaceChildren(...more) { this.children = more; },
    addEventListener(kind, listener) { this.listeners[kind] = listener; } });
  const byId = Object.fromEntries([...html.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => [id, element(id)]));
  const document = { createElement: element, getElementById: (id) => byId[id] };
  runInNewContext(script, { document, TextEncoder, TextDecoder, setTimeout });
  const read = (each) => (typeof each === "string" ? each : [each.textContent, ...each.children.map(read)].filter(Boolean).join("\n"));
  return {
    ids: Object.keys(byId),
    pick(id, files) {
      byId[id].files = files;
      byId[id].listeners.change();
    },
    press: (id) => byId[id].listeners.click(),
    shown: (id) => read(byId[id]),
    classes: () => byId.report.children[0].children.map((each) => each.className),
    async report() {
      while (this.shown("report").startsWith("Checking")) await new Promise((resolve) => setTimeout(resolve, 5));
      return this.shown("report");
    },
  };
}

const file = (name, content, more = {}) => {
  const bytes = Buffer.from(typeof content === "string" ? content : JSON.stringify(content));
  return { name, size: bytes.length, arrayBuffer: async () => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), ...more };
};

test("a game, keys and receipts are taken one after the other, and the report follows", async () => {
  const tab = opened();
  tab.pick("keys", [file("jwks.json", KEYS)]);
  assert.equal(tab.shown("report"), "");
  tab.pick("bundle", [file("game.json", bundle)]);
  assert.match(await tab.report(), /^Signed by this server: everything\nVerdict: proven \(status 0\)\.\n/);
  tab.pick("receipts", receipts.slice(0, 2).map((each, i) => file(`r${i}.json`, each)));
  assert.match(await tab.report(), /\nReceipts: ok\n[^]*2 given, 2 agree, 0 of other games/);
  tab.pick("receipts", [file("more.json", { ...receipts[2], answer: { card: 104 } })]);
  const report = await tab.report();
  assert.match(report, /Verdict: receipt \(status 24\)[^]*Receipts: FAILED at revision \d+: the answer beside[^]*3 given, 2 agree[^]*\naltered, revision/);
  assert.deepEqual(tab.classes()[0], "verdict failed");
  assert.equal(tab.shown("receipts-chosen"), '"r0.json", "r1.json", "more.json"');
  tab.press("again");
  assert.deepEqual(["report", "bundle-chosen", "receipts-chosen"].map(tab.shown), ["", ...Array(2).fill("nothing chosen yet")]);
});

test("the page says what the command says, for every status", async () => {
  const [one] = receipts;
  const told = { ...one.receipt, ...one };
  const cases = [[bundle, KEYS, [one]], ["x", KEYS, []], [{ ...bundle, complete: false }, KEYS, []], [created((event) => { event.ruleset = "<b>"; }), KEYS, []],
    [bundle, KEYS, [SERVER.head({ ...bundle, entries: [{ hash: GENESIS }] })]], [bundle, KEYS, [SERVER.receipt(bundle, one.receipt.revision, { ...told, answer: { card: 0 } })]],
    [bundle, KEYS, [{ ...one, answer: {} }]], [bundle, null, []]];
  const statuses = [];
  for (const [about, keys, saved] of cases) {
    const tab = opened();
    if (keys) tab.pick("keys", [file("k", keys)]);
    if (saved.length > 0) tab.pick("receipts", [file("r", saved)]);
    tab.pick("bundle", [file("b", about)]);
    const text = (await tab.report()).toLowerCase();
    const report = judge(about, { keys, receipts: saved.length > 0 ? [saved] : [] });
    statuses.push(report.status);
    if (report.status === 3) continue;
    for (const line of inWords(report).split("\n").slice(0, 5)) {
      for (const part of line.toLowerCase().split(/(?<=\(status \d+\)\.) /)) assert.ok(text.includes(part.trim()), `${part}\n${text}`);
    }
  }
  assert.deepEqual(statuses, STATUSES.map(([status]) => status).filter((status) => status < 26));
});

test("foreign texts reach the page escaped, names of files too", async () => {
  const tab = opened();
  tab.pick("bundle", [file("<img>\u202e\n.json", '{"format":"<b>\\u001b"}')]);
  assert.match(await tab.report(), /the bundle, "<img>\\u202e\\n\.json", cannot be read: it is not a bundle: its format is "<b>\\u001b"/i);
  assert.equal(tab.shown("bundle-chosen"), '"<img>\\u202e\\n.json"');
});

test("a file that is too large is not read, and one that cannot be read gives no verdict", async () => {
  const tab = opened();
  const unread = { arrayBuffer: () => assert.fail("it was read") };
  tab.pick("bundle", [file("b", bundle)]);
  tab.pick("receipts", [file("large.json", "", { ...unread, size: MAX_BYTES + 1 })]);
  assert.match(await tab.report(), /Verdict: no_verdict \(status 3\)[^]*"large.json" cannot be read: it is larger than 24 MiB/);
  tab.press("again");
  tab.pick("bundle", [file("gone.json", "", { arrayBuffer: () => Promise.reject(new Error("gone")) })]);
  assert.match(await tab.report(), /Verdict: no_verdict \(status 3\)[^]*"gone.json" cannot be read: it was changed or moved/);
});

test("the answer to an older question is not shown", async () => {
  const tab = opened();
  let answer;
  const older = file("b", bundle);
  await new Promise((resolve) => {
    const arrayBuffer = () => new Promise((give) => {
      answer = async () => give(await older.arrayBuffer());
      resolve();
    });
    tab.pick("bundle", [{ ...older, arrayBuffer }]);
  });
  tab.pick("bundle", [file("b", "x")]);
  assert.match(await tab.report(), /no_verdict/);
  await answer();
  await new Promise((resolve) => setImmediate(resolve));
  assert.match(tab.shown("report"), /no_verdict/);
});
