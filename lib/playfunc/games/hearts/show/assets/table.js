// A seat at the table. The kernel decides what may be played and what the others answer.
function tag(text, kind = "") {
  return element("span", `pf-tag ${kind}`, text);
}

function pointsOf(seat) {
  return `${seat.points} point${seat.points === 1 ? "" : "s"}`;
}

function drawOther(seat) {
  const backs = element("div", "pf-backs", ...Array.from({ length: seat.cards }, () => element("span", "pf-back")));
  backs.setAttribute("role", "img");
  backs.setAttribute("aria-label", `${seat.cards} cards left`);
  return element("div", "pf-other", element("div", "pf-plate", element("span", "pf-name", seat.name), tag(pointsOf(seat))), backs);
}

function drawPlays(plays, winner = null) {
  return plays.map(([card, who]) => {
    const won = who === winner;
    const drawn = drawCard(card, { marks: won ? ["pf-won"] : [], note: ` by ${who}${won ? ", wins the trick" : ""}` });
    return element("div", "pf-play", drawn, element("div", "pf-name", who));
  });
}

function drawMiddle(sight) {
  const now = element("div", "pf-now", ...(sight.trick.length ? drawPlays(sight.trick) : [element("p", "", sight.over ? "" : "Your lead.")]));
  const middle = element("div", "pf-middle", now);
  if (sight.last) {
    const points = sight.last.points ? ` (${sight.last.points})` : "";
    const told = element("div", "pf-told", "Last trick, to ", element("span", "pf-name", sight.last.winner), points);
    middle.append(element("div", "pf-last", told, element("div", "pf-plays", ...drawPlays(sight.last.plays, sight.last.winner))));
  }
  return middle;
}

function drawMine(sight, send) {
  const me = sight.seats[sight.seat];
  const rows = drawRows(sight.hand, 13, (card) => {
    const legal = sight.legal.includes(card);
    const drawn = drawCard(card, { tag: "button", marks: [legal ? "pf-legal" : "pf-dim"], note: legal ? ", legal" : ", not legal now" });
    drawn.type = "button";
    drawn.setAttribute("aria-disabled", !legal);
    drawn.addEventListener("click", () => send({ play: card }));
    return drawn;
  });
  const hearts = tag(sight.broken ? "hearts are broken" : "hearts not broken");
  return element("div", "pf-mine", element("div", "pf-plate", element("span", "pf-name", me.name), hearts, tag(pointsOf(me))), ...rows);
}

function drawWords(sight) {
  const words = element("div", "pf-words", element("p", "", sight.caption));
  words.setAttribute("aria-live", "polite");
  if (sight.objection) {
    words.append(element("div", "pf-fault", element("strong", "", `✗ ${sight.objection.rule}: `), sight.objection.reason));
  }
  if (sight.fault) words.append(element("div", "pf-fault pf-text", sight.fault));
  return words;
}

function drawEnd(sight, send) {
  const again = element("button", "pf-again", "Play this deal again");
  again.type = "button";
  again.addEventListener("click", () => send({ again: true }));
  const replay = element("iframe", "pf-replay");
  replay.setAttribute("sandbox", "allow-scripts");
  replay.title = "Replay of this hand";
  replay.srcdoc = sight.replay;
  return [again, replay];
}

// Left and right walk through the hand; the notebook's own shortcuts stay out of it.
function walk(event) {
  const cards = [...event.currentTarget.querySelectorAll("button.pf-card")];
  const place = cards.indexOf(event.target);
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (place < 0 || !step) return;
  event.preventDefault();
  cards[(place + step + cards.length) % cards.length].focus();
}

function render({ model, el }) {
  const root = element("div", "pf pf-table");
  root.dataset.lmSuppressShortcuts = "true";
  root.addEventListener("keydown", walk);
  el.append(root);

  function send(message) {
    root.classList.add("pf-waiting");
    model.send(message);
  }

  function draw() {
    const sight = model.get("sight");
    const focused = root.contains(root.getRootNode().activeElement);
    const others = sight.seats.map((_, place) => sight.seats[(sight.seat + place) % sight.seats.length]).slice(1);
    const felt = element("div", "pf-felt", element("div", "pf-others", ...others.map(drawOther)), drawMiddle(sight), drawMine(sight, send));
    root.replaceChildren(drawWords(sight), felt, ...(sight.over ? drawEnd(sight, send) : []));
    root.classList.remove("pf-waiting");
    if (focused) (root.querySelector("button.pf-legal") ?? root.querySelector("button"))?.focus();
  }

  model.on("change:sight", draw);
  draw();
  return () => model.off("change:sight", draw);
}

export default { render };
