"""SkullWhist's checks of memory and of sampled worlds: what is known of the other hand, and what is made of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from statistics import fmean
from typing import Any

from playfunc.cards import WhistCard
from playfunc.games.skullwhist import DECK, SkullWhist, legal_cards, trick_winner
from playfunc.measure import deal_rng
from playfunc.show import Position
from playfunc_opponents.skullwhist.worlds import expected_tricks

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
    verdict,
)
from playfunc_workbook.players import Function
from playfunc_workbook.skullwhist.exercises import NAMES, Question, drawn, questions


@exercise(
    "Step 4, memory",
    "`remember` does not keep anything yet. Write it in the cell above.",
    hint="The first card of `trick` is the lead. Who played it? Add each card to the set of who played it.",
    needs=(questions,),
)
def remember_finding(remember: Function, memory_type: Function) -> Finding:
    """Step 4: follow games and compare the memory with what happened."""
    wrong: dict[str, tuple[Question, Any, Any]] = {}
    kept = False
    for game in questions():
        memory = memory_type()
        for question in game:
            before = memory
            memory = _remembered(remember, memory_type, question, memory)
            kept = kept or memory != before
            for name, true in _facts(question).items():
                said = getattr(memory, name)
                if said != true:
                    wrong.setdefault(name, (question, said, true))
    if not kept:
        raise Unwritten
    lines: list[Line] = [
        (State.WRONG, f"{name}: wrong") if name in wrong else (State.RIGHT, f"{name}: right")
        for name in ("mine", "theirs", "void", "won")
    ]
    if not wrong:
        said = f"All four fields, in {len(questions())} games from the first trick to the last."
        return correct(said, tuple(lines))
    name, (question, said, true) = next(iter(wrong.items()))
    tricks = "\n".join(f"{number:>2}. {_plays(trick)}" for number, trick in enumerate(question.history, 1))
    return incorrect(
        f"`{name}` is {_describe(said, true)} here, and should be {_words(true)}. The tricks so far:",
        tuple(lines),
        detail=tricks,
        hint="Each call of `remember` adds one trick. `void` grows when you led, and the other did not follow.",
    )


FIRST_TRICK = "Before the first trick, the trick in `previous` is empty: return the memory as it is."


def _remembered(remember: Function, memory_type: Function, question: Question, memory: Any) -> Any:
    """The memory that `remember` returns. Raises `Stumble` where that is none."""
    position = drawn(question, "Remember")
    try:
        found = ask(remember, question.me, (question.previous, memory), position=position)
    except Stumble as stumble:
        if not question.previous:
            stumble.hint = FIRST_TRICK
        raise
    if isinstance(memory_type, type) and not isinstance(found, memory_type):
        said = f"`remember` must return a `Memory`, not {found!r:.60}."
        if not question.previous:
            said = f"{said} {FIRST_TRICK}"
        raise Stumble(
            said, position, hint="Does every way through `remember` end in `return memory`, or a new one?"
        )
    return found


def _facts(question: Question) -> dict[str, Any]:
    return {
        "mine": frozenset(question.own_plays),
        "theirs": frozenset(question.other_plays),
        "void": question.void,
        "won": question.won,
    }


def _plays(trick: Sequence[tuple[WhistCard, str]]) -> str:
    return ", ".join(f"{card} by {who}" for card, who in trick)


def _describe(said: Any, true: Any) -> str:
    """A field's value in words; as Python writes it, where the words would be those of the right one."""
    return f"{said!r:.60}" if _words(said) == _words(true) else _words(said)


def _words(value: Any) -> str:
    if isinstance(value, frozenset | set):
        return " ".join(sorted(map(str, value))) or "none"
    return str(value)[:60]


