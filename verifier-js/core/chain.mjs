// The chain of hashes, and who may stand where in it (docs/ledger.md, "Integrity", 2).

import { chainHash, GENESIS } from "./seals.mjs";

const END = new Set(["GameFinished", "GameAbandoned"]);

/** {hashes, problem}: the hashes that hold, from revision 1 on, and the first problem or null. */
export function chainChecked({ entries }) {
  const hashes = [];
  let order = null;
  let before = null;
  for (let i = 0; i < entries.length; i += 1) {
    const { revision, hash, entry } = entries[i];
    const say = (reason) => ({ revision: i + 1, reason });
    if (revision !== i + 1) {
      return { hashes, problem: order ?? say(`revision ${revision} stands where ${i + 1} belongs`) };
    }
    if (chainHash(i === 0 ? GENESIS : hashes[i - 1], entry) !== hash) {
      return { hashes, problem: order ?? say(`the hash of ${entry.events[0].type} does not follow from the chain`) };
    }
    hashes.push(hash);
    for (const { type } of entry.events) {
      const wrong = order === null ? orderProblem(type, before) : null;
      if (wrong) order = say(wrong);
      before = type;
    }
  }
  return { hashes, problem: order };
}

/** Why a type of event may not follow the one before it (null: there is none). */
function orderProblem(type, before) {
  if (before === null) return type === "GameCreated" ? null : "the first event is not GameCreated";
  if (type === "GameCreated") return "a second GameCreated";
  return END.has(before) ? `${type} after the end of the game` : null;
}
