"""Positions to ask about: random games, and the rare positions that random games hardly ever reach."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from playfunc import DECK, Card, Hearts, Suit, Trick, legal_cards, points
from playfunc.games.hearts import OPENING, HeartsState

NAMES = ("you", "ana", "ben", "cleo")
"""The names of the seats in exercises."""

OTHERS = ("dora", *NAMES[1:])
"""Those where a function is asked for every seat in turn: none of them is always "you"."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A place in a game: the true `state`, and the parts of it that the seat to act gets."""

    state: HeartsState
    names: tuple[str, ...] = OTHERS

    @property
    def name(self) -> str:
        """Of the player to act."""
        return self.names[self.state.turn]

    @property
    def seat(self) -> int:
        return self.state.turn

    @property
    def hand(self) -> tuple[Card, ...]:
        return self.state.hands[self.state.turn]

    @property
    def trick(self) -> Trick:
        return tuple((card, self.names[seat]) for card, seat in self.state.trick)

    @property
    def last_trick(self) -> Trick | None:
        if not self.state.history:
            return None
        return tuple((card, self.names[seat]) for card, seat in self.state.history[-1])

    @property
    def legal(self) -> list[Card]:
        return legal_cards(
            self.hand, self.trick, first_trick=not self.state.history, hearts_broken=self.state.broken
        )


def games(seats: int, count: int, seed: str) -> Iterator[list[Moment]]:
    """Games of random legal cards, each as its moments in order."""
    rng = random.Random(f"{seed} {seats}")
    rules = Hearts(seats)
    for _ in range(count):
        yield list(_moments(rules, rules.deal(rng), rng, ()))


def void_games(count: int) -> Iterator[list[Moment]]:
    """Games of four in which seats 2 and 3 hold no heart and soon show it, so few worlds are possible: hearts are played
    whenever that is allowed."""
    rng = random.Random("void games")
    rules = Hearts(4)
    hearts = [card for card in DECK if card.suit is Suit.HEARTS]
    others = [card for card in DECK if card.suit is not Suit.HEARTS]
    for _ in range(count):
        cards = [*hearts, *rng.sample(others, len(others))]
        mixed = rng.sample(cards[:26], 26)
        state = rules.from_hands([mixed[:13], mixed[13:], cards[26:39], cards[39:]])
        yield list(_moments(rules, state, rng, hearts))


def _moments(
    rules: Hearts, state: HeartsState, rng: random.Random, first: Sequence[Card]
) -> Iterator[Moment]:
    """A game in which cards of `first` are played whenever that is allowed, and otherwise any."""
    while rules.to_act(state):
        moment = Moment(state)
        yield moment
        wanted = [card for card in moment.legal if card in first]
        state = rules.play(state, {state.turn: rng.choice(wanted or moment.legal)})


def queen_endings(cards: int, count: int) -> Iterator[HeartsState]:
    """Two-player endings of random games in which the seat to act, void in the suit led, holds `cards` of them, SQ beside
    SJ or SK: cards that touch, and do not cost the same."""
    rng = random.Random(f"queen {cards}")
    rules, queen = Hearts(2), Card("SQ")
    while count:
        state, pair = rules.deal(rng), {queen, rng.choice((Card("SJ"), Card("SK")))}
        while len(state.hands[state.turn]) >= cards:
            moment = Moment(state)
            if len(moment.hand) == cards and state.trick and pair <= set(moment.legal):
                if state.trick[0][0].suit is not Suit.SPADES:
                    count -= 1
                    yield state
                break
            late = [card for card in moment.legal if card not in pair]
            state = rules.play(state, {state.turn: rng.choice(late or moment.legal)})


@lru_cache(maxsize=8)
def moments(seats: int, count: int, seed: str) -> tuple[Moment, ...]:
    """All moments of `count` random games."""
    return tuple(moment for game in games(seats, count, seed) for moment in game)


