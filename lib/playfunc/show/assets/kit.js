// What the frames (table, replay) hand to a game's drawScene(scene, kit). Needs cards.js.
//
//   kit.element(tag, className, ...children)   an element; text is always text, never markup
//   kit.name(seat), kit.tag(text, kind)        a player's name, a small label
//   kit.seats, kit.bottom                      how many sit at the table, who sits at the bottom
//   kit.turn, kit.fault                        the seats to move, [] at the end; whether the one to move made a fault
//   kit.move(move, drawn, said)                `drawn` (an element) as the thing that stands for a move: a button where
//                                              a person may choose it, marked where it is legal, wrong or was played;
//                                              `said` is its name for a screen reader. Returns the element to use.
//   kit.card(card, {move, marks, note})        a card ("SQ", "C05"); with `move` as kit.move does it.
//                                              One that would have been the better move is marked
function makeKit({ names, bottom = 0, turn = [], legal = null, wrong = null, better = [], played = null, costs = {}, act = null, fault = false }) {
  const marksOf = (move) => {
    if (move === wrong) return ["pf-wrong", ", played against the rules"];
    if (move === played) return ["pf-played", ", played"];
    if (legal === null) return ["", ""];
    return legal.includes(move) ? ["pf-legal", act ? ", legal" : ""] : ["pf-dim", act ? ", not legal now" : ""];
  };

  function move(text, drawn, said) {
    const [mark, note] = marksOf(text);
    const cost = costs[text];
    const made = act ? element("button", drawn.className, ...drawn.childNodes) : drawn;
    if (mark) made.classList.add(mark);
    made.setAttribute("aria-label", said + note + (cost ? `, ${cost.said}` : ""));
    if (cost) made.append(element("span", `pf-cost ${cost.kind}`, cost.text));
    if (!act) {
      if (made.tagName === "SPAN") made.setAttribute("role", "img");
      return made;
    }
    made.type = "button";
    made.dataset.move = text;
    made.setAttribute("aria-disabled", legal !== null && !legal.includes(text));
    made.addEventListener("click", () => act(text));
    return made;
  }

  return {
    element,
    seats: names.length,
    bottom,
    turn,
    fault,
    name: (seat) => element("span", "pf-name", names[seat]),
    tag: (text, kind = "") => element("span", `pf-tag ${kind}`, text),
    move,
    card: (card, { move: text = null, marks = [], note = "" } = {}) => {
      const [mark, said] = better.includes(card) ? [["pf-right"], ", the better card"] : [[], ""];
      const drawn = drawCard(card, { marks: [...marks, ...mark], note: note + said });
      return text === null ? drawn : move(text, drawn, cardName(card) + note + said);
    },
  };
}
