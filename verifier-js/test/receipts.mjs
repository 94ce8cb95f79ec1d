// Receipts: what they agree with, what convicts a server, and what proves nothing (S27).

import assert from "node:assert/strict";
import { test } from "node:test";

import { answersIn, receiptsOf } from "../fuzz/decorate.mjs";
import { OPTIONS } from "../fuzz/players.mjs";
import { game, judge, mended, ofType, SERVER, signed } from "./help.mjs";

const bundle = signed(game({ ruleset: "professional", seats: 4, seed: 4, options: { max_rounds: 1 } }));
const all = receiptsOf(bundle);
const of = (kind, about = bundle) => answersIn(about).find(({ decision }) => decision.includes(`-${kind}-`));

/** The names of the findings on these saved answers. */
const found = (saved, about = bundle, more = {}) =>
  judge(about, { ...more, receipts: [saved].flat() }).receipts.findings.map(({ finding }) => finding);

test("in every ruleset the true receipts of all answers agree, and sign the record up to the last of them: that of a finished game is its end", () => {
  for (const ruleset of Object.keys(OPTIONS)) {
    const about = { ...signed(game({ ruleset, seats: 3, bots: [1], options: "max_rounds" in OPTIONS[ruleset] ? { max_rounds: 1 } : {} })), heads: [] };
    const saved = receiptsOf(about);
    for (const [given, expected] of [[saved, "everything"], [saved.slice(0, -1), "part"]]) {
      const { receipts, signed: { extent, revision }, status } = judge(about, { receipts: [given] });
      assert.deepEqual([receipts.ok, receipts.agree, status], [true, given.length, expected === "part" ? 25 : 0], ruleset);
      assert.deepEqual([extent, revision], [expected, Math.max(...given.map(({ receipt }) => receipt.revision))]);
    }
  }
});

test("an answer or decision that was altered in a saved receipt is told from one that the server signed", () => {
  const [saved] = all;
  const changes = [{ ...saved, answer: { card: 99 } }, { ...saved, decision: "r1t1-pick-s3" }, { ...saved, answer: { ...saved.answer, x: 1 } },
    ...["revision", "hash", "at", "game"].map((name) => ({ ...saved, receipt: { ...saved.receipt, [name]: name === "revision" ? 1 : "x" } })),
    { ...saved, receipt: { ...saved.receipt, answer: { card: 99 } } }, { ...saved, receipt: { ...saved.receipt, jws: all[1].receipt.jws } }];
  for (const each of changes) {
    assert.deepEqual(found(each), ["altered"], JSON.stringify(each).slice(0, 90));
    assert.deepEqual(found(each, bundle, { keys: null }), ["altered"]);
    assert.equal(judge(bundle, { receipts: [each] }).status, 24);
  }
});

test("a head that is shown as the receipt of an answer is altered", () => {
  const head = SERVER.head(bundle);
  assert.deepEqual(found({ decision: "r1t1-pick-s0", answer: { card: 6 }, receipt: head }), ["altered"]);
  assert.deepEqual(found({ receipt: head }), ["agrees"]);
});

test("a server that acknowledged 6 and stored 9 is convicted by its own word", () => {
  for (const kind of ["pick", "row", "place"]) {
    const told = of(kind);
    const answer = kind === "pick" ? { card: told.answer.card === 6 ? 7 : 6 } : { ...told.answer, row: (told.answer.row + 1) % 4 };
    const report = judge(bundle, { receipts: [SERVER.receipt(bundle, told.revision, { ...told, answer })] });
    assert.deepEqual([report.status, report.receipts.findings[0].finding, report.receipts.revision], [23, "another_answer", told.revision]);
    assert.match(report.receipts.reason, /the server has acknowledged .* but stored/);
  }
});

