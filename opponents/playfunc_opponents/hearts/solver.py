"""Two-player Hearts played perfectly: what a position is worth, and which cards are best.

With two players all cards are dealt, so nothing is hidden and every position has one exact value. `Solver`
finds it from any position, a whole deal included, for the points that both have in the end, the moon counted.
What it finds it keeps, so that the positions of one game, asked from its end, come almost for nothing.

The tricks are searched by `exact`; here are the cards that belong to no whole trick, by the readable rules:
an answer to a card on the table, and the first trick with its own rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from playfunc.cards import Card
from playfunc.compiled.native import NATIVE
from playfunc.games.hearts import MOON, Hearts, HeartsState, points, trick_points
from playfunc.games.hearts.fast import bits
from playfunc.games.hearts.fast.bits import bits_of, card_of, distinct, singles

from playfunc_opponents.hearts.exact.lanes import BOTH, least_points, most_points, to_lanes
from playfunc_opponents.hearts.exact.search import NODES, at_least, forget, new_memory
from playfunc_opponents.hearts.position import Position, final_scores

RULES = Hearts(2)

TABLE_BITS = 20 if NATIVE else 17
"""The size of the table: 2^20 numbers are 8 MB, room for half a million openings of tricks. Twice that saves
hardly any search, and what does not fit the processor's own memory is slower to look up."""


