// A seeded stream of mutants of true bundles.

import { same } from "../core/canonical.mjs";
import { readJson, Refused } from "../core/json.mjs";
import { excuse } from "./excuses.mjs";
import { MUTATIONS } from "./mutations.mjs";
import { randomOf } from "./random.mjs";
import { decorated } from "./sign.mjs";
import { SAME_DATA, TEXTS } from "./texts.mjs";

const KINDS = [...Object.keys(MUTATIONS), ...Object.keys(MUTATIONS), "field", "decision", "decision", "score",
  ...Object.keys(TEXTS), "same"];

const SIGNED = new Set(["head", "plain", "same", "truncate"]);

const plain = (value) => JSON.parse(JSON.stringify(value));

/**
 * `count` of {kind, source, text, excuse}, of sources {name, bundle}. `excuse` is null where a
 * verifier must reject the text, "same" where it must accept it, else why it may do either.
 */
export function* mutants(sources, seed, count) {
  const random = randomOf(seed);
  for (let made = 0; made < count; ) {
    const { name, bundle } = random.pick(sources);
    // Mending breaks signatures, so heads are only there where something else is to be tried.
    const kind = random.pick(KINDS);
    const whole = SIGNED.has(kind) && random.chance(0.7) ? decorated(bundle, random) : bundle;
    const found = attempt(whole, kind, random);
    if (found === null) continue;
    made += 1;
    yield { source: name, ...found };
  }
}

function attempt(bundle, kind, random) {
  if (kind === "same") {
    const [name, spell] = random.pick(Object.entries(SAME_DATA));
    return { kind: name, text: spell(bundle), excuse: "same" };
  }
  let text;
  if (Object.hasOwn(TEXTS, kind)) {
    text = TEXTS[kind](JSON.stringify(bundle), random);
    if (text === null) return null;
  } else {
    const changed = changedBy(MUTATIONS[kind], bundle, random);
    if (changed === null || same(plain(changed), bundle)) return null;
    text = JSON.stringify(changed);
  }
  return { kind, text, excuse: excuseOf(bundle, text) };
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
