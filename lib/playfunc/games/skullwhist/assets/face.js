// SkullWhist: bids and the tricks won towards them, trumps marked. Needs felt.js.
function drawScene(scene, kit) {
  const trump = (card) => card[0] === "S";
  return drawFelt(scene, kit, {
    kind: "skullwhist",
    playing: !scene.bidding,
    doing: scene.bidding ? "to bid" : scene.trick.length && scene.winner === null ? "to play" : "to lead",
    cardMarks: (card) => (trump(card) ? ["pf-trump"] : []),
    cardNote: (card) => (trump(card) ? ", trump" : ""),
    tags: (seat) => (scene.scores ? [kit.tag(counted(scene.scores[seat], "point"), "pf-points")] : []),
    under: (seat) => [drawBid(scene, kit, seat)],
    empty: drawEmpty(scene, kit),
    state: scene.bidding
      ? [kit.tag("spades are trump"), kit.tag("1 is the lowest card")]
      : [kit.tag(`trick ${scene.number} of ${scene.count}${scene.winner === null ? "" : " is complete"}`), kit.tag("spades are trump")],
    words: drawWords(scene, kit),
  });
}

function drawEmpty(scene, kit) {
  if (scene.scores) return [];
  return scene.bidding ? ["Both bids are revealed when both are made."] : [kit.name(kit.turn[0]), " to lead"];
}

// A ring for every trick bid, filled as tricks are won; what is won beyond is a diamond.
function drawBid(scene, kit, seat) {
  const [bid, won] = [scene.bids[seat], scene.won[seat]];
  if (bid === null) return element("div", "pf-target", kit.turn.includes(seat) ? "no bid yet" : "bid not known yet");
  const pips = element("span", "pf-pips");
  for (let trick = 0; trick < Math.max(bid, won); trick++) {
    pips.append(element("span", trick >= bid ? "pf-extra" : trick < won ? "pf-made" : "pf-open-trick"));
  }
  const said = standing(scene, bid, won);
  const made = element("div", "pf-target", element("span", "pf-target-number", `bid ${bid}`), pips, element("span", "", said));
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", `bid ${bid}, ${said}`);
  return made;
}

function standing(scene, bid, won) {
  const extra = won - bid;
  if (extra >= 0) return `won ${won}: bid made${extra ? `, ${extra} extra` : ""}`;
  if (scene.scores) return `won ${won}: bid missed`;
  if (scene.bidding) return "";
  if (-extra > scene.left) return `won ${won}: out of reach`;
  return `won ${won}, needs ${-extra} of ${scene.left} left`;
}

function drawWords(scene, kit) {
  if (scene.scores) return [drawResult(kit, scene.forfeited, scene.scores, "Most points", Math.max(...scene.scores))];
  if (!scene.bidding && scene.number > 1) return [];
  const aim = "Win as many tricks as you bid: 10 points for each trick bid, 1 for each extra. With fewer, you lose 10 for each trick bid.";
  return [element("p", "pf-aim", aim)];
}
