// The openings of a bundle: which there must be, and whether each opens its seal.

import { same } from "./canonical.mjs";
import { saltOf, sealContext, sealOf } from "./seals.mjs";
import { isInteger } from "./values.mjs";

/** The seals that the bundle must open: [{revision, seat, seal, context, count}], in order. */
function wantedOpenings(bundle, index) {
  const { complete, asked_by: asked, game } = bundle;
  const wanted = [];
  for (const { revision, form } of index.deals) {
    for (const { seat, count, seal } of form.hands ?? []) {
      if (complete || (seat === asked && !form.face_down)) {
        wanted.push({ revision, seat, seal, count, context: sealContext(game, form.round, seat) });
      }
    }
  }
  for (const { revision, form, round, turn, revealed } of index.picks) {
    if (!revealed && (complete || form.seat === asked)) {
      const context = round === null || turn === null ? null : sealContext(game, round, form.seat, turn);
      wanted.push({ revision, seat: form.seat, seal: form.seal, count: null, context });
    }
  }
  return wanted.sort((a, b) => a.revision - b.revision || a.seat - b.seat);
}

/** {opened, problem} of the openings: how many hold, and the first problem {revision, reason} or null. */
export function openingsChecked(bundle, index) {
  const { openings } = bundle;
  const wanted = wantedOpenings(bundle, index);
  for (let i = 0; i < Math.max(wanted.length, openings.length); i += 1) {
    const say = (revision, reason) => ({ opened: i, problem: { revision, reason } });
    const [want, opening] = [wanted[i], openings[i]];
    if (!want) return say(opening.revision, "an opening too many");
    if (!opening || opening.revision !== want.revision || opening.payload.seat !== want.seat) {
      return say(want.revision, `the opening of seat ${want.seat} is missing or not in its place`);
    }
    const reason = openingProblem(opening, want, index.seed);
    if (reason) return say(want.revision, reason);
  }
  return { opened: wanted.length, problem: null };
}

function openingProblem({ payload, salt }, { seat, seal, count, context }, seed) {
  const whose = `the opening of seat ${seat}`;
  if (context === null) return `${whose} belongs to a pick outside any turn`;
  const { cards, card, ...rest } = payload;
  if (!same(rest, context)) return `${whose} is about another place`;
  if (count !== null) {
    if (card !== undefined || !Array.isArray(cards) || !cards.every(isInteger)) return `${whose} has no cards`;
    if (cards.length !== count) return `${whose} has ${cards.length} cards, not ${count}`;
  } else if (cards !== undefined || !isInteger(card)) {
    return `${whose} has no card`;
  }
  if (sealOf(salt, payload) !== seal) return `${whose} does not open the seal`;
  if (seed && saltOf(seed, context) !== salt) return `the salt of seat ${seat} does not follow from the seed`;
  return null;
}
