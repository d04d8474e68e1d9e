<?php
// FootSteps by lines: bids an eighth of what is left, and one more than the last bid when it lost.
$points = 50;
$lost = 0;
while (true) {
    $bid = min($points, max(1, intdiv($points, 8) + $lost));
    echo $bid, "\n";
    flush(); // unflushed, it might never arrive
    $points -= $bid;
    $line = fgets(STDIN);
    if ($line === false || trim($line) === "fin") break;
    $lost = (int) $line > $bid ? 1 : 0;
}
