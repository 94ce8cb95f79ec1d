// A seeded stream of mutants of true bundles, and of receipts beside them.

import { same } from "../core/canonical.mjs";
import { readJson } from "../core/json.mjs";
import { Refused } from "../core/refused.mjs";
import { decorated, SERVER } from "./decorate.mjs";
import { excuse } from "./excuses.mjs";
import { MUTATIONS } from "./mutations.mjs";
import { randomOf } from "./random.mjs";
import { savedAnswers } from "./receipts.mjs";
import { keySet } from "./sign.mjs";
import { SAME_DATA, TEXTS } from "./texts.mjs";

const KINDS = [...Object.keys(MUTATIONS), ...Object.keys(MUTATIONS), "field", "decision", "decision", "score", "policy",
  ...Object.keys(TEXTS), "same", "receipts", "receipts"];

const KEYS = keySet(SERVER);
const plain = (value) => JSON.parse(JSON.stringify(value));

/**
 * `count` of {kind, source, excuse, status, bundle, keys, receipts}, of sources {name, bundle}; the last three are jobs for
 * --batch. `status` is the one that must come out, null where there are several:
 * - `excuse` null: the bundle is rejected, with 3, 20 or 21;
 * - else it may be accepted, and `excuse` says why; "head" if all entries are as they were. A mutant with other entries
 *   is never proven where `receipts` has the last head of the true game, as half of them have.
 */
export function* mutants(sources, seed, count) {
  const random = randomOf(seed);
  for (let made = 0; made < count; ) {
    const { name, bundle } = random.pick(sources);
    const bare = { ...bundle, heads: [], keys: [], attempts: [], attempts_dropped: 0 };
    const kind = random.pick(KINDS);
    const found = kind === "receipts" ? receiptsBeside(bare, random) : attempt(bare, kind, random);
    if (found === null) continue;
    made += 1;
    yield { source: name, ...found };
  }
}

function receiptsBeside(bare, random) {
  const bundle = decorated(bare, random);
  const saved = savedAnswers(bundle, random);
  return saved && { kind: `receipts: ${saved.kind}`, excuse: "same", status: saved.status, bundle: JSON.stringify(bundle),
    keys: KEYS, receipts: saved.receipts };
}

function attempt(bare, kind, random) {
  const whole = random.chance(0.5) ? decorated(bare, random) : bare;
  const receipts = random.chance(0.5) ? [JSON.stringify({ head: SERVER.head(bare) })] : [];
  const signed = whole !== bare || receipts.length > 0;
  const job = (named, bundle, why) =>
    ({ kind: named, excuse: why, status: why === "same" ? (signed ? 0 : 25) : null, bundle, keys: KEYS, receipts });
  if (kind === "same") {
    const [name, spell] = random.pick(Object.entries(SAME_DATA));
    return job(name, spell(whole), "same");
  }
  if (Object.hasOwn(TEXTS, kind)) {
    const text = TEXTS[kind](JSON.stringify(whole), random);
    return text === null ? null : job(kind, text, excuseOf(whole, text));
  }
  const changed = changedBy(MUTATIONS[kind], whole, random);
  if (changed === null || same(plain(changed), whole)) return null;
  // A forger leaves out the heads that do not fit any more.
  const forged = random.chance(0.5) && kind !== "head" ? { ...changed, heads: [] } : changed;
  return job(kind, JSON.stringify(forged), excuseOf(whole, JSON.stringify(changed)));
}

function changedBy(mutation, bundle, random) {
  try {
    return mutation(bundle, random);
  } catch (error) {
    // A change that has no canonical form (an integer beyond the limit) is left to the texts.
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function excuseOf(bundle, text) {
  try {
    const value = readJson(text);
    return same(value, bundle) ? "same" : excuse(bundle, value);
  } catch (error) {
    // A text that is no bundle at all: there is nothing to compare, and no excuse.
    if (error instanceof Refused || error instanceof TypeError) return null;
    throw error;
  }
}
