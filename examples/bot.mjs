#!/usr/bin/env node
// A whole bot in JavaScript (Node 18 or newer, nothing to install): it plays one seat to the end.
//
//     node bot.mjs http://127.0.0.1:8006 GAME SEAT_TOKEN
//
// It looks at the game, answers what it owes, and waits for news. Whatever fails on the way it asks
// again: that is always safe, since an answer that is already there gets the same receipt.

import { randomInt } from "node:crypto";

const [url, id, token] = process.argv.slice(2);
const game = new URL(`${url}/v1/games/${id}`).href;

// Your part: the view of your seat and what it owes, in; one of the options, out.
function choose(view, decision) {
  // Not Math.random: what it draws next can be computed from what it has drawn.
  const option = decision.options[randomInt(decision.options.length)];
  if (decision.kind !== "play") return option;
  // One to three cards in a list; a special names its row.
  return { cards: ["special" in option ? { special: option.special, row: option.rows[0] } : option] };
}

const sleep = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

// The answer: its status and its JSON. Asks again while the server cannot be reached.
async function ask(method, address, body, more = {}) {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...more };
  for (let pause = 0.25; ; pause = Math.min(2 * pause, 8)) {
    let after = 0;
    try {
      const signal = AbortSignal.timeout(40_000);
      const answer = await fetch(address, { method, headers, body: JSON.stringify(body), signal });
      if (![429, 502, 503, 504].includes(answer.status)) {
        return [answer.status, await answer.json()];
      }
      after = Number(answer.headers.get("Retry-After") ?? 0);
      await answer.body?.cancel();
    } catch {
      // No answer, or half of one.
    }
    await sleep(Math.max(pause, after));
  }
}

function fail(status, said) {
  console.error(`${status}: ${said.detail}`);
  process.exit(1);
}

for (;;) {
  const [status, view] = await ask("GET", game);
  if (status !== 200) fail(status, view);
  if (view.status !== "lobby" && view.status !== "playing") {
    const mine = view.places.find((place) => place.seat === view.you.seat);
    console.log(mine ? `place ${mine.place} with ${mine.total}` : view.status);
    break;
  }
  for (const decision of view.you.decisions) {
    const [put, said] = await ask("PUT", `${game}/decisions/${decision.id}`, choose(view, decision));
    if (put === 422) fail(put, said);
    // 200 and 201: it counts. 409 and 410: it was answered otherwise, so on to the next.
  }
  await ask("GET", `${game}/events?after=${view.revision}&limit=1`, undefined, { Prefer: "wait=25" });
}
