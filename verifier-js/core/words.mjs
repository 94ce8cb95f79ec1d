// A report in plain words, for the terminal and the page. All that is foreign in a report's sentences
// was escaped when they were made.

import { shown } from "./shown.mjs";
import { meaningOf, NO_VERDICT } from "./verdicts.mjs";

/** The first line of every report. */
export function signedLine({ signed: { extent, revision, reason }, entries }) {
  if (extent === "everything") return "signed by this server: everything";
  if (extent === "part") return `signed by this server: up to revision ${revision} of ${entries}`;
  return `signed by this server: nothing (${reason})`;
}

/** One verdict: ok, FAILED and why, or not checked. */
export function verdictLine(name, { ok, revision, reason }) {
  if (ok === true) return `${name}: ok`;
  if (ok === null) return `${name}: not checked (${reason})`;
  return `${name}: FAILED${revision === null ? "" : ` at revision ${revision}`}: ${reason}`;
}

/** How many receipts agree, and so on; empty without receipts. */
export function receiptsLines({ receipts }) {
  if (receipts === null) return [];
  if (receipts.ok === null) return [verdictLine("receipts", receipts)];
  const { agree, foreign, findings } = receipts;
  const told = findings.filter(({ finding }) => finding !== "agrees");
  return [
    verdictLine("receipts", receipts),
    `  ${findings.length} given, ${agree} agree, ${foreign} of other games`,
    ...told.map(({ finding, revision, reason }) => `  - ${finding}${revision === null ? "" : `, revision ${revision}`}: ${reason}`),
  ];
}

const listOf = (title, sentences) => (sentences.length > 0 ? [`${title}:`, ...sentences.map((each) => `  - ${each}`)] : []);

/** Several lines, ending with a line break. */
export function inWords(report) {
  const { status, verdict, game, entries, checked } = report;
  const lines = [signedLine(report), `verdict: ${verdict} (status ${status}). ${meaningOf(status)}`];
  if (status === NO_VERDICT) return `${[...lines, ...listOf("why", [report.integrity.reason])].join("\n")}\n`;
  if (game !== null) lines.push(`game ${shown(game)}, ${entries} entries`);
  lines.push(verdictLine("integrity", report.integrity), verdictLine("rules", report.rules), ...receiptsLines(report));
  const counts = Object.entries(checked).map(([what, many]) => `${many} ${what}`);
  if (counts.length > 0) lines.push(`checked: ${counts.join(", ")}`);
  return `${[...lines, ...listOf("noticed", report.noticed), ...listOf("not checked", report.not_checked)].join("\n")}\n`;
}
