// SkullWhist by arguments: bids its high cards and spades, plays its highest card when it can win, else its lowest.
// Started anew for every move; what it returned to remember is its last argument.
const words = process.argv.slice(2);
const value = (card) => Number(card.slice(1));
const beats = (card, other) => (card[0] === other[0] ? value(card) > value(other) : card[0] === "S");

if (words[0] === "bid") {
  const hand = words[3].split(",");
  const strong = hand.filter((card) => value(card) > (card[0] === "S" ? 7 : 11));
  console.log(Math.max(1, strong.length));
} else {
  const hand = words[2].split(",");
  hand.sort((a, b) => value(a) - value(b) || (a < b ? -1 : 1));
  if (words[3] === ".") {
    console.log(hand[hand.length - 1]);
  } else {
    const led = words[3].split(":")[0];
    const following = hand.filter((card) => card[0] === led[0]);
    const legal = following.length > 0 ? following : hand;
    const winning = legal.filter((card) => beats(card, led));
    console.log((winning.length > 0 ? winning : legal)[0]);
  }
}
