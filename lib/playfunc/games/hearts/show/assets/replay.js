// Steps through the frames that playfunc.show.replay computed; decides nothing about the game itself.
const game = JSON.parse(document.getElementById("pf-data").textContent);
const $ = (id) => document.getElementById(id);
const PLACES = game.seats === 2 ? ["south", "north"] : ["south", "west", "north", "east"];
const place = (seat) => PLACES[(seat - game.bottom + game.seats) % game.seats];
const name = (seat) => element("span", "pf-name", game.names[seat]);
const tag = (text, kind = "") => element("span", `pf-tag ${kind}`, text);
let at = 0;

function go(step) {
  at = Math.max(0, Math.min(game.frames.length - 1, step));
  const frame = game.frames[at];
  drawControls();
  $("caption").textContent = frame.caption;
  drawNote(frame.note);
  drawFault(frame.fault);
  $("table").replaceChildren(...game.names.map((_, seat) => drawSeat(frame, seat)), drawCentre(frame));
  markTricks();
  drawMemories(frame);
}

function drawControls() {
  const last = game.frames.length - 1;
  $("slider").value = at;
  $("slider").setAttribute("aria-valuetext", `step ${at} of ${last}`);
  $("count").textContent = `${at} of ${last}`;
  for (const id of ["first", "previous"]) $(id).setAttribute("aria-disabled", at === 0);
  for (const id of ["next", "last"]) $(id).setAttribute("aria-disabled", at === last);
}

// Keeps its room while there is nothing to say, so that the table stays still.
function drawNote(note) {
  $("note").hidden = !game.noted;
  $("note").classList.toggle("said", note !== null);
  $("note").textContent = note ?? "";
}

function drawFault(fault) {
  $("fault").hidden = fault === null;
  if (fault === null) return $("fault").replaceChildren();
  const sentence = element("p", "", element("strong", "", `✗ ${fault.rule}: `), fault.reason);
  const more = [fault.position, fault.detail].filter(Boolean).map((text) => element("pre", "pf-text", text));
  $("fault").replaceChildren(sentence, ...more);
}

function drawSeat(frame, seat) {
  const mover = frame.turn === seat;
  const faulty = mover && frame.fault !== null;
  const points = (frame.scores ?? frame.points)[seat];
  const tags = element("span", "tags", tag(`${points} point${points === 1 ? "" : "s"}`, "points"));
  if (frame.leader === seat) tags.prepend(tag("led"));
  if (mover) tags.prepend(faulty ? tag("fault") : tag("to play", "turn"));
  if (frame.winner === seat) tags.prepend(tag("wins"));
  const wide = ["south", "north"].includes(place(seat));
  const rows = drawRows(frame.hands[seat], wide ? 13 : 7, (card) => drawHeld(frame, mover, card));
  const made = element("div", `seat ${place(seat)}`, element("div", "plate", name(seat), tags), ...blanks(rows, seat, wide));
  made.style.gridArea = place(seat);
  made.classList.toggle("turn", mover);
  made.classList.toggle("faulty", faulty);
  return made;
}

// Hands shrink but their room does not, so that the table stays still.
function blanks(rows, seat, wide) {
  const most = Math.ceil(game.frames[0].hands[seat].length / (wide ? 13 : 7));
  return [...rows, ...Array.from({ length: Math.max(0, most - rows.length) }, () => element("div", "pf-row"))];
}

function drawHeld(frame, mover, card) {
  if (mover && frame.wrong === card) return drawCard(card, { marks: ["pf-wrong"], note: ", played against the rules" });
  if (!mover) return drawCard(card);
  const legal = frame.legal.includes(card);
  return drawCard(card, { marks: [legal ? "pf-legal" : "pf-dim"], note: legal ? ", legal" : "" });
}

function drawCentre(frame) {
  const plays = frame.trick.map(([card, seat]) => drawPlay(frame, card, seat));
  const empty = element("span", "empty", frame.turn === null ? "" : "no card on the table");
  return element(
    "div",
    "centre",
    element("div", "on-table", ...(plays.length ? plays : [empty])),
    element("div", "state", tag(`trick ${frame.number}`), tag(frame.broken ? "hearts are broken" : "hearts not broken")),
  );
}

function drawPlay(frame, card, seat) {
  const won = frame.winner === seat;
  const made = element(
    "div",
    "play",
    drawCard(card, { marks: won ? ["pf-won"] : [], note: ` by ${game.names[seat]}${won ? ", wins the trick" : ""}` }),
    element("div", "who pf-name", game.names[seat]),
  );
  if (game.seats === 4) made.style.gridArea = place(seat);
  return made;
}

function drawTricks() {
  const head = element("div", "head", element("span", "", "#"), ...game.names.map((text) => element("span", "pf-name", text)), element("span", "cost", "pts"));
  const list = element("div", "list", head, ...game.rows.map(drawRow));
  list.style.setProperty("--seats", game.seats);
  $("tricks").replaceChildren(list);
}

function drawRow(row) {
  const button = row.fault ? element("button", "fault-row", `✗ ${row.fault}`) : trickRow(row);
  button.type = "button";
  button.addEventListener("click", () => go(row.at));
  return button;
}

function trickRow(row) {
  const cells = game.names.map((_, seat) => {
    const card = row.cards[seat];
    if (!card) return element("span", "", "");
    const cell = element("span", `pf-${card[0]}`, card + SUITS[card[0]][0] + AS_TEXT);
    if (seat === row.winner) cell.classList.add("taker");
    if (seat === row.leader) cell.classList.add("lead");
    return cell;
  });
  const notes = game.frames.slice(row.from, row.at + 1).map((frame) => frame.note).filter(Boolean);
  const button = element("button", notes.length ? "noted" : "", element("span", "", row.number), ...cells, element("span", "cost", row.points || ""));
  button.setAttribute("aria-label", [row.label, ...notes].join(". "));
  button.title = notes.join(" ");
  return button;
}

function markTricks() {
  const buttons = [...$("tricks").querySelectorAll("button")];
  const now = game.rows.findIndex((row) => row.from <= at && at <= row.at);
  buttons.forEach((button, index) => {
    button.setAttribute("aria-current", index === now);
    button.classList.toggle("later", game.rows[index].from > at);
  });
  const pane = $("tricks");
  if (now < 0) return;
  const top = buttons[now].offsetTop - pane.offsetTop;
  if (top < pane.scrollTop + 26 || top + 26 > pane.scrollTop + pane.clientHeight) pane.scrollTop = top - pane.clientHeight / 2;
}

function drawMemories(frame) {
  const known = frame.memory.map((text, seat) => [seat, text]).filter(([, text]) => text !== null);
  $("memories").hidden = known.length === 0;
  $("memories").querySelector("summary").textContent = "What the players remember (the memory each returned last)";
  $("memories").querySelector("div").replaceChildren(
    ...known.flatMap(([seat, text]) => [element("h3", "", name(seat)), element("pre", "pf-text", game.texts[text])]),
  );
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const steps = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: game.frames.length - 1 };
  if (!(event.key in steps)) return;
  event.preventDefault();
  go(steps[event.key]);
}

$("table").classList.add(`seats-${game.seats}`);
$("slider").max = game.frames.length - 1;
$("slider").addEventListener("input", () => go(Number($("slider").value)));
$("first").addEventListener("click", () => go(0));
$("previous").addEventListener("click", () => go(at - 1));
$("next").addEventListener("click", () => go(at + 1));
$("last").addEventListener("click", () => go(game.frames.length - 1));
document.addEventListener("keydown", onKey);
drawTricks();
go(game.start);
