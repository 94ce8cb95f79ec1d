// The files of one verification, read: a bundle, keys to trust, saved answers.

import { readBundle, readKeys } from "./files.mjs";
import { Gathered } from "./gather.mjs";
import { Refused } from "./refused.mjs";
import { readSaved } from "./saved.mjs";
import { shown } from "./shown.mjs";

/**
 * {bundle, trusted, statements, noticed} of files {content, name}: `bundle` one, `keys` one or null, `receipts` a
 * list. `trusted` and `statements` are null where no such file was given. Throws Refused, with the file in the reason.
 */
export function readFiles({ bundle, keys = null, receipts = [] }) {
  const noticed = [];
  const value = naming("the bundle", bundle, readBundle);
  const trusted = keys === null ? null : naming("the key set", keys, readKeys);
  if (trusted !== null && trusted.others > 0) noticed.push(`${trusted.others} keys of other kinds in the key set were passed over`);
  const gathered = new Gathered();
  receipts.forEach((file, i) => {
    const what = receipts.length > 1 ? `file ${i + 1} of receipts` : "the file of receipts";
    if (naming(what, file, (content) => readSaved(content, gathered))) {
      noticed.push(`the last text in ${nameOf(what, file)} is cut off: what stands before it was read`);
    }
  });
  return { bundle: value, trusted: trusted?.keys ?? null, statements: receipts.length > 0 ? gathered.statements : null, noticed };
}

const nameOf = (what, { name }) => (name ? `${what}, ${shown(name)},` : what);

function naming(what, file, read) {
  try {
    return read(file.content);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Refused(`${nameOf(what, file)} cannot be read: ${error.message}`);
  }
}
