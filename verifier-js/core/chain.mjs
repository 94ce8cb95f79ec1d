// The chain of hashes, and who may stand where in it (docs/ledger.md, "Integrity", 2).

import { chainHash, GENESIS } from "./seals.mjs";

const END = new Set(["GameFinished", "GameAbandoned"]);

/** {hashes, problem}: the hashes that hold, from revision 1 on, and the first problem or null. */
export function chainChecked({ events }) {
  const hashes = [];
  let order = null;
  for (let i = 0; i < events.length; i += 1) {
    const { revision, hash, event } = events[i];
    const say = (reason) => ({ revision: i + 1, reason });
    if (revision !== i + 1) {
      return { hashes, problem: order ?? say(`revision ${revision} stands where ${i + 1} belongs`) };
    }
    if (chainHash(i === 0 ? GENESIS : hashes[i - 1], event) !== hash) {
      return { hashes, problem: order ?? say(`the hash of ${event.type} does not follow from the chain`) };
    }
    hashes.push(hash);
    const wrong = order === null ? orderProblem(events, i) : null;
    if (wrong) order = say(wrong);
  }
  return { hashes, problem: order };
}

function orderProblem(events, i) {
  const { type } = events[i].event;
  if ((type === "GameCreated") !== (i === 0)) {
    return i === 0 ? "the first event is not GameCreated" : "a second GameCreated";
  }
  return i > 0 && END.has(events[i - 1].event.type) ? `${type} after the end of the game` : null;
}
