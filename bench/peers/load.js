// Plays at boardgame.io: `node load.js PORT TABLES CLIENTS`. Needs socket.io-client.
// One socket a table, all seats over it. For each line `move` or `state` on its input, every seat
// picks or asks for its state, CLIENTS of them at a time; answers `{"seconds", "count"}`.
const { io } = require("socket.io-client");

const [port, count, clients] = process.argv.slice(2).map(Number);
const url = `http://127.0.0.1:${port}`;
const SEATS = ["0", "1", "2", "3"];

async function post(path, body) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

async function open() {
  const { matchID } = await post("/games/nimmt/create", { numPlayers: SEATS.length });
  const tokens = [];
  for (const playerID of SEATS) {
    const joined = await post(`/games/nimmt/${matchID}/join`, { playerID, playerName: playerID });
    tokens.push(joined.playerCredentials);
  }
  const socket = io(`${url}/nimmt`, { transports: ["websocket"] });
  await new Promise((resolve) => socket.once("connect", resolve));
  const table = { matchID, tokens, socket, hands: {}, state: null, waiting: [] };
  socket.on("update", (_, state) => told(table, state));
  socket.on("sync", (_, info) => told(table, info.state));
  return table;
}

function told(table, state) {
  if (!(table.state?._stateID > state._stateID)) table.state = state;
  table.waiting.shift()(state);
}

const asked = (table, ...message) =>
  new Promise((resolve) => {
    table.waiting.push(resolve);
    table.socket.emit(...message);
  });

const DO = {
  async move(table, seat) {
    const hand = table.hands[seat];
    const card = hand[Math.floor(Math.random() * hand.length)];
    const payload = { type: "pick", args: [card], playerID: seat, credentials: table.tokens[seat] };
    const action = { type: "MAKE_MOVE", payload };
    await asked(table, "update", action, table.state._stateID, table.matchID, seat);
  },
  async state(table, seat) {
    const known = table.state?._stateID ?? 0;
    let state; // it can be an older one: moves are sent to clients before they are stored
    do {
      state = await asked(table, "sync", table.matchID, seat, table.tokens[seat], SEATS.length);
    } while (state._stateID < known);
    table.hands[seat] = state.G.hands[seat];
  },
};

async function main() {
  const tables = [];
  while (tables.length < count) tables.push(await open());
  for await (const line of require("node:readline").createInterface({ input: process.stdin })) {
    const late = setTimeout(() => process.exit(1), 60_000); // a refused move is never answered
    const open = tables.filter((table) => !table.state?.ctx.gameover);
    const jobs = SEATS.flatMap((seat) => open.map((table) => [table, seat]));
    const total = jobs.length;
    const started = performance.now();
    const client = async () => {
      for (let job = jobs.shift(); job; job = jobs.shift()) await DO[line](...job);
    };
    await Promise.all(Array.from({ length: clients }, client));
    console.log(JSON.stringify({ seconds: (performance.now() - started) / 1000, count: total }));
    clearTimeout(late);
  }
  process.exit();
}

main();