@exercise(
    "Step 4, what nobody can beat",
    "`possible` or `sure_winners` is not written yet. Write them in the cell above.",
    hint="`possible` leaves out your hand, what both have played, and the suits in `memory.void`. `sure_winners` keeps the cards "
    "of `hand` that no card of `pool` beats.",
    needs=(questions,),
)
def sure_winners_finding(
    remember: Function, possible: Function, sure_winners: Function, memory: Function
) -> Finding:
    """Step 4: what cannot be beaten, at every lead of whole games."""
    # The memory is the one that `remember` carried along, so no player without memory passes.
    asked = [game for game in map(_with_memory(remember, memory), questions()) if game]
    pools = [_cards(possible, question.hand, kept) for game in asked for question, kept in game]
    if all(list(pool) == list(DECK) for pool in pools):
        raise Unwritten
    leads = [(question, kept) for game in asked for question, kept in game if not question.trick]
    answers = []
    for question, kept in leads:
        position = drawn(question, "Your lead. Which of your cards can nobody beat?")
        pool, true = _cards(possible, question.hand, kept, position=position), _may_hold(question)
        if sorted(pool) != true:
            more, fewer = sorted(set(pool) - set(true)), sorted(set(true) - set(pool))
            said = f"too many: {_words(set(more))}; missing: {_words(set(fewer))}."
            return _wrong_lead(question, f"`possible` is wrong here. {said}", POSSIBLE)
        if pool != true:
            return _wrong_lead(
                question, "`possible` holds the right cards, and not in the order of `DECK`.", ORDER
            )
        answers.append((question, true, _cards(sure_winners, question.hand, pool, position=position)))
    if not any(list(sure) for _, _, sure in answers):
        raise Unwritten
    for question, true, sure in answers:
        right = [card for card in question.hand if _unbeaten(card, true)]
        if sorted(sure) != right:
            said = f"You say {_words(set(sure))}; nobody can beat: {_words(set(right))}."
            return _wrong_lead(question, f"`sure_winners` is wrong here. {said}", SURE)
    said = f"Right at all {len(answers)} leads of {len(asked)} games, with the memory that you carried along."
    return correct(said)


def _cards(function: Function, *arguments: Any, position: Position | None = None) -> list[WhistCard]:
    """The cards that the function returns. Raises `Stumble` where it returns anything else."""
    found = ask(function, *arguments, position=position)
    if not isinstance(found, list | tuple | set | frozenset) or not all(
        isinstance(c, WhistCard) for c in found
    ):
        name = getattr(function, "__name__", "function")
        hint = "Does every way through it end in `return`?" if found is None else ""
        raise Stumble(f"`{name}` must return a list of cards, not {str(found)[:60]}.", position, hint=hint)
    return list(found)


def _with_memory(remember: Function, memory: Function) -> Callable[[Sequence[Question]], list[Any]]:
    def followed(game: Sequence[Question]) -> list[Any]:
        kept, pairs = memory(), []
        for question in game:
            kept = _remembered(remember, memory, question, kept)
            pairs.append((question, kept))
        return pairs

    return followed


ORDER = "Go through `DECK`, and keep a card if it fits. A set has no order that you can count on, and `random.sample` draws by places."

POSSIBLE = (
    "The other may hold any card that is not in your hand, that neither of you has played, and whose suit is not in "
    "`memory.void`."
)
SURE = "A card is sure if no card of `pool` wins against it: no higher one of its suit, and no spade unless it is a spade itself."


def _wrong_lead(question: Question, said: str, hint: str) -> Finding:
    tricks = "\n".join(f"{number:>2}. {_plays(trick)}" for number, trick in enumerate(question.history, 1))
    return incorrect(
        said, position=drawn(question, "Your lead, after the tricks below"), hint=hint, detail=tricks
    )


def _may_hold(question: Question) -> list[WhistCard]:
    seen = {*question.hand, *question.own_plays, *question.other_plays}
    return [card for card in DECK if card not in seen and card.suit not in question.void]


def _unbeaten(card: WhistCard, pool: Sequence[WhistCard]) -> bool:
    return all(trick_winner(((card, "me"), (answer, "other"))) == "me" for answer in pool)


def twins() -> tuple[Position, Position]:
    """Two leads with the same arguments, where memory alone tells whether the ten of spades is safe."""
    hand = (WhistCard("C03"), WhistCard("S10"))
    told = "Your hand, the bids and the previous trick are the same in both."
    safe = f"{told} Earlier S11, S12 and S13 were played: if you lead S10, it wins."
    risky = f"{told} Earlier only clubs and hearts were played: S13 could be anywhere."
    return (
        Position(hand, (), hand, title="Game A", message=safe),
        Position(hand, (), hand, title="Game B", message=risky),
    )


