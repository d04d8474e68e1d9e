// Cards as elements. Everything a player wrote reaches the page as text, never as markup.
const SUITS = {
  C: ["♣", "clubs"], D: ["♦", "diamonds"], S: ["♠", "spades"], H: ["♥", "hearts"],
};
const RANKS = { J: "jack", Q: "queen", K: "king", A: "ace" };
const AS_TEXT = "\uFE0E"; // a picture of a heart, not an emoji of one

function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

// The rank as it is shown: "Q" of SQ, "5" of C05.
const rankOf = (card) => card.slice(1).replace(/^0/, "");
const isLowest = (card) => card.slice(1) === "01"; // where cards are numbered, 1 is no ace

function cardName(card) {
  const rank = rankOf(card);
  return `${RANKS[rank] ?? rank} of ${SUITS[card[0]][1]}${isLowest(card) ? ", the lowest" : ""}`;
}

function drawCard(card, { tag = "span", marks = [], note = "" } = {}) {
  const symbol = SUITS[card[0]][0] + AS_TEXT;
  const drawn = element(
    tag,
    ["pf-card", `pf-${card[0]}`, ...marks].join(" "),
    element("span", "pf-rank", rankOf(card)),
    element("span", "pf-pip", symbol),
    element("span", "pf-letter", card[0]),
    element("span", "pf-big", symbol),
    ...(isLowest(card) ? [element("span", "pf-low", "low")] : []),
  );
  if (tag === "span") drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", cardName(card) + note);
  return drawn;
}

// A card in a line of text.
function drawChip(card, note = "") {
  const drawn = element("span", `pf-chip pf-${card[0]}`, rankOf(card) + SUITS[card[0]][0] + AS_TEXT);
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", cardName(card) + note);
  return drawn;
}

// Rows of at most `size` cards; `draw` makes each card's element.
function drawRows(cards, size, draw) {
  const rows = [];
  for (let first = 0; first < Math.max(cards.length, 1); first += size) {
    rows.push(element("div", "pf-row", ...cards.slice(first, first + size).map((card) => element("span", "pf-slot", draw(card)))));
  }
  return rows;
}
