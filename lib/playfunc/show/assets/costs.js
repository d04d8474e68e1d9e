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
    ...costs.players.map((player) => drawLane(costs, player, go)),
    drawCostTable(costs, go),
  ];
}

function drawLegend(costs, bars) {
  const kinds = Object.keys(KINDS).filter((kind) => bars.some((bar) => (kind === "hindsight" ? bar.behind : bar.kind === kind)));
  const keys = kinds.map((kind) => element("span", "key", element("span", `swatch ${kind}`), KINDS[kind]));
  return element("p", "legend", ...keys, element("span", "key", `Top of the scale: ${costs.said}`));
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
  const hindsight = costs.players.some((player) => player.bars.some((bar) => bar.behind));
  const heads = ["Where", "Player", "Move", "Cost", "Better", ...(hindsight ? ["In hindsight"] : [])];
  const rows = costs.players
    .flatMap((player) => player.bars.map((bar) => ({ ...bar, player: player.name })))
    .sort((one, other) => one.at - other.at)
    .map((bar) => {
      const button = element("button", "", moveLabel(bar.text, bar.move));
      button.type = "button";
      button.dataset.at = bar.at;
      button.setAttribute("aria-label", `${moveName(bar.text, bar.move)}: show this move`);
      button.addEventListener("click", () => go(bar.at));
      const interval = bar.margin > 0 ? ` ± ${bar.margin.toFixed(2)}` : "";
      const cells = [bar.where, element("span", "pf-name", bar.player), button, bar.cost + interval, bar.better, ...(hindsight ? [bar.behind.split(": ").pop()] : [])];
      return element("tr", bar.sure ? "sure" : "", ...cells.map((cell) => element("td", "", cell)));
    });
  const head = element("tr", "", ...heads.map((text) => {
    const cell = element("th", "", text);
    cell.scope = "col";
    return cell;
  }));
  const table = element("table", "cost-table", element("thead", "", head), element("tbody", "", ...rows));
  const pane = element("div", "pane", table);
  pane.tabIndex = 0;
  pane.setAttribute("role", "region");
  pane.setAttribute("aria-label", "Costs as a table");
  return element("details", "", element("summary", "", "The costs as a table"), pane);
}
