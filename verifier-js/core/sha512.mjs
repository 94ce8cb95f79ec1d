// SHA-512 (FIPS 180-4) with big integers: slow, and used for a few signatures only.

const MASK = (1n << 64n) - 1n;
const rotated = (x, by) => ((x >> by) | (x << (64n - by))) & MASK;

/** The largest integer whose `power` is not above `value`. */
function root(value, power) {
  let low = 0n;
  let high = 1n << 80n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** power <= value) low = middle;
    else high = middle;
  }
  return low;
}

// The first 64 bits of the fractions of the cube (K) and square (START) roots of the first primes.
const K = [];
const START = [];
for (let candidate = 2n; K.length < 80; candidate += 1n) {
  let prime = true;
  for (let divisor = 2n; divisor * divisor <= candidate; divisor += 1n) {
    if (candidate % divisor === 0n) prime = false;
  }
  if (!prime) continue;
  if (START.length < 8) START.push(root(candidate << 128n, 2n) & MASK);
  K.push(root(candidate << 192n, 3n) & MASK);
}

/** SHA-512 of a Uint8Array: 64 bytes. */
export function sha512(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 17) / 128) * 128);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  let state = START;
  for (let offset = 0; offset < padded.length; offset += 128) state = compressed(state, view, offset);
  const out = new DataView(new ArrayBuffer(64));
  state.forEach((word, i) => out.setBigUint64(8 * i, word));
  return new Uint8Array(out.buffer);
}

function compressed(state, view, offset) {
  const w = Array.from({ length: 16 }, (_, i) => view.getBigUint64(offset + 8 * i));
  for (let i = 16; i < 80; i += 1) {
    const [x, y] = [w[i - 15], w[i - 2]];
    const s0 = rotated(x, 1n) ^ rotated(x, 8n) ^ (x >> 7n);
    const s1 = rotated(y, 19n) ^ rotated(y, 61n) ^ (y >> 6n);
    w.push((w[i - 16] + s0 + w[i - 7] + s1) & MASK);
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 80; i += 1) {
    const s1 = rotated(e, 14n) ^ rotated(e, 18n) ^ rotated(e, 41n);
    const t1 = h + s1 + ((e & f) ^ ((e ^ MASK) & g)) + K[i] + w[i];
    const s0 = rotated(a, 28n) ^ rotated(a, 34n) ^ rotated(a, 39n);
    const t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) & MASK, c, b, a, (t1 + t2) & MASK];
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + state[i]) & MASK);
}
