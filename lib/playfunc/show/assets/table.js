// A table to sit down at. The kernel decides what may be played and what the others answer; this draws it, and says
// what was chosen. Needs cards.js, kit.js and the game's drawScene.
const LATE = 250; // ms after which it says who is thinking

function toolButton(name, label, act, { key = "", off = false } = {}) {
  const button = element("button", "pf-tool", label, ...(key ? [element("kbd", "", key)] : []));
  button.type = "button";
  button.dataset.tool = name;
  button.setAttribute("aria-disabled", off);
  if (key) button.setAttribute("aria-keyshortcuts", key);
  button.addEventListener("click", () => off || act());
  return button;
}

function folded(name, open, summary, ...children) {
  const details = element("details", "pf-more", element("summary", "", summary), ...children);
  details.dataset.fold = name;
  details.open = open.has(name);
  details.addEventListener("toggle", () => (details.open ? open.add(name) : open.delete(name)));
  return details;
}

// A field for a whole number: a box, a slider where the range is short, and a button that says what it will do.
function drawNumber(number, costs, send) {
  const box = element("input", "pf-number");
  Object.assign(box, { type: "number", min: number.least, max: number.most, value: number.usual, step: 1, required: true });
  box.setAttribute("aria-label", `${number.label}, from ${number.least} to ${number.most}`);
  box.dataset.tool = "number";
  const button = element("button", "pf-primary");
  button.type = "submit";
  const told = element("span", "pf-told-cost");
  const slider = element("input", "pf-slider");
  Object.assign(slider, { type: "range", min: number.least, max: number.most, value: number.usual });
  slider.setAttribute("aria-label", `${number.label}, as a slider`);
  const update = () => {
    button.textContent = `${number.label} ${box.value}`;
    told.textContent = costs.moves?.[`${number.prefix}${box.value}`]?.said ?? "";
  };
  box.addEventListener("input", () => ((slider.value = box.value), update()));
  slider.addEventListener("input", () => ((box.value = slider.value), update()));
  const short = number.most > number.least && number.most - number.least <= 200;
  const form = element("form", "pf-form", box, ...(short ? [slider] : []), button, told);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send({ move: `${number.prefix}${box.value}` });
  });
  update();
  return form;
}

// A button for each move that has one, with what it costs where that is known.
function drawButtons(sight, costs, send) {
  const buttons = sight.choices.buttons.map(({ move, label }) => {
    const cost = costs.moves?.[move];
    const button = element("button", "pf-choice", label, ...(cost ? [element("span", `pf-cost ${cost.kind}`, cost.text)] : []));
    button.type = "button";
    button.dataset.move = move;
    button.classList.toggle("pf-played", sight.chosen === move);
    if (cost) button.setAttribute("aria-label", `${label}, ${cost.said}`);
    button.addEventListener("click", () => send({ move }));
    return button;
  });
  return buttons.length ? [element("div", "pf-buttons", ...buttons)] : [];
}

function drawChoices(sight, costs, send) {
  const { choices } = sight;
  if (!choices) return [];
  const field = choices.number ? [drawNumber(choices.number, costs, send)] : [];
  return [asked(choices.prompt, ...drawButtons(sight, costs, send), ...field)];
}

function asked(prompt, ...children) {
  const group = element("div", "pf-choices", element("p", "pf-prompt", prompt), ...children);
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", prompt);
  return group;
}

// A list that may be longer than its pane: the keyboard has to be able to scroll it.
function scrolled(name, ...children) {
  const pane = element("div", "pf-scroll", ...children);
  pane.tabIndex = 0;
  pane.setAttribute("role", "region");
  pane.setAttribute("aria-label", name);
  return pane;
}

// What the moves of this position cost, as a table beside the marks on them.
function drawCosts(costs) {
  if (costs.unmeasured) return element("p", "pf-note", costs.unmeasured);
  const rows = Object.values(costs.moves).map((cost) => element("tr", "", heading("row", cost.name), element("td", "", cost.said)));
  const head = element("thead", "", element("tr", "", heading("col", "Move"), heading("col", "Cost")));
  return scrolled("Costs", element("table", "pf-list", head, element("tbody", "", ...rows)));
}

