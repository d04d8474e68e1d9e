// Steps through the frames that playfunc.show.replay computed; decides nothing about the game itself.
const game = JSON.parse(document.getElementById("pf-data").textContent);
const $ = (id) => document.getElementById(id);
const end = game.frames.length - 1;
let at = 0;
let begun = false;
let clock = 0; // of the steps that follow by themselves; 0 while they do not
const CARD = /^([CDSH])([2-9JQKA]|1[0-3]|0[1-9])$/;

const chapterOf = (frame) => game.chapters[frame.chapter];
const groups = grouped();
const costly = game.costs?.costly ?? []; // [place, share of the chart's top], in the order of the game
const played = countMoves();

// How many moves are made up to each frame, through all chapters.
function countMoves() {
  let made = 0;
  return game.frames.map((frame) => (made += frame.made.length));
}

// Consecutive frames of one part of one chapter; a start (no move, no fault) belongs to none.
function grouped() {
  const found = [];
  game.frames.forEach((frame, place) => {
    if (!frame.made.length && !frame.fault) return;
    const last = found.at(-1);
    if (last && last.part === frame.part && last.chapter === frame.chapter) last.places.push(place);
    else found.push({ part: frame.part, chapter: frame.chapter, places: [place] });
  });
  return found;
}

function go(place, playing = false) {
  if (clock && !playing) pause();
  at = Math.max(0, Math.min(end, place));
  const frame = game.frames[at];
  drawControls(frame);
  $("caption").textContent = frame.caption;
  drawNote(frame);
  drawFault(frame.fault);
  drawTable(frame);
  markPlaces();
  drawMemories(frame);
  drawSeen(frame);
  if (begun) tell({ move: played[at] });
}

// One step a second, to the end; whatever else leads to a step ends it.
function play() {
  if (clock) return pause();
  if (at === end) go(0);
  clock = setInterval(() => {
    go(at + 1, true);
    if (at === end) pause();
  }, 1000);
  drawPlay();
}

function pause() {
  clearInterval(clock);
  clock = 0;
  drawPlay();
}

function drawPlay() {
  $("play").textContent = clock ? "Pause" : "Play";
  $("play").setAttribute("aria-pressed", clock !== 0);
}

// The frame that shows the game after so many moves.
function goToMove(number) {
  const place = played.findIndex((made) => made >= number);
  go(place < 0 ? end : place);
}

// A link may end with #move=17.
function openLink() {
  const found = /^#move=(\d+)$/.exec(location.hash);
  if (found) goToMove(Number(found[1]));
  return found !== null;
}

// The page around this frame: how high the replay is, and which move it shows.
function tell(more = {}) {
  if (parent !== window) parent.postMessage({ height: $("replay").offsetHeight, ...more }, "*");
}

function drawControls(frame) {
  $("slider").value = at;
  $("slider").setAttribute("aria-valuetext", `step ${at} of ${end}`);
  $("count").textContent = `${at} of ${end}`;
  $("chapter").value = frame.chapter;
  for (const id of ["first", "previous"]) $(id).setAttribute("aria-disabled", at === 0);
  for (const id of ["next", "last"]) $(id).setAttribute("aria-disabled", at === end);
  const number = costly.findIndex(([place]) => place === at) + 1;
  $("costly-count").textContent = number ? `costly move ${number} of ${costly.length}` : `${costly.length} costly move${costly.length === 1 ? "" : "s"}`;
  $("costly-back").setAttribute("aria-disabled", !costly.some(([place]) => place < at));
  $("costly-on").setAttribute("aria-disabled", !costly.some(([place]) => place > at));
}

// Keeps its room while there is nothing to say, so that the table stays still.
function drawNote({ note, costly }) {
  $("note").hidden = !game.noted;
  $("note").classList.toggle("costly", costly);
  $("note").textContent = note;
}

function drawFault(fault) {
  $("fault").hidden = fault === null;
  if (fault === null) return $("fault").replaceChildren();
  const sentence = element("p", "", element("strong", "", `✗ ${fault.rule}: `), fault.reason);
  const more = [fault.position, fault.detail].filter(Boolean).map((text) => element("pre", "pf-text", text));
  $("fault").replaceChildren(sentence, ...more);
}

