"""SkullWhist's checks: legal cards, the worth of a hand, the best bid, the target, a rule of thumb."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from numbers import Real
from statistics import fmean
from typing import Any

from playfunc.cards import Suit, WhistCard
from playfunc.games.skullwhist import DECK, HAND, SkullWhist, Trick, legal_cards, score, trick_winner
from playfunc.match import Table, play_games
from playfunc.measure import deal_rng
from playfunc.player import FunctionPlayer
from playfunc.record import states
from playfunc.show import Position
from playfunc_opponents.skullwhist import basic, worlds

from playfunc_workbook.finding import (
    correct,
    incorrect,
    Finding,
    Line,
    State,
    Stumble,
    Unwritten,
    ask,
    exercise,
    is_still_the_stub,
    verdict,
)
from playfunc_workbook.players import Function

NAMES = ("you", "ana")
GAMES = 40
"""Public games between random players that the questions are taken from."""


@dataclass(frozen=True, slots=True)
class Question:
    """A moment of a public game in which `me` is to play: the arguments it gets, and all complete tricks before."""

    me: str
    hand: tuple[WhistCard, ...]
    trick: Trick
    history: tuple[Trick, ...]

    @property
    def previous(self) -> Trick:
        return self.history[-1] if self.history else ()

    @property
    def legal(self) -> list[WhistCard]:
        return legal_cards(self.hand, self.trick)

    @property
    def other_plays(self) -> list[WhistCard]:
        """The other's cards in the complete tricks, in the order played."""
        return [card for trick in self.history for card, who in trick if who != self.me]

    @property
    def own_plays(self) -> list[WhistCard]:
        return [card for trick in self.history for card, who in trick if who == self.me]

    @property
    def void(self) -> frozenset[Suit]:
        """Suits that the other could not follow in a complete trick."""
        shown = ((lead, reply) for (lead, _), (reply, who) in self.history if who != self.me)
        return frozenset(lead.suit for lead, reply in shown if reply.suit is not lead.suit)

    @property
    def won(self) -> int:
        return sum(trick_winner(trick) == self.me for trick in self.history)


@lru_cache(maxsize=1)
def questions() -> tuple[tuple[Question, ...], ...]:
    """For every public game the moments in which "you" is to play, in order."""
    rules = SkullWhist()
    players = tuple(
        FunctionPlayer({"bid": basic.bid, "play": basic.play}, rules, name=name) for name in NAMES
    )
    tables = [Table(rules.deal(deal_rng("public", "workbook", number)), players) for number in range(GAMES)]
    return tuple(tuple(_questions(states(record))) for record in play_games(rules, tables))


def _questions(game: Iterator[Any]) -> Iterator[Question]:
    for state in game:
        if None not in state.bids and state.turn == 0 and state.hands[0]:
            history = tuple(_named(trick) for trick in state.history)
            yield Question(NAMES[0], state.hands[0], _named(state.trick), history)


def _named(trick: Sequence[tuple[WhistCard, int]]) -> Trick:
    return tuple((card, NAMES[seat]) for card, seat in trick)


def drawn(question: Question, title: str, message: str = "", played: WhistCard | None = None) -> Position:
    """The question as a picture."""
    return Position(
        question.hand, question.trick, question.legal, played=played, title=title, message=message
    )


def is_unwritten_legal(legal: Function) -> bool:
    """Whether this is the stub, which allows every card of the hand."""
    probes = [q for game in questions()[:10] for q in game if len(q.legal) < len(q.hand)]
    return is_still_the_stub(
        lambda: all(list(ask(legal, probe.hand, probe.trick)) == list(probe.hand) for probe in probes)
    )


@exercise(
    "Step 1, legal cards",
    "`legal` still allows every card of the hand. Write it in the cell above.",
    hint="If somebody has led: which of your cards have the suit of `trick[0][0]`? If none has, all are legal. A suit is not "
    "text: compare `card.suit is trick[0][0].suit`.",
    needs=(questions,),
)
def legal_finding(legal: Function) -> Finding:
    """Step 1: compare with the rules."""
    if is_unwritten_legal(legal):
        raise Unwritten
    asked = sorted((q for game in questions() for q in game), key=lambda q: len(q.hand))
    for question in asked:
        position = drawn(question, "Which cards are legal?")
        said = ask(legal, question.hand, question.trick, position=position)
        if not isinstance(said, list | tuple) or not all(isinstance(card, WhistCard) for card in said):
            raise Stumble(f"`legal` must return a list of cards of the hand, not {str(said)[:60]}.", position)
        if sorted(said) != question.legal:
            return incorrect(
                f"Here you allow {_list(said)}. By the rules it is {_list(question.legal)}.",
                position=drawn(question, "Follow suit if you can, else play anything"),
                hint="`trick[0][0].suit` is the suit led. If you lead or have no card of it, you may play any card.",
            )
    return correct(f"All {len(asked)} positions.")


