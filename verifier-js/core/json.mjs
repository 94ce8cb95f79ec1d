// A strict JSON reader: the restricted form of docs/ledger.md and nothing else.
// JSON.parse would silently accept 7.0, doubled names and integers beyond 2^53, so every
// token is read here.

import { Refused } from "./refused.mjs";
import { shown } from "./shown.mjs";

/** How many brackets may stand around a value, and how many different names a text may have. */
export const MAX_DEPTH = 16;
export const MAX_NAMES = 1000;
/** So long a name may be: engines compare very long ones letter by letter. */
export const MAX_NAME = 1000;

const MOST_DIGITS = 16;
const WORDS = [["true", true], ["false", false], ["null", null]];
const [QUOTE, BACKSLASH, COMMA, COLON, MINUS, ZERO, NINE] = Array.from('"\\,:-09', (each) => each.charCodeAt(0));
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = Array.from("{}[]", (each) => each.charCodeAt(0));

/** The value of a restricted JSON text that begins at `at`. Throws Refused. */
export function readJson(text, at = 0) {
  const { value, end } = readValue(text, at);
  const after = skipSpace(text, end);
  if (after < text.length) throw new Refused("something follows the value", after);
  return value;
}

/**
 * The value that begins at `at` (white space before it is skipped), and where it ends. Throws Refused; where the end is
 * missing, names have not been looked at.
 */
export function readValue(text, at) {
  const reader = new Reader(text, at);
  const value = reader.value(0);
  if (reader.fault !== null) throw reader.fault;
  return { value, end: reader.at };
}

/** Where the white space that begins at `at` ends. */
export function skipSpace(text, at) {
  let end = at;
  for (;;) {
    const code = text.charCodeAt(end);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return end;
    end += 1;
  }
}

class Reader {
  constructor(text, at) {
    this.text = text;
    this.at = at;
    this.names = new Set();
    /** What is wrong with a name, told when the text has its end. */
    this.fault = null;
  }

  refuse(reason, at = this.at) {
    throw new Refused(reason, at);
  }

  end() {
    throw new Refused("the text ends too early", null, true);
  }

  /** The first unit that is no white space, from here on. */
  peek() {
    this.at = skipSpace(this.text, this.at);
    if (this.at >= this.text.length) this.end();
    return this.text.charCodeAt(this.at);
  }

  value(depth) {
    const first = this.peek();
    if (first === QUOTE) return this.string();
    if (first === OPEN_OBJECT) return this.object(depth);
    if (first === OPEN_ARRAY) return this.array(depth);
    if (first === MINUS || (first >= ZERO && first <= NINE)) return this.number();
    return this.word();
  }

  word() {
    const { text, at } = this;
    const [word, value] = WORDS.find(([each]) => text.startsWith(each, at)) ?? [null];
    if (word === null) {
      if (WORDS.some(([each]) => text.length - at < each.length && each.startsWith(text.slice(at)))) this.end();
      this.refuse("no JSON value");
    }
    this.at += word.length;
    return value;
  }

  object(depth) {
    const result = {};
    this.at += 1;
    if (this.peek() === CLOSE_OBJECT) {
      this.at += 1;
      return result;
    }
    this.deeper(depth);
    for (;;) {
      if (this.peek() !== QUOTE) this.refuse("a name is missing");
      const name = this.name(result);
      if (this.peek() !== COLON) this.refuse("a colon is missing");
      this.at += 1;
      const value = this.value(depth + 1);
      if (this.fault === null) {
        // Assigned, this one name would set the prototype instead.
        if (name === "__proto__") Object.defineProperty(result, name, { enumerable: true, writable: true });
        result[name] = value;
      }
      if (this.closes(CLOSE_OBJECT)) return result;
    }
  }

  /** A name of one more member of an object. */
  name(object) {
    const start = this.at;
    const name = this.string();
    if (this.fault === null) {
      const wrong = this.problem(name, object);
      if (wrong) this.fault = new Refused(wrong, start);
      else this.names.add(name);
    }
    return name;
  }