@dataclass(frozen=True, slots=True)
class Question:
    """Which cards may be played? `rule` is the rule that decides it."""

    hand: tuple[Card, ...]
    trick: Trick
    first_trick: bool
    hearts_broken: bool
    rule: str

    @property
    def legal(self) -> list[Card]:
        return legal_cards(
            self.hand, self.trick, first_trick=self.first_trick, hearts_broken=self.hearts_broken
        )


@lru_cache(maxsize=1)
def questions() -> tuple[Question, ...]:
    """Thousands of questions about legal cards, the simplest (fewest cards) first, the odd ones last."""
    told = [_question(m) for seats in (2, 4) for m in moments(seats, 30, "legal")]
    rare = [_question(m) for m in _void_in_clubs(40)]
    return (*sorted([*told, *rare], key=lambda q: len(q.hand)), *_by_hand())


def _question(moment: Moment) -> Question:
    """As the seat to act is asked: it is "you", and ana plays next."""
    seats = len(moment.state.hands)
    trick = tuple((card, NAMES[(seat - moment.seat) % seats]) for card, seat in moment.state.trick)
    return _named(moment.hand, trick, not moment.state.history, moment.state.broken)


def _named(hand: Sequence[Card], trick: Trick, first_trick: bool, broken: bool) -> Question:
    return Question(tuple(hand), trick, first_trick, broken, _rule(hand, trick, first_trick, broken))


def _rule(hand: Sequence[Card], trick: Trick, first_trick: bool, broken: bool) -> str:
    if not trick:
        return "Leading" if first_trick else "Free lead" if broken else "Breaking"
    if any(card.suit is trick[0][0].suit for card in hand):
        return "Reneging"
    return "Bleeding" if first_trick else "Free discard"


def _void_in_clubs(count: int) -> Iterator[Moment]:
    """First tricks with four players, the second to play void in clubs: positions where the rule Bleeding matters."""
    rng = random.Random("void in clubs")
    rules = Hearts(4)
    others = [card for card in DECK if card.suit is not Suit.CLUBS]
    for _ in range(count):
        state = _dealt(rules, rng.sample(others, 13), rng)
        yield Moment(rules.play(state, {0: OPENING}))


def rare_deals(seats: int) -> list[HeartsState]:
    """Deals in which seat 1 holds no club, and has to think of Bleeding in the first trick. With four players its only
    cards without points are once SK and SA, the highest of its hand but for hearts, and once it holds hearts alone."""
    rng = random.Random(f"rare deals {seats}")
    others = [card for card in DECK if card.suit is not Suit.CLUBS]
    hearts = [card for card in DECK if card.suit is Suit.HEARTS]
    hands = [rng.sample(others, len(DECK) // seats)]
    if seats == 4:
        hands += [[*hearts[:10], Card("SQ"), Card("SK"), Card("SA")], hearts]
    return [_dealt(Hearts(seats), hand, rng) for hand in hands]


def _dealt(rules: Hearts, second: Sequence[Card], rng: random.Random) -> HeartsState:
    """A deal in which seat 0 opens and seat 1 holds these cards."""
    rest = [card for card in DECK if card not in second and card is not OPENING]
    rng.shuffle(rest)
    size = len(DECK) // rules.seats
    later = [rest[at : at + size] for at in range(size - 1, len(rest), size)]
    return rules.from_hands([[OPENING, *rest[: size - 1]], second, *later])


def _by_hand() -> Iterator[Question]:
    """Rare hands: only hearts, only cards with points."""
    hearts = tuple(card for card in DECK if card.suit is Suit.HEARTS)
    queen = Card("SQ")
    yield _named(hearts, ((OPENING, "ana"),), True, False)
    yield _named((queen, *hearts[1:]), ((OPENING, "ana"),), True, False)
    yield _named(hearts[3:6], (), False, False)
    yield _named((queen, *hearts[:2]), (), False, False)
    yield _named(tuple(card for card in DECK if points(card))[:3], (), False, True)
