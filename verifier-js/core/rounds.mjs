// What follows by itself: a new round, the next turn, the score, the end.

import { claimCards, openHand, secretHand } from "./hands.mjs";
import { isLastRound, placesOf, pointsOf } from "./scoring.mjs";
import { newRow, specialFits } from "./table.mjs";

/** RoundDealt, RowsLaid (unless drafted), the first turn. */
export function newRound(game) {
  const { rules, players, options } = game;
  Object.assign(game, {
    round: game.round + 1, turn: 0, lastSeat: null, hands: new Map(), rows: null, pool: null, used: new Set(),
    piles: new Map(players.map((seat) => [seat, { cards: [], specials: [] }])),
  });
  if (rules.drafted) {
    game.pool = Array.from({ length: game.deckSize }, (_, i) => i + 1);
    game.tape.expect("RoundDealt", { round: game.round, pool: game.pool });
    for (const seat of players) game.hands.set(seat, openHand([]));
  } else {
    dealHands(game);
    layRows(game, rules.rows(players.length, options));
  }
  nextTurn(game);
}

function dealHands(game) {
  const { rules, players, round, tape, dealer } = game;
  const count = rules.hand(players.length);
  const { specials = [], faceDown } = rules;
  game.dealt = dealer ? dealer.round(round) : null;
  tape.expect("RoundDealt", ({ hands = [] }) => ({
    round,
    hands: players.map((seat, i) => ({
      // While the seed is secret the seals cannot be derived.
      seat, count, seal: game.dealt ? game.dealt.seals.get(seat) : hands[i]?.seal ?? null,
    })),
    face_down: faceDown ? true : undefined,
    specials: rules.specials,
  }));
  for (const seat of players) {
    const opened = game.openedHand(tape.revision, seat);
    const cards = game.dealt ? game.dealt.hands.get(seat) : opened;
    if (!game.dealt && opened) {
      claimCards(game, opened, !faceDown, tape.revision, `the opened hand of seat ${seat}`);
    }
    game.hands.set(seat, cards ? openHand(cards, specials) : secretHand(count, specials));
  }
}

function layRows(game, count) {
  const { tape, dealt, rules } = game;
  let cards = dealt?.rows;
  if (!cards) {
    const anyRows = new Array(count).fill(null);
    cards = tape.expect("RowsLaid", (form) => ({ cards: form.cards.length === count ? form.cards : anyRows })).cards;
    claimCards(game, cards, rules.sortedRows, tape.revision, "RowsLaid");
  } else {
    tape.expect("RowsLaid", { cards });
  }
  game.rows = cards.map(newRow);
}

/** The next TurnStarted, or the score of the round. Sets game.waiting. */
export function nextTurn(game) {
  const { rules, players, hands } = game;
  const has = (seat) => hands.get(seat).left > 0;
  if (rules.drafted && game.pool !== null) {
    oneSeatTurn(game, "draft", () => true);
  } else if (rules.turns === "pick" && players.some(has)) {
    startTurn(game, "pick", players);
    game.waiting = { kind: "pick", seats: new Set(players), picks: [] };
  } else if (rules.turns === "flip" && players.some(has)) {
    oneSeatTurn(game, "flip", has);
  } else if (rules.turns === "play" && players.some(has)) {
    const fits = (special) => game.rows.some((row) => specialFits(row, special));
    oneSeatTurn(game, "play", (seat) => has(seat) || hands.get(seat).specials.some(fits));
  } else {
    scoreRound(game);
  }
}

function startTurn(game, kind, seats) {
  game.turn += 1;
  game.since = Date.parse(game.tape.decision.at);
  return game.tape.expect("TurnStarted", (form) => ({
    turn: game.turn, kind, seats: typeof seats === "function" ? seats(form) : seats,
  }));
}

function oneSeatTurn(game, kind, able) {
  const { players } = game;
  if (game.lastSeat === null) {
    const beginner = beginnerOf(game);
    const form = startTurn(game, kind, ({ seats }) => {
      if (beginner !== null) return [beginner];
      // Nobody can know who was drawn while the seed is secret: any one of those that play.
      return seats.length === 1 && players.includes(seats[0]) ? seats : [players[0]];
    });
    [game.lastSeat] = form.seats;
    if (game.round === 1) game.firstBeginner = game.lastSeat;
  } else {
    const from = players.indexOf(game.lastSeat) + 1;
    const order = [...players.slice(from), ...players.slice(0, from)];
    const seat = order.find(able);
    startTurn(game, kind, [seat]);
    game.lastSeat = seat;
  }
  game.waiting = { kind, seat: game.lastSeat };
}

function beginnerOf({ dealer, options, players, round, firstBeginner }) {
  if (dealer) return dealer.beginner(round);
  if (Number.isSafeInteger(options.start_seat)) return options.start_seat;
  if (options.draft_start !== "rotate" || round === 1) return null;
  return players[(players.indexOf(firstBeginner) + round - 1) % players.length];
}

function scoreRound(game) {
  const { rules, options, players, piles, hands, totals, round, tape } = game;
  const scores = players.map((seat) => {
    const points = pointsOf(rules, options, piles.get(seat), hands.get(seat).specials.length);
    totals.set(seat, totals.get(seat) + points);
    return { seat, points, total: totals.get(seat) };
  });
  tape.expect("RoundScored", { round, scores });
  game.waiting = null;
  if (!isLastRound(rules, options, round, [...totals.values()])) {
    newRound(game);
    return;
  }
  // Whether the seed is the right one is a question of integrity.
  tape.expect("GameFinished", (form) => ({
    places: placesOf(rules, options, totals), server_seed: form.server_seed,
  }));
  game.status = "over";
}
