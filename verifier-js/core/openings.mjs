// The openings of a bundle: which there must be, and whether each opens its seal.

import { same } from "./canonical.mjs";
import { namePayload, saltOf, sealContext, sealOf } from "./seals.mjs";
import { isCard, isName } from "./values.mjs";

const inOrder = (list) => list.sort((a, b) => a.revision - b.revision || a.seat - b.seat);

/** The seals of cards that the bundle must open: [{revision, seat, seal, context, count}], in order. */
function wantedOpenings({ complete, asked_by: asked, game }, { deals, picks }) {
  const hands = deals.flatMap(({ revision, form }) => (form.hands ?? [])
    .filter(({ seat }) => complete || (seat === asked && !form.face_down))
    .map(({ seat, count, seal }) => ({ revision, seat, seal, count, context: sealContext(game, form.round, seat) })));
  const secret = picks.filter(({ form, revealed }) => !revealed && (complete || form.seat === asked))
    .map(({ revision, form: { seat, seal }, round, turn }) => ({ revision, seat, seal, count: null,
      context: round === null || turn === null ? null : sealContext(game, round, seat, turn) }));
  return [...inOrder(hands), ...inOrder(secret)];
}

/** {opened, names, problem} of the openings: how many of cards and of names hold, and the first problem {revision, reason} or null. */
export function openingsChecked(bundle, index) {
  const { names, problem } = namesChecked(bundle, index);
  if (problem) return { opened: 0, names, problem };
  const openings = bundle.openings.slice(names);
  const wanted = wantedOpenings(bundle, index);
  for (let i = 0; i < Math.max(wanted.length, openings.length); i += 1) {
    const say = (revision, reason) => ({ opened: i, names, problem: { revision, reason } });
    const [want, opening] = [wanted[i], openings[i]];
    if (!want) return say(opening.revision, "an opening too many");
    if (!opening || opening.revision !== want.revision || opening.payload.seat !== want.seat) {
      return say(want.revision, `the opening of seat ${want.seat} is missing or not in its place`);
    }
    const reason = openingProblem(opening, want, index.seed);
    if (reason) return say(want.revision, reason);
  }
  return { opened: wanted.length, names, problem: null };
}

/** {names, problem} of the openings of names, which come first: any may be missing, and an entry has one at most. */
function namesChecked({ game, openings }, { called }) {
  let [names, before] = [0, 0];
  for (; openings[names]?.payload.kind === "name"; names += 1) {
    const { revision, payload, salt } = openings[names];
    const say = (reason) => ({ names, problem: { revision, reason: `the opening of a name ${reason}` } });
    if (!isName(payload.name) || !same(payload, namePayload(game, payload.name))) return say("has another form");
    if (revision <= before) return say("is not in its place");
    if (!called.has(revision)) return say("stands where no seat was taken");
    if (sealOf(salt, payload) !== called.get(revision)) return say("does not open the seal");
    before = revision;
  }
  return { names, problem: null };
}

function openingProblem({ payload, salt }, { seat, seal, count, context }, seed) {
  const whose = `the opening of seat ${seat}`;
  if (context === null) return `${whose} belongs to a pick outside any turn`;
  const { cards, card, ...rest } = payload;
  if (!same(rest, context)) return `${whose} is about another place`;
  if (count !== null) {
    if (card !== undefined || !Array.isArray(cards) || !cards.every(isCard)) return `${whose} has no cards`;
    if (cards.length !== count) return `${whose} has ${cards.length} cards, not ${count}`;
  } else if (cards !== undefined || !isCard(card)) {
    return `${whose} has no card`;
  }
  if (sealOf(salt, payload) !== seal) return `${whose} does not open the seal`;
  if (seed && saltOf(seed, context) !== salt) return `the salt of seat ${seat} does not follow from the seed`;
  return null;
}
