// BlackJack by arguments: hits below 17. Started anew for every move.
const [score, hand, table, stake, chips] = process.argv.slice(2);
console.log(Number(score) < 17 ? "H" : "S");
