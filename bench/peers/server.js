// The peer: boardgame.io's own server with a game like the classic one. Needs boardgame.io.
// `node server.js PORT [FOLDER]` keeps games in memory, or in FOLDER by its FlatFile storage.
const { ActivePlayers, INVALID_MOVE } = require("boardgame.io/core");
const { FlatFile, Server } = require("boardgame.io/server");

const DECK = Array.from({ length: 104 }, (_, at) => at + 1);
const heads = (card) =>
  card === 55 ? 7 : card % 11 === 0 ? 5 : card % 10 === 0 ? 3 : card % 5 === 0 ? 2 : 1;
const cost = (row) => row.reduce((sum, card) => sum + heads(card), 0);
const last = (row) => row[row.length - 1];

function deal(G, random) {
  const cards = random.Shuffle(DECK);
  for (const seat of Object.keys(G.hands)) G.hands[seat] = cards.splice(0, 10);
  G.rows = cards.splice(0, 4).map((card) => [card]);
}

// On the nearest row; a card below all rows takes the cheapest, a sixth card its row.
function place(G, seat, card) {
  const below = G.rows.filter((row) => last(row) < card);
  const row = below.length
    ? below.reduce((best, each) => (last(each) > last(best) ? each : best))
    : G.rows.reduce((best, each) => (cost(each) < cost(best) ? each : best));
  if (!below.length || row.length === 5) {
    G.scores[seat] += cost(row);
    row.length = 0;
  }
  row.push(card);
}

function pick({ G, playerID, random }, card) {
  const at = G.hands[playerID].indexOf(card);
  if (at < 0 || playerID in G.picks) return INVALID_MOVE;
  G.hands[playerID].splice(at, 1);
  G.picks[playerID] = card;
  const picks = Object.entries(G.picks);
  if (picks.length < Object.keys(G.hands).length) return;
  picks.sort(([, a], [, b]) => a - b).forEach(([seat, each]) => place(G, seat, each));
  G.picks = {};
  if (G.hands[playerID].length) return;
  if (Math.max(...Object.values(G.scores)) >= 66) G.over = true;
  else deal(G, random);
}

// What a seat sees: its own hand and pick, and who else has picked.
const seen = (cards, seat) =>
  Object.fromEntries(Object.entries(cards).map(([each, own]) => [each, each === seat ? own : null]));

const game = {
  name: "nimmt",
  minPlayers: 4,
  maxPlayers: 4,
  disableUndo: true, // as cheap as it can be: else each state holds those before it
  setup: ({ ctx, random }) => {
    const each = (value) => Object.fromEntries(ctx.playOrder.map((seat) => [seat, value]));
    const G = { hands: each([]), rows: [], picks: {}, scores: each(0), over: false };
    deal(G, random);
    return G;
  },
  turn: { activePlayers: ActivePlayers.ALL },
  moves: { pick: { move: pick, redact: true, ignoreStaleStateID: true } },
  playerView: ({ G, playerID }) => ({
    ...G, hands: seen(G.hands, playerID), picks: seen(G.picks, playerID),
  }),
  endIf: ({ G }) => (G.over ? G.scores : undefined),
};

const [port, dir] = process.argv.slice(2);
Server({ games: [game], origins: [], ...(dir && { db: new FlatFile({ dir }) }) }).run(Number(port));
