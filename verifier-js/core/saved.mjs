// Files with saved answers of a server, part by part (docs/ledger.md, "Files").

import { decoded, MAX_SAVED, pastHeader } from "./files.mjs";
import { readValue, skipSpace } from "./json.mjs";
import { Refused } from "./refused.mjs";

/** So many parts a file may have. */
export const MAX_PARTS = 10_000;

const HTTP = "HTTP/";
const JWS = /e[\w-]*\.[\w-]+\.[\w-]+(?=[ \t\r\n]|$)/y;
// A signature has 86 characters.
const CUT_JWS = /e[\w-]*(?:\.(?:[\w-]+(?:\.[\w-]{0,85})?)?)?$/y;

/** Gathers the statements of a file; true if its last part is cut off. Throws Refused. */
export function readSaved(content, gathered) {
  const { text, cut } = decoded(content, MAX_SAVED);
  const before = gathered.met;
  const isCut = readParts(text, gathered) || cut;
  if (gathered.met === before) throw new Refused("there is no signed statement in it");
  return isCut;
}

function readParts(text, gathered) {
  let at = skipSpace(text, 0);
  for (let parts = 0; at < text.length; at = skipSpace(text, at)) {
    parts += 1;
    if (parts > MAX_PARTS) throw new Refused(`more than ${MAX_PARTS} parts`);
    const end = partEnd(text, at, gathered);
    if (end === null) return true;
    at = end;
  }
  return false;
}

/** Where the part ends that begins at `at`: what it is, its first character says. null: it is cut off. Throws Refused. */
function partEnd(text, at, gathered) {
  if (text[at] === "{" || text[at] === "[") return jsonEnd(text, at, gathered);
  if (text.startsWith(HTTP, at)) {
    const end = pastHeader(text, at);
    return end === text.length ? null : end;
  }
  if (matches(CUT_JWS, text, at) !== null || HTTP.startsWith(text.slice(at, at + HTTP.length))) return null;
  const jws = matches(JWS, text, at);
  if (jws === null) throw new Refused("neither a JSON text nor a JWS nor header lines", at);
  gathered.take({ jws });
  return at + jws.length;
}

function matches(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

function jsonEnd(text, at, gathered) {
  try {
    const { value, end } = readValue(text, at);
    gathered.takeAll(value);
    return end;
  } catch (error) {
    if (error instanceof Refused && error.cut) return null;
    throw error;
  }
}