function drawTable(frame) {
  const kit = makeKit({
    names: chapterOf(frame).names,
    bottom: game.bottom,
    turn: frame.turn,
    legal: frame.legal,
    wrong: frame.wrong,
    better: frame.better,
    fault: frame.fault !== null,
  });
  $("table").replaceChildren(drawScene(frame.scene, kit));
}

// A move as it is shown; a card with its suit's sign and colour.
function moveLabel(text, shown) {
  const card = CARD.exec(text);
  return card ? element("span", `pf-${card[1]}`, card[2].replace(/^0/, "") + SUITS[card[1]][0] + AS_TEXT) : shown;
}

const moveName = (text, shown) => (CARD.test(text) ? cardName(text) : shown);

function drawMoves() {
  const table = element("table", "list");
  game.chapters.forEach((chapter, number) => {
    const names = chapter.names.map((name) => headCell("col", element("span", "pf-name", name)));
    const head = element("tr", "", headCell("col", game.chapters.length > 1 ? chapter.title : ""), ...names);
    const rows = groups.filter((group) => group.chapter === number).flatMap(drawGroup);
    table.append(element("thead", "", head), element("tbody", "", ...rows));
  });
  $("moves").replaceChildren(table);
}

function headCell(scope, ...children) {
  const cell = element("th", "", ...children);
  cell.scope = scope;
  return cell;
}

function drawGroup(group) {
  const moves = group.places.filter((place) => !game.frames[place].fault);
  const faults = group.places.filter((place) => game.frames[place].fault);
  const cells = game.chapters[group.chapter].names.map((name, seat) => drawCell(moves, seat, name));
  const { result } = game.frames[moves.at(-1)]?.scene ?? {};
  const head = headCell("row", group.part, ...(result ? [element("span", "result", result)] : []));
  const row = element("tr", "", head, ...cells);
  return [...(moves.length ? [row] : []), ...faults.map((place) => drawFaultRow(group, place))];
}

function drawCell(places, seat, name) {
  const { winner } = game.frames[places.at(-1)]?.scene ?? {};
  const buttons = places.flatMap((place) =>
    game.frames[place].made
      .filter(([mover]) => mover === seat)
      .map(([, text, shown]) => {
        const { note, costly } = game.frames[place];
        const button = stepButton(place, costly ? "noted" : "", moveLabel(text, shown));
        if (place === places[0] && game.frames[place].made.length === 1) button.classList.add("lead");
        button.classList.toggle("won", seat === winner);
        button.setAttribute("aria-label", `${name}: ${moveName(text, shown)}${note ? `. ${note}` : ""}`);
        button.title = note;
        return button;
      }),
  );
  return element("td", "", ...buttons);
}

function drawFaultRow(group, place) {
  const { fault, chapter } = game.frames[place];
  const names = game.chapters[chapter].names;
  const cell = element("td", "", stepButton(place, "fault-row", `✗ ${names[fault.seat]}: ${fault.rule}`));
  cell.colSpan = names.length;
  return element("tr", "", headCell("row", group.part), cell);
}

function stepButton(place, className, ...children) {
  const button = element("button", className, ...children);
  button.type = "button";
  button.dataset.at = place;
  button.addEventListener("click", () => go(place));
  return button;
}

// One button of each list can be reached with Tab, the current one: the arrow keys lead to the others.
function markPlaces() {
  const focused = document.activeElement;
  for (const list of document.querySelectorAll("#moves, .bars, .cost-table")) {
    const buttons = [...list.querySelectorAll("button")];
    const current = buttons.filter((button) => Number(button.dataset.at) === at);
    for (const button of buttons) {
      button.setAttribute("aria-current", current.includes(button) ? "step" : "false");
      button.classList.toggle("later", Number(button.dataset.at) > at);
      button.tabIndex = -1;
    }
    (current[0] ?? buttons.findLast((button) => Number(button.dataset.at) <= at) ?? buttons[0]).tabIndex = 0;
    if (list.contains(focused) && focused.dataset.at && current.length && !current.includes(focused)) {
      current[0].focus({ preventScroll: true });
    }
  }
  keepInSight($("moves").querySelector("[aria-current=step]"));
}

