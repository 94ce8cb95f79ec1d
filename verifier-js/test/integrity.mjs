// Integrity, point by point (docs/ledger.md): what a forger may try, with the chain mended and signed anew.

import assert from "node:assert/strict";
import { test } from "node:test";

import { commitmentOf, GENESIS, namePayload, sealOf } from "../core/seals.mjs";
import { game, judge, mended, ofType, signed } from "./help.mjs";

const SALT = "A".repeat(22);
const play = game({ ruleset: "tactics", seats: 3, options: { max_rounds: 2 } });
const bundle = signed(play);
const half = game({ ruleset: "tactics", seats: 3, most: 2 });
half.decide({ type: "GameAbandoned", at: half.entries.at(-1).at, reason: "host" });
const abandoned = signed(half);

/** Asserts that integrity fails at a revision (null: the bundle), for a reason. */
function broken(about, change, revision, reason, remake = mended) {
  const copy = remake(about, change);
  const report = judge(copy);
  assert.deepEqual([report.status, report.integrity.revision], [20, revision], `${report.integrity.reason}`);
  assert.match(report.integrity.reason, reason);
}

/** Changed, and nothing mended. */
const plain = (about, change) => {
  const copy = structuredClone(about);
  change(copy);
  return copy;
};
const first = (copy, type) => ofType(copy, type)[0];
const revisionOf = (type, place = 0) => ofType(bundle, type)[place].revision;

test("2: revisions, hashes, the first event and the last, and what the bundle says of the game", () => {
  broken(bundle, (copy) => { copy.entries[4].hash = GENESIS; }, 5, /does not follow from the chain/, plain);
  broken(bundle, (copy) => { copy.entries[4].revision = 6; }, 5, /revision 6 stands where 5 belongs/, plain);
  broken(bundle, (copy) => { copy.entries.splice(4, 1); }, 5, /revision 6 stands where 5/, plain);
  broken(bundle, (copy) => { copy.entries = []; }, null, /there are no entries/, plain);
  broken(bundle, (copy) => { copy.entries.splice(3, 0, structuredClone(copy.entries[0])); }, 4, /a second GameCreated/);
  broken(bundle, (copy) => { copy.entries.push(structuredClone(copy.entries[1])); }, bundle.entries.length + 1, /after the end/);
  for (const [name, value] of [["game", "another"], ["ruleset", "classic"], ["options", {}], ["complete", false]]) {
    broken(bundle, (copy) => { copy[name] = value; }, null, new RegExp(name), plain);
  }
  broken(bundle, (copy) => { copy.asked_by = 3; }, null, /asked_by 3 is no seat/, plain);
});

test("3: the server seed opens the commitment", () => {
  const other = "B".repeat(42) + "A";
  broken(bundle, (copy) => { copy.entries[0].entry.events[0].commitment = commitmentOf(other); }, bundle.entries.length, /does not open the commitment/);
});

test("4: what is revealed are the picks of this turn, and opens their seals", () => {
  const revision = revisionOf("PicksRevealed");
  broken(bundle, (copy) => { first(copy, "PicksRevealed").event.picks.pop(); }, revision, /revealed are the picks of seats/);
  broken(bundle, (copy) => { first(copy, "PicksRevealed").event.picks[0].seat = 9; }, revision, /revealed are the picks of seats/);
  broken(bundle, (copy) => { first(copy, "PicksRevealed").event.picks[0].card += 1; }, revision, /do not open the seal/);
  broken(bundle, (copy) => { first(copy, "CardPicked").event.turn = 2; }, revisionOf("CardPicked"), /not in the round and turn/);
});

test("5: each opening opens its seal, of its place, and there are exactly those that there must be", () => {
  const deal = revisionOf("RoundDealt");
  const opening = (change) => (copy) => {
    const names = copy.openings.splice(0, copy.openings.findIndex(({ payload }) => payload.kind === "hand"));
    change(copy.openings[0], copy.openings);
    copy.openings.unshift(...names);
  };
  broken(bundle, opening((_, all) => { all.shift(); }), deal, /missing or not in its place/);
  broken(bundle, opening((one, all) => { all.push(one); }), deal, /too many/);
  broken(bundle, opening((_, all) => { all.reverse(); }), deal, /missing or not in its place/);
  broken(bundle, opening((one) => { one.payload.round = 2; }), deal, /about another place/);
  broken(bundle, opening((one) => { one.payload.turn = 1; }), deal, /about another place/);
  broken(bundle, opening((one) => { one.payload.cards.pop(); }), deal, /has 9 cards, not 10/);
  broken(bundle, opening((one) => { one.payload.cards[0] = "x"; }), deal, /has no cards/);
  broken(bundle, opening((one) => { one.payload.cards[0] += 1; }), deal, /does not open the seal/);
  broken(bundle, opening((one) => { one.salt = SALT; }), deal, /does not open the seal/);
});

test("5: a pick that was never revealed is opened once the game is over", () => {
  assert.equal(judge(abandoned).status, 0);
  const [{ revision }] = ofType(abandoned, "CardPicked");
  broken(abandoned, (copy) => { copy.openings = copy.openings.filter((each) => each.revision !== revision); }, revision, /is missing/);
  broken(abandoned, (copy) => { copy.openings.find((each) => each.revision === revision).payload.card += 1; }, revision, /does not open/);
});

test("6 and 7: salts and deals follow from the seed", () => {
  broken(bundle, (copy) => {
    const one = copy.openings.find(({ payload }) => payload.kind === "hand");
    one.salt = SALT;
    first(copy, "RoundDealt").event.hands[0].seal = sealOf(SALT, one.payload);
  }, revisionOf("RoundDealt"), /salt of seat 0 does not follow/);
  broken(bundle, (copy) => { first(copy, "RowsLaid").event.cards.reverse(); }, revisionOf("RowsLaid"), /rows are not those/);
  broken(bundle, (copy) => { ofType(copy, "RoundDealt")[1].event.round = 3; }, revisionOf("RoundDealt", 1), /./);
  broken(bundle, (copy) => { first(copy, "SeatTaken").event.client_seed = "other"; ofType(copy, "SeatTaken")[1].event.client_seed = "other"; }, revisionOf("RoundDealt"), /not dealt the hand/);
});

test("7: whoever begins was drawn", () => {
  const turns = signed(game({ ruleset: "children", seats: 3 }));
  const { revision, event } = first(turns, "TurnStarted");
  broken(turns, (copy) => { first(copy, "TurnStarted").event.seats = [(event.seats[0] + 1) % 3]; }, revision, /begins the round/);
});
