// Files with saved answers of a server, one text after the other (docs/ledger.md, "Files").

import { decoded, textStart } from "./files.mjs";
import { readValue } from "./json.mjs";
import { Refused } from "./refused.mjs";

const JWS = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;
// Every JWS here begins so: b64 of `{"`.
const START_OF_JWS = "eyJ";
const SIGNATURE_LENGTH = 86;

/** Gathers the statements of a file; true if its last text is cut off. Throws Refused. */
export function readSaved(content, gathered) {
  const { text, cut } = decoded(content);
  const before = gathered.met;
  const isCut = readTexts(text, gathered) || cut;
  if (gathered.met === before) throw new Refused("there is no signed statement in it");
  return isCut;
}

function readTexts(text, gathered) {
  for (let last = 0; ; ) {
    const at = textStart(text, last);
    // Header lines without an end, or with nothing behind them.
    if (at === null) return true;
    if (at === text.length) return text.slice(last).trimStart() !== "";
    const end = jwsEnd(text, last, at, gathered) ?? jsonEnd(text, at, gathered);
    if (end < 0) return true;
    last = end;
  }
}

/** The JWS that is the whole line from `at`: where it ends, -1 if it is cut off; null if there is none. */
function jwsEnd(text, last, at, gathered) {
  const isLine = last === 0 || text.slice(last, at).includes("\n");
  if (!isLine || '{["'.includes(text[at])) return null;
  const stop = text.indexOf("\n", at);
  const line = text.slice(at, stop < 0 ? text.length : stop).trimEnd();
  if (stop < 0 && isStartOfJws(line)) return -1;
  if (!JWS.test(line)) return null;
  gathered.take({ jws: line });
  return at + line.length;
}

/** Is it less than a JWS, but may become one (or a header line)? */
function isStartOfJws(line) {
  const parts = line.split(".", 4);
  if (parts.length > 3 || !parts.every((part) => /^[A-Za-z0-9_-]*$/.test(part))) return false;
  if ([START_OF_JWS, "HTTP/"].some((start) => start.startsWith(line))) return true;
  return line.startsWith(START_OF_JWS) && (parts.length < 3 || parts[2].length < SIGNATURE_LENGTH);
}

/** The JSON text from `at`: where it ends, -1 if it is cut off. Throws Refused. */
function jsonEnd(text, at, gathered) {
  try {
    const { value, end } = readValue(text, at);
    gathered.takeAll(value);
    return end;
  } catch (error) {
    if (error instanceof Refused && error.cut) return -1;
    throw error;
  }
}