LED = "The lead is on the table, and `possible` does not know it yet: leave it out of the cards that you draw from."
DRAWS = 60
"""Worlds drawn where their mean is looked at."""


@exercise(
    "Step 5, imagined hands",
    "`imagine` still returns the first cards of the deck. Write it in the cell above.",
    hint="`random.sample(pool, size)` draws `size` different cards of a list.",
    needs=(questions,),
)
def imagine_finding(imagine: Function, memory: Function) -> Finding:
    """Step 5: imagined hands must be possible and fit the bid."""
    asked = [question for game in questions() for question in game]
    with _same_luck():
        hands = [_imagined(imagine, memory, question, 6) for question in asked]
        if all(sorted(hand) == sorted(DECK[: len(hand)]) for hand in hands if hand):
            raise Unwritten
        for question, hand in zip(asked, hands, strict=True):
            if said := _impossible(question, hand):
                position = drawn(
                    question, f"Cards that the other showed: {_words(set(question.other_plays))}"
                )
                hint = LED if any(card in hand for card, _ in question.trick) else ""
                return incorrect(said, position=position, hint=hint)
        first = questions()[0][0]
        low, high = ([_imagined(imagine, memory, first, bid) for _ in range(DRAWS)] for bid in (2, 10))
        if len({tuple(sorted(hand)) for hand in low}) < DRAWS // 2:
            said = "You imagine the same hand again and again. Draw it at random."
            hint = "`random.sample(pool, size)` draws again each time."
            return incorrect(said, hint=hint)
        gap = fmean(map(expected_tricks, high)) - fmean(map(expected_tricks, low))
        if gap > FITS and (late := _played_forgotten(imagine, memory, asked)):
            return late
    told = f"after a bid of 10 they are worth {gap:.1f} tricks more than after 2"
    if gap > FITS:
        said = f"{len(hands)} possible hands, and the bid tells: {told}."
        return correct(said)
    lines: tuple[Line, ...] = (
        (State.RIGHT, f"possible: {len(hands)} hands"),
        (State.UNWRITTEN, f"the bid tells: {told if gap > 0.05 else NO_BETTER}"),
    )
    said = f"{len(hands)} possible hands, but the other's bid makes no difference yet."
    hint = "Draw a few hands, and keep the one whose `expected_tricks` is nearest to the bid."
    return Finding(verdict(lines), said, lines, hint=hint)


FITS = 0.5
"""By how many tricks hands must be better after a high bid."""

NO_BETTER = "hands are no better after a bid of 10 than after 2"

ENDS = 6
"""Leads near the end of games at which the other has shown strong cards."""

KEPT = 0.15
"""Tricks by which hands must be weaker than hands by luck alone where the cards played have made the bid already."""


def _played_forgotten(imagine: Function, memory: Function, asked: Sequence[Question]) -> Finding | None:
    """What to say where the cards that the other has played do not count when a hand is compared with its bid. At
    each end these cards alone are worth more than the bid. So the hands that fit it are weak."""
    ends = [q for q in asked if not q.trick and len(q.hand) in (4, 5, 6)]
    ends = sorted(ends, key=lambda q: -expected_tricks(q.other_plays))[:ENDS]
    more = 0.0
    for question in ends:
        hands = [_imagined(imagine, memory, question, _adjusted_bid(question)) for _ in range(DRAWS)]
        pool = _may_hold(question)
        usual = expected_tricks(pool) / len(pool) * len(question.hand)
        more += (fmean(map(expected_tricks, hands)) - usual) / len(ends)
    if more < -KEPT:
        return None
    question = ends[0]
    worth = expected_tricks(question.other_plays)
    said = (
        f"The bid tells at the first trick, but not later. Here the other bid {_adjusted_bid(question)}, and the cards that it has "
        f"played are worth {worth:.1f} tricks. So it now holds a weak hand, and your hands are no weaker than by luck."
    )
    hint = (
        "The bid was made for 13 cards. Add `memory.theirs`, and the lead if the other has led, to each hand before you compute "
        "its `expected_tricks`."
    )
    position = drawn(question, f"Cards that the other showed: {_words(set(question.other_plays))}")
    return incorrect(said, position=position, hint=hint)