def _list(cards: Sequence[WhistCard]) -> str:
    return " ".join(card.text for card in cards) or "no card"


CLOSE = 1.0
"""How far from the mean of perfect play an estimate may be, in tricks, as a mean over many hands."""


@exercise(
    "Step 2, the worth of a hand",
    "`expected_tricks` still says the same for every hand. Write it in the cell above.",
    hint="Give every card a share of a trick, and add them up. A 13 is worth about 1, and any spade something. A card is a "
    "spade if `card.suit is Suit.SPADES` (`from playfunc import Suit`); a suit is not text.",
)
def worth_finding(expected_tricks: Function) -> Finding:
    """Step 2: compare with the average of perfect play."""
    hands = [tuple(sorted(deal_rng("public", "hand", number).sample(DECK, HAND))) for number in range(200)]
    said = [_number(ask(expected_tricks, hand), "expected_tricks") for hand in hands]
    if len(set(said)) == 1:
        raise Unwritten
    truth = [worlds.expected_tricks(hand) for hand in hands]
    misses = [abs(mine - right) for mine, right in zip(said, truth, strict=True)]
    off = sum(misses) / len(misses)
    worst = max(range(len(hands)), key=misses.__getitem__)
    told = (
        f"On {len(hands)} hands your mean error is {off:.3f} tricks, compared with the mean of perfect play. At "
        f"most {CLOSE:g} is allowed."
    )
    groups = {
        "all hands": range(14),
        "at most 2 spades": range(3),
        "at least 5 spades": range(5, 14),
    }
    lines = tuple(
        _group(name, [pair for hand, *pair in zip(hands, said, truth, strict=True) if _spades(hand) in many])
        for name, many in groups.items()
    )
    title = f"The hand you are furthest from: you say {said[worst]:.1f}, perfect play wins about {truth[worst]:.1f}"
    return Finding(
        State.RIGHT if off <= CLOSE else State.WRONG,
        told,
        lines,
        position=None if off <= CLOSE else Position(hands[worst], (), (), title=title),
        hint=""
        if off <= CLOSE
        else "Where you say too little or too much, is it the side suits or the spades? A low spade still trumps.",
    )


def _spades(hand: Sequence[WhistCard]) -> int:
    return sum(card.suit is Suit.SPADES for card in hand)


def _group(name: str, pairs: Sequence[Sequence[float]]) -> Line:
    """The mean estimate of some hands, compared with the tricks that perfect play wins with them."""
    mine, right = (fmean(column) for column in zip(*pairs, strict=True))
    state = State.RIGHT if abs(mine - right) <= CLOSE else State.WRONG
    return state, f"{name}: your mean is {mine:.1f} tricks, that of perfect play {right:.1f}"


def _number(value: Any, name: str) -> float:
    if not isinstance(value, Real) or isinstance(value, bool) or not math.isfinite(value):
        hint = "Does every way through it end in `return`, with a number behind it?" if value is None else ""
        raise Stumble(f"`{name}` must return a number, not {value!r:.60}.", hint=hint)
    return float(value)


@exercise(
    "Step 2, the best bid",
    "`best_bid` still bids 6, whatever the chances. Write it in the cell above.",
    hint="The mean score of a bid is the sum of chance times `score(bid, tricks)` over all numbers of tricks.",
)
def best_bid_finding(best_bid: Function) -> Finding:
    """Step 2: compare with the mean scores of all bids."""
    asked = list(_likelihoods())
    said = [_number(ask(best_bid, likely), "best_bid") for likely in asked]
    if set(said) == {6.0}:
        raise Unwritten
    for bid, likely in zip(said, asked, strict=True):
        worth = {made: _mean_score(made, likely) for made in range(1, HAND + 1)}
        best = max(worth, key=worth.__getitem__)
        if bid not in worth or worth[int(bid)] < worth[best] - 1e-9:
            known = f"which has a mean score of {worth[int(bid)]:.1f}" if bid in worth else "which is no bid"
            chances = ", ".join(f"{n}: {chance:.0%}" for n, chance in likely.items() if chance >= 0.005)
            return incorrect(
                f"You bid {bid:g}, {known}. Bid {best} has a mean score of {worth[best]:.1f}.",
                detail=f"chances of tricks:  {chances}",
                hint="Compare all bids from 1 to 13 by their mean score over all numbers of tricks, not by the likeliest one.",
            )
    return correct(f"The best bid for all {len(asked)} sets of chances.")


