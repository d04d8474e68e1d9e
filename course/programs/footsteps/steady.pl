# FootSteps by lines: bids an eighth of what is left, and one more than the last bid when it lost.
use strict;
use warnings;

$| = 1; # unflushed, a bid would never arrive
my ($points, $lost) = (50, 0);
while (1) {
    my $bid = int($points / 8) + $lost || 1;
    $bid = $points if $bid > $points;
    print "$bid\n";
    $points -= $bid;
    my $line = <STDIN>;
    last if !defined $line || $line =~ /^fin/;
    $lost = $line > $bid ? 1 : 0;
}
