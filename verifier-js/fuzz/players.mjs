// People, bots and clocks that play a Play at random, in every ruleset.

import { Forbidden, Play } from "./play.mjs";

const TARGET = { end_score: 66, end_comparison: "gt", max_rounds: 2, row_choice: "player" };
const CLOCK = { turn_seconds: null, on_timeout: "none" };

/** Options in force where nothing else is agreed. Games end after two rounds at most. */
export const OPTIONS = {
  classic: { ...TARGET, ...CLOCK },
  tactics: { ...TARGET, ...CLOCK },
  logic: { ...TARGET, ...CLOCK, draft_start: "random" },
  professional: { ...TARGET, ...CLOCK, deck: "full", professional_tie: "choose" },
  children: { children_rows: 5, children_winner: "most", row_choice: "player", start_seat: null, ...CLOCK },
  hornochsen: { special_penalty: "after_doubling", start_seat: null, ...CLOCK },
};

const START = Date.UTC(2026, 10, 30, 1, 47, 42, 123);
const time = (at) => new Date(at).toISOString();
const shuffled = (list, random) => list.map((each) => [random.below(1e6), each]).sort((a, b) => a[0] - b[0]).map(([, each]) => each);

/** The lobby of a game: {ruleset, seats, options, bots: seats that bots sit on}. */
export function lobby({ game = "PlayedGame000000000000", ruleset, seats, options = {}, bots = [] }) {
  const at = time(START);
  return [
    { type: "GameCreated", at, game, ruleset, options: { ...OPTIONS[ruleset], ...options }, seats, visibility: "public" },
    { type: "SeatTaken", at, seat: 0, name: "came too early", client_seed: "old" },
    { type: "SeatLeft", at, seat: 0 },
    ...Array.from({ length: seats }, (_, seat) => ({ type: "SeatTaken", at, seat, name: `P${seat} \u{1f402}`,
      ...(bots.includes(seat) ? { policy: seat % 2 ? "careful" : "random" } : {}), ...(seat % 2 ? {} : { client_seed: `seed ${seat}` }) })),
    { type: "GameStarted", at, seats: Array.from({ length: seats }, (_, seat) => seat) },
  ];
}

/** All answers that `seat` might give, in some order; some may be forbidden. */
function answers({ game }, seat, random) {
  const { waiting: { kind, options }, pool, rows } = game;
  const { cards, specials } = game.hands.get(seat);
  const each = (list, form) => shuffled(list, random).map(form);
  if (kind === "draft") return each(pool, (card) => ({ type: "CardDrafted", card }));
  if (kind === "pick") return each(cards, (card) => ({ type: "CardPicked", card }));
  if (kind === "flip") return [{ type: "CardsPlayed", cards: [{ card: cards[0] }] }];
  if (kind !== "play") return each(options, (option) => ({ type: "ChoiceMade", ...option }));
  const bulls = each(cards, (card) => ({ card }));
  const named = specials.flatMap((special) => rows.map((_, row) => ({ special, row })));
  const both = each([...bulls, ...named], (card) => card);
  const some = [both.slice(0, 1 + random.below(3)), ...both.map((card) => [card])];
  return some.map((played) => ({ type: "CardsPlayed", cards: played }));
}

/** Somebody does what can be done now; `at` is when. */
function act(play, at, random) {
  const { game } = play;
  const { on_timeout: agreed, turn_seconds: seconds } = game.options;
  const owing = game.waiting.seats ? [...game.waiting.seats] : [game.waiting.seat];
  const seat = random.pick(owing);
  const { bot, policy, seated, resigned, forfeited } = game.holders.get(seat);
  const when = time(at);
  if (forfeited && random.chance(0.3)) return play.decide({ type: "SeatReturned", at: when, seat });
  if (!seated && !resigned && random.chance(0.01)) {
    return play.decide({ type: "SeatHandedOver", at: when, seat, policy: "careful", reason: "resigned" });
  }
  const isLate = agreed !== "none" && at > game.since + 1000 * seconds && !bot;
  if (isLate && agreed === "forfeit") return play.decide({ type: "SeatHandedOver", at: when, seat, policy: "careful", reason: "timeout" });
  const by = bot ? { by: "bot", policy: `${policy}/1` } : isLate ? { by: "clock", ...(agreed === "careful" ? { policy: "careful/1" } : {}) } : {};
  for (const answer of answers(play, seat, random)) {
    try {
      return play.decide({ ...answer, at: when, seat, ...by });
    } catch (error) {
      if (!(error instanceof Forbidden)) throw error;
    }
  }
  throw new Error(`seat ${seat} can do nothing`);
}

/** Plays on until the game is over, or for so many decisions. */
export function playOn(play, random, most = Infinity) {
  let at = Date.parse(play.entries.at(-1).at);
  for (let made = 0; made < most && play.game.status === "running"; made += 1) {
    at += random.below(10_000);
    act(play, at, random);
  }
  return play;
}

/** A game played by `random`, to its end or for so many decisions: {ruleset, seats, options, bots}. */
export function played(setting, random, most = Infinity) {
  return playOn(new Play(random.hash(), lobby(setting)), random, most);
}
