// Seeded randomness for the fuzz (mulberry32): the same seed gives the same mutants everywhere.

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
    hash: () => Array.from({ length: 64 }, () => below(16).toString(16)).join(""),
  };
}
