// FootSteps by lines: bids an eighth of what is left, and one more than the last bid when it lost.
const lines = require("readline").createInterface({ input: process.stdin });
let points = 50;
let bid = 0;

function next(lost) {
  bid = points > 0 ? Math.min(points, Math.max(1, Math.floor(points / 8) + (lost ? 1 : 0))) : 0;
  points -= bid;
  console.log(bid);
}

next(false);
lines.on("line", (line) => (line === "fin" ? lines.close() : next(Number(line) > bid)));
