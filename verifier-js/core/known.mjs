// Cards that the record shows: picks that were revealed or opened, hands that were opened.

import { isInteger } from "./values.mjs";

/** {openedHand(revision, seat), pickOf(form)} of a bundle; null stands for what nobody may know yet. */
export function knownCards({ openings }, { picks }) {
  // A hand and a pick of one seat may have their seals in one entry.
  const [hands, secret] = ["hand", "pick"].map((kind) => opened(openings, kind));
  const byForm = new Map(picks.map((pick) => [pick.form, pick]));
  return {
    openedHand(revision, seat) {
      const cards = hands.get(keyOf(revision, seat))?.cards;
      return Array.isArray(cards) && cards.every(isInteger) ? cards : null;
    },
    pickOf(form) {
      const { card, salt, revision } = byForm.get(form);
      if (card !== null) return { card, salt };
      const shown = secret.get(keyOf(revision, form.seat))?.card;
      return { card: isInteger(shown) ? shown : null, salt: null };
    },
  };
}

const keyOf = (revision, seat) => `${revision} ${seat}`;

/** The first payload of a kind for every place. */
function opened(openings, kind) {
  const found = new Map();
  for (const { revision, payload } of openings) {
    if (payload.kind !== kind || !isInteger(payload.seat)) continue;
    const key = keyOf(revision, payload.seat);
    if (!found.has(key)) found.set(key, payload);
  }
  return found;
}
