// Seeded randomness for the fuzz (mulberry32): the same seed gives the same mutants everywhere.

import { b64 } from "../core/b64.mjs";

export function randomOf(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound) => Math.floor(next() * bound);
  return {
    below,
    chance: (share) => next() < share,
    pick: (list) => list[below(list.length)],
    hash: () => b64(Uint8Array.from({ length: 32 }, () => below(256))),
  };
}
