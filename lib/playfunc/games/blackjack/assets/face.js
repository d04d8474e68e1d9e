// BlackJack: the hand being played, and the hand before it with its results. Needs chips.js.
const FACE_NAMES = { A: "ace", T: "ten", J: "jack", Q: "queen", K: "king" };
const HIDDEN = "#";
const faceName = (face) => FACE_NAMES[face] ?? face;
const printed = (face) => (face === "T" ? "10" : face);
const worthOf = (face) => (face === "A" ? "11 or 1" : "JQK".includes(face) ? "10" : "");
const nameOf = (kit, seat) => kit.name(seat).textContent;

function drawScene(scene, kit) {
  const felt = element("div", "pf-felt pf-staked pf-blackjack");
  const tables = element("div", "pf-tables");
  if (scene.now) tables.append(drawNow(scene, kit));
  if (scene.ended) tables.append(drawEnded(scene, kit));
  tables.classList.toggle("pf-both", Boolean(scene.now && scene.ended));
  tables.classList.toggle("pf-fresh", scene.fresh);
  felt.append(tables);
  return felt;
}

function drawNow(scene, kit) {
  const hand = scene.now;
  const dealer = drawDealer(kit, hand.dealer, "shows", hand.dealer.total);
  const players = inOrder(kit).map((seat) => {
    const player = hand.players[seat];
    const turn = kit.turn.includes(seat);
    const tags = [turn ? kit.tag(kit.fault ? "fault" : player.doing, kit.fault ? "pf-loss" : "pf-turn") : kit.tag(player.doing, player.doing === "bust" ? "pf-loss" : "")];
    return drawPlayer(scene, kit, seat, player, tags, drawStake(scene, player, seat));
  });
  return drawTable("pf-now", hand.title, "being played", dealer, players);
}

function drawEnded(scene, kit) {
  const hand = scene.ended;
  const dealer = drawDealer(kit, hand.dealer, "has", hand.dealer.total);
  const players = inOrder(kit).map((seat) => {
    const player = hand.players[seat];
    const won = player.gain > 0;
    const tags = player.gain === null ? [] : [kit.tag(`${won ? "won" : "lost"} ${counted(Math.abs(player.gain), "chip")}`, won ? "pf-gain" : "pf-loss")];
    const why = element("p", "pf-why", player.why);
    return drawPlayer(scene, kit, seat, player, tags, scene.now ? why : element("div", "pf-final", why, drawLeft(scene, seat)));
  });
  return drawTable("pf-ended", hand.title, scene.now ? "the hand before: results" : "the last hand: results", dealer, players);
}

function drawTable(kind, title, told, dealer, players) {
  const heading = element("p", "pf-heading", element("strong", "", title), ` · ${told}`);
  const table = element("div", `pf-hand-table ${kind}`, heading, dealer, element("div", "pf-hands", ...players));
  table.setAttribute("role", "group");
  table.setAttribute("aria-label", `${title}, ${told}`);
  return table;
}

// The player at the bottom first: the one who looks at the table.
function inOrder(kit) {
  return Array.from({ length: kit.seats }, (_, step) => (kit.bottom + step) % kit.seats);
}

function drawDealer(kit, dealer, verb, total) {
  const cards = [...dealer.cards].map((face) => (face === HIDDEN ? drawHole(dealer.hole) : drawFace(face)));
  const plate = element("div", "pf-plate", element("span", "pf-name", "Dealer"), element("span", "pf-tags", kit.tag(total.startsWith("bust") ? total : `${verb} ${total}`, "pf-total")));
  const drawn = element("div", "pf-dealer", plate, element("div", "pf-cards", ...cards));
  drawn.setAttribute("role", "group");
  drawn.setAttribute("aria-label", "Dealer");
  return drawn;
}

function drawPlayer(scene, kit, seat, player, tags, beneath) {
  if (player.cards) tags.unshift(kit.tag(player.total, "pf-total"));
  const plate = element("div", "pf-plate", kit.name(seat), element("span", "pf-tags", ...tags));
  const cards = element("div", "pf-cards", ...[...player.cards].map(drawFace));
  const drawn = element("div", "pf-player", plate, cards, beneath);
  if (!player.cards) drawn.classList.add("pf-out");
  plate.classList.toggle("pf-acting", scene.now !== null && player.doing === "to move");
  drawn.setAttribute("role", "group");
  drawn.setAttribute("aria-label", nameOf(kit, seat));
  return drawn;
}

function drawStake(scene, player, seat) {
  const stake = element("div", "pf-pile", drawChips(player.stake, scene.unit, "pf-stake"), element("span", "", element("strong", "", player.stake.toLocaleString("en")), " stake"));
  return element("div", "pf-money", stake, drawLeft(scene, seat));
}

function drawLeft(scene, seat) {
  const left = scene.chips[seat];
  return element("div", "pf-pile", drawChips(left, scene.unit, "pf-theirs"), element("span", "", element("strong", "", left.toLocaleString("en")), left === 1 ? " chip left" : " chips left"));
}

// A card without a suit; small, what it counts.
function drawFace(face) {
  const card = element("span", "pf-card pf-face", element("span", "pf-rank", printed(face)), element("span", "pf-big", printed(face)), element("span", "pf-worth", worthOf(face)));
  card.setAttribute("role", "img");
  card.setAttribute("aria-label", faceName(face));
  return card;
}

// The dealer's second card; a replay may look under it.
function drawHole(face) {
  const card = element("span", "pf-card pf-face pf-hole", ...(face ? [element("span", "pf-under", printed(face))] : []));
  card.setAttribute("role", "img");
  card.setAttribute("aria-label", face ? `${faceName(face)}, face down for the players` : "a card face down");
  return card;
}