  problem(name, object) {
    if (name.length > MAX_NAME) return `a name of more than ${MAX_NAME} characters`;
    if (this.names.has(name)) return Object.hasOwn(object, name) ? `the name ${shown(name)} comes twice` : null;
    // eslint-disable-next-line no-control-regex
    if (!/^[\x00-\x7f]*$/.test(name)) return "a name that is not ASCII";
    return this.names.size === MAX_NAMES ? `more than ${MAX_NAMES} different names` : null;
  }

  /** A value is to come inside of a bracket that stands inside of `depth` others. */
  deeper(depth) {
    if (depth >= MAX_DEPTH) this.refuse(`nested deeper than ${MAX_DEPTH}`);
  }

  array(depth) {
    const result = [];
    this.at += 1;
    if (this.peek() === CLOSE_ARRAY) {
      this.at += 1;
      return result;
    }
    this.deeper(depth);
    for (;;) {
      result.push(this.value(depth + 1));
      if (this.closes(CLOSE_ARRAY)) return result;
    }
  }

  /** After a member: true at the closing bracket, false after a comma. */
  closes(bracket) {
    const found = this.peek();
    if (found !== bracket && found !== COMMA) this.refuse(`"," or "${String.fromCharCode(bracket)}" is missing`);
    this.at += 1;
    return found === bracket;
  }

  number() {
    const { text } = this;
    const negative = text.charCodeAt(this.at) === MINUS;
    const start = this.at + (negative ? 1 : 0);
    let value = 0;
    let at = start;
    let code = text.charCodeAt(at);
    for (; code >= ZERO && code <= NINE; code = text.charCodeAt(at)) {
      if (at - start < MOST_DIGITS) value = 10 * value + (code - ZERO);
      at += 1;
    }
    if (at >= text.length && at === start) this.end();
    const isMore = code === 0x2e || code === 0x65 || code === 0x45 || code === 0x2b || code === MINUS;
    const isPadded = text.charCodeAt(start) === ZERO && (at - start > 1 || negative);
    if (at === start || isMore || isPadded) this.refuse("a number that is not written as an integer");
    if (at - start > MOST_DIGITS || !Number.isSafeInteger(value)) this.refuse("an integer beyond 2^53-1");
    this.at = at;
    return negative ? -value : value;
  }

  string() {
    const { text, at: start } = this;
    let at = start + 1;
    let escaped = false;
    let surrogate = false;
    for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(at)) {
      if (code === BACKSLASH) {
        at = this.escape(at);
        escaped = true;
      } else if (code >= 0x20) {
        if (code >= 0xd800 && code <= 0xdfff) surrogate = true;
        at += 1;
      } else if (at >= text.length) {
        this.end();
      } else {
        this.refuse("a control character in a string", at);
      }
    }
    this.at = at + 1;
    // JSON.parse is safe here: every unit and every escape has been looked at.
    const result = escaped ? JSON.parse(text.slice(start, at + 1)) : text.slice(start + 1, at);
    // With the flag u, a surrogate matches only where it has no partner.
    if ((escaped || surrogate) && /\p{Surrogate}/u.test(result)) this.refuse("an unpaired surrogate", start);
    return result;
  }

  /** Where the escape that begins at `at` ends. */
  escape(at) {
    const { text } = this;
    if (at + 1 >= text.length) this.end();
    const letter = text[at + 1];
    if (letter !== "u") {
      if (!'"\\/bfnrt'.includes(letter)) this.refuse("a broken escape", at);
      return at + 2;
    }
    for (let i = at + 2; i < at + 6; i += 1) {
      if (i >= text.length) this.end();
      if (!/[0-9a-fA-F]/.test(text[i])) this.refuse("a broken escape", at);
    }
    return at + 6;
  }
}
