// A game without pictures of its own: its words.
function drawScene(scene, kit) {
  return kit.element("pre", "pf-text", scene.text);
}
