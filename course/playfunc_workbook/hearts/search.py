"""The checks of steps 5 and 6: look ahead in known hands, and imagine the hands that are not known."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, NamedTuple

from playfunc import Card, Suit, legal_cards, trick_points, trick_winner
from playfunc.games.hearts import MOON, Hearts, HeartsState, SeatPlay
from playfunc.show import Position

from playfunc_workbook.finding import (
    correct,
    incorrect,
    Finding,
    State,
    Stumble,
    Unwritten,
    ask,
    exercise,
    names_in,
)
from playfunc_workbook.hearts.deals import NAMES, Moment, games, queen_endings, void_games
from playfunc_workbook.hearts.memory import remember_finding, remembered
from playfunc_workbook.players import Function

AHEAD = "Step 5, looking ahead"
IMAGINE = "Step 6, imagined hands"


SEARCH = 5.0
"""Seconds of CPU time for one search to the end of a hand; a move of a player looks less far."""


@dataclass(slots=True)
class Tally:
    """How many positions a search has looked at."""

    positions: int = 0


def exact(state: HeartsState, tally: Tally) -> int:
    """The points seat 0 ends with when both play their best: plain minimax over every legal card."""
    return int(_minimax(_known(state), tally))


class _Known(NamedTuple):
    """A hand with all cards known, in the order in which the student's `World` takes its fields."""

    hands: tuple[tuple[Card, ...], ...]
    trick: tuple[SeatPlay, ...]
    turn: int
    taken: tuple[int, ...]
    broken: bool


def _known(state: HeartsState) -> _Known:
    return _Known(state.hands, state.trick, state.turn, _taken(state), state.broken)


def _taken(state: HeartsState) -> tuple[int, ...]:
    return Hearts(len(state.hands)).points_taken(state)


def _final(hands: object, trick: object, turn: int, taken: tuple[int, ...], broken: bool) -> int:
    """What a finished hand costs seat 0."""
    return MOON - taken[0] if MOON in taken else taken[0]


def _minimax(
    world: _Known,
    tally: Tally,
    tricks: int = 26,
    rest: Callable[..., float] = _final,
) -> float:
    """Over so many tricks, the current one included; then `rest` says what the hand costs."""
    hands, trick, turn, taken, broken = world
    if not trick and not (tricks and hands[turn]):
        return rest(hands, trick, turn, taken, broken)
    values = []
    for card in legal_cards(hands[turn], trick, first_trick=False, hearts_broken=broken):
        tally.positions += 1
        left = tuple(
            tuple(c for c in hand if c is not card) if seat == turn else hand
            for seat, hand in enumerate(hands)
        )
        plays = (*trick, (card, turn))
        if len(plays) < len(hands):
            after = _Known(left, plays, (turn + 1) % len(hands), taken, broken)
            values.append(_minimax(after, tally, tricks, rest))
            continue
        winner = trick_winner(plays)
        won = tuple(t + trick_points(plays) * (seat == winner) for seat, t in enumerate(taken))
        hearts = broken or any(c.suit.value == "H" for c, _ in plays)
        values.append(_minimax(_Known(left, (), winner, won, hearts), tally, tricks - 1, rest))
    return min(values) if turn == 0 else max(values)


def _endings(cards: int, count: int, seats: int = 2) -> Iterator[HeartsState]:
    """Endings of random games in which points are left: `cards` each, before a lead or a reply."""
    for number, game in enumerate(games(seats, count, f"endings {cards}")):
        yield next(m.state for m in game if len(m.hand) == cards and len(m.state.trick) == number % 2)


