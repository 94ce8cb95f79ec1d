// The tables of statuses and findings: as they are written down, each of them reached, and in their order.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { FINDINGS, STATUSES } from "../core/verdicts.mjs";
import { GENESIS } from "../core/seals.mjs";
import { inWords } from "../core/words.mjs";
import { receiptsOf } from "../fuzz/decorate.mjs";
import { eventsOf, game, judge, mended, ofType, SERVER, signed, STRANGER } from "./help.mjs";

const tables = JSON.parse(readFileSync(new URL("../../docs/vectors/verdicts.json", import.meta.url)));
const bundle = signed(game({ ruleset: "professional", seats: 4, seed: 15, options: { max_rounds: 1 } }));
const running = signed(game({ ruleset: "tactics", seats: 3, most: 1 }));
const [receipt, another] = receiptsOf(bundle);
const told = { ...receipt.receipt, ...receipt };
const elsewhere = SERVER.receipt({ ...bundle, game: "another" }, 1, told);
const otherHistory = SERVER.head({ ...bundle, entries: [{ hash: GENESIS }] });
const otherAnswer = SERVER.receipt(bundle, receipt.receipt.revision, { ...told, answer: { card: 1 + (receipt.answer.card % 104) } });
const altered = { ...receipt, answer: { card: 104 } };
const broken = { ...bundle, complete: false };
const cheated = mended(bundle, (copy) => { ofType(copy, "RoundScored")[0].event.scores[0].points += 1; });

/** The finding on one statement about a bundle. */
function findingOn(saved, about = bundle) {
  const { receipts } = judge(about, { receipts: [saved] });
  assert.equal(receipts.findings.length, 1);
  return receipts.findings[0];
}

test("the statuses and findings are those of the document", () => {
  assert.deepEqual(STATUSES.map(([status, name]) => ({ status, name })), tables.statuses.map(({ status, name }) => ({ status, name })));
  assert.deepEqual(Object.entries(FINDINGS).map(([finding, status]) => ({ finding, status })), tables.findings);
});

test("every status is reached but those of bots, which this verifier cannot ask", () => {
  const reached = [judge(bundle), judge("x"), judge(broken), judge(cheated), judge(bundle, { receipts: [otherHistory] }),
    judge(bundle, { receipts: [otherAnswer] }), judge(bundle, { receipts: [altered] }), judge(bundle, { keys: null })];
  assert.deepEqual(reached.map(({ status }) => status), tables.statuses.map(({ status }) => status).filter((status) => status < 26));
  assert.deepEqual(reached.map(({ verdict }) => verdict), tables.statuses.map(({ name }) => name).filter((name) => !name.startsWith("bots")));
});

test("every finding is reached, and gives its status", () => {
  const unopened = () => {
    const [{ revision, event, at }] = ofType(running, "CardPicked");
    return SERVER.receipt(running, revision, { decision: `r1t1-pick-s${event.seat}`, at, answer: { card: 7 } });
  };
  const found = {
    agrees: findingOn(receipt), another_history: findingOn(otherHistory), another_answer: findingOn(otherAnswer), altered: findingOn(altered),
    unknown_key: findingOn(STRANGER.head(bundle)), unopened: findingOn(unopened(), running), foreign: findingOn(elsewhere),
  };
  for (const { finding, status } of tables.findings) {
    assert.equal(found[finding].finding, finding);
    assert.equal(found[finding].reason === null, finding === "agrees");
    const given = { altered, another_answer: otherAnswer, another_history: otherHistory, unknown_key: STRANGER.head(bundle), foreign: elsewhere, agrees: receipt };
    if (finding !== "unopened") assert.equal(judge(bundle, { receipts: [receipt, given[finding]] }).status, status, finding);
  }
  assert.equal(judge(running, { receipts: [unopened()] }).status, 24);
});

test("the first status that applies counts", () => {
  const status = (about, ...receipts) => judge(about, { receipts: [receipt, ...receipts] }).status;
  const all = [altered, otherAnswer, otherHistory];
  assert.deepEqual([status(bundle, altered), status(bundle, altered, otherAnswer), status(bundle, ...all)], [24, 23, 22]);
  assert.equal(status({ ...broken, heads: [] }, ...all), 20);
  assert.equal(status({ ...cheated, heads: [] }, ...all), 21);
  assert.equal(judge(cheated, { keys: null, receipts: all }).status, 21);
  assert.equal(judge({ ...bundle, heads: [] }, { receipts: [altered] }).status, 24);
  assert.equal(judge({ ...bundle, heads: [] }, { receipts: [elsewhere] }).status, 24);
});

test("the report has the members of the document, and is ASCII", () => {
  const members = ["status", "verdict", "game", "entries", "signed", "integrity", "rules", "receipts", "bots", "checked", "noticed", "not_checked"];
  const reports = [judge(bundle, { receipts: [receipt, another, elsewhere] }), judge(bundle, { keys: null }), judge(broken), judge("x"), judge({ format: bundle.format })];
  for (const report of reports) {
    assert.deepEqual(Object.keys(report), members);
    assert.deepEqual(Object.keys(report.signed), ["extent", "revision", "reason"]);
    for (const verdict of [report.integrity, report.rules]) assert.deepEqual(Object.keys(verdict), ["ok", "revision", "reason"]);
    assert.equal(report.bots, null);
    // eslint-disable-next-line no-control-regex
    assert.match(inWords(report), /^[\n\x20-\x7e]*$/);
  }
  assert.deepEqual(Object.keys(reports[0].receipts), ["ok", "revision", "reason", "agree", "foreign", "findings"]);
  assert.deepEqual([reports[0].receipts.agree, reports[0].receipts.foreign, reports[0].receipts.findings.length], [2, 1, 3]);
  assert.deepEqual(reports[0].checked, { events: eventsOf(bundle).length, heads: 1, names: 5, seals: 44, deals: 1, ...reports[1].checked, receipts: 3 });
});

test("the first line says whose record this is", () => {
  const first = (...given) => inWords(judge(...given)).split("\n")[0];
  assert.equal(first(bundle), "signed by this server: everything");
  const [revision] = ofType(bundle, "PicksRevealed").map((entry) => entry.revision);
  assert.equal(first({ ...bundle, heads: [SERVER.head(bundle, revision)] }), `signed by this server: up to revision ${revision} of ${bundle.entries.length}`);
  assert.equal(first(bundle, { keys: null }), "signed by this server: nothing (no keys were given)");
  assert.match(first("x"), /^signed by this server: nothing \(.+\)$/);
  assert.match(first({ format: bundle.format }), /^signed by this server: nothing \(.+\)$/);
});

test("a complete game with bots says that they were not asked, no other does", () => {
  const says = (about) => judge(about).not_checked.some((each) => /policies do/.test(each));
  const bots = game({ ruleset: "children", seats: 2, bots: [1] });
  assert.deepEqual([says(signed(bots)), says(bundle), says(signed(game({ ruleset: "children", seats: 2, bots: [1], most: 6 })))], [true, false, false]);
});
