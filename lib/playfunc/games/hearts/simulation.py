"""`simulate`: what a card may come to, by playing the hand to its end many times over."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence

from playfunc.cards import Card, Suit
from playfunc.games.hearts import DECK, Play, points
from playfunc.games.hearts.rules import Known


def simulate(
    player_id: str,
    hand: Sequence[Card],
    trick: Sequence[Play],
    *,
    gone: Iterable[Card] = (),
    table: Sequence[str] = (),
    taken: Mapping[str, int] | None = None,
    voids: Mapping[str, Iterable[Suit]] | None = None,
    iterations: int = 100,
    careless: float = 1.0,
    seed: int | None = None,
) -> dict[Card, float]:
    """The mean score of each card that I may play, over many random ends of the hand.

    Each iteration deals the cards I cannot see to the others at random, as they may lie, and then for each of
    my legal cards plays it and lets everyone finish the hand. The lower the mean, the better the card. The
    work is `iterations` times the number of legal cards; it does not depend on any clock.

    `player_id`, `hand`, `trick`
        The arguments of `play`, as they are.
    `gone`
        All cards of the complete tricks: what your memory has to hold for this. None on the first trick.
    `table`
        Everybody's name, mine included, in the order round the table, beginning with anyone: the order of
        names in `previous[0]`. Needed only with `taken` or `voids`.
    `taken`
        The points that each player has won. Without it only the points still to come are counted, and nobody
        is seen to shoot the moon.
    `voids`
        The suits that a player has shown not to have. Every way the hidden cards can lie with that is
        equally likely. With two players it changes nothing: what I cannot see is in the other hand.
    `careless`
        How often the players in a playout play any legal card at random: 1 always, 0 never. Otherwise they
        lead low, duck under the card that wins, and throw what is dangerous when they cannot follow.
    `seed`
        The same seed gives the same means, on every machine, with and without numba. By default it is drawn
        from `random`, which is seeded before every call of your `play`.

    Two cards each are left, and mine are clubs. Leading the ace wins a trick too many:

    >>> from playfunc import DECK, Card, simulate
    >>> hand, theirs = [Card("C3"), Card("CA")], [Card("CK"), Card("SQ")]
    >>> gone = [card for card in DECK if card not in hand + theirs]
    >>> simulate("me", hand, [], gone=gone)
    {Card('C3'): 0.0, Card('CA'): 13.0}

    Raises `ValueError` where these facts cannot all be true, such as a card that is both in hand and gone.
    """
    if iterations < 1:
        raise ValueError(f"iterations must be at least 1, not {iterations!r}")
    if not 0 <= careless <= 1:
        raise ValueError(f"careless is a chance from 0 to 1, not {careless!r}")
    known = _known(player_id, tuple(hand), trick, tuple(gone), table, taken or {}, voids or {})
    from playfunc.games.hearts.fast.views import mean_scores

    return mean_scores(known, iterations, careless, random.getrandbits(64) if seed is None else seed)


def _known(
    player_id: str,
    hand: tuple[Card, ...],
    trick: Sequence[Play],
    gone: tuple[Card, ...],
    table: Sequence[str],
    taken: Mapping[str, int],
    voids: Mapping[str, Iterable[Suit]],
) -> Known:
    """What the caller of `simulate` knows, by seat instead of by name."""
    cards = tuple(card for card, _ in trick)
    seats = _count_seats(hand, cards, gone)
    names = _round_the_table(player_id, trick, table, seats, needed=bool(taken or voids))
    return Known(hand, cards, gone, _points_of(names, taken, gone, seats), _voids_of(names, voids, seats))


def _count_seats(hand: tuple[Card, ...], trick: tuple[Card, ...], gone: tuple[Card, ...]) -> int:
    """The number of players, computed from the number of unseen cards."""
    seen = [*hand, *trick, *gone]
    twice = next((card for place, card in enumerate(seen) if card in seen[:place]), None)
    if twice is not None:
        raise ValueError(f"{twice} is there twice among hand, trick and gone")
    unseen = len(DECK) - len(seen)
    for seats in (2, 4):
        if hand and len(trick) < seats and unseen == (seats - 1) * len(hand) - len(trick):
            return seats
    raise ValueError(
        f"with {len(hand)} cards in hand and {len(trick)} in the trick, {len(hand) - len(trick)} should be unseen "
        f"with two players and {3 * len(hand) - len(trick)} with four, but these {len(gone)} cards that are gone "
        f"leave {unseen}; gone should hold every card of the complete tricks"
    )


def _round_the_table(
    player_id: str, trick: Sequence[Play], table: Sequence[str], seats: int, *, needed: bool
) -> tuple[str, ...]:
    """All names, from the player's own on; empty if the caller did not ask for names."""
    if not needed:
        return ()
    names = list(table)
    if len(names) != seats or len({*names}) != seats or player_id not in names:
        raise ValueError(f"table should name the {seats} players, {player_id!r} among them, not {names}")
    me = names.index(player_id)
    names = names[me:] + names[:me]
    before = [name for _, name in trick]
    if before != names[seats - len(before) :]:
        raise ValueError(
            f"before {player_id!r} {before} have played, but the table says {names} play in this order"
        )
    return tuple(names)


def _known_names(names: Sequence[str], given: Iterable[str], what: str) -> None:
    stranger = next((name for name in given if name not in names), None)
    if stranger is not None:
        raise ValueError(f"{what} names {stranger!r}, who does not sit at this table: {list(names)}")


def _points_of(
    names: tuple[str, ...], taken: Mapping[str, int], gone: Sequence[Card], seats: int
) -> tuple[int, ...]:
    if not taken:
        return (0,) * seats
    _known_names(names, taken, "taken")
    total, there = sum(taken.values()), sum(map(points, gone))
    if total != there:
        raise ValueError(f"taken counts {total} points, but the cards that are gone hold {there}")
    return tuple(taken.get(name, 0) for name in names)


def _voids_of(
    names: tuple[str, ...], voids: Mapping[str, Iterable[Suit]], seats: int
) -> tuple[frozenset[Suit], ...]:
    if not voids:
        return (frozenset(),) * seats
    _known_names(names, voids, "voids")
    return tuple(frozenset(voids.get(name, ())) for name in names)