@exercise(
    AHEAD,
    "`look_ahead` only estimates so far, without playing a card. Write it in the cell above.",
    hint="For every card of world.options(): look_ahead(world.play(card), …). Seat 0 takes the least of these, "
    "any other seat the most. A trick is over when world.play(card).trick is empty.",
)
def look_ahead_finding(look_ahead: Function, world_type: Any) -> Finding:
    """Step 5: compare with plain minimax on endings, and count the positions looked at."""
    tally = Tally()
    counting = _counting(world_type, tally)
    asked = 0
    for cards in (1, 2, 3, 4):
        for state in _endings(cards, 15):
            if wrong := _compared(look_ahead, _world(counting, state), state, cards):
                if tally.positions:
                    return wrong
                if names_in(look_ahead) <= {"estimate"}:
                    raise Unwritten
                return replace(wrong, hint=_NO_CARD)
            asked += 1
    for cards in (3, 4):
        for state in queen_endings(cards, 40):
            if wrong := _compared(look_ahead, _world(counting, state), state, cards):
                return replace(wrong, hint=_TOUCHING)
            asked += 1
    for state in _endings(2, 5):
        if wrong := _compared(look_ahead, _world(counting, state), state, 2, BEYOND):
            return wrong
    for state in _endings(2, 15, seats=4):
        if wrong := _compared(look_ahead, _world(counting, state), state, 2):
            return replace(wrong, hint=_FOUR)
        asked += 1
    if wrong := _shallow_finding(look_ahead, world_type):
        return wrong
    return _effort(look_ahead, world_type, asked)


BEYOND = 3
"""Tricks asked for beyond the last: a player asks for as many as it has time for."""


def _compared(
    look_ahead: Function, world: Any, state: HeartsState, cards: int, beyond: int = 0
) -> Finding | None:
    """What is wrong with the value of an ending, with so many tricks more than there are cards."""
    expected, tricks = exact(state, Tally()), cards + beyond
    value = ask(look_ahead, world, tricks, position=_drawn(state, ""))
    if value == expected:
        return None
    drawn = _drawn(state, f"look_ahead(world, {tricks}) should be {expected}, yours is {value!r}.")
    each = f"{cards} card{'s' * (cards > 1)} each"
    if beyond:
        said = f"Wrong with {each} and `tricks` = {tricks}: the hand ends before. Seat 0 is {NAMES[0]}:"
        return incorrect(said, (), drawn, _EMPTY)
    return incorrect(f"Wrong with {each}. Seat 0 is {NAMES[0]}:", (), drawn, _SIGNS)


_FOUR = "With four players all three others play against seat 0: whoever of them is to play takes the largest value."

_EMPTY = "What does your search return when no cards are left? Then `estimate` is exact: return it, whatever `tricks` says."

_TOUCHING = "Do you leave out one of two neighbouring cards? SQ costs 13 points, and SJ and SK none: always try SQ too."

_SIGNS = (
    "Does seat 0 take the smallest value and the other seat the largest? Does a complete trick count one off "
    "`tricks`? Is the moon in it (all 26 points cost 0, and the other 26)? If you cut: is it where low >= high?"
)

_NO_CARD = (
    "Your search played no card here. Does it stop too soon? It stops when no cards or no `tricks` are left and the trick "
    "is empty, and in alpha-beta when low >= high (not low <= high)."
)


def _shallow_finding(look_ahead: Function, world_type: Any) -> Finding | None:
    """What is wrong with a value for fewer tricks than there are cards, where the student's own `estimate` says what the
    rest costs."""
    estimate = getattr(inspect.unwrap(look_ahead), "__globals__", {}).get("estimate")
    if not callable(estimate):
        return None

    def estimated(*world: Any) -> float:
        return float(ask(estimate, world_type(*world)))

    for state in _shallow_endings(12):
        to_each = [_bounded(_minimax(_known(state), Tally(), depth, estimated)) for depth in (0, 1, 2, 3)]
        for tricks in (1, 2):
            value = ask(look_ahead, _world(world_type, state), tricks, position=_drawn(state, ""))
            if isinstance(value, int | float) and abs(_bounded(value) - to_each[tricks]) < 1e-9:
                continue
            too_far = value == exact(state, Tally()) != to_each[tricks + 1]
            said = f"Wrong with {len(state.hands[state.turn])} cards each and `tricks` = {tricks}. Seat 0 is {NAMES[0]}:"
            told = (
                f"look_ahead(world, {tricks}) should be {to_each[tricks]:g}, by your `estimate` after "
                f"{tricks} trick{'s' * (tricks != 1)}; yours is {value!r}."
            )
            hint = _COUNT_DOWN if too_far else _AFTER_TRICKS
            return incorrect(said, (), _drawn(state, told), hint)
    return None


def _bounded(value: float) -> float:
    """Within 0 and 26, between which alpha-beta begins."""
    return min(max(value, 0), MOON)


