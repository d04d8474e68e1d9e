// Seats round a table, for games of cards. Needs cards.js. A scene has what playfunc.show.tricks puts into one:
//
//   hands, held, dealt        each seat's cards or null (face down), how many it holds, the most that one was dealt
//   trick, winner, number     pairs [card, seat] on the table; who won them where the trick is complete
//   last                      the complete trick before, {plays, winner}, or null
//
// and the game says the rest: `kind` (a class), `cardNote(card)` and `cardMarks(card)`, `tags(seat)`, `under(seat)`
// (elements in and beneath a seat's plate), `state` (tags beneath the trick), `words` (elements above
// them), `empty` (what stands where no card lies).
function drawFelt(scene, kit, game) {
  const felt = element("div", `pf-felt pf-round pf-${game.kind}`);
  const seats = Array.from({ length: kit.seats }, (_, step) => (kit.bottom + step) % kit.seats);
  const [own, ...others] = seats.map((seat) => drawSeat(scene, kit, game, seat));
  felt.append(element("div", `pf-seats pf-seats-${kit.seats}`, ...others, drawMiddle(scene, kit, game), own));
  felt.classList.toggle("pf-open", seats.slice(1).some((seat) => scene.hands[seat] !== null));
  return felt;
}

const PLACES = { 2: ["south", "north"], 4: ["south", "west", "north", "east"] };
const placeOf = (kit, seat) => PLACES[kit.seats][(seat - kit.bottom + kit.seats) % kit.seats];
const nameOf = (kit, seat) => kit.name(seat).textContent;
const counted = (count, thing) => `${count} ${thing}${count === 1 ? "" : "s"}`;

// "Ann, Bob and Cleo"
function namesOf(kit, seats) {
  const between = (place) => (place === 0 ? "" : place === seats.length - 1 ? " and " : ", ");
  return seats.flatMap((seat, place) => [between(place), kit.name(seat)]);
}

// How it ended: a fault, or who has the `best` of these points.
function drawResult(kit, forfeited, points, label, best) {
  if (forfeited.length) return element("p", "pf-result", "Forfeited by ", ...namesOf(kit, forfeited));
  const seats = points.flatMap((count, seat) => (count === best ? [seat] : []));
  return element("p", "pf-result", `${label}: `, ...namesOf(kit, seats), `, ${best}`);
}

function drawSeat(scene, kit, game, seat) {
  const acting = kit.turn.includes(seat);
  const tags = [...game.tags(seat)];
  if (scene.trick[0]?.[1] === seat) tags.unshift(kit.tag("led"));
  if (scene.winner === seat) tags.unshift(kit.tag("won the trick", "pf-wins"));
  if (acting) tags.unshift(kit.fault ? kit.tag("fault", "pf-faulty") : kit.tag(game.doing, "pf-turn"));
  const plate = element("div", "pf-plate", kit.name(seat), element("span", "pf-tags", ...tags));
  const hand = scene.hands[seat] ? drawHand(scene, kit, game, seat) : drawBacks(scene.held[seat]);
  const made = element("div", `pf-seat pf-${placeOf(kit, seat)}`, plate, ...game.under(seat), hand);
  made.setAttribute("role", "group");
  made.setAttribute("aria-label", nameOf(kit, seat));
  made.classList.toggle("pf-acting", acting);
  made.classList.toggle("pf-at-fault", acting && kit.fault);
  return made;
}

// The room for a hand does not shrink with it, so that the table stays still.
function drawHand(scene, kit, game, seat) {
  const cards = scene.hands[seat].map((card) => {
    const move = kit.turn.includes(seat) && game.playing ? card : null;
    return element("span", "pf-slot", kit.card(card, { move, marks: game.cardMarks(card), note: game.cardNote(card) }));
  });
  const hand = element("div", "pf-hand", ...cards);
  for (const [room, size] of [["wide", 13], ["side", 7]]) {
    hand.style.setProperty(`--${room}-rows`, Math.ceil(scene.dealt / size));
    hand.style.setProperty(`--${room}-columns`, Math.max(1, Math.min(cards.length, size) - 1));
  }
  return hand;
}

function drawBacks(count) {
  const backs = element("div", "pf-backs", ...Array.from({ length: count }, () => element("span", "pf-back")));
  backs.setAttribute("role", "img");
  backs.setAttribute("aria-label", `${counted(count, "card")}, face down`);
  return element("div", "pf-down", backs, element("span", "pf-count", counted(count, "card")));
}

function drawMiddle(scene, kit, game) {
  const plays = scene.trick.map(([card, seat]) => drawPlay(scene, kit, game, card, seat));
  const empty = plays.length ? [] : [element("p", "pf-empty", ...game.empty)];
  const trick = element("div", "pf-trick", ...plays, ...empty);
  const told = element("div", "pf-told", ...game.words, element("div", "pf-state", ...game.state), ...drawLast(scene, kit));
  return element("div", "pf-middle", trick, told);
}

function drawPlay(scene, kit, game, card, seat) {
  const won = scene.winner === seat;
  const note = `${game.cardNote(card)}, played by ${nameOf(kit, seat)}${won ? ", wins the trick" : ""}`;
  const drawn = kit.card(card, { marks: [...game.cardMarks(card), ...(won ? ["pf-won"] : [])], note });
  return element("div", `pf-play pf-${placeOf(kit, seat)}`, drawn, kit.name(seat));
}

function drawLast(scene, kit) {
  if (!scene.last) return [];
  const plays = scene.last.plays.map(([card, seat]) => {
    const chip = drawChip(card, `, played by ${nameOf(kit, seat)}`);
    if (seat === scene.last.winner) chip.classList.add("pf-won");
    return chip;
  });
  const chips = element("span", "pf-chips", ...plays);
  return [element("div", "pf-last", element("span", "", kit.name(scene.last.winner), " won the trick before"), chips)];
}
