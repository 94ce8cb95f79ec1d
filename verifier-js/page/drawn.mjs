// A report as elements of a page. What is foreign in it was escaped before, and reaches the page as text only.

import { shown } from "../core/shown.mjs";
import { meaningOf, NO_VERDICT } from "../core/verdicts.mjs";
import { receiptsLines, signedLine, verdictLine } from "../core/words.mjs";

const CLASSES = { 0: "proven", 3: "open", 25: "unsigned" };

function element(name, text, children = []) {
  const result = document.createElement(name);
  if (text !== null) result.textContent = text;
  result.append(...children);
  return result;
}

const paragraph = (text) => element("p", text);
const capital = (text) => text[0].toUpperCase() + text.slice(1);

function list(title, sentences) {
  if (sentences.length === 0) return [];
  return [element("h3", title), element("ul", null, sentences.map((each) => element("li", each)))];
}

/** A section with the first line of the report, the verdict, and all that led to it. */
export function drawn(report) {
  const { status, verdict, game, entries, checked } = report;
  const banner = element("div", null, [element("h2", capital(signedLine(report))),
    element("p", null, [element("strong", `Verdict: ${verdict} (status ${status}).`), ` ${meaningOf(status)}`])]);
  banner.className = `verdict ${CLASSES[status] ?? "failed"}`;
  if (status === NO_VERDICT) return element("section", null, [banner, ...list("Why", [capital(report.integrity.reason)])]);
  const [receipts = "receipts: none given", ...findings] = receiptsLines(report).map((line) => line.replace(/^[ -]+/, ""));
  const lines = [verdictLine("integrity", report.integrity), verdictLine("rules", report.rules), receipts];
  return element("section", null, [
    banner,
    ...(game === null ? [] : [paragraph(`Game ${shown(game)}, ${entries} entries`)]),
    ...lines.map((line) => paragraph(capital(line))),
    ...list("Receipts", findings),
    ...list("Noticed", report.noticed.map(capital)),
    ...list("Not checked", report.not_checked.map(capital)),
    ...list("Checked", Object.entries(checked).map(([what, many]) => `${many} ${what}`)),
  ]);
}