def _likelihoods() -> Iterator[Mapping[int, float]]:
    """Certain tricks, bell curves of several widths, and a hand that is either good or bad."""
    for tricks in range(HAND + 1):
        yield {n: float(n == tricks) for n in range(HAND + 1)}
    for spread in (0.8, 1.5, 3.0):
        for half in range(3, 24):
            weights = [math.exp(-(((n - half / 2) / spread) ** 2) / 2) for n in range(HAND + 1)]
            yield {n: weight / sum(weights) for n, weight in enumerate(weights)}
    yield {n: 0.5 if n in (2, 10) else 0.0 for n in range(HAND + 1)}


def _mean_score(bid: int, likely: Mapping[int, float]) -> float:
    return sum(chance * score(bid, tricks) for tricks, chance in likely.items())


@exercise(
    "Step 3, the target",
    "`target` still is your own bid. Write it in the cell above.",
    hint="With n tricks for you the other has 13 - n. Compare `score(my_bid, n)` with `score(their_bid, 13 - n)`.",
)
def target_finding(target: Function) -> Finding:
    """Step 3: compare all pairs of bids."""
    bids = range(1, HAND + 1)
    pairs = [(mine, theirs) for mine in bids for theirs in bids]
    said = [_number(ask(target, *pair), "target") for pair in pairs]
    if said == [float(mine) for mine, _ in pairs]:
        raise Unwritten
    wrong = [(p, s) for p, s in zip(pairs, said, strict=True) if s != least_to_win(*p)]
    if not wrong:
        return correct(f"All {len(pairs)} pairs of bids.")
    (mine, theirs), answer = wrong[0]
    right = least_to_win(mine, theirs)
    return incorrect(
        f"{len(wrong)} of {len(pairs)} pairs are wrong. You bid {mine}, the other {theirs}: you say {answer:g} "
        f"tricks, but {right} {'is' if right == 1 else 'are'} enough to win.",
        detail="\n".join(
            f"{n:>2} tricks for you: {score(mine, n):>4} points, for the other {score(theirs, HAND - n):>4}"
            for n in range(max(right - 2, 0), min(right + 2, HAND) + 1)
        ),
        hint="Try every number of tricks from 0 on. The first with the higher score is the answer. A tie is no win.",
    )


def least_to_win(mine: int, theirs: int) -> int:
    """The fewest tricks with which a bid of `mine` wins the game against one of `theirs`."""
    lost = [n for n in range(HAND + 1) if score(mine, n) <= score(theirs, HAND - n)]
    return max(lost) + 1


RULES = {
    "Win with the lowest": "You can win by following suit: take the lowest card that wins.",
    "Lose with the lowest": "You must follow and cannot win: play the lowest of the suit.",
    "Trump with the lowest": "You cannot follow: a spade wins, and the lowest is enough.",
    "Throw away the lowest": "You can neither follow nor win: keep the higher cards of every suit.",
}


@exercise(
    "Step 3, a rule of thumb",
    "`choose` still plays the first card. Write it in the cell above.",
    hint="First find the cards of `options` that win the trick. If there are any, which is the cheapest?",
    needs=(questions,),
)
def choose_finding(choose: Function) -> Finding:
    """Step 3: ask in situations with a clear answer."""
    asked = [q for game in questions() for q in game]
    cards = [_option(choose, question) for question in asked]
    if all(card is q.legal[0] for card, q in zip(cards, asked, strict=True)):
        raise Unwritten
    if mixed := _mixed_up(choose, asked, cards):
        return mixed
    replies = [(q, card, *_clear(q)) for q, card in zip(asked, cards, strict=True) if q.trick]
    wrong = [(q, card, rule) for q, card, rule, right in replies if card not in right]
    lines: list[Line] = []
    for rule in RULES:
        count, bad = sum(r[2] == rule for r in replies), sum(w[2] == rule for w in wrong)
        lines.append(
            (State.DIFFERENT, f"{rule}: {bad} of {count} different")
            if bad
            else (State.RIGHT, f"{rule}: right in all {count} replies")
        )
    if not wrong:
        return correct(f"All {len(replies)} replies.", tuple(lines))
    question, card, rule = min(wrong, key=lambda found: (list(RULES).index(found[2]), len(found[0].hand)))
    position = drawn(question, rule, f"You play {card}. {RULES[rule]}", card)
    if trump := _other_trump(replies):
        return _trumps_mistaken(trump, replies, tuple(lines))
    said = f"{len(wrong)} of {len(replies)} replies are different. One of them:"
    hint = _DEBATABLE if _wins(question, card) or rule not in _WINNING else _GIVEN_AWAY
    return Finding(verdict(tuple(lines)), said, tuple(lines), position, hint)


