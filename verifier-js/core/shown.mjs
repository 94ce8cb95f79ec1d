// Nothing that comes from a file is shown as it stands: it could draw lines, marks or a verdict of
// its own on a terminal. It becomes a JSON string in ASCII, cut after 60 characters.

import { canonicalText } from "./canonical.mjs";

/** How many characters of a foreign text are shown. */
export const SHOWN = 60;

/** A JSON text in ASCII. Control characters are escaped in it already, and line breaks between tokens stay. */
export function ascii(json) {
  return json.replace(/[\x7f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A foreign text, as a JSON string in ASCII; three dots follow where it was cut. */
export function shown(text) {
  // By code points, so that no pair of surrogates is cut in two.
  const start = Array.from(text.slice(0, 2 * SHOWN + 2));
  const isCut = start.length > SHOWN;
  return `${ascii(JSON.stringify(start.slice(0, SHOWN).join("")))}${isCut ? "..." : ""}`;
}

/** Any foreign value: numbers, booleans and null as they are, strings and all else escaped. */
export function shownValue(value) {
  if (typeof value === "string") return shown(value);
  const text = canonicalText(value);
  return value !== null && typeof value === "object" ? shown(text) : text;
}

/** Seats or cards, which are integers wherever this is used. */
export function listed(numbers) {
  const some = numbers.slice(0, 20).join(", ");
  return `[${some}${numbers.length > 20 ? ", ..." : ""}]`;
}
