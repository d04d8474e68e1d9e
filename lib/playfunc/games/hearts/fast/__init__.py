"""The rules of Hearts on bit sets, compiled by numba if it is installed, else plain Python.

Nothing here is imported until a function needs it: `import playfunc` pays for none of it. Both ways give the
same results, bit for bit; only the speed differs, some hundred times.

**Cards.** One card is the number `Card.index`, 0 … 51; a set of cards is an integer whose bit i stands for
card i, so that `a & b`, `a | b` and `a & ~b` are intersection, union and difference:

    bit     0 …… 12   13 …… 25   26 …… 38   39 …… 51   52 … 63
    suit    clubs     diamonds   spades     hearts     always 0
    rank    2 …… A    2 …… A     2 …… A     2 …… A

The queen of spades is bit 36, C2 bit 0. Sets fit a signed 64-bit integer and never touch its sign; *every*
number in compiled code is an int64 but the random words of `luck`, which are uint64. (In numba one uint64
and one int64 make a float64: keep them apart, by `u64(…)` and `i64(…)` of `native`.)

**A position** is an array of `bits.SIZE` int64 (a list, without numba), made by `native.zeros(SIZE)`:

    HANDS + seat    the cards that the seat holds           TABLE    the cards of the current trick
    TAKEN + seat    points in the tricks it has won         LED      all cards of the suit led; 0: to lead
    SEATS           2 or 4                                  BEST     the card that is winning the trick
    TURN            the seat to move                        HOLDER   the seat that played it
    PLAYED          the cards of all complete tricks: none on the first trick, a heart once hearts are broken

**Modules.** In `playfunc.compiled`: `native` (compiling), `words` (counting and choosing bits), `luck` (random
numbers). Here: `bits` (cards and rules of a single trick), `positions` (these compiled, and the same names
as `playfunc.games.hearts`), `playouts`.

**Adding a compiled module**, in this package or another (a solver, say):

    from playfunc.compiled.native import compiled, zeros
    from playfunc.games.hearts.fast.bits import HEARTS
    from playfunc.games.hearts.fast.positions import legal

    @compiled
    def hearts_to_play(hand: int, led: int) -> int:
        return legal(hand, led, False, True) & HEARTS

Every function that compiled code calls is itself `@compiled` and defined before its first caller: in
`playfunc.compiled`, in the `fast` folder of a game, or beside the caller (the same folder). The cache is keyed by the
sources of these folders, so a change anywhere in them compiles afresh. Arguments and results are integers, tuples of
them, and arrays from `zeros`; a compiled function makes no array of its own. Constants are plain module-level ints.
"""
