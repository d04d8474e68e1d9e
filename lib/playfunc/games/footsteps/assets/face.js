// FootSteps: the strip, both players' points as chips, both bids side by side. The player at the bottom of the table
// is on the right, and so is its goal. Needs chips.js.
const MOST_CELLS = 15; // a longer strip is drawn as a scale

function drawScene(scene, kit) {
  const game = seenFrom(scene, kit);
  return element(
    "div",
    "pf-felt pf-staked pf-footsteps",
    element("div", "pf-players", drawPlayer(game, kit, game.left), drawBids(game, kit), drawPlayer(game, kit, game.right)),
    game.goal * 2 + 1 > MOST_CELLS ? drawScale(game, kit) : drawCells(game, kit),
    drawOutlook(game, kit),
  );
}

// Everything from left to right: `place` is the token's cell from the middle, positive towards the right goal.
function seenFrom(scene, kit) {
  const right = kit.bottom;
  const side = right === 0 ? 1 : -1;
  const [first, second] = scene.earlier || !scene.last ? [0, 0] : scene.last;
  const step = Math.sign(first - second) * side;
  return { ...scene, right, left: 1 - right, place: scene.token * side, step };
}

const nameOf = (kit, seat) => kit.name(seat).textContent;
const kindOf = (game, seat) => (seat === game.right ? "pf-own" : "pf-theirs");
const toGo = (game, seat) => (seat === game.right ? game.goal - game.place : game.goal + game.place);

function drawPlayer(game, kit, seat) {
  const points = game.points[seat];
  const tags = [];
  if (game.winner === seat) tags.push(kit.tag("won", "pf-gain"));
  if (game.forfeited.includes(seat)) tags.push(kit.tag("forfeited", "pf-loss"));
  if (kit.turn.includes(seat)) tags.push(kit.tag("bids in secret", "pf-turn"));
  tags.push(kit.tag(seat === game.right ? "goal: right →" : "← goal: left"));
  const amount = element("p", "pf-amount", element("strong", "", points.toLocaleString("en")), points === 1 ? " point left" : " points left");
  const worth = game.unit > 1 ? [element("p", "pf-worth", `one chip: ${counted(game.unit, "point")}`)] : [];
  const rest = element("div", "pf-holding", drawChips(points, game.unit, kindOf(game, seat)), element("div", "", amount, ...worth));
  const player = element("div", `pf-player ${kindOf(game, seat)}`, drawPlate(kit, seat, ...tags), rest);
  player.setAttribute("role", "group");
  player.setAttribute("aria-label", nameOf(kit, seat));
  return player;
}

function drawBids(game, kit) {
  const title = !game.last ? "Bids" : game.earlier ? "Last bids of the game before" : `Bids of turn ${game.over ? game.turn : game.turn - 1}`;
  const [left, right] = game.last ? [game.last[game.left], game.last[game.right]] : [null, null];
  const pair = element("div", "pf-pair", drawBid(game, kit, game.left, left, right), element("span", "pf-versus", "and"), drawBid(game, kit, game.right, right, left));
  return element("div", "pf-bids", element("p", "pf-heading", title), pair, element("p", "pf-verdict", ...verdict(game, kit, left, right)));
}

function drawBid(game, kit, seat, bid, other) {
  const drawn = element("span", `pf-bid ${kindOf(game, seat)}`, bid === null ? "?" : bid.toLocaleString("en"));
  if (bid !== null && bid > other) drawn.classList.add("pf-higher");
  if (String(bid).length > 4) drawn.classList.add("pf-long");
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", `${nameOf(kit, seat)}: ${bid === null ? "no bid yet" : `bid ${bid}`}`);
  return drawn;
}

function verdict(game, kit, left, right) {
  if (left === null) return ["Both bids are shown together."];
  if (left === right) return [game.earlier ? "Equal bids." : "Equal bids: the token stays."];
  const higher = kit.name(left > right ? game.left : game.right);
  return game.earlier ? [higher, " bid more."] : [higher, " bid more and moved the token."];
}

// The strip, cell by cell, with where the next turn can lead.
function drawCells(game, kit) {
  const cells = [];
  for (let place = -game.goal; place <= game.goal; place++) cells.push(drawCell(game, place));
  const strip = element("div", "pf-cells", ...cells);
  strip.setAttribute("role", "img");
  strip.setAttribute("aria-label", describe(game, kit));
  return element("div", "pf-strip", strip, drawEnds(game, kit));
}

function drawCell(game, place) {
  const cell = element("span", "pf-cell");
  if (place === game.goal) cell.classList.add("pf-own-goal");
  if (place === -game.goal) cell.classList.add("pf-their-goal");
  if (place === game.place) cell.append(element("span", "pf-token"));
  if (game.step && place === game.place - game.step) cell.append(element("span", "pf-trace", game.step > 0 ? "→" : "←"));
  return cell;
}

// A long strip as a scale: its ends, its middle, the token at its place.
function drawScale(game, kit) {
  const token = element("span", "pf-token");
  const share = (game.place + game.goal) / (2 * game.goal);
  token.style.setProperty("--share", share);
  const scale = element("div", "pf-scale", element("span", "pf-centre"), token);
  scale.setAttribute("role", "img");
  scale.setAttribute("aria-label", describe(game, kit));
  return element("div", "pf-strip", scale, drawEnds(game, kit));
}

function drawEnds(game, kit) {
  const ends = [game.left, game.right].map((seat) =>
    element("span", `pf-end ${kindOf(game, seat)}`, kit.name(seat), toGo(game, seat) ? `: ${counted(toGo(game, seat), "cell")} to go` : ": home"),
  );
  return element("div", "pf-ends", ...ends);
}

function describe(game, kit) {
  const to = (seat, side) => `${nameOf(kit, seat)}: goal at the ${side} end, ${counted(toGo(game, seat), "cell")} from the token`;
  return `Strip of ${game.goal * 2 + 1} cells. ${to(game.left, "left")}; ${to(game.right, "right")}.`;
}

// What the next bids can do.
function drawOutlook(game, kit) {
  if (game.over) return element("p", "pf-outlook pf-ending", element("span", "", ...ending(game, kit)));
  const row = (kind, sign, ...words) => element("li", kind, element("span", "pf-sign", sign), element("span", "", ...words));
  const more = (seat, sign) => {
    const result = toGo(game, seat) === 1 ? ": the game is won." : `: ${counted(toGo(game, seat) - 1, "cell")} to go.`;
    return row(kindOf(game, seat), sign, kit.name(seat), nameOf(kit, seat) === "You" ? " bid more" : " bids more", result, ...certain(game, seat));
  };
  const rows = [more(game.left, "←"), row("", "=", "Equal bids: the token stays. Both players always lose what they bid."), more(game.right, "→")];
  const list = element("ul", "pf-outlook", ...rows);
  list.setAttribute("aria-label", `What the bids of turn ${game.turn} can do`);
  return list;
}

// The bid that the other player cannot reach.
function certain(game, seat) {
  const needed = game.points[1 - seat] + 1;
  if (needed > game.points[seat]) return [];
  return [` ${needed.toLocaleString("en")} or more is certain to be higher.`];
}

function ending(game, kit) {
  if (game.winner !== null) return [kit.name(game.winner), " won the game", game.forfeited.length ? ". The other player forfeited." : ". The token is on the goal."];
  return [game.forfeited.length ? "A draw: both players forfeited." : "A draw: nobody has points left."];
}
