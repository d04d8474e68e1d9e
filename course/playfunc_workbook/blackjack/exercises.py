"""What BlackJack's steps are checked against: the rules, and the opponents' exact expectations.

Pure functions from the student's functions to findings, as in `exercises`. Cards are letters; `unseen` counts the
cards worth 1 … 10 that have not been seen; `wins[p]` is the chance that the dealer's score is below `p`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from numbers import Real
from typing import TYPE_CHECKING, Any

from playfunc import FunctionPlayer
from playfunc.games.blackjack import BUY_IN, FACES, VALUES, Bet, BlackJack, Double, Hit, Move, Stand, total
from playfunc.match import play_game
from playfunc.measure import deal_rng
from playfunc.record import GameRecord, states
from playfunc_checks.checks.repeated_questions import STATE
from playfunc_opponents import opponent

from playfunc_workbook.finding import (
    correct,
    incorrect,
    Finding,
    State,
    Stumble,
    Unwritten,
    ask,
    ask_isolated,
    exercise,
    has_a_body,
    names_in,
    verdict,
)
from playfunc_workbook.players import Function, TimedPlayer
from playfunc_workbook.rules_check import kept_between_calls
from playfunc_workbook.view import late_progress

if TYPE_CHECKING:
    from playfunc_opponents.blackjack.expectation import Worth


TOTAL = "Step 1, hand totals"
SEVENTEEN = "Step 1, hit below 17"
DEALER = "Step 2, the dealer's chances"
EXPECTATION = "Step 3, what a move is worth"
BEST = "Step 3, the best move"
REMEMBER = "Step 4, remember"
ACES = "Step 4, counting aces"
BET = "Step 5, the bet"

EXACT = 1e-6
NEAR = 0.06
"""How far `hit` and `double` may be from the exact worth, per chip staked. Drawing as from a bag that never
empties is off by 0.021 and 0.044 at most in 60 random situations; drawing one card only, by far more."""

GIVEN_AWAY = 0.005
"""Chips per chip staked that `best_move` may give away on average. Standing on 17 gives away 0.05 or so."""


def _call(function: Function, *arguments: Any, where: str) -> Any:
    """What the student's function returns; if it raises, the message describes the situation."""
    try:
        return ask(function, *arguments)
    except Stumble as stumble:
        raise Stumble(f"{stumble.said} {where}", detail=stumble.detail, hint=stumble.hint) from None


