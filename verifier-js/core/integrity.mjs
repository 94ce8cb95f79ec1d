// The first verdict: is the file whole, unchanged, and true to its commitment and seals?
// Numbers in the comments are those of docs/ledger.md, "Integrity". The shape (1) is checked before.

import { attemptsProblems } from "./attempts.mjs";
import { same } from "./canonical.mjs";
import { Dealer } from "./deal.mjs";
import { openingsProblems } from "./openings.mjs";
import { optionsProblem, rulesetOf, seatsAllowed } from "./rulesets.mjs";
import { chainHash, commitmentOf, GENESIS, saltOf, sealContext, sealOf } from "./seals.mjs";
import { signedProblems } from "./signed.mjs";

const END = new Set(["GameFinished", "GameAbandoned"]);

/** All problems, [{revision, reason}] by revision (null, the bundle itself, first). */
export function integrityProblems(bundle, index) {
  const chain = chainProblem(bundle);
  if (chain) return [chain];
  const problems = [
    ...headProblems(bundle, index),
    ...seedProblems(index),
    ...pickProblems(index),
    ...revealProblems(bundle, index),
    ...openingsProblems(bundle, index, index.seed),
    ...dealProblems(bundle, index),
    ...signedProblems(bundle),
    ...attemptsProblems(bundle, index.created.seats),
  ];
  return problems.sort((a, b) => (a.revision ?? 0) - (b.revision ?? 0));
}

/** 2: revisions and hashes, the first event and the last. */
function chainProblem({ events }) {
  if (events.length === 0) return { revision: null, reason: "there are no events" };
  let previous = GENESIS;
  for (const [i, { revision, hash, event }] of events.entries()) {
    const expected = i + 1;
    const say = (reason) => ({ revision: expected, reason });
    if (revision !== expected) return say(`revision ${revision} stands where ${expected} belongs`);
    if (chainHash(previous, event) !== hash) {
      return say(`the hash of ${event.type} does not follow from the chain`);
    }
    if ((event.type === "GameCreated") !== (expected === 1)) {
      return say(expected === 1 ? "the first event is not GameCreated" : "a second GameCreated");
    }
    if (expected > 1 && END.has(events[i - 1].event.type)) {
      return say(`${event.type} after the end of the game`);
    }
    previous = hash;
  }
  return null;
}

/** 2: what the bundle says about the game. */
function headProblems(bundle, { created, over }) {
  const problems = [];
  for (const name of ["game", "ruleset", "options"]) {
    if (!same(bundle[name], created[name])) {
      problems.push({ revision: null, reason: `${name} of the bundle is not that of GameCreated` });
    }
  }
  if (bundle.asked_by !== null && bundle.asked_by >= created.seats) {
    problems.push({ revision: null, reason: `asked_by ${bundle.asked_by} is no seat of the game` });
  }
  if (bundle.complete !== (over !== null)) {
    const state = over ? "over" : "not over";
    problems.push({ revision: null, reason: `complete is ${bundle.complete}, but the game is ${state}` });
  }
  return problems;
}

/** 3: the seed opens the commitment. */
function seedProblems({ created, over, seed }) {
  if (!over || commitmentOf(seed) === created.commitment) return [];
  return [{ revision: over.revision, reason: "the server seed does not open the commitment" }];
}

/** 4 and 5: a pick names the round and turn it stands in; its seal is bound to them. */
function pickProblems({ picks }) {
  return picks
    .filter(({ form, round, turn }) => form.round !== round || form.turn !== turn)
    .map(({ revision }) => ({ revision, reason: "CardPicked: it is not in the round and turn that it names" }));
}

/** 4 and, with the seed, 6: what PicksRevealed shows is what was sealed. */
function revealProblems({ game }, { reveals, seed }) {
  const problems = [];
  for (const { revision, form, open } of reveals) {
    const say = (reason) => problems.push({ revision, reason });
    const seats = (list) => list.slice().sort((a, b) => a - b);
    const shown = seats(form.picks.map((pick) => pick.seat));
    const picked = seats(open.map((pick) => pick.form.seat));
    if (!same(shown, picked)) {
      say(`revealed are the picks of seats [${shown}], but picked have seats [${picked}]`);
      continue;
    }
    for (const { form: { seat, seal }, round, turn, card, salt } of open) {
      if (round === null || turn === null) continue; // said by pickProblems
      const context = sealContext(game, round, seat, turn);
      if (sealOf(salt, { ...context, card }) !== seal) {
        say(`card and salt of seat ${seat} do not open the seal of its pick`);
      } else if (seed && saltOf(seed, context) !== salt) {
        say(`the salt of seat ${seat} does not follow from the seed`);
      }
    }
  }
  return problems;
}

/** 7: with the seed, every deal, the rows and who begins. */
function dealProblems({ game }, { created, seats, clientSeeds, deals, seed }) {
  if (!seed || deals.length === 0) return [];
  const rules = rulesetOf(created.ruleset);
  const { options } = created;
  const cannot = (why) => [{ revision: deals[0].revision, reason: `the deal cannot be derived: ${why}` }];
  if (!rules) return cannot("there is no ruleset of this name");
  const wrong = optionsProblem(rules, options);
  if (wrong) return cannot(wrong);
  if (!seats || !seatsAllowed(rules, seats.length)) return cannot("it is not said who plays");
  const dealer = new Dealer({ seed, game, rules, options, seats, clientSeeds });
  return deals.flatMap((deal, i) => oneDeal(deal, i + 1, dealer));
}

function oneDeal({ revision, form, laid, first }, round, dealer) {
  if (form.round !== round) return [{ revision, reason: `round ${form.round} where round ${round} belongs` }];
  const problems = [];
  const { rules, seats } = dealer;
  const hands = form.hands ?? [];
  if (!same(hands.map((hand) => hand.seat), rules.drafted ? [] : seats)) {
    return [{ revision, reason: "the hands are not those of the seats that play" }];
  }
  if (!rules.drafted) {
    const derived = dealer.round(round);
    for (const { seat, seal } of hands) {
      if (seal !== derived.seals.get(seat)) {
        problems.push({ revision, reason: `seat ${seat} was not dealt the hand that the seed gives` });
      }
    }
    if (laid && !same(laid.cards, derived.rows)) {
      problems.push({ revision: laid.revision, reason: "the rows are not those that the seed gives" });
    }
  }
  if (first && (rules.drafted || rules.turns !== "pick")) {
    const seat = dealer.beginner(round);
    if (!same(first.form.seats, [seat])) {
      const reason = `seat ${seat} begins the round, not [${first.form.seats}]`;
      problems.push({ revision: first.revision, reason });
    }
  }
  return problems;
}