_WINNING = ("Win with the lowest", "Trump with the lowest")

_DEBATABLE = "A rule of thumb is no law. If you know why your card is better, keep it and go on."

_GIVEN_AWAY = (
    "Your card loses this trick, and another card of yours wins it. A second card wins if it is higher in the suit led, or a spade "
    "on another suit; no other card wins. More tricks never lower your score, so take it."
)

_FEW = 5
"""Replies that tell which suit somebody takes for trumps."""

_Reply = tuple[Question, WhistCard, str, list[WhistCard]]
"""A question, the card that was chosen, the rule that holds, and the cards that keep it."""


def _wins(question: Question, card: WhistCard) -> bool:
    return trick_winner((question.trick[0], (card, question.me))) == question.me


def _could_trump(replies: Sequence[_Reply], suit: Suit) -> list[_Reply]:
    """The replies in which a spade wins, and in which a card of `suit` would win if that were trumps."""
    return [
        reply
        for reply in replies
        if reply[2] == "Trump with the lowest" and any(card.suit is suit for card in reply[0].legal)
    ]


def _other_trump(replies: Sequence[_Reply]) -> Suit | None:
    """The suit that is played in place of spades wherever it could trump."""
    for suit in Suit:
        asked = _could_trump(replies, suit)
        if (
            suit is not Suit.SPADES
            and len(asked) >= _FEW
            and all(card.suit is suit for _, card, _, _ in asked)
        ):
            return suit
    return None


def _trumps_mistaken(suit: Suit, replies: Sequence[_Reply], lines: tuple[Line, ...]) -> Finding:
    asked = _could_trump(replies, suit)
    question, card, _, (right,) = min(asked, key=lambda reply: len(reply[0].hand))
    name = suit.name.lower()
    return incorrect(
        f"You play {name} as if they were trumps, in all {len(asked)} replies where a spade wins. Spades are trumps. One of them:",
        lines,
        drawn(question, "Spades are trumps", f"You play {card}, which loses. {right} wins.", card),
        "Which suit does your test for a winning card name? `card.suit is Suit.SPADES` is true for trumps.",
    )


def _option(choose: Function, question: Question) -> WhistCard:
    position = drawn(question, "What do you choose?")
    card = ask(choose, question.legal, question.trick, position=position)
    if not isinstance(card, WhistCard) or card not in question.legal:
        raise Stumble(f"`choose` must return one of `options`, not {str(card)[:60]}.", position)
    return card


LEADERS = ("me", "you", "I")
"""What students call themselves where they ask who wins."""


def _mixed_up(choose: Function, asked: Sequence[Question], cards: Sequence[WhistCard]) -> Finding | None:
    """What to say where another name of the leader changes the choice: then both cards got the same name."""
    for question, card in zip(asked, cards, strict=True):
        for leader in LEADERS if question.trick else ():
            named = replace(question, trick=((question.trick[0][0], leader),))
            if (found := _option(choose, named)) != card and _option(choose, question) == card:
                return incorrect(
                    f'You choose {found} where "{leader}" led, and {card} where "{question.trick[0][1]}" led the same card. '
                    "The name must not matter.",
                    position=drawn(named, "What do you choose?", f"You play {found}."),
                    hint="`trick[0]` holds a name. Where you ask who wins, take its card alone, and give both cards names of "
                    'your own: `lead, _ = trick[0]`, then `trick_winner(((lead, "other"), (card, "own")))`.',
                )
    return None


def _clear(question: Question) -> tuple[str, list[WhistCard]]:
    """The rule that holds for a reply, and the cards that keep it."""
    lead, options = question.trick[0], question.legal
    winning = [card for card in options if trick_winner((lead, (card, question.me))) == question.me]
    follows = options[0].suit is lead[0].suit
    if winning:
        rule = "Win with the lowest" if follows else "Trump with the lowest"
        return rule, [min(winning, key=lambda card: card.value)]
    if follows:
        return "Lose with the lowest", [options[0]]
    lowest = [card for card in options if not any(o.suit is card.suit and o < card for o in options)]
    return "Throw away the lowest", lowest