def _adjusted_bid(question: Question) -> int:
    """A bid below what the cards that the other has played are worth."""
    return max(1, round(expected_tricks(question.other_plays)) - 1)


def _imagined(imagine: Function, memory: Function, question: Question, bid: int) -> list[WhistCard]:
    known = memory(**_facts(question))
    position = drawn(question, "Imagine the other hand")
    other = ask(imagine, question.hand, question.trick, known, bid, position=position)
    if not isinstance(other, list | tuple) or not all(isinstance(card, WhistCard) for card in other):
        raise Stumble(f"`imagine` must return a list of cards, not {str(other)[:60]}.", position)
    return list(other)


def _impossible(question: Question, hand: Sequence[WhistCard]) -> str:
    """Why the other cannot hold these cards; empty when it can."""
    size = len(question.hand) - len(question.trick)
    if len(set(hand)) != size or len(hand) != size:
        return (
            f"The other holds {size} different cards here. You imagine {len(hand)} cards, {len(set(hand))} of them "
            f"different: {_words(set(hand))}. (`random.sample` draws no card twice.)"
        )
    table = [card for card, _ in question.trick]
    wrong = [card for card in hand if card in table or card not in _may_hold(question)]
    return f"The other cannot hold {_words(set(wrong))}." if wrong else ""


@contextmanager
def _same_luck() -> Iterator[None]:
    """The same random numbers whenever the check runs, and the student's own random state unchanged."""
    state = random.getstate()
    random.seed(1)
    try:
        yield
    finally:
        random.setstate(state)


@exercise(
    "Step 5, to the end",
    "`finish` still wins no trick at all. Write it in the cell above.",
    hint="Loop while there are cards: the leader chooses, the other chooses among its legal cards, the winner leads.",
)
def finish_finding(finish: Function, choose: Function) -> Finding:
    """Step 5: compare with the library's table."""
    rules = SkullWhist()
    asked = []
    for number in range(60):
        rng = deal_rng("public", "finish", number)
        size = rng.randint(1, 13)
        cards = rng.sample(DECK, 2 * size)
        asked.append((tuple(sorted(cards[:size])), tuple(sorted(cards[size:])), number % 2 == 0))
    asked.sort(key=lambda hands: len(hands[0]))
    said = [ask(finish, *hands) for hands in asked]
    if not any(said):
        raise Unwritten
    for (mine, other, leading), tricks in zip(asked, said, strict=True):
        state = rules.from_hands((mine, other), leader=0 if leading else 1, bids=(6, 6))
        played, astray = [], False
        while rules.to_act(state):
            trick = tuple((card, NAMES[seat]) for card, seat in state.trick)
            legal = legal_cards(state.hands[state.turn], trick)
            card = ask(choose, legal, trick)
            astray = astray or ask(choose, state.hands[state.turn], trick) not in legal
            played.append(str(card))
            state = rules.play(state, {state.turn: card})
        right, _ = state.tricks()
        if tricks != right:
            return incorrect(
                f"You say {tricks} tricks, and at the table it is {right}. "
                f"{'You lead' if leading else 'The other leads'}; the other holds {' '.join(map(str, other))}.",
                position=Position(mine, (), mine, title="Your hand"),
                hint=_AMONG_LEGAL if astray else _TAKE_OUT,
                detail="At the table: "
                + ", ".join(map(" ".join, zip(played[::2], played[1::2], strict=True))),
            )
    return correct(f"All {len(asked)} pairs of hands.")


_TAKE_OUT = "The winner of a trick leads the next. Take both cards out of the hands."
_AMONG_LEGAL = (
    f"`choose` takes any card that it is given, so give it the legal ones alone, to both players. {_TAKE_OUT}"
)
