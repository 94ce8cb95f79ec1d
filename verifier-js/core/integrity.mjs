// The first verdict: is the file whole, unchanged, and true to its commitment and seals?
// Numbers in the comments are those of docs/ledger.md, "Integrity". The shape (1) is checked before.

import { attemptsProblem } from "./attempts.mjs";
import { same } from "./canonical.mjs";
import { dealsChecked } from "./dealt.mjs";
import { openingsChecked } from "./openings.mjs";
import { commitmentOf, saltOf, sealContext, sealOf } from "./seals.mjs";
import { headsChecked } from "./signed.mjs";
import { listed } from "./shown.mjs";

/**
 * {problem, checked}: the first problem {revision, reason} (revision null: the bundle itself) or null, and how many
 * of what were checked. The last argument is what chainChecked gave.
 */
export function integrityChecked(bundle, index, { hashes, problem }) {
  const { holding, reason: unsigned } = headsChecked(bundle, hashes);
  const events = bundle.entries.slice(0, hashes.length).reduce((sum, { entry }) => sum + entry.events.length, 0);
  const checked = { events, heads: holding, names: 0 };
  if (problem) return { problem, checked };
  const reveals = revealsChecked(bundle, index);
  const openings = openingsChecked(bundle, index);
  const deals = dealsChecked(bundle, index);
  const problems = [
    ...bundleProblems(bundle, index),
    ...seedProblems(index),
    ...pickProblems(index),
    ...[reveals.problem, openings.problem, deals.problem].filter(Boolean),
    ...[unsigned, attemptsProblem(bundle, index.created.seats)].filter(Boolean).map((reason) => ({ revision: null, reason })),
  ].sort((a, b) => (a.revision ?? 0) - (b.revision ?? 0));
  const seals = reveals.opened + openings.opened;
  return { problem: problems[0] ?? null, checked: { ...checked, names: openings.names, seals, deals: deals.derived } };
}

/** 2: what the bundle says about the game. */
function bundleProblems(bundle, { created, over }) {
  const reasons = [];
  for (const name of ["game", "ruleset", "options"]) {
    if (!same(bundle[name], created[name])) reasons.push(`${name} of the bundle is not that of GameCreated`);
  }
  if (bundle.asked_by !== null && bundle.asked_by >= created.seats) {
    reasons.push(`asked_by ${bundle.asked_by} is no seat of the game`);
  }
  if (bundle.complete !== (over !== null)) {
    reasons.push(`complete is ${bundle.complete}, but the game is ${over ? "over" : "not over"}`);
  }
  return reasons.map((reason) => ({ revision: null, reason }));
}

/** 3: the seed opens the commitment. */
function seedProblems({ created, over, seed }) {
  if (!over || commitmentOf(seed) === created.commitment) return [];
  return [{ revision: over.revision, reason: "the server seed does not open the commitment" }];
}

/** 4 and 5: a pick names the round and turn it stands in; its seal is bound to them. */
function pickProblems({ picks }) {
  const problems = [];
  const wrong = picks.find(({ form, round, turn }) => form.round !== round || form.turn !== turn);
  if (wrong) problems.push({ revision: wrong.revision, reason: "CardPicked: it is not in the round and turn that it names" });
  const twice = picks.find(({ again }) => again);
  if (twice) problems.push({ revision: twice.revision, reason: `CardPicked: seat ${twice.form.seat} picks twice in one turn` });
  return problems;
}

/** 4 and, with the seed, 6: what PicksRevealed shows is what was sealed. */
function revealsChecked({ game }, { reveals, seed }) {
  let opened = 0;
  for (const { revision, form, open } of reveals) {
    const say = (reason) => ({ opened, problem: { revision, reason } });
    const ascending = (seats) => seats.sort((a, b) => a - b);
    const shown = ascending(form.picks.map((pick) => pick.seat));
    const picked = ascending(open.map((pick) => pick.form.seat));
    if (!same(shown, picked)) {
      return say(`revealed are the picks of seats ${listed(shown)}, but picked have seats ${listed(picked)}`);
    }
    for (const { form: { seat, seal }, round, turn, card, salt } of open) {
      if (round === null || turn === null) continue; // said by pickProblems
      const context = sealContext(game, round, seat, turn);
      if (sealOf(salt, { ...context, card }) !== seal) {
        return say(`card and salt of seat ${seat} do not open the seal of its pick`);
      }
      if (seed && saltOf(seed, context) !== salt) return say(`the salt of seat ${seat} does not follow from the seed`);
      opened += 1;
    }
  }
  return { opened, problem: null };
}