// Scrolls the list alone, never the page.
function keepInSight(button) {
  if (!button) return;
  const pane = $("moves");
  const [inner, outer] = [button.getBoundingClientRect(), pane.getBoundingClientRect()];
  if (inner.top < outer.top + 32 || inner.bottom > outer.bottom) pane.scrollTop += inner.top - outer.top - pane.clientHeight / 2;
}

function drawMemories(frame) {
  const { names } = chapterOf(frame);
  const known = frame.memory.map((text, seat) => [seat, text]).filter(([, text]) => text !== null);
  $("memories").hidden = known.length === 0;
  $("memories").querySelector("summary").textContent = `Memory returned last by ${known.map(([seat]) => names[seat]).join(", ")}`;
  $("memories")
    .querySelector("div")
    .replaceChildren(
      ...known.flatMap(([seat, text]) => [
        element("h3", "", element("span", "pf-name", names[seat])),
        element("pre", "pf-text", game.texts[text]),
      ]),
    );
}

// The call that was answered by the move on show; a click selects all of it.
function drawSeen(frame) {
  const { names } = chapterOf(frame);
  $("seen").hidden = frame.seen.length === 0;
  $("seen").querySelector("summary").textContent = `What did ${frame.seen.map(([seat]) => names[seat]).join(" and ")} see? The call as Python`;
  $("seen")
    .querySelector("div")
    .replaceChildren(...frame.seen.map(([, code]) => element("pre", "pf-text code", code)));
}

// The first frame of the next part, or of this one, or of the one before.
function partStep(step) {
  const now = groups.findLastIndex((group) => group.places[0] <= at);
  if (step > 0) return groups[now + 1]?.places[0] ?? end;
  const here = groups[now]?.places[0] ?? 0;
  return at > here ? here : (groups[now - 1]?.places[0] ?? 0);
}

function costlyStep(step) {
  const found = step > 0 ? costly.find(([place]) => place > at) : costly.findLast(([place]) => place < at);
  if (found) go(found[0]);
}

// Marks below the slider, as high as the moves cost; the thumb's middle never reaches the slider's ends.
function drawMarks() {
  for (const [place, share] of costly) {
    const mark = element("span");
    mark.style.left = `calc(8px + (100% - 16px) * ${place / (end || 1)})`;
    mark.style.height = `${3 + 7 * share}px`;
    $("marks").append(mark);
  }
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "SELECT") return;
  const steps = {
    ArrowRight: () => go(at + 1),
    ArrowLeft: () => go(at - 1),
    Home: () => go(0),
    End: () => go(end),
    PageDown: () => go(partStep(1)),
    PageUp: () => go(partStep(-1)),
    c: () => costlyStep(1),
    C: () => costlyStep(-1),
    p: play,
  };
  if (!(event.key in steps)) return;
  event.preventDefault();
  steps[event.key]();
}

function drawFrame() {
  $("slider").max = end;
  $("slider").addEventListener("input", () => go(Number($("slider").value)));
  $("first").addEventListener("click", () => go(0));
  $("previous").addEventListener("click", () => go(at - 1));
  $("next").addEventListener("click", () => go(at + 1));
  $("last").addEventListener("click", () => go(end));
  $("play").addEventListener("click", play);
  $("costly-back").addEventListener("click", () => costlyStep(-1));
  $("costly-on").addEventListener("click", () => costlyStep(1));
  document.addEventListener("keydown", onKey);
  $("chapter").hidden = game.chapters.length === 1;
  $("chapter").append(...game.chapters.map((chapter, number) => new Option(`${chapter.title}: ${chapter.scores}`, number)));
  $("chapter").addEventListener("change", () => go(game.chapters[$("chapter").value].first));
  drawMoves();
  if (!game.costs) return;
  $("costs").hidden = false;
  $("costs").replaceChildren(...drawCosts(game.costs, go));
  $("costly").hidden = $("costly-keys").hidden = costly.length === 0;
  drawMarks();
}

drawFrame();
if (!openLink()) go(game.start);
addEventListener("hashchange", openLink);
addEventListener("message", ({ source, data }) => {
  if (source !== parent || source === window) return;
  if (Number.isInteger(data?.move)) goToMove(data.move);
  else tell({ begun });
});
begun = true;
tell({ begun });
new ResizeObserver(() => tell()).observe($("replay"));
