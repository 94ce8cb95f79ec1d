// The arguments of the command.

import { shown } from "../core/shown.mjs";

export const USAGE = `usage: node verifier-js/verify.js BUNDLE [--keys FILE] [--receipt FILE]... [--json]
       node verifier-js/verify.js --batch

BUNDLE           the audit bundle of a game; - is standard input, here and below
--keys FILE      the server's key set, which you got from the server itself
--receipt FILE   saved answers of the server; may be given several times
--json           the report as JSON
--batch          many verifications, one a line of standard input (for tests)
`;

const WITH_VALUE = new Set(["--keys", "--receipt"]);

/** {bundle, keys, receipts, json}, {batch: true}, {help: true}, or {wrong: why}. */
export function askedFor(args) {
  const asked = { bundle: null, keys: null, receipts: [], json: false };
  if (args.some((each) => each === "--help" || each === "-h")) return { help: true };
  if (args.length === 1 && args[0] === "--batch") return { batch: true };
  for (let i = 0; i < args.length; i += 1) {
    const [name, ...value] = args[i].startsWith("--") ? args[i].split("=") : [null, args[i]];
    if (WITH_VALUE.has(name)) {
      if (value.length === 0) i += 1;
      const path = value.length > 0 ? value.join("=") : args[i];
      if (!path) return { wrong: `${name} needs a file` };
      if (name === "--receipt") asked.receipts.push(path);
      else if (asked.keys === null) asked.keys = path;
      else return { wrong: "--keys was given twice" };
    } else if (name === "--json" && value.length === 0) asked.json = true;
    else if (name !== null || (args[i].startsWith("-") && args[i] !== "-")) return { wrong: `there is no option ${shown(args[i])}` };
    else if (args[i] === "") return { wrong: "the name of a file is empty" };
    else if (asked.bundle === null) asked.bundle = args[i];
    else return { wrong: "there is one bundle to a call" };
  }
  return asked.bundle === null ? { wrong: "there is no bundle to verify" } : asked;
}
