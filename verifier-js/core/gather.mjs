// The statements in saved answers: every object with a member `jws` that is a string, with what is
// told beside its signature.

import { canonicalText } from "./canonical.mjs";
import { Refused } from "./refused.mjs";
import { CLAIM_NAMES } from "./statements.mjs";

/** So many statements may be given, in all files together. */
export const MAX_STATEMENTS = 1000;
/** So many may be met, however often each comes. */
export const MAX_MET = 10_000;
/** So many characters a JWS may have; a receipt needs some six hundred. */
export const MAX_JWS = 4000;
/** So many values may stand in what is told beside one statement; answers have a handful. */
export const MAX_TOLD = 1000;

/** Statements {jws, beside: [[name, value], …]}, each once however often it came, in order; `met` is how often. */
export class Gathered {
  constructor() {
    this.statements = [];
    this.keys = new Set();
    this.met = 0;
  }

  /** Takes all statements in a value, wherever they stand. Throws Refused if they are too many. */
  takeAll(value, around = null) {
    if (value === null || typeof value !== "object") return;
    if (Array.isArray(value)) {
      for (const each of value) this.takeAll(each);
      return;
    }
    if (Object.hasOwn(value, "jws") && typeof value.jws === "string") this.take(value, around);
    for (const name of Object.keys(value)) this.takeAll(value[name], name === "receipt" ? value : null);
  }

  /** One statement: `object` holds it, `around` is the object whose member `receipt` that is, or null. */
  take(object, around = null) {
    const { jws } = object;
    this.met += 1;
    if (this.met > MAX_MET) throw new Refused(`more than ${MAX_MET} statements`);
    if (jws.length > MAX_JWS) throw new Refused(`a JWS of more than ${MAX_JWS} characters`);
    const beside = [...told(object, CLAIM_NAMES), ...told(around ?? {}, ["decision", "answer"])];
    // The list is no value of theirs.
    if (valuesIn(beside.map(([, value]) => value), MAX_TOLD + 1) > MAX_TOLD + 1) {
      throw new Refused(`more than ${MAX_TOLD} values stand beside a statement`);
    }
    const key = `${jws.length} ${jws} ${beside.length > 0 ? canonicalText(beside) : ""}`;
    if (this.keys.has(key)) return;
    if (this.keys.size === MAX_STATEMENTS) throw new Refused(`more than ${MAX_STATEMENTS} statements`);
    this.keys.add(key);
    this.statements.push({ jws, beside });
  }
}

/** [[name, value], …] of those members of these names that an object has. */
function told(object, names) {
  return names.filter((name) => Object.hasOwn(object, name)).map((name) => [name, object[name]]);
}

/** How many values a value holds, itself included; more than `most` are not counted to their end. */
function valuesIn(value, most) {
  if (value === null || typeof value !== "object") return 1;
  const inside = Array.isArray(value) ? value : Object.values(value);
  let count = 1 + inside.length;
  for (let i = 0; i < inside.length && count <= most; i += 1) count += valuesIn(inside[i], most - count) - 1;
  return count;
}
