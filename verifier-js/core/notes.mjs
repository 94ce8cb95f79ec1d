// What a report notices beside its verdicts, and what it could not check.

const NEVER = [
  "the engine and the attempts are the server's own word",
  "times, names and their seals, policies of seats, visibility, the number of seats offered and the reason of giving up are "
    + "recorded, not derived",
];
const WITHOUT_KEYS = "whose record this is: no keys were given";
const WITHOUT_SEED = "the server seed is not published yet: deals, seals of hidden cards, the derivation of salts, and who "
  + "was drawn to begin";
const BOTS = "whether the bots answered as their policies do: this verifier has no policies";

/** Sentences about what was not checked in a record of the right shape. */
export function notChecked({ entries, complete }, { seed }, trusted) {
  const hasBots = entries.some(({ entry: { events: [{ by, policy }] } }) => by !== undefined && policy !== undefined);
  return [
    ...(trusted === null ? [WITHOUT_KEYS] : []),
    ...(seed === null ? [WITHOUT_SEED] : []),
    ...(complete && hasBots ? [BOTS] : []),
    ...NEVER,
  ];
}

/** Sentences about a record of the right shape that change no verdict. */
export function noticedIn({ entries }) {
  const at = entries.findIndex(({ entry }, i) => i > 0 && entry.at < entries[i - 1].entry.at);
  return at < 0 ? [] : [`times go back, first at revision ${at + 1}`];
}
