// With the seed every deal is derived again: hands, rows, who begins (docs/ledger.md, "Integrity", 7).

import { same } from "./canonical.mjs";
import { Dealer } from "./deal.mjs";
import { optionsProblem, rulesetOf, seatsAllowed } from "./rulesets.mjs";
import { listed } from "./shown.mjs";

/** {derived, problem}: how many deals are as derived, and the first problem {revision, reason} or null. */
export function dealsChecked({ game }, { created, seats, taken, clientSeeds, deals, seed }) {
  if (!seed || deals.length === 0) return { derived: 0, problem: null };
  const rules = rulesetOf(created.ruleset);
  const why = deals[0].early ? "it comes before the start" : underivable(rules, created, seats, taken);
  if (why) {
    return { derived: 0, problem: { revision: deals[0].revision, reason: `the deal cannot be derived: ${why}` } };
  }
  const dealer = new Dealer({ seed, game, rules, options: created.options, seats, clientSeeds });
  for (let i = 0; i < deals.length; i += 1) {
    const problem = dealProblem(deals[i], i + 1, dealer);
    if (problem) return { derived: i, problem };
  }
  return { derived: deals.length, problem: null };
}

function underivable(rules, { options }, seats, taken) {
  if (!rules) return "there is no ruleset of this name";
  const wrong = optionsProblem(rules, options);
  if (wrong) return wrong;
  if (!seats || !seatsAllowed(rules, seats.length)) return "it is not said who plays";
  return seats.every((seat) => taken.has(seat)) ? null : "seats play that nobody has taken";
}

function dealProblem({ revision, form, laid, first }, round, dealer) {
  const say = (reason, at = revision) => ({ revision: at, reason });
  if (form.round !== round) return say(`round ${form.round} where round ${round} belongs`);
  const { rules, seats } = dealer;
  const hands = form.hands ?? [];
  if (!same(hands.map((hand) => hand.seat), rules.drafted ? [] : seats)) {
    return say("the hands are not those of the seats that play");
  }
  if (!rules.drafted) {
    const derived = dealer.round(round);
    const other = hands.find(({ seat, seal }) => seal !== derived.seals.get(seat));
    if (other) return say(`seat ${other.seat} was not dealt the hand that the seed gives`);
    const others = laid.find(({ cards }) => !same(cards, derived.rows));
    if (others) return say("the rows are not those that the seed gives", others.revision);
  }
  if (!first || (!rules.drafted && rules.turns === "pick")) return null;
  const seat = dealer.beginner(round);
  if (same(first.form.seats, [seat])) return null;
  return say(`seat ${seat} begins the round, not ${listed(first.form.seats)}`, first.revision);
}
