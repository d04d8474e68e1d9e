// Chips, points and the plates of players, for games that stake something. Needs cards.js.
const counted = (count, thing) => `${count.toLocaleString("en")} ${thing}${count === 1 ? "" : "s"}`;

// `amount` as stacks of chips worth `unit` each, ten to a stack; a part of a chip counts as one.
function drawChips(amount, unit, kind) {
  const chips = Math.ceil(amount / unit);
  const stacks = Array.from({ length: Math.ceil(chips / 10) }, (_, stack) => {
    const drawn = element("span", "pf-stack");
    drawn.style.setProperty("--chips", Math.min(10, chips - 10 * stack));
    return drawn;
  });
  const drawn = element("span", `pf-chips ${kind}`, ...stacks);
  drawn.setAttribute("aria-hidden", "true"); // the number stands beside it
  return drawn;
}

// A player's line: its name and what is to be said about it; marked where it is to move.
function drawPlate(kit, seat, ...tags) {
  const plate = element("div", "pf-plate", kit.name(seat), element("span", "pf-tags", ...tags));
  plate.classList.toggle("pf-acting", kit.turn.includes(seat));
  return plate;
}
