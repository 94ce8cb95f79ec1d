// The randomness of a game: keys, the stream of words, numbers below a bound, the shuffle.

import { unb64 } from "./b64.mjs";
import { canonical } from "./canonical.mjs";
import { hmac, hmacOf, join } from "./sha256.mjs";
import { tag } from "./seals.mjs";

const DEAL = tag("toma6/deal/1");

/** Key of a round; purpose is "deal" or "start", client_seeds [{seat, seed}] ascending by seat. */
export function dealKey(seed, game, round, purpose, clientSeeds) {
  const context = { client_seeds: clientSeeds, game, purpose, round };
  return hmac(unb64(seed), join(DEAL, canonical(context)));
}

/** The endless stream of 32-bit words of a key. */
export function* words(key) {
  const blockOf = hmacOf(key);
  const counter = new Uint8Array(8);
  const view = new DataView(counter.buffer);
  for (let block = 0; ; block += 1) {
    view.setUint32(0, Math.floor(block / 2 ** 32));
    view.setUint32(4, block % 2 ** 32);
    const out = new DataView(blockOf(counter).buffer);
    for (let i = 0; i < 8; i += 1) yield out.getUint32(4 * i);
  }
}

/** A number below `bound`, without bias, from an iterator of words. */
export function below(stream, bound) {
  const limit = bound * Math.floor(2 ** 32 / bound);
  for (;;) {
    const word = stream.next().value;
    if (word < limit) return word % bound;
  }
}

/** The deck 1..size, shuffled with a key. */
export function shuffled(key, size) {
  const stream = words(key);
  const deck = Array.from({ length: size }, (_, i) => i + 1);
  for (let i = size - 1; i >= 1; i -= 1) {
    const j = below(stream, i + 1);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return deck;
}

/** One of the seats (ascending), drawn with a key: its place in the list. */
export function drawnPlace(key, seats) {
  return below(words(key), seats.length);
}
