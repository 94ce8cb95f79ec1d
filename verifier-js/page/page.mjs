// The page around the verifier: three pickers, and a report as soon as there is a game to report on.

import { MAX_BYTES, TOO_LARGE } from "../core/files.mjs";
import { noVerdict, verify } from "../core/report.mjs";
import { shown } from "../core/shown.mjs";
import { drawn } from "./drawn.mjs";

const NAMES = ["bundle", "keys", "receipts"];
const at = (id) => document.getElementById(id);

/** The files chosen so far. Receipts are added to those that are there; of the others there is one. */
let chosen = { bundle: [], keys: [], receipts: [] };
/** Counts the checks: an answer that comes after a newer question is not shown. */
let asked = 0;

function choose(name, files) {
  if (files.length === 0) return;
  chosen[name] = name === "receipts" ? [...chosen.receipts, ...files] : [...files];
  refresh();
}

function refresh() {
  for (const name of NAMES) {
    at(`${name}-chosen`).textContent = chosen[name].map((file) => shown(file.name)).join(", ") || "nothing chosen yet";
  }
  asked += 1;
  if (chosen.bundle.length === 0) at("report").replaceChildren();
  else check(asked);
}

async function check(number) {
  at("report").replaceChildren("Checking\u2026");
  // A large game keeps the page busy for a while: this is to be seen first.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const report = await reportOn(chosen);
  if (number !== asked) return;
  at("report").replaceChildren(drawn(report));
  at("report").focus();
}

async function reportOn({ bundle, keys, receipts }) {
  const files = [...bundle, ...keys, ...receipts];
  const large = files.find((file) => file.size > MAX_BYTES);
  if (large) return noVerdict(`the file ${shown(large.name)} cannot be read: ${TOO_LARGE}`);
  const read = [];
  for (const file of files) {
    try {
      read.push({ name: file.name, content: new Uint8Array(await file.arrayBuffer()) });
    } catch {
      // The browser does not say why; this is what it mostly is.
      return noVerdict(`the file ${shown(file.name)} cannot be read: it was changed or moved after it was chosen. Start again`);
    }
  }
  const [game, ...others] = read;
  return verify({ bundle: game, keys: keys.length > 0 ? others.shift() : null, receipts: others });
}

for (const name of NAMES) {
  at(name).addEventListener("change", () => choose(name, [...at(name).files]));
}
at("again").addEventListener("click", () => {
  chosen = { bundle: [], keys: [], receipts: [] };
  for (const name of NAMES) at(name).value = "";
  refresh();
});
