// SHA-512 (FIPS 180-4). A word of 64 bits is two of 32, high and low: big integers would take
// half a minute for the largest statement that a file may hold.

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

const halves = (words) => Int32Array.from(
  words.flatMap((word) => [Number((word >> 32n) & 0xffffffffn) | 0, Number(word & 0xffffffffn) | 0]));

// The first 64 bits of the fractions of the cube (K) and square (START) roots of the first primes.
const PRIMES = [];
for (let candidate = 2n; PRIMES.length < 80; candidate += 1n) {
  if (PRIMES.every((prime) => candidate % prime !== 0n)) PRIMES.push(candidate);
}
const K = halves(PRIMES.map((prime) => root(prime << 192n, 3n)));
const START = halves(PRIMES.slice(0, 8).map((prime) => root(prime << 128n, 2n)));

/** SHA-512 of a Uint8Array: 64 bytes. */
export function sha512(bytes) {
  const state = START.slice();
  const whole = bytes.length - (bytes.length % 128);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let offset = 0; offset < whole; offset += 128) compress(state, view, offset);
  const rest = bytes.length - whole;
  const tail = new Uint8Array(rest < 112 ? 128 : 256);
  tail.set(bytes.subarray(whole));
  tail[rest] = 0x80;
  const end = new DataView(tail.buffer);
  end.setUint32(tail.length - 8, Math.floor(bytes.length / 2 ** 29));
  end.setUint32(tail.length - 4, (bytes.length * 8) % 2 ** 32);
  for (let offset = 0; offset < tail.length; offset += 128) compress(state, end, offset);
  const out = new DataView(new ArrayBuffer(64));
  state.forEach((word, i) => out.setInt32(4 * i, word));
  return new Uint8Array(out.buffer);
}

const w = new Int32Array(160);
// What carries into the high half when low halves are added.
const carry = (sum) => (sum / 2 ** 32) | 0;

function schedule(view, offset) {
  for (let i = 0; i < 32; i += 1) w[i] = view.getInt32(offset + 4 * i);
  for (let i = 32; i < 160; i += 2) {
    const [xh, xl, yh, yl] = [w[i - 30], w[i - 29], w[i - 4], w[i - 3]];
    const s0h = ((xh >>> 1) | (xl << 31)) ^ ((xh >>> 8) | (xl << 24)) ^ (xh >>> 7);
    const s0l = ((xl >>> 1) | (xh << 31)) ^ ((xl >>> 8) | (xh << 24)) ^ ((xl >>> 7) | (xh << 25));
    const s1h = ((yh >>> 19) | (yl << 13)) ^ ((yl >>> 29) | (yh << 3)) ^ (yh >>> 6);
    const s1l = ((yl >>> 19) | (yh << 13)) ^ ((yh >>> 29) | (yl << 3)) ^ ((yl >>> 6) | (yh << 26));
    const low = (w[i - 31] >>> 0) + (s0l >>> 0) + (w[i - 13] >>> 0) + (s1l >>> 0);
    w[i] = w[i - 32] + s0h + w[i - 14] + s1h + carry(low);
    w[i + 1] = low | 0;
  }
}

function compress(state, view, offset) {
  schedule(view, offset);
  let [ah, al, bh, bl, ch, cl, dh, dl, eh, el, fh, fl, gh, gl, hh, hl] = state;
  for (let i = 0; i < 160; i += 2) {
    const s1h = ((eh >>> 14) | (el << 18)) ^ ((eh >>> 18) | (el << 14)) ^ ((el >>> 9) | (eh << 23));
    const s1l = ((el >>> 14) | (eh << 18)) ^ ((el >>> 18) | (eh << 14)) ^ ((eh >>> 9) | (el << 23));
    const chh = (eh & fh) ^ (~eh & gh);
    const chl = (el & fl) ^ (~el & gl);
    const low1 = (hl >>> 0) + (s1l >>> 0) + (chl >>> 0) + (K[i + 1] >>> 0) + (w[i + 1] >>> 0);
    const t1h = (hh + s1h + chh + K[i] + w[i] + carry(low1)) | 0;
    const t1l = low1 | 0;
    const s0h = ((ah >>> 28) | (al << 4)) ^ ((al >>> 2) | (ah << 30)) ^ ((al >>> 7) | (ah << 25));
    const s0l = ((al >>> 28) | (ah << 4)) ^ ((ah >>> 2) | (al << 30)) ^ ((ah >>> 7) | (al << 25));
    const majh = (ah & bh) ^ (ah & ch) ^ (bh & ch);
    const majl = (al & bl) ^ (al & cl) ^ (bl & cl);
    const low2 = (s0l >>> 0) + (majl >>> 0);
    const t2h = s0h + majh + carry(low2);
    const lowE = (dl >>> 0) + (t1l >>> 0);
    const lowA = (t1l >>> 0) + ((low2 | 0) >>> 0);
    [hh, hl, gh, gl, fh, fl] = [gh, gl, fh, fl, eh, el];
    eh = (dh + t1h + carry(lowE)) | 0;
    el = lowE | 0;
    [dh, dl, ch, cl, bh, bl] = [ch, cl, bh, bl, ah, al];
    ah = (t1h + t2h + carry(lowA)) | 0;
    al = lowA | 0;
  }
  add(state, [ah, al, bh, bl, ch, cl, dh, dl, eh, el, fh, fl, gh, gl, hh, hl]);
}

function add(state, words) {
  for (let i = 0; i < 16; i += 2) {
    const low = (state[i + 1] >>> 0) + (words[i + 1] >>> 0);
    state[i] += words[i] + carry(low);
    state[i + 1] = low | 0;
  }
}
