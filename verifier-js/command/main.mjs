// What the command was called for, and its status.

import { noVerdict, verify } from "../core/report.mjs";
import { ascii, shown } from "../core/shown.mjs";
import { NO_VERDICT } from "../core/verdicts.mjs";
import { inWords } from "../core/words.mjs";
import { askedFor, USAGE } from "./arguments.mjs";
import { batch } from "./batch.mjs";
import { contentOf } from "./content.mjs";
import { tell, write } from "./output.mjs";

/** Runs the command; gives its status. Reports go to standard output, what prevents one to standard error. */
export function main(args) {
  const asked = askedFor(args);
  if (asked.wrong) return without(`${asked.wrong}\n${USAGE}`);
  if (asked.batch) return batch();
  // Help is no verdict either.
  if (asked.help) return without(write(USAGE));
  const report = reportOn(asked);
  const wrong = write(asked.json ? `${ascii(JSON.stringify(report, null, 2))}\n` : inWords(report));
  if (wrong) return without(wrong);
  return report.status === NO_VERDICT ? without(report.integrity.reason) : report.status;
}

/** The status without a verdict, and why on standard error. */
function without(reason) {
  if (reason) tell(reason);
  return NO_VERDICT;
}

function reportOn({ bundle, keys, receipts }) {
  const files = new Map();
  for (const path of new Set([bundle, ...(keys === null ? [] : [keys]), ...receipts])) {
    const { content, wrong } = contentOf(path);
    if (wrong) return noVerdict(`the file ${shown(path)} cannot be read: ${wrong}`);
    files.set(path, { content, name: path });
  }
  return verify({ bundle: files.get(bundle), keys: keys === null ? null : files.get(keys),
    receipts: receipts.map((path) => files.get(path)) });
}