@dataclass(frozen=True, slots=True)
class Solver:
    """Solves positions of two-player Hearts, and remembers what it found.

    `bits` sets the size of its table, 2^bits numbers. The answers do not depend on it, or on what was asked
    before; only the time does. All questions raise `ValueError` for a state that is not of two players.
    """

    bits: int = TABLE_BITS
    _memory: Any = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_memory", new_memory(self.bits))

    @property
    def nodes(self) -> int:
        """How many openings of tricks have been looked at since the table was empty."""
        return int(self._memory[NODES])

    def forget(self) -> None:
        """Empty the table, as if nothing had been asked."""
        forget(self._memory)
        self._memory[NODES] = 0

    def value(self, state: HeartsState) -> int:
        """The points that the seat to move will have at the end of the hand if both play perfectly."""
        return self._value(_game_tree(_of_two(state)), MOON // 2)

    def scores(self, state: HeartsState) -> tuple[int, int]:
        """The points that both seats will have if both play perfectly."""
        tree = _game_tree(_of_two(state))
        mine = self._value(tree, MOON // 2)
        return (tree.total - mine, mine) if state.turn else (mine, tree.total - mine)

    def scores_between_tricks(self, position: Position) -> tuple[int, int]:
        """`scores` of a position without a trick on the table, after the first trick."""
        turn = position.turn
        mine, theirs = position.hands[turn], position.hands[1 - turn]
        trick = _opened(mine, theirs, position.taken[turn], position.taken[1 - turn], position.broken)
        own = self._value(trick, MOON // 2)
        return (trick.total - own, own) if turn else (own, trick.total - own)

    def values(self, state: HeartsState) -> dict[Card, int]:
        """For every legal card what the seat to move will have after it, both playing perfectly from there. In the
        order of the hand; raises `ValueError` too when the hand is over."""
        choices = equivalents(_of_two(state))
        found: dict[Card, int] = {}
        guess = MOON // 2
        for card, like in choices.items():
            if like is card:
                guess = self._value_after(state, card, guess)
                found[card] = guess
        return {card: found[like] for card, like in choices.items()}

    def best(self, state: HeartsState) -> list[Card]:
        """The cards with the lowest value, in the order of the hand; raises `ValueError` when it is over. Much
        quicker than `values`: that the other cards are worse is shown, not how much worse."""
        choices = equivalents(_of_two(state))
        target = self.value(state) + 1
        good = {
            card for card, like in choices.items() if like is card and not self._costs(state, card, target)
        }
        return [card for card, like in choices.items() if like in good]

    def _costs(self, state: HeartsState, card: Card, target: int) -> bool:
        """Whether the seat to move will have `target` points or more after the card."""
        child = _Child.of(state, card)
        return child.seen(self._bound(child.tree, child.target(target))) >= target

    def _value_after(self, state: HeartsState, card: Card, guess: int) -> int:
        child = _Child.of(state, card)
        return child.seen(self._value(child.tree, child.seen(guess)))

    def _value(self, tree: _Tree, guess: int) -> int:
        """The value for the seat to move, by asking whether it is at least this or that, `guess` first. After two
        answers of one kind the steps get longer, to be halved near the end."""
        low, high, step, rising = 0, tree.total, 1, None
        while low < high:
            target = min(max(guess, low + 1), high)
            bound = self._bound(tree, target)
            step = 2 * step if rising is (bound >= target) else 1
            rising = bound >= target
            low, high = (bound, high) if rising else (low, bound)
            guess = low + step if rising else high - step + 1
            if high - low < 2 * step:
                guess, step = (low + high + 1) // 2, max(1, (high - low) // 4)
        return low

    def _bound(self, tree: _Tree, target: int) -> int:
        """At least `target` and not above the value, or below `target` and not under it."""
        if isinstance(tree, _Trick):
            return self._trick_bound(tree, target)
        lowest = tree.total + 1
        for place, child in enumerate(tree.children):
            bound = child.seen(self._bound(child.tree, child.target(target)))
            lowest = min(lowest, bound)
            if lowest < target:
                tree.children.insert(0, tree.children.pop(place))
                break
        return lowest

    def _trick_bound(self, trick: _Trick, target: int) -> int:
        wanted = target - trick.won
        if wanted <= trick.least:
            return trick.won + trick.least
        if wanted > trick.most:
            return trick.won + trick.most
        return trick.won + int(at_least(*trick.lanes, trick.moon, trick.broken, wanted, self._memory))


@dataclass(frozen=True, slots=True)
class _Trick:
    """A trick about to be led, as `exact` wants it: the seat to move has `won` points, `total` are in play
    and won by both."""

    lanes: tuple[int, int, int]
    moon: int
    broken: int
    won: int
    total: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class _Choice:
    """A seat has to play a card, one of each group of equivalent cards. What turns out to refute
    the others is moved to the front."""

    total: int
    children: list[_Child]


_Tree = _Trick | _Choice


@dataclass(frozen=True, slots=True)
class _Child:
    """The position after a card. `turned` when the other seat is to move in it: what one will have of
    `tree.total`, the other will not."""

    tree: _Tree
    turned: bool

    @classmethod
    def of(cls, state: HeartsState, card: Card) -> _Child:
        after = RULES.play(state, {state.turn: card})
        return cls(_game_tree(after), after.turn != state.turn)

    def seen(self, value: int) -> int:
        """A value of the one seat as the other's."""
        return self.tree.total - value if self.turned else value

    def target(self, target: int) -> int:
        """What must be asked here to learn whether the seat before will have at least `target`."""
        return self.tree.total - target + 1 if self.turned else target


def _game_tree(state: HeartsState) -> _Tree:
    """The cards up to the next whole trick after the first, one by one; from there on the tricks."""
    taken = RULES.points_taken(state)
    total = (
        sum(taken) + trick_points(state.trick) + sum(points(card) for hand in state.hands for card in hand)
    )
    if not state.hands[state.turn]:
        scores = RULES.scores(state)
        return _Trick((0, 0, 0), BOTH, 1, scores[state.turn], total, 0, 0)
    if state.trick or not state.history:
        cards = [card for card, like in equivalents(state).items() if like is card]
        return _Choice(total, [_Child.of(state, card) for card in reversed(cards)])
    mine, theirs = (bits_of(state.hands[seat]) for seat in (state.turn, 1 - state.turn))
    return _opened(mine, theirs, taken[state.turn], taken[1 - state.turn], state.broken)


def _opened(mine: int, theirs: int, won: int, others: int, broken: bool) -> _Trick:
    """A trick about to be led with these hands, as bits, and points won by the leader and the other."""
    left = bits.points(mine | theirs)
    total = won + others + left
    moon = BOTH if total < MOON else (1 if won else 0) | (2 if others else 0)
    if not left:
        return _Trick((0, 0, 0), BOTH, 1, final_scores((won, others))[0], total, 0, 0)
    lanes = to_lanes(mine, theirs)
    bounds = (limit(lanes[0], lanes[1], moon, left) for limit in (least_points, most_points))
    return _Trick(lanes, moon, int(broken), won, total, *map(int, bounds))


def equivalents(state: HeartsState) -> dict[Card, Card]:
    """Every legal card, in the order of the hand, with the lowest equivalent card.

    For any number of players: nothing but what the mover knows is looked at. Raises `ValueError` when the
    hand is over.
    """
    if not RULES.to_act(state):
        raise ValueError("the hand is over: there is no card to play")
    legal = RULES.legal(RULES.view(state, state.turn))
    held = (card for hand in state.hands for card in hand)
    live = bits_of((*held, *(card for card, _ in state.trick)))
    choices = bits_of(legal)
    firsts = {card_of(bit) for bit in singles(distinct(choices, live & ~choices))}
    found: dict[Card, Card] = {}
    like = legal[0]
    for card in legal:
        like = card if card in firsts else like
        found[card] = like
    return found


def _of_two(state: HeartsState) -> HeartsState:
    if len(state.hands) != 2:
        raise ValueError(f"only two-player Hearts is solved, and this is a hand of {len(state.hands)}")
    return state
