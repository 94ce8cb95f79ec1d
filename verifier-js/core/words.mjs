// A report in plain words, for the terminal and the page.

function verdict(name, { ok, revision, reason }) {
  if (ok) return `${name}: ok`;
  return `${name}: FAILED${revision === null ? "" : ` at revision ${revision}`}\n  ${reason}`;
}

/** Several lines, ending with a line break. */
export function inWords(report) {
  const { ok, game, events, integrity, rules, problems, notChecked } = report;
  const lines = [];
  if (game !== null && events !== null) lines.push(`game ${JSON.stringify(game)}, ${events} events`);
  lines.push(verdict("integrity", integrity), verdict("rules", rules));
  if (problems.length > 1) lines.push(`  and ${problems.length - 1} more problem(s) of integrity`);
  lines.push(ok ? "verdict: accepted" : "verdict: REJECTED");
  if (notChecked.length > 0) lines.push("not checked:", ...notChecked.map((each) => `  - ${each}`));
  return `${lines.join("\n")}\n`;
}
