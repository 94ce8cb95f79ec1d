// SHA-256 (FIPS 180-4) and HMAC (RFC 2104), written out so that Node and a browser page run the
// same synchronous code: WebCrypto is asynchronous and not offered to every file:// page.

const K = new Int32Array(64);
const START = new Int32Array(8);

// The constants are the first 32 bits of the fractions of the cube (K) and square (START) roots
// of the first primes. A double is exact enough for them: the vectors would show otherwise.
for (let candidate = 2, found = 0; found < 64; candidate += 1) {
  let prime = true;
  for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) {
    if (candidate % divisor === 0) prime = false;
  }
  if (!prime) continue;
  const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
  if (found < 8) START[found] = fraction(Math.sqrt(candidate));
  K[found] = fraction(Math.cbrt(candidate));
  found += 1;
}

const w = new Int32Array(64);

function compress(state, bytes, offset) {
  for (let i = 0; i < 16; i += 1) {
    const p = offset + 4 * i;
    w[i] = (bytes[p] << 24) | (bytes[p + 1] << 16) | (bytes[p + 2] << 8) | bytes[p + 3];
  }
  for (let i = 16; i < 64; i += 1) {
    const x = w[i - 15];
    const y = w[i - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
  }
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let d = state[3];
  let e = state[4];
  let f = state[5];
  let g = state[6];
  let h = state[7];
  for (let i = 0; i < 64; i += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

/** Several Uint8Arrays as one. */
export function join(...parts) {
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    result.set(part, offset);
    offset += part.length;
  }
  return result;
}

/** SHA-256 of a Uint8Array: 32 bytes. */
export function sha256(bytes) {
  return finished(START.slice(), bytes, 0);
}

// The last block or two, with the padding; the same room for every hash.
const tail = new Uint8Array(128);
const tailView = new DataView(tail.buffer);

/** The hash of what `state` has taken in already (`before` bytes, whole blocks) and these bytes. */
function finished(state, bytes, before) {
  const whole = bytes.length - (bytes.length % 64);
  for (let offset = 0; offset < whole; offset += 64) compress(state, bytes, offset);
  const rest = bytes.length - whole;
  const end = rest < 56 ? 64 : 128;
  tail.fill(0);
  for (let i = 0; i < rest; i += 1) tail[i] = bytes[whole + i];
  tail[rest] = 0x80;
  const length = before + bytes.length;
  tailView.setUint32(end - 8, Math.floor(length / 2 ** 29));
  tailView.setUint32(end - 4, (length * 8) % 2 ** 32);
  for (let offset = 0; offset < end; offset += 64) compress(state, tail, offset);
  const out = new Uint8Array(32);
  for (let i = 0; i < 32; i += 1) out[i] = state[i >> 2] >>> (24 - 8 * (i & 3));
  return out;
}

/** HMAC-SHA-256 with one key: a function from bytes to 32 bytes. */
export function hmacOf(key) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const [inner, outer] = [0x36, 0x5c].map((pad) => {
    const state = START.slice();
    compress(state, block.map((byte) => byte ^ pad), 0);
    return state;
  });
  return (bytes) => finished(outer.slice(), finished(inner.slice(), bytes, 64), 64);
}

/** HMAC-SHA-256: 32 bytes. */
export function hmac(key, bytes) {
  return hmacOf(key)(bytes);
}
