// Many verifications in one run, for tests: one job a line in, one report a line out, in the same order.

import { noVerdict, verify } from "../core/report.mjs";
import { ascii } from "../core/shown.mjs";
import { isObject, isString } from "../core/values.mjs";
import { NO_VERDICT, together } from "../core/verdicts.mjs";
import { nextOf } from "./content.mjs";
import { tell, write } from "./output.mjs";

/** Answers every line; gives the status of all together, and 3 where there was none. */
export function batch() {
  const statuses = new Set();
  for (const line of lines()) {
    const report = answered(line);
    const wrong = write(`${ascii(JSON.stringify(report))}\n`);
    if (wrong) {
      tell(wrong);
      return NO_VERDICT;
    }
    statuses.add(report.status);
  }
  return statuses.size > 0 ? together([...statuses]) : NO_VERDICT;
}

function* lines() {
  let held = [];
  for (let chunk = nextOf(0); chunk !== null; chunk = nextOf(0)) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...held, chunk.subarray(from, end)]).toString();
      held = [];
      from = end + 1;
    }
    held.push(chunk.subarray(from));
  }
  const rest = Buffer.concat(held).toString();
  if (rest !== "") yield rest;
}

function answered(line) {
  let job;
  try {
    job = JSON.parse(line);
  } catch {
    return noVerdict("the line is no JSON text");
  }
  const files = isObject(job) ? filesOf(job) : null;
  return files === null ? noVerdict("the line is no job") : verify(files);
}

function filesOf({ bundle, keys = null, receipts = [] }) {
  if (!isContent(bundle) || !(keys === null || isContent(keys))) return null;
  if (!Array.isArray(receipts) || !receipts.every(isContent)) return null;
  return { bundle: fileOf(bundle), keys: keys === null ? null : fileOf(keys), receipts: receipts.map(fileOf) };
}

const isContent = (value) => isString(value) || (isObject(value) && isString(value.base64));
const fileOf = (value) => ({ content: isString(value) ? value : new Uint8Array(Buffer.from(value.base64, "base64")) });
