// Legal values: tests that a field of a public form, a claim or an attempt must pass.

export const isInteger = (value) => Number.isSafeInteger(value);
export const isString = (value) => typeof value === "string";
export const isBoolean = (value) => typeof value === "boolean";
export const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** An integer from `least` to `most`. */
export const between = (least, most) => (value) => isInteger(value) && value >= least && value <= most;
export const oneOf = (...allowed) => (value) => allowed.includes(value);
const MOST = 104;
const MOST_OBJECTS = 15;
export const listOf = (test, most = MOST) => (value) => Array.isArray(value) && value.length <= most && value.every(test);
export const some = (test, most) => (value) => listOf(test, most)(value) && value.length > 0;
export const objectsOf = (test) => listOf(test, MOST_OBJECTS);
export const someObjects = (test) => some(test, MOST_OBJECTS);
/** A field that is left out where it has its default. */
export const stated = (test, byDefault) => (value) => test(value) && value !== byDefault;
const like = (pattern) => (value) => isString(value) && pattern.test(value);

/** A hash, seal, commitment or server seed: 32 bytes in base64url, where the two spare bits are zero. */
export const isHash = like(/^[\w-]{42}[AEIMQUYcgkosw048]$/);
/** A salt: 16 bytes, and four spare bits. */
export const isSalt = like(/^[\w-]{21}[AQgw]$/);
export const isGame = like(/^[A-Za-z0-9_-]{1,64}$/);
export const isClientSeed = like(/^[ -~]{0,64}$/);
export const isPolicy = like(/^[a-z][a-z0-9_]{0,39}$/);
export const isVersionedPolicy = like(/^[a-z][a-z0-9_]{0,39}\/[1-9][0-9]{0,5}$/);
/** A reason of giving up, the code of a refusal. */
export const isCode = like(/^[a-z][a-z_]{0,39}$/);

export const isSeat = between(0, 9);
export const isRow = between(0, 14);
export const isCard = between(1, 104);
export const isCount = between(0, 999);
/** Rounds and turns. */
export const isOrdinal = between(1, 9999);

/** 1 to 40 code points, no control characters among them. */
export function isName(value) {
  // A code point has two units at most.
  if (!isString(value) || value.length < 1 || value.length > 80) return false;
  // eslint-disable-next-line no-control-regex
  return Array.from(value).length <= 40 && !/[\x00-\x1f\x7f-\x9f]/.test(value);
}

/** UTC with exactly three decimals, of a time that exists in a year from 1970 on. */
export function isTime(value) {
  if (!isString(value) || value.length !== 24) return false;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) || value < "1970") return false;
  const time = new Date(value);
  return !Number.isNaN(time.getTime()) && time.toISOString() === value;
}

const DECISION = /^r([1-9][0-9]{0,3})t([1-9][0-9]{0,3})-(draft|pick|flip|play|row|place)-s([0-9])$/;

/** {round, turn, kind, seat} of the id of a decision; null if it is none. */
export function decisionOf(id) {
  const found = isString(id) ? DECISION.exec(id) : null;
  if (found === null) return null;
  const [, round, turn, kind, seat] = found;
  return { round: Number(round), turn: Number(turn), kind, seat: Number(seat) };
}

export const isDecision = (value) => decisionOf(value) !== null;