test("a receipt whose decision, time or revision are not those of the stored answer convicts too", () => {
  const told = of("pick");
  const change = (each) => SERVER.receipt(bundle, told.revision, { ...told, ...each });
  const [, round, turn, seat] = /r(\d+)t(\d+)-pick-s(\d)/.exec(told.decision).map(Number);
  for (const decision of [`r${round + 1}t${turn}-pick-s${seat}`, `r${round}t${turn + 1}-pick-s${seat}`, `r${round}t${turn}-pick-s${(seat + 1) % 4}`,
    `r${round}t${turn}-row-s${seat}`, `r${round}t${turn}-draft-s${seat}`]) assert.deepEqual(found(change({ decision })), ["another_answer"], decision);
  assert.deepEqual(found(change({ at: "2026-11-30T01:47:42.124Z" })), ["another_answer"]);
  for (const revision of [1, told.revision + 1]) assert.deepEqual(found(SERVER.receipt(bundle, revision, told)), ["another_answer"]);
});

test("what a house rule chose was nobody's answer", () => {
  const about = signed(game({ ruleset: "classic", seats: 4, options: { row_choice: "cheapest", max_rounds: 1 } }));
  const [{ revision, event, at }] = ofType(about, "ChoiceMade");
  const turn = ofType(about, "TurnStarted").filter((each) => each.revision < revision).at(-1).event.turn;
  assert.deepEqual(found(SERVER.receipt(about, revision, { decision: `r1t${turn}-row-s${event.seat}`, answer: { row: event.row }, at }), about), ["another_answer"]);
});

test("a pick that is still sealed cannot be checked, unless the bundle opens it", () => {
  const play = game({ ruleset: "tactics", seats: 3, most: 2 });
  const [public_, own] = [play.bundle(), play.bundle(play.decisions.at(-1).seat)];
  const revision = play.entries.length;
  const { at, events: [{ seat }] } = play.entries.at(-1);
  const told = { decision: `r1t1-pick-s${seat}`, at, answer: { card: play.decisions.at(-1).card } };
  const saved = SERVER.receipt(public_, revision, told);
  assert.deepEqual([found(saved, public_), found(saved, own)], [["unopened"], ["agrees"]]);
  const other = SERVER.receipt(public_, revision, { ...told, answer: { card: 1 + (told.answer.card % 24) } });
  assert.deepEqual([found(other, public_), found(other, own)], [["unopened"], ["another_answer"]]);
  assert.equal(judge(public_, { receipts: [saved] }).signed.extent, "everything");
});

test("a history that was rewritten or cut contradicts a receipt that somebody has", () => {
  const saved = all.at(-1);
  const rewritten = mended(bundle, (copy) => { ofType(copy, "SeatTaken")[0].event.policy = "careful"; }, null);
  const { status, receipts } = judge(rewritten, { receipts: [saved] });
  assert.deepEqual([status, receipts.findings[0].finding, receipts.revision], [22, "another_history", saved.receipt.revision]);
  const cut = signed(game({ ruleset: "professional", seats: 4, seed: 15, options: { max_rounds: 1 }, most: 3 }));
  assert.deepEqual(found(saved, cut), ["another_history"]);
  assert.match(judge(cut, { receipts: [saved] }).receipts.reason, /it was cut off, or is merely older/);
});

test("an altered record does not agree with any receipt from there on", () => {
  const broken = structuredClone(bundle);
  ofType(broken, "SeatTaken")[2].event.client_seed = "x";
  const { status, signed: covered, receipts } = judge(broken, { receipts: [all] });
  assert.deepEqual([status, covered.extent, receipts.agree], [20, "nothing", 0]);
});

test("receipts without keys cannot be checked", () => {
  const report = judge(bundle, { keys: null, receipts: [all] });
  assert.deepEqual([report.status, new Set(report.receipts.findings.map(({ finding }) => finding))], [24, new Set(["unknown_key"])]);
});

test("foreign receipts are counted apart, and are nothing alone", () => {
  const other = receiptsOf({ ...bundle, game: "another" });
  const report = judge(bundle, { receipts: [[...all, ...other]] });
  assert.deepEqual([report.status, report.receipts.agree, report.receipts.foreign], [0, all.length, other.length]);
  assert.deepEqual(report.noticed, []);
  assert.deepEqual([judge(bundle, { receipts: [other] }).status, judge(bundle, { receipts: [other] }).receipts.ok], [24, false]);
});