function heading(scope, text) {
  const made = element("th", "", text);
  made.scope = scope;
  return made;
}

function drawMoves(sight, send) {
  let part = "";
  const rows = sight.moves.map(({ place, part: named, made }) => {
    const heading = named === part ? "" : (part = named);
    const words = made.map(([seat, shown]) => `${sight.names[seat]} ${shown}`).join(", ");
    const back = element("button", "pf-tool", "Back to here");
    back.type = "button";
    back.dataset.tool = `back-${place}`;
    back.setAttribute("aria-label", `Back to before ${words}`);
    back.addEventListener("click", () => send({ back: place }));
    return element("tr", "", element("td", "pf-part", heading), element("td", "", words), element("td", "", back));
  });
  return scrolled("Moves", element("table", "pf-list", element("tbody", "", ...rows)));
}

function drawMemories(sight, send) {
  const rows = sight.memories.toReversed().map(({ place, seat, move, memory }) => {
    const look = element("button", "pf-tool", "What did it see?");
    look.type = "button";
    look.dataset.tool = `look-${place}`;
    look.setAttribute("aria-label", `What did ${sight.names[seat]} see before ${move}?`);
    look.addEventListener("click", () => send({ look: place }));
    const said = element("div", "pf-row-head", element("span", "", element("span", "pf-name", sight.names[seat]), ` ${move}`), look);
    return element("div", "pf-memory", said, element("pre", "pf-text", memory));
  });
  return scrolled("Memories", ...rows);
}

// Lab's own notebook, if this is one and can be reached from a widget.
function notebookOf(model) {
  return model.widget_manager?.context?.model?.sharedModel ?? null;
}

function insertCell(model, source) {
  const notebook = notebookOf(model);
  const id = model.get("sight").model_id;
  const place = [...(notebook?.cells ?? [])].findIndex((cell) => JSON.stringify(cell.toJSON().outputs ?? []).includes(id));
  if (place < 0) return false;
  notebook.insertCell(place + 1, { cell_type: "code", source, metadata: {} });
  return true;
}

// `done` says what became of the code already, such as that it stands in a new cell.
function drawCode(model, code, done) {
  const text = element("pre", "pf-text pf-code", code);
  text.tabIndex = 0;
  text.setAttribute("aria-label", "Python");
  const said = element("span", "pf-said", done);
  said.setAttribute("role", "status");
  const copy = toolButton("copy", "Copy", async () => {
    try {
      await navigator.clipboard.writeText(code);
      said.textContent = "Copied.";
    } catch {
      getSelection().selectAllChildren(text);
      said.textContent = "Selected: copy it with Ctrl+C.";
    }
  });
  const insert = toolButton("insert", "Put into a new cell", () => {
    said.textContent = insertCell(model, code) ? "The cell is below this one." : "No notebook was found here: copy it instead.";
  });
  const tools = element("div", "pf-tools", copy, ...(notebookOf(model) ? [insert] : []), said);
  return element("div", "pf-coded", tools, text);
}

// In place of the table when the game is over.
function drawReplay(sight) {
  const replay = element("iframe", "pf-replay");
  replay.setAttribute("sandbox", "allow-scripts");
  replay.title = "Replay of this game";
  replay.srcdoc = sight.replay;
  return replay;
}

function drawKeys() {
  const keys = [
    ["Tab, arrows", "to the cards and buttons, and along them"],
    ["Enter or space", "play the card, press the button"],
    ["U", "undo your last move"],
    ["C", "what each move costs, where that is offered"],
    ["N", "a new deal, where that is offered"],
    ["First letter", "of a button, such as H for Hit"],
  ];
  const rows = keys.map(([key, does]) => element("tr", "", element("td", "", element("kbd", "", key)), element("td", "", does)));
  return element("table", "pf-list", element("tbody", "", ...rows));
}

// Whom the person waits for. A kernel that was restarted never answers.
function wait(who, seconds) {
  if (who) return `${who} is thinking … ${seconds} s`;
  return `The kernel is busy … ${seconds} s.${seconds >= 5 ? " If you restarted it, run this cell again." : ""}`;
}

