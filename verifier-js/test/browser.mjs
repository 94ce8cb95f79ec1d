// verify.html in a real browser of the size of a phone. Not part of test.mjs: it needs Chromium.
//   TOMA6_CHROMIUM=/usr/bin/chromium node --test verifier-js/test/browser.mjs
// TOMA6_SCREENSHOTS names a folder for pictures of what was seen.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

import { receiptsOf } from "../fuzz/decorate.mjs";
import { game, KEYS, SERVER, signed } from "./help.mjs";

const PHONE = { width: 390, height: 844, deviceScaleFactor: 2, mobile: true };
const PAGE = new URL("../../service/static/verify.html", import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), "toma6-"));
const browser = spawn(process.env.TOMA6_CHROMIUM ?? "chromium", ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync", "--remote-debugging-pipe", `--user-data-dir=${join(folder, "profile")}`],
{ stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
const ended = new Promise((resolve) => { browser.once("exit", resolve); });
const [, , , out, into] = browser.stdio;
const waiting = new Map();
const seen = [];
let held = "";
let written = 0;

into.on("data", (chunk) => {
  const messages = (held + chunk).split("\0");
  held = messages.pop();
  for (const { id, result, error, ...event } of messages.map((each) => JSON.parse(each))) {
    if (id) waiting.get(id)[error ? "reject" : "resolve"](result ?? error);
    else seen.push(event);
  }
});

after(async () => {
  browser.kill();
  await ended;
  rmSync(folder, { recursive: true, maxRetries: 5 });
});

function ask(method, params = {}, sessionId = undefined) {
  const id = waiting.size + 1;
  out.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

/** A page as a phone shows it: {pick, touch, text, picture, evaluate}. */
async function phone(colours = "light") {
  const { targetId } = await ask("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await ask("Target.attachToTarget", { targetId, flatten: true });
  const tell = (method, params) => ask(method, params, sessionId);
  for (const each of ["Page", "Runtime", "DOM", "Network", "Log"]) await tell(`${each}.enable`);
  await tell("Emulation.setDeviceMetricsOverride", PHONE);
  await tell("Emulation.setTouchEmulationEnabled", { enabled: true });
  await tell("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: colours }] });
  const evaluate = async (expression) =>
    (await tell("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true })).result.value;
  await tell("Page.navigate", { url: PAGE });
  await evaluate("new Promise((done) => document.readyState === 'complete' ? done() : addEventListener('load', done))");
  return {
    evaluate,
    async pick(id, contents) {
      const files = contents.map((content) => {
        const path = join(folder, `${id}-${written += 1}.json`);
        writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
        return path;
      });
      const { root } = await tell("DOM.getDocument");
      const { nodeId } = await tell("DOM.querySelector", { nodeId: root.nodeId, selector: `#${id}` });
      await tell("DOM.setFileInputFiles", { nodeId, files });
      await evaluate(`new Promise((done) => (function wait() {
        const text = document.getElementById("report").textContent;
        if (text.startsWith("Checking")) setTimeout(wait, 5); else done(); })())`);
    },
    async touch(selector) {
      const [x, y] = await evaluate(`(() => { const each = document.querySelector(${JSON.stringify(selector)}); each.scrollIntoView({ block: "center" });
        const { left, top, width, height } = each.getBoundingClientRect(); return [left + width / 2, top + height / 2]; })()`);
      await tell("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
      await tell("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    },
    text: (id) => evaluate(`document.getElementById(${JSON.stringify(id)}).innerText`),
    async picture(name, whole = true) {
      if (!process.env.TOMA6_SCREENSHOTS) return;
      const height = whole ? await evaluate("document.documentElement.scrollHeight") : PHONE.height;
      await tell("Emulation.setDeviceMetricsOverride", { ...PHONE, height });
      const { data } = await tell("Page.captureScreenshot", { format: "png" });
      await tell("Emulation.setDeviceMetricsOverride", PHONE);
      writeFileSync(join(process.env.TOMA6_SCREENSHOTS, `${name}.png`), Buffer.from(data, "base64"));
    },
  };
}

const bundle = signed(game({ ruleset: "professional", seats: 4, seed: 15, options: { max_rounds: 1 } }));
const receipts = receiptsOf(bundle);

test("a person with a phone checks a game, with keys and receipts, and nothing leaves the page", async () => {
  const page = await phone();
  await page.picture("start", false);
  await page.pick("bundle", [bundle]);
  assert.match(await page.text("report"), /^Signed by this server: nothing \(no keys were given\)\s+Verdict: unsigned \(status 25\)/);
  await page.picture("unsigned");
  await page.pick("keys", [KEYS]);
  await page.pick("receipts", receipts.slice(0, 5));
  assert.match(await page.text("report"), /^Signed by this server: everything\s+Verdict: proven \(status 0\)/);
  await page.picture("proven");
  const told = { ...receipts[5].receipt, ...receipts[5] };
  await page.pick("receipts", [{ ...receipts[6], answer: { card: 99 } }, SERVER.receipt(bundle, told.revision, { ...told, answer: { card: "\u001b[1m\u202e<b>" } })]);
  assert.match(await page.text("report"), /Verdict: another_answer \(status 23\)[^]*altered[^]*another_answer/);
  await page.picture("another_answer");
  await page.touch("#again");
  assert.equal(await page.text("report"), "");
  const asked = seen.filter(({ method }) => method === "Network.requestWillBeSent").map(({ params }) => params.request.url);
  assert.deepEqual(asked.filter((url) => url !== PAGE), []);
  assert.deepEqual(seen.filter(({ method }) => method === "Log.entryAdded" || method === "Runtime.exceptionThrown"), []);
});

test("nothing is wider than the screen, and what is touched is large enough", async () => {
  const page = await phone("dark");
  await page.pick("bundle", [{ ...bundle, [`x${"y".repeat(200)}`]: 1 }]);
  await page.pick("receipts", receipts.slice(0, 1));
  await page.picture("dark");
  assert.equal(await page.evaluate("document.documentElement.scrollWidth"), PHONE.width);
  const low = await page.evaluate("[...document.querySelectorAll('button, input')].filter((each) => each.getBoundingClientRect().height < 44).map((each) => each.id)");
  assert.deepEqual(low, []);
});

test("the page cannot fetch anything, whatever it may try", async () => {
  const page = await phone();
  const refused = await page.evaluate(`(async () => { try { await fetch("https://example.org/"); return "fetched"; } catch { return "refused"; } })()`);
  assert.equal(refused, "refused");
  assert.equal(fileURLToPath(PAGE).endsWith("verify.html"), true);
});
