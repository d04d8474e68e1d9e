"""Two-player Hearts solved exactly, compiled by numba if it is installed. Use it through `solver`.

**A position** is taken between tricks, from the leader's side, in *lanes*: sixteen bits a suit, in which the cards
still in either hand stand side by side, the lowest at the bottom. Whatever was between two cards and is gone
has left no trace, so positions that play alike look alike:

    bit      0 …… 15   16 …… 31   32 …… 47   48 …… 63
    suit     clubs     diamonds   spades     hearts

    mine     the leader's cards            live    all cards in either hand
    queen    SQ's bit while it is held, then 0     broken  1 once hearts may be led, before 0
    moon     the players with points so far: 1 the leader, 2 the other, 3 both, so that nobody can shoot the moon

**A value** is the points still to come to the leader. What either has won before does not matter, but for the
moon: the player that shoots it ends with 0, so that all it had won before is taken off again, and the other ends
with 26. The points to come to both add up to the points in their hands, the moon included, so that turning the
table round is `left - value`.

**Modules.** `lanes` (positions, what a suit alone tells, which card to look at first) and `search` (alpha-beta with
a table, compiled ahead); `benchmarks/cpp/solver.cpp` is the same search in C++.
"""
