// What the moves of a replay cost: a row of bars for each player, and the same numbers as a table.
const KINDS = {
  exact: "exact",
  estimate: "estimate, with its 95% interval",
  unmeasured: "not measured",
  hindsight: "in hindsight, cards face up",
};

function drawCosts(costs, go) {
  const title = element("h2", "", "What the moves cost");
  title.id = "costs-title";
  const bars = costs.players.flatMap((player) => player.bars);
  return [
    title,
    drawLegend(costs, bars),
    drawLanes(costs, go),
    drawCostTable(costs, go),
  ];
}

function drawLegend(costs, bars) {
  const kinds = Object.keys(KINDS).filter((kind) => bars.some((bar) => (kind === "hindsight" ? bar.behind : bar.kind === kind)));
  const keys = kinds.map((kind) => element("span", "key", element("span", `swatch ${kind}`), KINDS[kind]));
  return element("p", "legend", ...keys, element("span", "key", `Top of the scale: ${costs.said}`));
}

// Two players side by side where the bars of each have room in one line.
function drawLanes(costs, go) {
  const lanes = element("div", "lanes", ...costs.players.map((player) => drawLane(costs, player, go)));
  lanes.style.setProperty("--bars", Math.max(...costs.players.map((player) => player.bars.length)));
  return lanes;
}

function drawLane(costs, player, go) {
  const row = element("div", "bars", ...player.bars.map((bar) => drawBar(costs, bar, go)));
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", `Costs of the moves of ${player.name}`);
  const head = element("h3", "", element("span", "pf-name", player.name), element("span", "total", player.total));
  return element("div", "lane", head, row);
}

function drawBar(costs, bar, go) {
  const plot = element("span", "plot");
  const share = (lost) => `${(100 * Math.max(0, lost)) / (costs.top || 1)}%`;
  if (bar.kind === "unmeasured") plot.append(element("span", "fill unmeasured"));
  else {
    const fill = element("span", `fill ${bar.kind}`);
    fill.style.height = share(bar.lost);
    plot.append(fill);
  }
  if (bar.margin > 0) {
    const whisker = element("span", "whisker");
    whisker.style.bottom = share(bar.lost - bar.margin);
    whisker.style.top = `calc(100% - ${share(bar.lost + bar.margin)})`;
    plot.append(whisker);
  }
  if (bar.behind) {
    const mark = element("span", "behind");
    mark.style.bottom = share(bar.hindsight);
    plot.append(mark);
  }
  const button = element("button", "cost-bar", plot, element("span", "label", moveLabel(bar.text, bar.move)));
  button.type = "button";
  button.dataset.at = bar.at;
  button.title = bar.said;
  button.setAttribute("aria-label", bar.said);
  button.addEventListener("click", () => go(bar.at));
  return button;
}

function drawCostTable(costs, go) {
  const bars = costs.players.flatMap((player) => player.bars.map((bar) => ({ ...bar, player: player.name })));
  const columns = [
    ["Where", (bar) => bar.where],
    ["Player", (bar) => element("span", "pf-name", bar.player)],
    ["Move", (bar) => costButton(bar, go)],
    ["Cost", (bar) => bar.cost],
    ["Better", (bar) => bar.better],
    ["In hindsight", (bar) => bar.behind],
  ].filter(([, cell]) => bars.some(cell));
  const head = row("", columns.map(([name]) => tableCell("th", "columnheader", name)));
  const rows = bars
    .sort((one, other) => one.at - other.at)
    .map((bar) => row(bar.sure ? "sure" : "", columns.map(([name, cell]) => {
      const made = tableCell("td", "cell", cell(bar));
      made.dataset.name = name;
      return made;
    })));
  const table = element("table", "cost-table", element("thead", "", head), element("tbody", "", ...rows));
  table.setAttribute("role", "table"); // a narrow page shows it as blocks, which must not end its being a table
  table.setAttribute("aria-label", "What the moves cost");
  return element("details", "", element("summary", "", "The costs as a table"), element("div", "pane", table));
}

function row(className, cells) {
  const made = element("tr", className, ...cells);
  made.setAttribute("role", "row");
  return made;
}

function tableCell(tag, role, content) {
  const made = element(tag, "", content);
  made.setAttribute("role", role);
  return made;
}

function costButton(bar, go) {
  const button = element("button", "", moveLabel(bar.text, bar.move));
  button.type = "button";
  button.dataset.at = bar.at;
  button.setAttribute("aria-label", `${moveName(bar.text, bar.move)}: show this move`);
  button.addEventListener("click", () => go(bar.at));
  return button;
}
