// A bot for SkullWhist. Its strategy is the functions `bid` and `play`: put your own in their place.

const [SERVER, NAME, PASSWORD, GAMES] = ["SERVER", "NAME", "PASSWORD", "GAMES"].map(
  (word, place) => process.argv[place + 2] ?? process.env[`WHIST_${word}`] ?? "",
);
const STATUS_SECONDS = Number(process.env.WHIST_STATUS_SECONDS ?? 1);
const RETRY_SECONDS = Number(process.env.WHIST_RETRY_SECONDS ?? 5);
const TRIES = 24; // requests in a row without an answer: two minutes
const BASE = SERVER.replace(/\/*$/, "/");
let refused; // the reason if register fails: told if login fails too

// Strategy. A card is text, such as "C05" or "S13"; 1 is the lowest value, and spades are trump.

/** How many tricks to bid: one for each spade from 6 up and each other card from 11 up, but at least 1. */
function bid(hand) {
  const good = hand.filter((card) => Number(card.slice(1)) >= (card[0] === "S" ? 6 : 11));
  return Math.max(1, good.length);
}

/** The card to play. `lead` is the opponent's card, or null if you lead; `status` is the server's answer. */
function play(hand, lead, status) {
  const cards = [...legal(hand, lead)].sort((one, other) => (rank(one) < rank(other) ? -1 : 1));
  if (lead === null) return cards.at(-1);
  return cards.find((card) => wins(card, lead)) ?? cards[0];
}

/** The cards that may be played: those of the suit led, else all. */
function legal(hand, lead) {
  const following = hand.filter((card) => lead !== null && card[0] === lead[0]);
  return following.length > 0 ? following : hand;
}

/** Whether `card` wins the trick that `lead` began. */
function wins(card, lead) {
  return card[0] === lead[0] ? card > lead : card[0] === "S";
}

/** What cards are sorted by: the value, then the suit. */
function rank(card) {
  return card.slice(1) + card[0];
}

// The server.

class Stop extends Error {}

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** The server's answer. Where none comes, the same request is sent again, which is harmless. */
async function ask(method, fields) {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    try {
      return await once(method, fields);
    } catch (error) {
      if (error instanceof Stop) throw error;
      console.error(`${method}: no answer (${error.cause?.message ?? error.message}), try ${attempt} of ${TRIES}`);
    }
    await pause(RETRY_SECONDS);
  }
  throw new Stop(`${BASE} does not answer: check the address and your network`);
}

async function once(method, fields) {
  const url = `${BASE}${method}/`;
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(fields), redirect: "manual" });
  const body = await response.text();
  if (response.status >= 500) throw new Error(`status ${response.status}`);
  if (response.status !== 200) {
    throw new Stop(`${url} answered ${response.status}, not 200: the address has to end in /api/`);
  }
  let answer;
  try {
    answer = JSON.parse(body);
  } catch {
    throw new Stop(`${url} did not answer with JSON: the address has to end in /api/`);
  }
  if (answer.result === "failure" && method !== "register") { // the name may be registered already
    const also = method === "login" && refused ? `\nregister failed: ${refused}` : "";
    throw new Stop(`${method} failed: ${answer.reason}${also}`);
  }
  return answer;
}

/** Play one game, from the wait for an opponent to its result. */
async function game(session) {
  let dealt, status;
  while ((dealt = await ask("new-game", { session })).result === "retry") await pause(RETRY_SECONDS);
  const number = dealt.game;
  let hand = dealt.cards;
  const tricks = bid(hand);
  console.log(`game ${number}: bid ${tricks} on ${hand.join(" ")}`);
  await ask("bid", { session, bid: tricks });
  while ((status = await ask("status", { session })).game === number) {
    if (status["your-turn"]) {
      const card = play(hand, status["opponent-current-card"], status);
      console.log(`game ${number}: round ${status.round} ${card}`);
      await ask("play", { session, card });
      hand = hand.filter((each) => each !== card);
    } else {
      await pause(STATUS_SECONDS);
    }
  }
  const old = await ask("old-game", { session, game: number });
  const result = `over ${old.bot1} ${old.score1}, ${old.bot2} ${old.score2}`;
  console.log(`game ${number}: ${old.forfeited_by === null ? result : `forfeited by ${old.forfeited_by}`}`);
}

async function main() {
  if (!SERVER || !NAME || !PASSWORD) {
    console.error("usage: bot.js SERVER NAME PASSWORD [GAMES], or WHIST_SERVER, WHIST_NAME, WHIST_PASSWORD and WHIST_GAMES in the environment");
    process.exitCode = 2;
    return;
  }
  refused = (await ask("register", { name: NAME, password: PASSWORD })).reason;
  const { session } = await ask("login", { name: NAME, password: PASSWORD });
  for (let played = 0; !GAMES || played < Number(GAMES); played++) await game(session);
}

main().catch((error) => {
  console.error(error instanceof Stop ? error.message : error);
  process.exitCode = 1;
});
