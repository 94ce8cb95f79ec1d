// Ways to spell a bundle that a strict reader must refuse, and some that it must not mind.

const NUMBER = /(?<=[:,[ ])\d+(?=[,}\]])/g;

function atOneOf(text, pattern, random, by) {
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return null;
  const { 0: old, index } = random.pick(found);
  return text.slice(0, index) + by(old) + text.slice(index + old.length);
}

/** Somewhere in a text, but in no pair of surrogates: half of one could not be sent on. */
function placeIn(text, random) {
  let at = random.below(text.length);
  while (/[\ud800-\udfff]/.test(text[at])) at -= 1;
  return at;
}

/** name -> function of (text, random): a text that is no bundle any more, or null. */
export const TEXTS = {
  float: (text, random) => atOneOf(text, NUMBER, random, (old) =>
    random.pick([`${old}.0`, `${old}e0`, `${old}E+0`, `${old}.5`, `0${old}`, `+${old}`, `${old}.`, "-0",
      "NaN", "Infinity", "9007199254740992", "-9007199254740992", "1e400", `${old}00000000000000000`])),
  doubled: (text, random) => atOneOf(text, /"[a-z_]+":(?=[0-9"])/g, random, (old) => `${old}1,${old}`),
  foreign: (text, random) => atOneOf(text, /"[a-z_]+":(?=[0-9"[{])/g, random, (old) =>
    random.pick([`"\u00e9":1,${old}`, `"\\u00e9":1,${old}`, `"":1,${old}`, `"__proto__":1,${old}`])),
  surrogate: (text, random) => atOneOf(text, /"name":"/g, random, (old) =>
    `${old}${random.pick(["\\ud800", "\\udc00", "\\udc00\\ud800", "\\ud83d\\u0041", "\\x", "\\u12", "\t", "\u0001"])}`),
  cut: (text, random) => text.slice(0, placeIn(text, random)),
  byte: (text, random) => {
    const at = placeIn(text, random);
    return text.slice(0, at) + random.pick([..."{}[]:,\"\\ 0a\u0000"]) + text.slice(at + 1);
  },
  around: (text, random) => random.pick([`${text}x`, `${text}{}`, `\ufeff\ufeff${text}`, `[${text}]`, `${text},`, "", "null",
    "[]", "{}", "7", '"x"', `//\n${text}`, "[".repeat(100000), `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`]),
};

/** The same data, spelt another way or without its names. */
export const SAME_DATA = {
  spaced: (bundle) => JSON.stringify(bundle, null, 1),
  reordered: (bundle) => JSON.stringify(reversed(bundle)),
  escaped: (bundle) => JSON.stringify(bundle).replace(/[\u007f-\uffff]/g, (unit) =>
    `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).replaceAll('"seat"', '"\\u0073eat"'),
  marked: (bundle) => `\ufeff${JSON.stringify(bundle)}`,
  headers: (bundle) => `HTTP/1.1 100 Continue\r\n\r\nHTTP/2 200\ncontent-type: application/json\n\n${JSON.stringify(bundle)}`,
  /** Names that were erased are opened no more; nothing else comes of it. */
  nameless: (bundle) => JSON.stringify({ ...bundle, openings: bundle.openings.filter(({ payload }) => payload.kind !== "name") }),
  tabs: (bundle) => `\r\n\t ${JSON.stringify(bundle, null, "\t")} \n`,
};

function reversed(value) {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).reverse().map(([name, each]) => [name, reversed(each)]));
}
