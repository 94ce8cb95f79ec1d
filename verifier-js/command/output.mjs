// Writing, at once and in whole: a report that could not be written is no report.

import { writeSync } from "node:fs";

import { pause } from "./content.mjs";

const WORDS = {
  EPIPE: "nobody reads standard output any more", ENOSPC: "there is no space left for the report",
  EBADF: "standard output is closed", EDQUOT: "there is no space left for the report",
};

/** Writes to standard output; null, or why it could not be done. */
export function write(text) {
  const bytes = Buffer.from(text);
  try {
    for (let at = 0; at < bytes.length; ) at += written(1, bytes, at);
    return null;
  } catch (error) {
    return `the report cannot be written: ${WORDS[error.code] ?? "writing failed"}`;
  }
}

function written(file, bytes, at) {
  try {
    return writeSync(file, bytes, at);
  } catch (error) {
    if (error.code !== "EAGAIN") throw error;
    pause();
    return 0;
  }
}

/** Says on standard error why there is no verdict. */
export function tell(reason) {
  try {
    writeSync(2, `verify: no verdict: ${reason}\n`);
  } catch {
    // Nobody can be told; the status still says it.
  }
}
