// base64url without padding (RFC 4648, section 5), where bytes have one spelling.

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const VALUES = new Int8Array(128).fill(-1);
for (let i = 0; i < LETTERS.length; i += 1) VALUES[LETTERS.charCodeAt(i)] = i;

/** The spelling of bytes. */
export function b64(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const three = (bytes[i] << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const letters = Math.min(4, bytes.length - i + 1);
    for (let j = 0; j < letters; j += 1) text += LETTERS[(three >> (18 - 6 * j)) & 63];
  }
  return text;
}

/** The bytes that a string spells, `length` of them if that is asked for; null if it is not their one spelling. */
export function unb64(text, length = null) {
  if (typeof text !== "string" || text.length % 4 === 1) return null;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  if (length !== null && (bytes.length !== length || text.length !== Math.ceil((length * 4) / 3))) return null;
  let [bits, held, at] = [0, 0, 0];
  for (let i = 0; i < text.length; i += 1) {
    const value = VALUES[text.charCodeAt(i)] ?? -1;
    if (value < 0) return null;
    bits = ((bits << 6) | value) & 0xfff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes[at] = (bits >> held) & 0xff;
      at += 1;
    }
  }
  // Spare bits of the last character are zero.
  return (bits & ((1 << held) - 1)) === 0 ? bytes : null;
}
