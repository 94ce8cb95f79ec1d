// Verifying Ed25519 (RFC 8032, plain) as strictly as docs/ledger.md asks. Nothing here is secret:
// it need not take the same time for every input.

import { join } from "./sha256.mjs";
import { sha512 } from "./sha512.mjs";

const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;

const mod = (value, by = P) => ((value % by) + by) % by;

function power(base, exponent) {
  let result = 1n;
  for (let square = mod(base), rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
}

const inverse = (value) => power(value, P - 2n);
const D = mod(-121665n * inverse(121666n));
const D2 = mod(2n * D);
const ROOT_OF_MINUS_ONE = power(2n, (P - 1n) / 4n);

function number(bytes) {
  let digits = "";
  for (const byte of bytes) digits = byte.toString(16).padStart(2, "0") + digits;
  return BigInt(`0x${digits}`);
}

/** The x of a point with this y, even or odd as wanted; null if there is none. */
function xOf(y, odd) {
  const u = mod(y * y - 1n);
  const v = mod(D * y * y + 1n);
  const v3 = (((v * v) % P) * v) % P;
  let x = (((u * v3) % P) * power(u * v3 * v3 * v, (P - 5n) / 8n)) % P;
  if (mod(v * x * x - u) !== 0n) x = (x * ROOT_OF_MINUS_ONE) % P;
  if (mod(v * x * x - u) !== 0n) return null;
  if (x === 0n && odd) return null;
  return (x & 1n) === (odd ? 1n : 0n) ? x : mod(-x);
}

// Points as (X : Y : Z : T), x = X/Z, y = Y/Z, xy = T/Z; the addition law is complete. Numbers may
// be negative until they are written down.
const affine = (x, y) => [x, y, 1n, (x * y) % P];
const NEUTRAL = affine(0n, 1n);

/** A point as the second one of a sum. */
const summand = ([x, y, z, t]) => [(y - x) % P, (y + x) % P, (2n * z) % P, (D2 * t) % P];
const negated = ([less, more, z2, t2]) => [more, less, z2, -t2];

function sum([x1, y1, z1, t1], [less, more, z2, t2]) {
  const a = ((y1 - x1) * less) % P;
  const b = ((y1 + x1) * more) % P;
  const c = (t1 * t2) % P;
  const d = (z1 * z2) % P;
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [(e * f) % P, (g * h) % P, (f * g) % P, (e * h) % P];
}

function doubled([x, y, z]) {
  const a = (x * x) % P;
  const b = (y * y) % P;
  const both = (x + y) * (x + y);
  const e = (both - a - b) % P;
  const g = b - a;
  const f = (g - 2n * z * z) % P;
  const h = -a - b;
  return [(e * f) % P, (g * h) % P, (f * g) % P, (e * h) % P];
}

/** The odd multiples 1, 3, 5, … of a point, as summands. */
function oddMultiples(point, count) {
  const twice = summand(doubled(point));
  const all = [point];
  while (all.length < count) all.push(sum(all[all.length - 1], twice));
  return all.map(summand);
}

/** A number as digits, least first: 0 or odd, between ±2^(width-1), far apart from each other. */
function digitsOf(value, width) {
  const digits = [];
  const size = 1n << BigInt(width);
  for (let rest = value; rest > 0n; ) {
    if (!(rest & 1n)) {
      digits.push(0);
      rest >>= 1n;
      continue;
    }
    const low = rest & (size - 1n);
    const digit = low >= size / 2n ? low - size : low;
    digits.push(Number(digit));
    rest = (rest - digit) >> 1n;
  }
  return digits;
}

/** m·a + n·b of tables of odd multiples, digit by digit for both together. */
function combined(m, a, n, b) {
  const [ones, others] = [digitsOf(m, Math.log2(a.length) + 2), digitsOf(n, Math.log2(b.length) + 2)];
  const plus = (point, table, digit) => {
    if (!digit) return point;
    const each = table[(Math.abs(digit) - 1) / 2];
    return sum(point, digit > 0 ? each : negated(each));
  };
  let result = NEUTRAL;
  for (let i = Math.max(ones.length, others.length) - 1; i >= 0; i -= 1) {
    result = plus(plus(doubled(result), a, ones[i]), b, others[i]);
  }
  return result;
}

function encoded([x, y, z]) {
  const scale = inverse(z);
  const value = mod(y * scale) | ((mod(x * scale) & 1n) << 255n);
  const digits = value.toString(16).padStart(64, "0");
  return Uint8Array.from({ length: 32 }, (_, i) => parseInt(digits.slice(62 - 2 * i, 64 - 2 * i), 16));
}

const BASE_Y = mod(4n * inverse(5n));
const BASE = oddMultiples(affine(xOf(BASE_Y, false), BASE_Y), 64);

const fromHex = (text) => number(Uint8Array.from(text.match(/../g), (each) => parseInt(each, 16)));
const SMALL_ORDER = new Set([0n, 1n, P - 1n,
  fromHex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
  fromHex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")]);

/** The public key of 32 bytes, {bytes, minus}; null if it is not one that may sign. */
export function publicKey(bytes) {
  const all = number(bytes);
  const y = all & ((1n << 255n) - 1n);
  if (y >= P || SMALL_ORDER.has(y)) return null;
  const x = xOf(y, all >> 255n === 1n);
  return x === null ? null : { bytes, minus: oddMultiples(affine(mod(-x), y), 8) };
}

/** Does a signature of 64 bytes hold for the message under a public key? */
export function signatureHolds({ bytes, minus }, message, signature) {
  const s = number(signature.subarray(32));
  if (s >= L) return false;
  const r = signature.subarray(0, 32);
  const k = number(sha512(join(r, bytes, message))) % L;
  const expected = encoded(combined(s, BASE, k, minus));
  return expected.every((byte, i) => byte === r[i]);
}
