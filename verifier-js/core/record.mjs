// An index of a recorded game: which names, deals, picks, reveals and answers it has and where. Only
// reading: the record may be nonsense, as long as its forms have the right shape.

/**
 * {created, seats, taken, clientSeeds, called, deals, picks, reveals, answers, over, seed} of the entries of a bundle.
 * `taken` are the seats that somebody had when the game started, `called` by revision the seal of a name. Every pick knows
 * its round and turn (null if nothing said them), and the card and salt that a PicksRevealed gave it; `answers` has, by
 * revision, what decision an entry begins with an answer to.
 */
export function indexed(entries) {
  const index = { created: null, seats: null, taken: new Set(), clientSeeds: new Map(), called: new Map(), deals: [], picks: [],
    reveals: [], answers: new Map(), over: null, seed: null };
  const place = { round: null, turn: null, kind: null, choice: null, deal: null, open: [], at: null, begins: true };
  entries.forEach(({ entry: { at, events } }, i) => {
    place.at = at;
    events.forEach((form, j) => {
      place.begins = j === 0;
      if (Object.hasOwn(READING, form.type)) READING[form.type](index, form, i + 1, place);
    });
  });
  return index;
}

function answered(index, form, revision, { begins, at, round, turn }, kind) {
  if (begins) index.answers.set(revision, { form, at, round, turn, kind });
}

function ended(index, form, revision) {
  index.over ??= { revision, form };
  index.seed ??= form.server_seed;
}

const READING = {
  GameCreated(index, form) {
    index.created ??= form;
  },
  SeatTaken(index, form, revision) {
    if (!index.called.has(revision)) index.called.set(revision, form.name_seal);
    if (index.seats !== null) return;
    index.clientSeeds.set(form.seat, form.client_seed ?? "");
    index.taken.add(form.seat);
  },
  SeatLeft(index, { seat }) {
    if (index.seats === null) index.taken.delete(seat);
  },
  GameStarted(index, { seats }) {
    index.seats ??= seats;
  },
  RoundDealt(index, form, revision, place) {
    const deal = { revision, form, laid: [], first: null, early: index.seats === null };
    index.deals.push(deal);
    Object.assign(place, { round: form.round, turn: null, kind: null, choice: null, deal, open: [] });
  },
  RowsLaid(index, { cards }, revision, { deal }) {
    if (deal) deal.laid.push({ revision, cards });
  },
  TurnStarted(index, form, revision, place) {
    Object.assign(place, { turn: form.turn, kind: form.kind, choice: null, open: [] });
    if (place.deal) place.deal.first ??= { revision, form };
  },
  CardDrafted(index, form, revision, place) {
    answered(index, form, revision, place, "draft");
  },
  CardPicked(index, form, revision, place) {
    const again = place.open.some((other) => other.form.seat === form.seat);
    const pick = { revision, form, round: place.round, turn: place.turn, card: null, salt: null, revealed: false, again };
    index.picks.push(pick);
    place.open.push(pick);
    answered(index, form, revision, place, "pick");
  },
  PicksRevealed(index, form, revision, place) {
    const { open } = place;
    index.reveals.push({ revision, form, open });
    const shown = new Map(form.picks.map((pick) => [pick.seat, pick]));
    for (const pick of open) {
      const { card, salt } = shown.get(pick.form.seat) ?? pick;
      Object.assign(pick, { revealed: true, card, salt });
    }
    place.open = [];
  },
  CardsPlayed(index, form, revision, place) {
    answered(index, form, revision, place, place.kind === "flip" ? "flip" : "play");
  },
  ChoiceRequested(index, { kind }, revision, place) {
    place.choice = kind;
  },
  ChoiceMade(index, form, revision, place) {
    // What a house rule chose is nobody's answer: nothing was asked.
    if (place.choice !== null) answered(index, form, revision, place, place.choice);
    place.choice = null;
  },
  GameFinished: ended,
  GameAbandoned: ended,
};
