// Cards that the record shows: picks that were revealed or opened, hands that were opened.

import { isInteger } from "./values.mjs";

/** {openedHand(revision, seat), pickAt(revision)} of a bundle; null stands for what nobody may know yet. */
export function knownCards({ openings }, { picks }) {
  const key = (revision, seat) => `${revision} ${seat}`;
  const opened = new Map();
  for (const { revision, payload } of openings) {
    if (isInteger(payload.seat) && !opened.has(key(revision, payload.seat))) {
      opened.set(key(revision, payload.seat), payload);
    }
  }
  const byRevision = new Map(picks.map((pick) => [pick.revision, pick]));
  return {
    openedHand(revision, seat) {
      const cards = opened.get(key(revision, seat))?.cards;
      return Array.isArray(cards) && cards.every(isInteger) ? cards : null;
    },
    pickAt(revision) {
      const { card, salt, form } = byRevision.get(revision);
      if (card !== null) return { card, salt };
      const shown = opened.get(key(revision, form.seat))?.card;
      return { card: isInteger(shown) ? shown : null, salt: null };
    },
  };
}
