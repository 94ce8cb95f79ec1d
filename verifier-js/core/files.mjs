// How a file is read before it is JSON, and what it must be then (docs/ledger.md, "Files").

import { readJson, skipSpace } from "./json.mjs";
import { Refused } from "./refused.mjs";
import { keyOf } from "./keys.mjs";
import { FORMAT } from "./shape.mjs";
import { shown } from "./shown.mjs";
import { isObject, isString } from "./values.mjs";

/** A larger file is not looked at. */
export const MAX_BYTES = 24 * 1024 * 1024;
/** The same for a file of receipts. */
export const MAX_SAVED = 8 * 1024 * 1024;
/** So many keys a key set may have. */
export const MAX_KEYS = 1000;

const tooLarge = (most) => `it is larger than ${most >> 20} MiB`;
export const TOO_LARGE = tooLarge(MAX_BYTES);

/** {text, cut} of bytes, or of a text that was decoded already; cut: the last character is not all there. Throws Refused. */
export function decoded(content, most = MAX_BYTES) {
  if (content.length > most) throw new Refused(tooLarge(most));
  if (!isString(content)) return decodedBytes(content);
  if (3 * content.length > most && new TextEncoder().encode(content).length > most) throw new Refused(tooLarge(most));
  return { text: content.startsWith("\ufeff") ? content.slice(1) : content, cut: false };
}

function decodedBytes(bytes) {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return decodedAs("utf-8", bytes.subarray(3));
  if (a === 0xff && b === 0xfe) return decodedAs("utf-16le", bytes.subarray(2));
  if (a === 0xfe && b === 0xff) return decodedAs("utf-16le", swapped(bytes.subarray(2)));
  // The first character of every file is ASCII: a zero byte beside it says which half comes first.
  if (a === 0) return decodedAs("utf-16le", swapped(bytes));
  return decodedAs(b === 0 ? "utf-16le" : "utf-8", bytes);
}

function swapped(bytes) {
  const result = new Uint8Array(bytes.length);
  for (let i = 0; i < bytes.length; i += 1) result[i ^ 1] = bytes[i];
  return result;
}

function decodedAs(encoding, bytes) {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  let text;
  try {
    text = decoder.decode(bytes, { stream: true });
  } catch {
    throw new Refused(`it is not ${encoding === "utf-8" ? "UTF-8" : "UTF-16"} text`);
  }
  try {
    return { text: text + decoder.decode(), cut: false };
  } catch {
    return { text, cut: true };
  }
}

/** Where what follows the header lines at `at` begins: at the end of the text if nothing does. */
export function pastHeader(text, at) {
  let line = text.indexOf("\n", at) + 1;
  while (line > 0 && text[line] !== "\n" && !text.startsWith("\r\n", line)) line = text.indexOf("\n", line) + 1;
  return line === 0 ? text.length : skipSpace(text, line);
}

/** The one JSON object that a file holds. Throws Refused. */
function objectIn(content) {
  const { text, cut } = decoded(content);
  let at = skipSpace(text, 0);
  while (text.startsWith("HTTP/", at)) at = pastHeader(text, at);
  if (at === text.length || cut) throw new Refused("the text ends too early");
  const value = readJson(text, at);
  if (!isObject(value)) throw new Refused("it is no JSON object");
  return value;
}

/** The value of a file that says it is a bundle, whatever else may be wrong with it. Throws Refused. */
export function readBundle(content) {
  const value = objectIn(content);
  if (value.format === FORMAT) return value;
  const is = isString(value.format) ? `its format is ${shown(value.format)}` : "it has no format";
  throw new Refused(`it is not a bundle: ${is}`);
}

/** {keys: Map kid -> public key, others} of a key set; others: how many in it are none of ours. Throws Refused. */
export function readKeys(content) {
  const value = objectIn(content);
  if (value.format === FORMAT) throw new Refused("it is a bundle, not a key set: the keys in it prove nothing");
  if (Object.keys(value).join() !== "keys" || !Array.isArray(value.keys)) throw new Refused("it is not a key set");
  if (value.keys.length > MAX_KEYS) throw new Refused(`more than ${MAX_KEYS} keys`);
  const keys = new Map();
  let others = 0;
  for (const jwk of value.keys) {
    const key = isObject(jwk) ? keyOf(jwk) : null;
    if (key === null) others += 1;
    else keys.set(jwk.kid, key);
  }
  if (keys.size === 0) throw new Refused("there is no Ed25519 key of the form asked for in it");
  return { keys, others };
}