function render({ model, el }) {
  const root = element("div", "pf pf-table");
  root.dataset.lmSuppressShortcuts = "true";
  root.setAttribute("role", "region");
  const title = element("p", "pf-title", model.get("sight").title);
  const status = element("p", "pf-caption");
  status.setAttribute("role", "status");
  status.tabIndex = -1;
  const waiting = element("div", "pf-thinking");
  const body = element("div", "pf-body");
  root.append(title, status, waiting, body);
  el.append(root);
  const open = new Set();
  let marks = true;
  let last = null;
  let keeping = false;
  let since = 0;
  let clock = null;

  function send(message) {
    if (since) return;
    last = message;
    since = performance.now();
    root.setAttribute("aria-busy", "true");
    clock = setInterval(drawWaiting, 200);
    model.send(message);
  }

  function drawWaiting() {
    const passed = performance.now() - since;
    if (!since || passed < LATE) return waiting.replaceChildren();
    const words = wait(model.get("asking"), Math.floor(passed / 1000));
    if (waiting.firstChild) return void (waiting.querySelector(".pf-who").textContent = words);
    const kernel = model.widget_manager?.kernel;
    const stop = kernel?.interrupt
      ? toolButton("stop", "Stop", () => kernel.interrupt())
      : element("span", "", "It cannot be stopped from here: use the menu Kernel.");
    waiting.replaceChildren(element("span", "pf-who", words), stop);
  }

  function answered() {
    since = 0;
    clearInterval(clock);
    waiting.replaceChildren();
    root.removeAttribute("aria-busy");
  }

  function draw() {
    answered();
    const sight = model.get("sight");
    const focus = focused();
    root.setAttribute("aria-label", `Table: ${sight.names.join(", ")}`);
    if (status.textContent !== sight.caption) status.textContent = sight.caption;
    const game = sight.over ? [drawTools(sight), drawReplay(sight)] : [drawFeltOf(sight), ...drawTurn(sight), drawTools(sight)];
    body.replaceChildren(...drawWords(sight), ...game, ...drawMore(sight));
    if (focus) refocus(focus, sight);
  }

  function drawWords(sight) {
    const said = [];
    if (sight.objection) {
      said.push(element("div", "pf-fault", element("strong", "", `✗ ${sight.objection.rule}: `), sight.objection.reason));
      said.at(-1).setAttribute("role", "alert");
    }
    if (sight.fault) said.push(element("div", "pf-fault pf-text", sight.fault));
    if (sight.stopped) {
      const again = toolButton("ask", "Ask again", () => send(last ?? { ready: true }));
      said.push(element("div", "pf-note", `Stopped: ${sight.stopped} did not answer. The game stands where it was. `, again));
    }
    return said;
  }

  function drawFeltOf(sight) {
    const mine = sight.person !== null;
    const kit = makeKit({
      names: sight.names,
      bottom: sight.bottom,
      turn: sight.turn,
      legal: marks || sight.chosen !== null ? sight.legal : null,
      played: sight.chosen,
      costs: sight.costs?.moves ?? {},
      act: mine ? (move) => send({ move }) : null,
      fault: sight.fault !== "",
    });
    return element("div", "pf-scene", drawScene(sight.scene, kit));
  }

  function drawLegend(costs) {
    if (!costs.moves || !Object.keys(costs.moves).length) return [];
    const counted = costs.unit === "win" ? "shares of a win" : `${costs.unit}s`;
    return [element("p", "pf-legend", `Costs in ${counted}. 0: this move gives nothing away. ≈0: by estimate, it may give nothing away.`)];
  }

  function drawTurn(sight) {
    const costs = sight.costs ?? {};
    if (sight.chosen === null) return [...drawChoices(sight, costs, send), ...drawLegend(costs)];
    const cost = costs.moves?.[sight.chosen];
    const words = cost ? `You chose ${cost.name}: it ${cost.said}.` : `You chose ${sight.chosen}. ${costs.unmeasured || "Its cost is not known."}`;
    const on = toolButton("accept", "Go on with this move", () => send({ accept: true }));
    on.classList.add("pf-primary");
    const other = toolButton("choose", "Choose another", () => send({ back: sight.first }));
    return [asked(words, ...drawButtons(sight, costs, send), element("div", "pf-tools", on, other)), ...drawLegend(costs)];
  }

  function drawTools(sight) {
    const tools = [toolButton("undo", "Undo", () => send({ undo: true }), { key: "U", off: !sight.can_undo })];
    if (sight.can_price && sight.chosen === null) {
      tools.push(toolButton("price", "What does each move cost?", () => send({ price: true }), { key: "C", off: sight.person === null }));
    }
    if (sight.can_keep) tools.push(toolButton("keep", "Keep as a test", () => ((keeping = true), send({ keep: true }))));
    if (sight.moves.length) tools.push(toolButton("again", sight.first ? "This position again" : "Same deal again", () => send({ again: true })));
    if (sight.can_deal) tools.push(toolButton("deal", "New deal", () => send({ deal: true }), { key: "N" }));
    if (sight.legal && sight.choices.drawn.length) {
      const toggle = toolButton("marks", `${marks ? "✓ " : ""}Mark legal moves`, () => ((marks = !marks), draw()));
      toggle.setAttribute("aria-pressed", marks);
      tools.push(toggle);
    }
    return element("div", "pf-tools", ...tools);
  }

  // A position that is kept goes into a new cell at once, where a notebook is found.
  function kept(sight) {
    const wanted = keeping;
    keeping = false;
    return wanted && insertCell(model, sight.code) ? "The cell is below this one." : "";
  }

  function drawMore(sight) {
    const more = [];
    if (sight.code) more.push(drawCode(model, sight.code, kept(sight)));
    if (sight.costs) {
      if (sight.chosen !== null && sight.choices.number) open.add("costs");
      more.push(folded("costs", open, "What each move costs, as a table", drawCosts(sight.costs)));
    }
    if (sight.moves.length) more.push(folded("moves", open, "Moves so far", drawMoves(sight, send)));
    if (sight.memories.length) more.push(folded("memories", open, "Your player: its memory and what it saw", drawMemories(sight, send)));
    more.push(folded("keys", open, "Keys", drawKeys()));
    return more;
  }

  const movesOf = (scope) => [...scope.querySelectorAll("[data-move]")];
  const free = (button) => button.getAttribute("aria-disabled") !== "true";

  function focused() {
    const active = root.getRootNode().activeElement;
    if (!active || !root.contains(active)) return null;
    return { move: active.dataset.move ?? null, tool: active.dataset.tool ?? null, place: movesOf(body).indexOf(active) };
  }

  // The thing that had the focus, or what comes to stand in its place.
  function refocus({ move, tool, place }, sight) {
    const same = tool && body.querySelector(`[data-tool="${tool}"]`);
    const moves = movesOf(body).filter(free);
    const near = move === null ? null : moves.find((button) => movesOf(body).indexOf(button) >= place) ?? moves.at(-1);
    const first = moves[0] ?? body.querySelector(".pf-number, .pf-primary");
    // At the end one Enter too many must not deal again: the result has the focus.
    const target = (sight.over ? status : null) ?? near ?? same ?? first;
    (target ?? body.querySelector("button"))?.focus();
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.matches("input, textarea");
    if (!typing || event.key !== "Tab") event.stopPropagation();
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step && !typing) return along(event, step);
    if (typing && !/^[a-z]$/i.test(event.key)) return;
    const letter = event.key.toUpperCase();
    const tool = { U: "undo", C: "price", N: "deal" }[letter];
    const chosen = movesOf(body).find((button) => button.dataset.move === letter && button.classList.contains("pf-choice"));
    const target = chosen ?? (tool && body.querySelector(`[data-tool="${tool}"]`));
    if (!target) return;
    event.preventDefault();
    target.click();
  }

  function along(event, step) {
    const moves = movesOf(body);
    const place = moves.indexOf(event.target);
    if (place < 0) return;
    event.preventDefault();
    moves[(place + step + moves.length) % moves.length].focus();
  }

  root.addEventListener("keydown", onKey);
  model.on("change:sight", draw);
  model.on("change:asking", drawWaiting);
  draw();
  if (!model.get("sight").over && model.get("sight").person === null) send({ ready: true });
  return () => {
    clearInterval(clock);
    model.off("change:sight", draw);
    model.off("change:asking", drawWaiting);
  };
}

export default { render };