def _number(value: Any, what: str, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Stumble(f"{what} must return a number, not {type(value).__name__} {str(value)[:60]!r}. {where}")
    return float(value)


@exercise(
    TOTAL, "Every ace still counts 1. Finish `best` in the cell above.", hint="At most one ace can count 11."
)
def total_finding(count: Function, hands: int = 3000) -> Finding:
    """Step 1: compare `total` with the rules on thousands of hands."""
    hands_asked = set(_hands(hands)) | set(FACES) | {"AA", "AAT", "A6T"}
    dealt = sorted(hands_asked, key=lambda hand: (len(hand), hand))
    answers = [(hand, _counted(count, hand)) for hand in dealt]
    wrong = [(hand, said) for hand, said in answers if said != total(hand)]
    if not wrong:
        return correct(f"All {len(dealt):,} hands are counted by the rules.")
    if all(said == sum(VALUES[face] for face in hand) for hand, said in answers):
        raise Unwritten
    hand, said = wrong[0]
    rule = "An ace counts 11, or 1 where 11 would put the hand over 21. T, J, Q and K count 10."
    if total(hand) > 21 and not said:
        rule = "Here a bust hand keeps its sum: that it scores 0 is counted when the hand is over."
    return incorrect(
        f"{len(wrong):,} of {len(dealt):,} hands are wrong. The shortest: {' '.join(hand)} counts {total(hand)}, "
        f"and you said {said:g}.",
        detail=rule,
    )


_WORDS = {Hit: "Hit", Stand: "Stand"}


@exercise(
    SEVENTEEN,
    "Choose Hit or Stand in the cell above.",
    hint="Compare total(hand) with 17: Hit below it, Stand from 17 on.",
)
def seventeen_finding(seventeen: Function, hands: int = 1000) -> Finding:
    """Step 1: compare `seventeen` with the dealer's rule."""
    dealt = sorted(
        {hand for hand in _hands(hands) if len(hand) > 1 and total(hand) <= 21}, key=lambda h: (len(h), h)
    )
    answered = False
    for hand in dealt:
        where = f"Your hand was {' '.join(hand)}, which counts {total(hand)}."
        right = Hit if total(hand) < 17 else Stand
        try:
            move = _call(seventeen, tuple(hand), where=where)
        except Unwritten:
            if not answered:
                raise
            return incorrect(f"`seventeen` sets no move for {' '.join(hand)}, which counts {total(hand)}.")
        answered = True
        if move not in (Hit, Stand):
            raise Stumble(f"`seventeen` must return Hit or Stand, not {str(move)[:60]!r}. {where}")
        if move is not right:
            cards = f"With {' '.join(hand)}, which counts {total(hand)}"
            said = f"{cards}, you return {_WORDS[move]}, and the dealer's rule is {_WORDS[right]}."
            return incorrect(said)
    return correct(f"As the dealer does, with all {len(dealt)} hands.")


def _counted(count: Function, hand: str) -> float:
    where = f"Hand: {hand}."
    return _number(_call(count, hand, where=where), "`total`", where)


def _hands(count: int) -> Iterator[str]:
    rng = random.Random("totals")
    for _ in range(count):
        yield "".join(sorted(rng.choices(FACES, k=rng.randint(1, 6)), key=FACES.index))


@dataclass(frozen=True, slots=True)
class Situation:
    """A choice: two cards, the dealer's open card, and the cards not seen, by value."""

    hand: str
    upcard: str
    unseen: tuple[int, ...]

    def __str__(self) -> str:
        return (
            f"You hold {' '.join(self.hand)} ({total(self.hand)}), the dealer shows {self.upcard}, and "
            f"{sum(self.unseen)} cards are unseen (aces to tens: {' '.join(map(str, self.unseen))})."
        )

    @property
    def low(self) -> int:
        return sum(VALUES[face] for face in self.hand)

    @property
    def ace(self) -> bool:
        return "A" in self.hand


@lru_cache(maxsize=4)
def situations(count: int, seed: str = "situations") -> tuple[Situation, ...]:
    """Situations from shuffled decks of which up to 30 cards are gone; every open card in turn."""
    from playfunc_opponents.blackjack.expectation import pool  # compiled by numba

    rng = random.Random(seed)
    found = []
    for number in range(count):
        upcard = FACES[number % 10]
        deck = list((FACES * 4).replace(upcard, "", 1))
        rng.shuffle(deck)
        gone = rng.choice((2, 2, 12, 30))
        found.append(Situation("".join(deck[:2]), upcard, pool([*deck[:gone], upcard, "#"])))
    return tuple(found)


@lru_cache(maxsize=512)
def chances_below(upcard: str, unseen: tuple[int, ...]) -> tuple[float, ...]:
    """For each score 0 … 21 the exact chance that the dealer ends below it."""
    from playfunc.compiled.native import zeros
    from playfunc_opponents.blackjack.dealer import ways_out
    from playfunc_opponents.blackjack.expectation import chance_to_win

    counts = zeros(10)
    for place, count in enumerate(unseen):
        counts[place] = count
    ways = ways_out(VALUES[upcard])
    return tuple(float(chance_to_win(score, counts, *ways)) for score in range(22))


def _dealer(upcard: str, unseen: tuple[int, ...]) -> dict[int, float]:
    below = (*chances_below(upcard, unseen), 1.0)
    return {0: below[17], **{score: below[score + 1] - below[score] for score in range(17, 22)}}


EXAMPLE = (16, False, (0, 1, 0, 0, 0, 0, 0, 0, 0, 1))
EXAMPLE_ENDS = {0: 0.5, 18: 0.5}
"""The text's example: 16, with a 2 and a 10 unseen."""


@exercise(
    DEALER,
    "`dealer_chances` returns nothing so far. Write it in the cell above.",
    hint="Two cases: from 17 on the dealer is done. Below, add up over `draws(unseen)`.",
)
def dealer_finding(dealer_chances: Function, count: int = 20) -> Finding:
    """Step 2: compare the dealer's chances with the exact ones."""
    # The text's example comes first: it has two cards, so a function that never stops drawing ends soon. With a
    # whole deck it would run for years.
    where = f"The example in the text: `dealer_chances({', '.join(map(str, EXAMPLE))})`."
    answer = _call(dealer_chances, *EXAMPLE, where=where)
    if answer == {} and not has_a_body(dealer_chances):
        raise Unwritten
    if any(
        abs(_chances(answer, where).get(end, 0.0) - chance) > EXACT for end, chance in EXAMPLE_ENDS.items()
    ):
        hint = (
            f"{_dealer_hint(answer, EXAMPLE_ENDS)} From 17 on, and when it is bust, the dealer draws no card."
        )
        compared = _compared(EXAMPLE_ENDS, {0: 0.0, 18: 0.0, **answer})
        return incorrect(where, detail=compared, hint=hint)
    for one in situations(count):
        where = f"The dealer shows {one.upcard}; unseen, aces to tens: {' '.join(map(str, one.unseen))}."
        answer = _call(dealer_chances, VALUES[one.upcard], one.upcard == "A", one.unseen, where=where)
        exact = _dealer(one.upcard, one.unseen)
        said = {score: _chances(answer, where).get(score, 0.0) for score in {*exact, *answer}}
        if any(abs(chance - exact.get(score, 0.0)) > EXACT for score, chance in said.items()):
            return incorrect(where, detail=_compared(exact, said), hint=_dealer_hint(said, exact))
    return correct(f"Exact to a millionth in {count} situations, with every open card.")


def _chances(answer: Any, where: str) -> dict[int, float]:
    """The answer, if it is a dict from scores to chances. Raises `Stumble`."""
    if not isinstance(answer, dict):
        raise Stumble(f"`dealer_chances` must return a dict, not {type(answer).__name__}. {where}")
    for score, chance in answer.items():
        if not isinstance(score, Real) or float(score) % 1:
            raise Stumble(
                f"`dealer_chances` has the key {score!r}: a score is a whole number, and a bust scores 0. {where}"
            )
        if not isinstance(chance, Real) or not float(chance) >= 0:
            raise Stumble(
                f"`dealer_chances` gives {score} {str(chance)[:40]!r}: a chance is 0 or more. {where}"
            )
    return answer


def _compared(exact: dict[int, float], said: dict[int, float]) -> str:
    lines = ["score  exact   yours"]
    for score in sorted(said):
        name = "bust" if not score else str(score)
        lines.append(f"{name:>5}  {exact.get(score, 0.0):6.4f}  {said[score]:6.4f}")
    return "\n".join(lines)


def _dealer_hint(said: dict[int, float], exact: dict[int, float]) -> str:
    whole = sum(said.values())
    if not said:
        return "Your dict is empty: no end of the hand is in it."
    if abs(whole - 1) > EXACT:
        return (
            f"Your chances add up to {whole:.3f}. Is one branch left out, or counted twice? Does something change a dict "
            "that `lru_cache` keeps?"
        )
    if any(score > 21 for score in said):
        return "A bust dealer scores 0, whatever its cards add up to."
    if set(said) - set(exact):
        return "The dealer draws below 17 and stands from 17 on."
    never = [score for score, chance in exact.items() if chance > EXACT and not said.get(score)]
    if never:
        return (
            f"You give {never[0] or 'a bust'} no chance. Does the loop go through all draws before the function returns? "
            "The dealer stands on exactly 17, and 21 is not bust."
        )
    return (
        "Is a card that was drawn taken out of `unseen` before the next? Does an ace count 11 while it can?"
    )


WORTHS = 40
MOVES = 120
"""Situations that are asked about."""


@cache
def _exact_worths(count: int, seed: str) -> tuple[Worth, ...]:
    """Of these situations: computed once in a notebook, which takes seconds."""
    from playfunc_opponents.blackjack.expectation import Purse, worth

    found = []
    with late_progress(count, "Exact worths of moves") as told:
        for done, one in enumerate(situations(count, seed), 1):
            found.append(worth(one.hand, one.upcard, one.unseen, Purse(1.0)))
            told(done)
    return tuple(found)


@exercise(
    EXPECTATION,
    "`stand`, `hit` and `double` all say 0 so far. Write them in the cell above, `stand` first.",
    hint="Winning brings +1 for each chip staked, losing −1. Sum over `draws(unseen)`.",
    copied=False,
)
def expectation_finding(stand: Function, hit: Function, double: Function, count: int = WORTHS) -> Finding:
    """Step 3: compare with the exact expectations."""
    bust, asked = ask_isolated(
        EXPECTATION,
        lambda: (_ask_bust(stand), [_ask_three((stand, hit, double), one) for one in situations(count)]),
    )
    if not any(map(any, asked)):
        raise Unwritten
    lines, details = [], []
    for place, (name, reach) in enumerate((("stand", EXACT), ("hit", NEAR), ("double", NEAR))):
        answers = [row[place] for row in asked]
        exact = [worths[place] for worths in _exact_worths(WORTHS, "situations")[:count]]
        off = [abs(said - true) for said, true in zip(answers, exact, strict=True)]
        if not any(answers):
            lines.append((State.UNWRITTEN, f"`{name}` says 0 every time: not written yet"))
        elif name == "stand" and bust != -1:
            lines.append((State.WRONG, f"`stand` of a bust hand, 22, is worth −1, and you say {bust:+.3f}"))
        elif max(off) <= reach:
            lines.append((State.RIGHT, f"`{name}` is right in {count} situations"))
        else:
            worst = (
                off.index(max(off)) if name != "stand" else next(n for n, o in enumerate(off) if o > reach)
            )
            uses = name != "stand" and lines[0][0] is State.WRONG
            lines.append(
                (
                    State.WRONG,
                    f"`{name}` is off in {sum(o > reach for o in off)} of {count} situations"
                    f"{'; it uses `stand`, so correct that first' if uses else ''}",
                )
            )
            chance = name == "stand" and all(
                abs(2 * said - 1 - true) <= reach for said, true in zip(answers, exact, strict=True)
            )
            details.append(
                f"{situations(count)[worst]}\n{name}: you say {answers[worst]:+.3f} chips per chip staked, "
                f"exact is {exact[worst]:+.3f}. {_CHANCE if chance else _RULES[name]}"
            )
    state = verdict(tuple(lines))
    said = {
        State.RIGHT: f"Right in {count} situations; `hit` and `double` within {NEAR} of the exact worth.",
        State.PARTLY: "Right so far.",
    }.get(state, "Compared with the exact expectations:")
    return Finding(state, said, tuple(lines), detail="\n\n".join(details))


_CHANCE = "That is the chance to win. Standing wins a chip with it, and loses one otherwise: `2 * w - 1`."
_RULES = {
    "stand": "Ties lose: you win only with a score strictly above the dealer's, and a bust hand never wins.",
    "hit": "After the card you play on as well as you can: `play_on` tells what that is worth. An ace that you draw counts "
    "as one that you held.",
    "double": "Twice the stake, exactly one card more, then you stand.",
}


def _ask_bust(stand: Function) -> float:
    """What `stand` says of a hand that counts 22, after it has answered about another."""
    one = situations(1)[0]
    _ask_three([stand], one)
    where = f"A bust hand, `low` 22, no ace; the dealer shows {one.upcard}."
    wins = chances_below(one.upcard, one.unseen)
    return _number(_call(stand, 22, False, wins, one.unseen, where=where), "`stand`", where)


def _ask_three(functions: Sequence[Function], one: Situation) -> tuple[float, ...]:
    wins = chances_below(one.upcard, one.unseen)
    return tuple(
        _number(_call(f, one.low, one.ace, wins, one.unseen, where=str(one)), f"`{f.__name__}`", str(one))
        for f in functions
    )


@exercise(
    BEST,
    "`best_move` still hits below 17 and stands from 17 on. Let it compare what the moves are worth.",
    hint="`found = worths(...)` is a dict from move to worth, and `max(found, key=found.get)` its best move.",
    copied=False,
)
def best_move_finding(best_move: Function, count: int = MOVES) -> Finding:
    """Step 3: what the chosen moves give away."""
    rows = [(one, number % 3 > 0) for number, one in enumerate(situations(count, "moves"))]
    chosen = ask_isolated(BEST, lambda: [_chosen(best_move, one, may_double) for one, may_double in rows])
    if all(
        move == (Hit if total(one.hand) < 17 else Stand) for (one, _), move in zip(rows, chosen, strict=True)
    ):
        raise Unwritten
    exacts = _exact_worths(MOVES, "moves")[:count]
    lost = [_given_away(exact, move, may) for exact, (_, may), move in zip(exacts, rows, chosen, strict=True)]
    mean, worst = sum(lost) / count, max(range(count), key=lost.__getitem__)
    said = f"{mean:.4f} chips given away per chip staked, on average over {count} situations."
    if mean <= GIVEN_AWAY:
        return correct(said)
    (one, may), exact = rows[worst], exacts[worst]
    detail = (
        f"{one}\nstand {exact.stand:+.3f}, hit {exact.hit:+.3f}"
        + (f", double {exact.double:+.3f}" if may else ", and you may not double")
        + f". You chose {chosen[worst]!r}."
    )
    return incorrect(f"{said} At most {GIVEN_AWAY} is right. The costliest moves:", detail=detail)


def _chosen(best_move: Function, one: Situation, may_double: bool) -> Move:
    move: Move = _call(best_move, one.hand, one.upcard, one.unseen, may_double, where=str(one))
    allowed = (Stand, Hit, Double) if may_double else (Stand, Hit)
    if move is Double and not may_double:
        raise Stumble(f"`best_move` returns Double, and may not here: `may_double` is False. {one}")
    if move not in allowed:
        names = ", ".join(map(repr, allowed))
        raise Stumble(f"`best_move` must return one of {names} here, not {str(move)[:60]!r}. {one}")
    return move


def _given_away(exact: Worth, move: Move, may_double: bool) -> float:
    worths: dict[Move, float] = {
        Stand: exact.stand,
        Hit: exact.hit,
        **({Double: exact.double} if may_double else {}),
    }
    return max(worths.values()) - worths[move]


@exercise(
    REMEMBER,
    "`remember` never keeps a card so far. Write it in the cell above.",
    hint="`previous[0]` holds the cards of the hand before, and `previous[1]` the memory you returned last.",
)
def remember_finding(remember: Function, rounds: int = 12) -> Finding:
    """Step 4: follow rounds and compare the memory with the cards that are gone."""
    asked, kept = 0, False
    for number in range(rounds):
        memory: Any = None
        gone, move_in_hand, hand_number = "", 0, -1
        for state in _moments(number):
            new = state.number != hand_number
            move_in_hand = 1 if new else move_in_hand + 1
            gone, hand_number = gone + state.before * new, state.number
            previous = None if memory is None else (tuple(state.before), memory)
            where = f"Hand {hand_number + 1} of the round, your move number {move_in_hand} in it."
            memory = _call(remember, tuple(state.hands[0]), state.stakes[0], previous, where=where)
            seen = getattr(memory, "seen", None)
            if not isinstance(seen, str):
                raise Stumble(f"`remember` must return a Memory whose `seen` is text. {where}")
            if not set(seen) <= set(FACES):
                raise Stumble(
                    f"`seen` holds more than cards: {seen[:60]!r}. {where}",
                    hint='`"".join(cards)` is the text of the cards.',
                )
            asked, kept = asked + 1, kept or bool(seen)
            if seen != gone:
                if not kept and number == 0:
                    raise Unwritten
                told = (
                    f"previous[0] = {tuple(state.before)!r}\nexpected:     {gone!r}\nyours:        {seen!r}"
                )
                hint = _ORDER if sorted(seen) == sorted(gone) else _MORE if len(seen) > len(gone) else _FEWER
                return incorrect(f"{where} `seen` must hold the cards that are gone.", detail=told, hint=hint)
    return _outside_memory(remember) or correct(
        f"Asked {asked} times in {rounds} rounds, and every card was kept once."
    )


def _outside_memory(function: Function) -> Finding | None:
    """What to say of answers that are right by something else than memory."""
    if kept := kept_between_calls([function]):
        return incorrect(
            "The answers are right, but your code keeps something outside its memory. Where it is marked, every call may "
            "come to a new process, which has none of that.",
            detail="\n\n".join(kept[:2]),
            hint=STATE,
        )
    return None


_ORDER = (
    "The cards are right, but not in the order in which they went. `left_over` needs it: it counts whole decks of 52 cards "
    "from the front. Add the cards of the hand before at the end, unsorted."
)
_MORE = (
    "Every move of a hand gets the same `previous[0]`. Add it only at the hand's first move: then you hold two cards, and "
    "the stake is 10."
)
_FEWER = (
    'Keep what the memory holds, and add the cards of the hand before behind it: `memory.seen + "".join(cards)`, with '
    "`cards = previous[0]` and `memory = previous[1]`. At a later move of the hand, return the memory unchanged."
)


def _moments(number: int) -> Iterator[Any]:
    """The states of a round in which seat 0 is asked; both hit, raise and stand as it comes."""
    rules, rng = BlackJack(2), random.Random(f"remember {number}")
    state = rules.deal(rng)
    while rules.to_act(state):
        seat = state.queue[0]
        if seat == 0:
            yield state
        bets: list[Move] = [Bet(1)] if state.chips[seat] and state.stakes[seat] < BUY_IN + 2 else []
        move = rng.choice([Hit, Stand, *bets]) if total(state.hands[seat]) < 18 else Stand
        state = rules.play(state, {seat: move})


@exercise(
    ACES,
    "`count_aces` never stands so far. Write it in the cell above; first make sure that `remember` is right.",
    hint="Count the aces in `memory.seen` and in `visible`.",
)
def aces_finding(count_aces: Function, runs: int = 8) -> Finding:
    """Step 4: an exercise that no player without memory passes."""
    rules, asked = BlackJack(2), 0
    wrong: list[tuple[str, str, Move]] = []
    stood = False
    for number in range(runs):
        you = TimedPlayer(FunctionPlayer(count_aces, rules, name="you"))
        record = play_game(
            rules, rules.deal(deal_rng("public", "aces", number)), [you, opponent(rules, "basic")], "forfeit"
        )
        if record.faults:
            fault = record.faults[0].as_error()
            if "NotImplementedError" in fault.reason:
                raise Unwritten
            return incorrect(
                f"{fault.rule}: {fault.reason}.",
                detail="\n".join(filter(None, (fault.position, fault.detail))),
            )
        for gone, visible, move in _own_moves(record):
            asked, stood = asked + 1, stood or move == Stand
            if (move == Stand) != ((gone + visible).count("A") >= 4):
                wrong.append((gone, visible, move))
    if not wrong:
        return _outside_memory(count_aces) or correct(f"Right in all {asked} moves of {runs} rounds.")
    if not stood and names_in(count_aces) <= {"remember", "Hit"}:
        raise Unwritten
    gone, visible, move = wrong[0]
    detail = f"hands before: {gone or 'none'}\non the table: {visible}\naces:         {(gone + visible).count('A')}"
    return incorrect(
        f"{len(wrong)} of {asked} moves are wrong. At the first of them you returned {move!r}.", detail=detail
    )


def _own_moves(record: GameRecord) -> Iterator[tuple[str, str, Move]]:
    """Seat 0's moves in a record of one round: the cards of hands before, those on the table, the move."""
    rules, gone, hand_number = BlackJack(2), "", -1
    for state, move in zip(states(record), record.moves, strict=False):
        if state.number != hand_number:
            gone, hand_number = gone + state.before, state.number
        if move.seat == 0:
            yield gone, rules.view(state, 0).visible, rules.projection.parse_move(move.move)


@exercise(
    BET,
    "`extra_bet` never bets so far. Write it in the cell above.",
    hint="Multiply the chips by the worth and by a share of your own, and make it an int.",
)
def extra_bet_finding(extra_bet: Function) -> Finding:
    """Step 5: a bet is legal and follows the odds."""
    worths = [step / 20 for step in range(-20, 21)]
    bets = {(w, chips): _bet(extra_bet, w, chips) for chips in (0, 1, 40, 200, 1000) for w in worths}
    if not any(bets.values()):
        raise Unwritten
    against = [key for key, bet in bets.items() if key[0] <= 0 and bet]
    over = [key for key, bet in bets.items() if not 0 <= bet <= key[1]]
    falling = [
        (w, chips)
        for (w, chips), bet in bets.items()
        if w > -1 and bet < bets[worths[worths.index(w) - 1], chips]
    ]
    lines = (
        _line(over, "between 0 and the chips you hold", bets),
        _line(against, "nothing when standing is worth 0 or less", bets),
        _line(falling, "never less for better odds", bets),
        _line(
            [(0.5, 200)] if not bets[0.5, 200] else [],
            "something of 200 chips when standing is worth +0.5",
            bets,
        ),
        _line(
            [(0.5, 1000)] if bets[0.5, 1000] <= bets[0.1, 1000] else [],
            "more of 1000 chips at +0.5 than at +0.1",
            bets,
        ),
        _line(
            [(0.1, 200)] if bets[0.1, 200] >= 200 else [],
            "not all of 200 chips when standing is worth no more than +0.1",
            bets,
        ),
    )
    state = verdict(lines)
    return Finding(state, "Legal, and it follows the odds." if state is State.RIGHT else "Look at:", lines)


def _bet(extra_bet: Function, w: float, chips: int) -> int:
    where = f"Standing is worth {w:+.2f} per chip, and you hold {chips} chips."
    bet = _call(extra_bet, w, chips, where=where)
    if type(bet) is not int:
        raise Stumble(
            f"A bet is a whole number (an int), not {type(bet).__name__} {str(bet)[:40]!r}. {where}"
        )
    return bet


def _line(wrong: list[tuple[float, int]], rule: str, bets: dict[tuple[float, int], int]) -> tuple[State, str]:
    if not wrong:
        return State.RIGHT, rule
    w, chips = wrong[0]
    return State.WRONG, f"{rule}; but at {w:+.2f} with {chips} chips you bet {bets[w, chips]}"
