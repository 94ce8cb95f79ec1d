// An index of a recorded game: which deals, picks and reveals it has and where. Only reading: the
// record may be nonsense, as long as its forms have the right shape.

/**
 * {created, seats, clientSeeds, deals, picks, reveals, over, seed} of a list of forms.
 * Revision n is forms[n-1]. Every pick knows its round and turn (null if nothing said them), and
 * the card and salt that a PicksRevealed gave it.
 */
export function indexed(forms) {
  const index = { created: null, seats: null, clientSeeds: new Map(), deals: [], picks: [], reveals: [],
    over: null, seed: null };
  let open = [];
  let deal = null;
  let turn = null;
  forms.forEach((form, i) => {
    const revision = i + 1;
    switch (form.type) {
      case "GameCreated":
        index.created ??= form;
        break;
      case "SeatTaken":
        if (index.seats === null) index.clientSeeds.set(form.seat, form.client_seed ?? "");
        break;
      case "GameStarted":
        index.seats ??= form.seats;
        break;
      case "RoundDealt":
        deal = { revision, form, laid: null, first: null };
        index.deals.push(deal);
        turn = null;
        open = [];
        break;
      case "RowsLaid":
        if (deal) deal.laid ??= { revision, cards: form.cards };
        break;
      case "TurnStarted":
        turn = form.turn;
        open = [];
        if (deal) deal.first ??= { revision, form };
        break;
      case "CardPicked": {
        const pick = { revision, form, round: deal ? deal.form.round : null, turn, card: null, salt: null,
          revealed: false };
        index.picks.push(pick);
        open.push(pick);
        break;
      }
      case "PicksRevealed":
        index.reveals.push({ revision, form, open });
        reveal(form.picks, open);
        open = [];
        break;
      case "GameFinished":
      case "GameAbandoned":
        index.over ??= { revision, form };
        index.seed ??= form.server_seed;
        break;
      default:
    }
  });
  return index;
}

function reveal(shown, open) {
  for (const pick of open) {
    pick.revealed = true;
    const found = shown.find((each) => each.seat === pick.form.seat);
    if (found) {
      pick.card = found.card;
      pick.salt = found.salt;
    }
  }
}
