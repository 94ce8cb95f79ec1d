// Verifying Ed25519 (RFC 8032, plain) as strictly as docs/ledger.md asks. Nothing here is secret:
// it need not take the same time for every input.

import { join } from "./sha256.mjs";
import { sha512 } from "./sha512.mjs";

const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;

function mod(value, by = P) {
  const rest = value % by;
  return rest < 0n ? rest + by : rest;
}

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

const number = (bytes) => bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

/** The x of a point with this y, even or odd as wanted; null if there is none. */
function xOf(y, odd) {
  const square = mod((y * y - 1n) * inverse(D * y * y + 1n));
  let x = power(square, (P + 3n) / 8n);
  if (mod(x * x - square) !== 0n) x = mod(x * ROOT_OF_MINUS_ONE);
  if (mod(x * x - square) !== 0n) return null;
  if (x === 0n && odd) return null;
  return (x & 1n) === (odd ? 1n : 0n) ? x : mod(-x);
}

// Points as (X : Y : Z : T), x = X/Z, y = Y/Z, xy = T/Z; the addition law is complete.
const affine = (x, y) => [x, y, 1n, mod(x * y)];
const NEUTRAL = affine(0n, 1n);
const BASE_Y = mod(4n * inverse(5n));
const BASE = affine(xOf(BASE_Y, false), BASE_Y);

function sum([x1, y1, z1, t1], [x2, y2, z2, t2]) {
  const a = mod((y1 - x1) * (y2 - x2));
  const b = mod((y1 + x1) * (y2 + x2));
  const c = mod(D2 * mod(t1 * t2));
  const d = mod(2n * z1 * z2);
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

/** m·a + n·b, bit by bit for both together. */
function combined(m, a, n, b) {
  const both = sum(a, b);
  let result = NEUTRAL;
  for (let bit = 255n; bit >= 0n; bit -= 1n) {
    result = sum(result, result);
    const [one, other] = [(m >> bit) & 1n, (n >> bit) & 1n];
    if (one && other) result = sum(result, both);
    else if (one) result = sum(result, a);
    else if (other) result = sum(result, b);
  }
  return result;
}

function encoded([x, y, z]) {
  const scale = inverse(z);
  const value = mod(y * scale) | ((mod(x * scale) & 1n) << 255n);
  return Uint8Array.from({ length: 32 }, (_, i) => Number((value >> BigInt(8 * i)) & 0xffn));
}

const fromHex = (text) => number(Uint8Array.from(text.match(/../g), (each) => parseInt(each, 16)));
const SMALL_ORDER = new Set([0n, 1n, P - 1n,
  fromHex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
  fromHex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")]);

/** The point of a public key of 32 bytes; null if it is not one that may sign. */
export function publicPoint(bytes) {
  const all = number(bytes);
  const y = all & ((1n << 255n) - 1n);
  if (y >= P || SMALL_ORDER.has(y)) return null;
  const x = xOf(y, all >> 255n === 1n);
  return x === null ? null : affine(x, y);
}

/** Does a signature of 64 bytes hold for the message under a key of 32 bytes? */
export function signatureHolds(key, message, signature) {
  const point = publicPoint(key);
  const s = number(signature.subarray(32));
  if (point === null || s >= L) return false;
  const r = signature.subarray(0, 32);
  const k = mod(number(sha512(join(r, key, message))), L);
  const [x, y, z, t] = point;
  const expected = encoded(combined(s, BASE, k, [mod(-x), y, z, mod(-t)]));
  return expected.every((byte, i) => byte === r[i]);
}
