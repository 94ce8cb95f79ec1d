// Hands as far as they are known: from the seed, from openings, from the draft, or not at all.

import { Divergence } from "./tape.mjs";

const isAscending = (cards) => cards.every((card, i) => i === 0 || cards[i - 1] < card);

/**
 * A hand is {cards, left, specials}; cards is null while they are secret, and `floor`
 * then a card that all others of it are above. `used` has the cards of
 * the round that nobody whose hand is secret can hold.
 */
export function secretHand(left, specials) {
  return { cards: null, left, specials: specials.slice(), floor: 0 };
}

export function openHand(cards, specials = []) {
  return { cards: cards.slice(), left: cards.length, specials: specials.slice() };
}

/** Checks the cards of an opened hand or of rows nobody can derive. Throws Divergence. */
export function claimCards(game, cards, sorted, revision, what) {
  const { used, deckSize } = game;
  for (const card of cards) {
    if (card < 1 || card > deckSize) throw new Divergence(revision, `${what}: there is no card ${card}`);
    if (used.has(card)) throw new Divergence(revision, `${what}: the card ${card} is twice in the round`);
    used.add(card);
  }
  if (sorted && !isAscending(cards)) throw new Divergence(revision, `${what}: the cards are not ascending`);
}

/** Plays a card out of a hand; forbids the decision if the seat cannot have it. */
export function playCard(game, seat, card) {
  const hand = game.hands.get(seat);
  const { tape, used, deckSize, rules } = game;
  if (hand.left < 1) tape.forbid(`seat ${seat} has no card left`);
  hand.left -= 1;
  if (hand.cards === null) {
    if (card < 1 || card > deckSize) tape.forbid(`there is no card ${card}`);
    // The clock has played this seat's lowest card before: see clock.mjs.
    if (card < hand.floor) tape.forbid(`seat ${seat} had a lower card when the clock played its lowest`);
    if (used.has(card)) tape.forbid(`the card ${card} of seat ${seat} is somewhere else`);
    used.add(card);
    return;
  }
  const at = hand.cards.indexOf(card);
  if (at < 0) tape.forbid(`the card ${card} is not in the hand of seat ${seat}`);
  if (rules.faceDown && at > 0) tape.forbid(`the card ${card} is not the top one of seat ${seat}`);
  hand.cards.splice(at, 1);
}

/** Plays a special out of a hand. */
export function playSpecial(game, seat, special) {
  const { specials } = game.hands.get(seat);
  const at = specials.indexOf(special);
  if (at < 0) game.tape.forbid(`seat ${seat} has no ${special}`);
  specials.splice(at, 1);
}
