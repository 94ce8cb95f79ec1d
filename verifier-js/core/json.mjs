// A strict JSON reader: the restricted form of docs/ledger.md and nothing else.
// JSON.parse would silently accept 7.0, doubled names and integers beyond 2^53, so every
// token is read here. Objects come without a prototype: a name "__proto__" is only a name.

/** The text is not restricted JSON. `position` counts UTF-16 units from 0. */
export class Refused extends Error {
  constructor(reason, position) {
    super(`${reason} (at character ${position + 1})`);
    this.position = position;
  }
}

/** How many brackets may stand around a value, and how many bytes a file may have. */
export const MAX_DEPTH = 16;
export const MAX_BYTES = 64 * 1024 * 1024;

const SPACE = new Set([0x20, 0x09, 0x0a, 0x0d]);
const NUMBER = /-?[0-9][0-9.eE+-]*/y;
const INTEGER = /^(?:0|-?[1-9][0-9]*)$/;
const WORDS = [["true", true], ["false", false], ["null", null]];
const HEX4 = /[0-9a-fA-F]{4}/y;
const SIMPLE = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** Bytes to text; too many, malformed UTF-8 and a byte order mark are refused. */
export function decodeUtf8(bytes) {
  if (bytes.length > MAX_BYTES) throw new Refused("larger than 64 MiB", 0);
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Refused("not UTF-8", 0);
  }
  if (text.charCodeAt(0) === 0xfeff) throw new Refused("a byte order mark", 0);
  return text;
}

/** The value of a restricted JSON text. Throws Refused. */
export function readJson(text) {
  const reader = new Reader(text);
  const value = reader.value(0);
  reader.skip();
  if (reader.at < text.length) reader.refuse("something follows the value");
  return value;
}

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  refuse(reason, at = this.at) {
    throw new Refused(reason, at);
  }

  skip() {
    while (SPACE.has(this.text.charCodeAt(this.at))) this.at += 1;
  }

  value(depth) {
    if (depth > MAX_DEPTH) this.refuse(`nested deeper than ${MAX_DEPTH}`);
    this.skip();
    const first = this.text[this.at];
    if (first === undefined) this.refuse("the text ends too early");
    if (first === "{") return this.object(depth);
    if (first === "[") return this.array(depth);
    if (first === '"') return this.string();
    if (first === "-" || (first >= "0" && first <= "9")) return this.number();
    for (const [word, value] of WORDS) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    return this.refuse("no JSON value");
  }

  object(depth) {
    const result = Object.create(null);
    this.at += 1;
    this.skip();
    if (this.text[this.at] === "}") {
      this.at += 1;
      return result;
    }
    for (;;) {
      this.skip();
      const start = this.at;
      if (this.text[start] !== '"') this.refuse("a name is missing");
      const name = this.string();
      // eslint-disable-next-line no-control-regex
      if (!/^[\x00-\x7f]*$/.test(name)) this.refuse("a name that is not ASCII", start);
      if (name in result) this.refuse(`the name ${JSON.stringify(name)} comes twice`, start);
      this.skip();
      if (this.text[this.at] !== ":") this.refuse("a colon is missing");
      this.at += 1;
      result[name] = this.value(depth + 1);
      if (this.close("}")) return result;
    }
  }

  array(depth) {
    const result = [];
    this.at += 1;
    this.skip();
    if (this.text[this.at] === "]") {
      this.at += 1;
      return result;
    }
    for (;;) {
      result.push(this.value(depth + 1));
      if (this.close("]")) return result;
    }
  }

  /** After a member: true at the closing bracket, false after a comma. */
  close(bracket) {
    this.skip();
    const found = this.text[this.at];
    if (found !== bracket && found !== ",") this.refuse(`"," or "${bracket}" is missing`);
    this.at += 1;
    return found === bracket;
  }

  number() {
    NUMBER.lastIndex = this.at;
    const found = NUMBER.exec(this.text);
    if (!found || !INTEGER.test(found[0])) this.refuse("a number that is not written as an integer");
    const value = Number(found[0]);
    if (!Number.isSafeInteger(value)) this.refuse("an integer beyond 2^53-1");
    this.at += found[0].length;
    return value;
  }

  string() {
    const start = this.at;
    let result = "";
    let from = start + 1;
    let at = from;
    for (;;) {
      const code = this.text.charCodeAt(at);
      if (Number.isNaN(code)) this.refuse("a string without an end", start);
      if (code < 0x20) this.refuse("a control character in a string", at);
      if (code === 0x22) break;
      if (code === 0x5c) {
        const [character, length] = this.escape(at);
        result += this.text.slice(from, at) + character;
        at += length;
        from = at;
      } else {
        at += 1;
      }
    }
    result += this.text.slice(from, at);
    // With the flag u, a surrogate matches only where it has no partner.
    if (/\p{Surrogate}/u.test(result)) this.refuse("an unpaired surrogate", start);
    this.at = at + 1;
    return result;
  }

  escape(at) {
    const letter = this.text[at + 1];
    if (letter === "u") {
      HEX4.lastIndex = at + 2;
      const found = HEX4.exec(this.text);
      if (!found) this.refuse("a broken escape", at);
      return [String.fromCharCode(parseInt(found[0], 16)), 6];
    }
    if (letter === undefined || !Object.hasOwn(SIMPLE, letter)) this.refuse("a broken escape", at);
    return [SIMPLE[letter], 2];
  }
}