def _shallow_endings(count: int) -> Iterator[HeartsState]:
    """Two-player endings of three or four cards each, where no hand holds two cards of a suit: a search that tries only
    one of two cards that touch would else differ here by an `estimate` that looks at the cards."""
    for game in games(2, 60 * count, "shallow"):
        found = [m.state for m in game if len(m.hand) in (3, 4) and _one_of_each_suit(m.state)]
        kept = [s for s in found if len(s.trick) == count % 2 and sum(_taken(s)) < MOON]
        if not count:
            return
        if kept:
            count -= 1
            yield kept[0]


def _one_of_each_suit(state: HeartsState) -> bool:
    return all(len({card.suit for card in hand}) == len(hand) for hand in state.hands)


_COUNT_DOWN = (
    "Your search plays to the end of the hand, whatever `tricks` says. Count one off when a trick is complete "
    "(then world.play(card).trick is empty), and return `estimate(world)` when no tricks are left."
)

_AFTER_TRICKS = (
    "Does a complete trick count one off `tricks`, and a card alone none? Is `estimate` asked between two tricks only, "
    "once `tricks` is 0? (It has to be exact where no points are left.)"
)


def _effort(look_ahead: Function, world_type: Any, asked: int) -> Finding:
    plain, pruned = Tally(), Tally()
    for state in _endings(5, 6):
        exact(state, plain)
        ask(look_ahead, _world(_counting(world_type, pruned), state), 5, seconds=SEARCH)
    if not pruned.positions:
        said = f"Exact in all {asked} endings. How many positions it looks at is not known: it does not call `World.play`."
        return correct(said)
    effort = f"{pruned.positions:,} positions where plain minimax looks at {plain.positions:,}"
    if pruned.positions > plain.positions // 2:
        said = f"Exact in all {asked} endings. It looks at {effort}: alpha-beta needs far fewer."
        return Finding(State.PARTLY, said, hint=_PRUNE)
    return correct(f"Exact in all {asked} endings. It looks at {effort}.")


_PRUNE = (
    "Pass on what is settled: `high`, the least that seat 0 can already reach, and `low`, the most that the "
    "other can already force. As soon as low >= high, the cards that you have not tried cannot matter: stop."
)


def _counting(world_type: Any, tally: Tally) -> Any:
    """The student's World, made to count how often a card is played in it."""

    class Counting(world_type):  # type: ignore[misc]
        __slots__ = ()

        def play(self, card: Card) -> Any:
            tally.positions += 1
            return Counting(*super().play(card))

    return Counting


def _world(world_type: Any, state: HeartsState) -> Any:
    return world_type(*_known(state))


def _drawn(state: HeartsState, message: str) -> Position:
    moment = Moment(state, NAMES)
    others = "; ".join(
        f"{f'{NAMES[seat]}’s' if seat else 'your'} hand: {' '.join(card.text for card in hand)}"
        for seat, hand in enumerate(state.hands)
        if seat != state.turn
    )
    points = ", ".join(f"{NAMES[seat]} {won}" for seat, won in enumerate(_taken(state)))
    title = f"{NAMES[state.turn]} to play; {others}; points so far: {points}"
    return Position(moment.hand, moment.trick, moment.legal, title=title, message=message)


@exercise(
    IMAGINE,
    "`deal_unseen` does not look at `void` so far: it deals suits to players who have shown that they hold none.",
    hint="Deal the cards first that fit the fewest seats, each to a seat with room that is not void in its suit. "
    "If you get stuck, start again, but only so many times.",
)
def imagine_finding(imagine: Function, remember: Function) -> Finding:
    """Step 6: imagined worlds must fit what was shown."""
    memory = remember_finding(remember)
    if memory.state is not State.RIGHT:
        said = "First finish `remember` (step 4): a world is imagined from what you remember."
        return Finding(State.UNWRITTEN, said)
    worlds = varied = at_stake = 0
    broken: list[tuple[Moment, str]] = []
    rare: list[tuple[Moment, Any]] = []
    for moment, known in chain(remembered(remember), remembered(remember, void_games(3))):
        position = _for_imagine(moment, "")
        world = ask(imagine, moment.hand, moment.trick, known, position=position)
        if objection := _impossible(world, moment, known):
            return incorrect("This cannot be.", (), _for_imagine(moment, objection))
        worlds += 1
        rare += [(moment, known)] * (sum(map(bool, known.void[1:])) > 1 and len(moment.hand) > RARE)
        at_stake += _may_break_a_void(world, known)
        if cards := _void_broken(world, known):
            broken.append((moment, _describe_void(moment, cards)))
        other = ask(imagine, moment.hand, moment.trick, known, position=position)
        varied += tuple(world.hands) != tuple(other.hands)
    if len(broken) > HEEDLESS * at_stake:
        raise Unwritten
    if broken:
        moment, said = min(broken, key=lambda found: len(found[0].hand))
        return incorrect(
            f"{len(broken)} of {worlds:,} worlds cannot be. One of them:",
            position=_for_imagine(moment, said),
            hint=_STUCK,
        )
    for moment, known in rare:
        for _ in range(PATIENCE):
            ask(imagine, moment.hand, moment.trick, known, position=_for_imagine(moment, ""))
    if not varied:
        raise Stumble("With four players `imagine` always gives the same world: deal at random.")
    return correct(f"{worlds:,} worlds, each one that could be true.")


