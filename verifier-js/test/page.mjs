// verify.html: up to date, free of anything from elsewhere, and it works on a page of stand-ins.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

import { page } from "../build-page.mjs";

const html = readFileSync(new URL("../verify.html", import.meta.url), "utf8");

test("verify.html is what build-page.mjs makes of the modules", () => {
  assert.ok(html === page(), "run: node verifier-js/build-page.mjs");
});

test("verify.html asks nothing of any network", () => {
  assert.match(html, /default-src 'none'/);
  assert.doesNotMatch(html, /https?:\/\/|\bsrc=|\bhref=|^import |\bimport\(|\bfetch\(|XMLHttpRequest/m);
});

/** Runs the script of the page; gives a function that picks files and waits for the reports. */
function opened() {
  const [, script] = /<script>\n([\s\S]*)<\/script>/.exec(html);
  const element = (name) => ({ name, className: "", textContent: "", children: [],
    append(...more) { this.children.push(...more); } });
  const reports = {};
  const done = new Promise((resolve) => { reports.replaceChildren = (...sections) => resolve(sections); });
  const picker = { files: [], addEventListener: (_, listener) => { picker.listener = listener; } };
  const document = { createElement: element, getElementById: (id) => ({ file: picker, reports })[id] };
  runInNewContext(script, { document, TextEncoder, TextDecoder });
  return (files) => {
    picker.files = files;
    picker.listener();
    return done;
  };
}

test("the page shows a report for every file that was picked, as text", async () => {
  const bytes = new TextEncoder().encode('{"format":"<b>","n":7.0}');
  const file = { name: "<i>one</i>.json", arrayBuffer: async () => bytes.buffer };
  const sections = await opened()([file, file]);
  assert.equal(sections.length, 2);
  const [title, report] = sections[0].children;
  assert.equal(sections[0].className, "rejected");
  assert.equal(title.textContent, "<i>one</i>.json");
  assert.match(report.textContent, /integrity: FAILED\n {2}a number that is not written as an integer/);
});
