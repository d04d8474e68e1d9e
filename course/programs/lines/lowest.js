// Hearts by lines: plays the lowest legal card. Any question is one line, and so is any answer.
const lines = require("readline").createInterface({ input: process.stdin });
const RANKS = "23456789TJQKA";
const rank = (card) => RANKS.indexOf(card.slice(1).replace("10", "T"));

function legal(hand, trick, previous, broken) {
  if (trick.length > 0) {
    const following = hand.filter((card) => card[0] === trick[0][0]);
    if (following.length > 0) return following;
    const harmless = hand.filter((card) => card[0] !== "H" && card !== "SQ");
    return previous === "-" && harmless.length > 0 ? harmless : hand;
  }
  if (previous === "-") return ["C2"];
  const others = hand.filter((card) => card[0] !== "H");
  return broken || others.length === 0 ? hand : others;
}

const cards = (word) => (word === "-" || word === "." ? [] : word.split(",").map((part) => part.split(":")[0]));

lines.on("line", (line) => {
  const [question, memory = ""] = line.split("\t");
  const [, , held, onTable, previous] = question.split(" ");
  const broken = memory === "broken" || cards(previous).some((card) => card[0] === "H");
  const choice = legal(held.split(","), cards(onTable), previous, broken);
  choice.sort((a, b) => rank(a) - rank(b));
  console.log(`${choice[0]}\t${broken ? "broken" : ""}`);
});