def _impossible(world: Any, moment: Moment, known: Any) -> str:
    """Why this world cannot be, whatever voids were shown; empty when it can."""
    state, me = moment.state, moment.seat
    seats = len(state.hands)
    true = [state.hands[(me + seat) % seats] for seat in range(seats)]
    if tuple(world.hands[0]) != moment.hand:
        return "hands[0] must be your own hand."
    if [len(hand) for hand in world.hands] != [len(hand) for hand in true]:
        return f"The hands should hold {[len(hand) for hand in true]} cards, yours {[len(h) for h in world.hands]}."
    if sorted(card for hand in world.hands for card in hand) != sorted(c for hand in true for c in hand):
        return "The hands together must be the cards that nobody has played."
    if any(list(hand) != sorted(hand) for hand in world.hands):
        return "The cards of each hand should be sorted: `World` says so, and your search may count on it."
    table = tuple((card, (seat - me) % seats) for card, seat in state.trick)
    if tuple(world.trick) != table:
        told = ", ".join(f"{card} by seat {seat}" for card, seat in table) or "empty: you lead"
        return f"The trick should be what lies on the table, its seats counted from you: {told}."
    if world.turn != 0:
        return f"It is your turn, so `turn` should be 0, yours is {world.turn!r}."
    broken = any(card.suit is Suit.HEARTS for card in known.gone)
    if (tuple(world.taken), world.hearts_broken) != (tuple(known.taken), broken):
        return "`taken` and `hearts_broken` should be those of your memory."
    return ""


HEEDLESS = 0.6
"""Who deals at random breaks a void in two of three positions where one can be broken; fewer come from giving up."""

RARE = 7
"""Where two seats are void and each still holds more cards than these, random cards hardly ever fit."""

PATIENCE = 20
"""Times that each of these is asked: who deals until the cards fit may be lucky once within the time, and not so often."""

_STUCK = (
    "What does `deal_unseen` return when it has run out of tries? Deal the cards first that fit the fewest seats: then it "
    "hardly ever gets stuck, and a few tries are enough."
)


def _void_broken(world: Any, known: Any) -> list[tuple[int, Card]]:
    """Each card that a seat was given although it has shown that it holds none of its suit."""
    return [
        (seat, card)
        for seat, hand in enumerate(world.hands)
        for card in hand
        if seat and card.suit in known.void[seat]
    ]


def _may_break_a_void(world: Any, known: Any) -> bool:
    """Whether there is a choice, and a card of a suit in which somebody is void."""
    hidden = {card.suit for hand in world.hands[1:] for card in hand}
    return len(world.hands) > 2 and any(hidden & set(void) for void in known.void[1:])


def _describe_void(moment: Moment, cards: list[tuple[int, Card]]) -> str:
    seat = cards[0][0]
    who = moment.names[(moment.seat + seat) % len(moment.state.hands)]
    given = [card for place, card in cards if place == seat]
    suits = " and ".join(sorted({card.suit.name.lower() for card in given}))
    return (
        f"hands[{seat}] holds {' '.join(card.text for card in given)}, but {who}, seat {seat} from here, has not followed "
        f"{suits}."
    )


def _for_imagine(moment: Moment, message: str) -> Position:
    title = f"{moment.name} to play, {len(moment.state.history)} tricks gone"
    return Position(moment.hand, moment.trick, moment.legal, title=title, message=message)
