// Hearts: points and tricks at each seat, whether hearts are broken. Needs felt.js.
function drawScene(scene, kit) {
  const plain = { cardNote: () => "", cardMarks: () => [], under: () => [] };
  return drawFelt(scene, kit, {
    ...plain,
    kind: "hearts",
    playing: true,
    doing: scene.trick.length && scene.winner === null ? "to play" : "to lead",
    tags: (seat) => [
      kit.tag(counted(scene.tricks[seat], "trick")),
      kit.tag(counted(scene.points[seat], "point"), "pf-points"),
    ],
    empty: scene.over ? [] : [kit.name(kit.turn[0]), " to lead"],
    state: [kit.tag(`trick ${scene.number} of ${scene.count}${scene.winner === null ? "" : " is complete"}`), kit.tag(scene.broken ? "hearts are broken" : "hearts not broken")],
    words: scene.over ? drawEnd(scene, kit) : [element("p", "pf-aim", AIM)],
  });
}

const AIM = "Every heart costs 1 point, the queen of spades 13. The fewest points win.";

function drawEnd(scene, kit) {
  const result = drawResult(kit, scene.forfeited, scene.points, "Fewest points", Math.min(...scene.points));
  if (scene.moon === null) return [result];
  return [result, element("p", "", kit.name(scene.moon), " shot the moon: all 26 points go to everybody else.")];
}
