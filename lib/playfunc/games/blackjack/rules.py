"""BlackJack as a run: rounds of hands at one table of up to four and a dealer, with chips carried on.

One shuffled deck (the shoe) is shared by all at the table and goes on from hand to hand of a round; when it
runs out, another is opened without notice. A player with at least the buy-in pays it at each hand; a player
with less sits out the rest of the run. A player whose score is strictly greater than the dealer's gets twice
its stake; ties lose, and a bust hand's score is 0, the dealer's too. The dealer always plays its hand out,
even when everybody is bust, so that the number of cards in a hand does not depend on whether anybody is left.

All decks that a run can need are shuffled at the deal, so that players can be compared on the same shoes.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, ClassVar

from playfunc.errors import IllegalMoveError, LateDoubleError, NotationError, ProtocolError, StakeError, shown
from playfunc.game import LIMIT, MoveArguments, number_of
from playfunc.games.blackjack.state import (
    BUY_IN,
    CHIPS,
    DECKS,
    FACES,
    HIDDEN,
    MOST_HANDS,
    PLAIN,
    STANDS,
    Bet,
    BlackJackState,
    BlackJackView,
    Double,
    Finished,
    Hit,
    Move,
    Options,
    Plain,
    Stand,
    hand_score,
    settled,
    total,
)
from playfunc.rules import Call, Seat


class BlackJackCall:
    """The projection of BlackJack (see `playfunc.rules.Projection`)."""

    move_names: ClassVar[Mapping[str, str]] = {"play": "Move"}

    def call(self, view: BlackJackView, names: Sequence[str], memory: str | None) -> Call:
        """`play(player_id, hand, visible, stake, chips, previous)`.

        `previous` is `None` at the first move of a round. It stays `None` while every earlier move of the round was
        a fault, because then there is no memory. Otherwise it holds every card of the previous hand, and the memory.
        """
        start = (view.opening and view.first) or memory is None
        previous = None if start else [list(view.before), None]
        return Call(
            "play",
            (names[view.seat], list(view.hand), list(view.visible), view.stake, view.chips, previous),
            None if start else memory,
        )

    def arguments(self, call: Call, memory: object) -> tuple[Any, ...]:
        player_id, hand, visible, stake, chips, previous = call.arguments
        kept = None if previous is None else (tuple(previous[0]), memory)
        return player_id, tuple(hand), tuple(visible), stake, chips, kept

    def move_text(self, move: Move) -> str:
        return str(move)

    def parse_move(self, text: str) -> Move:
        """`H`, `S`, `D`, or `B` and a number; case is ignored."""
        letter, space, number = text.partition(" ")
        if letter.upper() == "B" and space:
            return Bet(number_of(number))
        if letter.upper() not in PLAIN or space:
            raise NotationError(f'not a move: {shown(text)}; expected H, S, D, or a bet such as "B 15"')
        return PLAIN[letter.upper()]

    def read_reply(self, value: object) -> Move:
        if type(value) is Plain and value in PLAIN.values():
            return value
        if type(value) is Bet and type(value.chips) is int and value.chips < LIMIT:
            return value
        hint = " (a bet needs a whole number of chips)" if type(value) in (Bet, type) else ""
        hint = ": write the move without quotation marks" if isinstance(value, str) else hint
        raise ProtocolError(
            "the first part of the reply must be Hit, Stand, Double or Bet(n), "
            f"got {type(value).__name__} {shown(value)}{hint}"
        )


# BlackJack's own text protocol: a process for every move, with the position in five arguments.
#
# They are the hand's score, the hand as letters, all cards on the table as letters (the dealer's two first, the hidden
# one as `#`), the stake, and the chips. The program prints `H`, `S`, `D`, or `B 15`.


def _arguments(call: Call) -> tuple[str, ...]:
    _, hand, visible, stake, chips, _ = call.arguments
    return str(total(hand)), "".join(hand), "".join(visible), str(stake), str(chips)


PROGRAM = MoveArguments(_arguments)


class BlackJackText:
    """The storyteller of BlackJack (see `playfunc.rules.Storyteller`)."""

    def describe(self, rules: Any, view: BlackJackView, names: Sequence[str] = ()) -> str:
        lines = [
            f"  hand:  {' '.join(view.hand) or '(sits out)'} ({total(view.hand)})",
            f"  table: dealer {' '.join(view.visible[:2])}, then {' '.join(view.visible[2:])}",
            f"  stake: {view.stake}, chips: {view.chips}",
        ]
        if view.turn:
            doubles = ", Double" if Double in rules.legal(view) else ""
            bets = f", Bet(1) … Bet({view.chips})" if view.chips else ""
            lines.append(f"  legal: Stand, Hit{doubles}{bets}")
        return "\n".join(lines)

    def transcript(
        self, rules: Any, names: Sequence[str], states: Sequence[BlackJackState], moves: Sequence[str] = ()
    ) -> str:
        lines: list[str] = []
        done: list[str] = []
        for before, after in pairwise(states):
            if before == after:
                continue
            done.append(f"{names[before.queue[0]]} {_move_between(before, after)}")
            for hand in after.history[len(before.history) :]:
                lines += [place(rules, before.number), "   " + ", ".join(done)]
                lines += _outcome(names, hand)
                done = []
        if done:
            lines += [place(rules, states[-1].number), "   " + ", ".join(done)]
        if rules.to_act(states[-1]):
            lines.append("(not finished)")
        chips = ", ".join(f"{name} {c}" for name, c in zip(names, states[-1].chips, strict=True))
        return "\n".join([*lines, f"Chips: {chips}"])

    def move(self, move: Move) -> str:
        return repr(move)


def place(rules: Any, number: int) -> str:
    """Where in the run the hand of this number is, for a reader."""
    return f"Round {number // rules.hands + 1}, hand {number % rules.hands + 1}"


def _move_between(before: BlackJackState, after: BlackJackState) -> str:
    """The move that led from one state to the next, with the card it drew."""
    seat = before.queue[0]
    hand, stakes = after.hands[seat], after.stakes
    if len(after.history) > len(before.history):
        hand, stakes = after.history[-1].hands[seat], after.history[-1].stakes
    drawn = hand[len(before.hands[seat]) :]
    raised = stakes[seat] - before.stakes[seat]
    if raised and drawn:
        return f"D ({drawn})"
    return f"B {raised}" if raised else f"H ({drawn})" if drawn else "S"


def _outcome(names: Sequence[str], hand: Finished) -> list[str]:
    lines = [f"   dealer {hand.dealer} {_total_text(hand.dealer)}"]
    for name, cards, stake, chips in zip(names, hand.hands, hand.stakes, hand.chips, strict=True):
        if cards:
            gain = settled(stake, cards, hand.dealer) - stake
            lines.append(f"   {name} {cards} {_total_text(cards)}: {gain:+d}, {chips} chips")
        else:
            lines.append(f"   {name}: out, {chips} chips")
    return lines


def _total_text(cards: str) -> str:
    return str(hand_score(cards) or "bust")


@dataclass(frozen=True, slots=True)
class BlackJack:
    """The rules of BlackJack for up to four `seats` (see `playfunc.rules.Rules`).

    A run is `rounds` rounds of `hands` hands; each starts it with `chips`.
    """

    seats: int = 2
    rounds: int = 1
    hands: int = 5
    chips: int = CHIPS
    name: ClassVar[str] = "blackjack"
    functions: ClassVar[tuple[str, ...]] = ("play",)
    projection: ClassVar[BlackJackCall] = BlackJackCall()
    storyteller: ClassVar[BlackJackText] = BlackJackText()

    def __post_init__(self) -> None:
        if not 1 <= self.seats <= 4:
            raise ValueError(f"BlackJack is played by 1 to 4 and the dealer, not {self.seats!r}")
        if self.rounds < 1 or not 1 <= self.hands <= MOST_HANDS or self.chips < 0:
            raise ValueError(
                f"BlackJack needs a round or more of 1 to {MOST_HANDS} hands, and no debts: got "
                f"{self.rounds!r} rounds, {self.hands!r} hands, {self.chips!r} chips"
            )

    def state_type(self) -> type[BlackJackState]:
        return BlackJackState

    def deal(self, rng: random.Random) -> BlackJackState:
        return self.from_shoes([_shoe(rng) for _ in range(self.rounds)], (self.chips,) * self.seats)

    def from_shoes(self, shoes: Sequence[str], chips: Sequence[int]) -> BlackJackState:
        """A run about to start, from given shoes (cards in the order drawn, one text a round) and chips."""
        nothing = BlackJackState(tuple(shoes), tuple(chips), (0,) * self.seats, ("",) * self.seats, number=-1)
        return self._next_hand(nothing)

    def to_act(self, state: BlackJackState) -> tuple[Seat, ...]:
        return state.queue[:1]

    def expected_moves(self, state: BlackJackState) -> int:
        """Two for each player in each hand to come: an estimate, because the number depends on the cards."""
        if not state.queue:
            return 0
        able = sum(stake > 0 for stake in state.stakes)
        return len(state.queue) + 2 * able * (self.rounds * self.hands - state.number - 1)

    def view(self, state: BlackJackState, seat: Seat) -> BlackJackView:
        shown_dealer = state.dealer[:1] + HIDDEN if state.queue else state.dealer
        return BlackJackView(
            seat,
            state.hands[seat],
            shown_dealer + state.table,
            state.stakes[seat],
            state.chips[seat],
            state.before,
            seat in state.queue[:1],
            seat not in state.moved,
            state.number % self.hands == 0,
        )

    def legal(self, view: BlackJackView) -> Sequence[Move]:
        if not view.turn:
            return ()
        doubles: tuple[Move, ...] = (Double,) if view.first and view.chips >= view.stake else ()
        return Options((Stand, Hit, *doubles), view.chips)

    def check(self, view: BlackJackView, move: Move) -> None:
        """Raise `StakeError` for a bet of nothing, or a bet or a double beyond the chips; `LateDoubleError`
        for a double after the first move."""
        error = _violation(view, move)
        if error is not None:
            error.position = self.storyteller.describe(self, view)
            raise error

    def play(self, state: BlackJackState, moves: Mapping[Seat, Move]) -> BlackJackState:
        seat = state.queue[0]
        move = moves[seat]
        self.check(self.view(state, seat), move)
        queue, moved = state.queue[1:], (*state.moved, *({seat} - set(state.moved)))
        if isinstance(move, Bet):
            raised = self._raise_stake(state, seat, move.chips)
            return replace(raised, queue=(*queue, seat), moved=moved)
        if move == Stand:
            return self._after_move(replace(state, queue=queue, moved=moved))
        if move == Double:
            doubled = self._draw(self._raise_stake(state, seat, state.stakes[seat]), seat)
            return self._after_move(replace(doubled, queue=queue, moved=moved))
        hit = self._draw(state, seat)
        again = (seat,) if hand_score(hit.hands[seat]) else ()
        return self._after_move(replace(hit, queue=(*queue, *again), moved=moved))

    def forfeit(self, state: BlackJackState, offenders: Sequence[Seat]) -> BlackJackState:
        """A fault costs no more than a bad move: the player stands, and plays on in the next hand."""
        (seat,) = offenders
        return self.play(state, {seat: Stand})

    def scores(self, state: BlackJackState) -> tuple[int, ...]:
        """The chips at the end of the run."""
        return state.chips

    def _raise_stake(self, state: BlackJackState, seat: Seat, by: int) -> BlackJackState:
        return replace(state, stakes=_added(state.stakes, seat, by), chips=_added(state.chips, seat, -by))

    def _draw(self, state: BlackJackState, seat: Seat) -> BlackJackState:
        face = state.shoes[state.number // self.hands][state.drawn]
        hands = tuple(cards + face if owner == seat else cards for owner, cards in enumerate(state.hands))
        return replace(state, hands=hands, table=state.table + face, drawn=state.drawn + 1)

    def _after_move(self, state: BlackJackState) -> BlackJackState:
        return state if state.queue else self._next_hand(self._finish(state))

    def _finish(self, state: BlackJackState) -> BlackJackState:
        """The dealer's turn, and the table pays."""
        shoe, drawn, dealer = state.shoes[state.number // self.hands], state.drawn, state.dealer
        while total(dealer) < STANDS:
            dealer, drawn = dealer + shoe[drawn], drawn + 1
        chips = tuple(
            held + settled(stake, cards, dealer)
            for held, stake, cards in zip(state.chips, state.stakes, state.hands, strict=True)
        )
        finished = Finished(dealer, state.hands, state.stakes, chips)
        return replace(
            state,
            chips=chips,
            dealer=dealer,
            drawn=drawn,
            before=state.dealer + state.table + dealer[2:],
            history=(*state.history, finished),
        )

    def _next_hand(self, state: BlackJackState) -> BlackJackState:
        """The state after the next deal; if the run is over, the same state, with nobody to act."""
        number = state.number + 1
        playing = tuple(seat for seat, chips in enumerate(state.chips) if chips >= BUY_IN)
        if number == self.rounds * self.hands or not playing:
            return state
        new_round = number % self.hands == 0
        drawn = 0 if new_round else state.drawn
        count = 2 * len(playing) + 2
        cards = state.shoes[number // self.hands][drawn : drawn + count]
        first, second = cards[: count // 2], cards[count // 2 :]
        place = {seat: i for i, seat in enumerate(playing)}
        return replace(
            state,
            chips=tuple(chips - BUY_IN * (seat in place) for seat, chips in enumerate(state.chips)),
            stakes=tuple(BUY_IN * (seat in place) for seat in range(self.seats)),
            hands=tuple(
                first[place[seat]] + second[place[seat]] if seat in place else ""
                for seat in range(self.seats)
            ),
            dealer=first[-1] + second[-1],
            table=first[:-1] + second[:-1],
            queue=playing,
            moved=(),
            number=number,
            drawn=drawn + count,
            before="" if new_round else state.before,
        )


def _shoe(rng: random.Random) -> str:
    """The decks of a round, each shuffled by itself."""
    decks = []
    for _ in range(DECKS):
        deck = list(FACES * 4)
        rng.shuffle(deck)
        decks.append("".join(deck))
    return "".join(decks)


def _added(numbers: tuple[int, ...], seat: Seat, by: int) -> tuple[int, ...]:
    return tuple(number + by * (owner == seat) for owner, number in enumerate(numbers))


def _violation(view: BlackJackView, move: Move) -> IllegalMoveError | None:
    if not view.turn:
        return IllegalMoveError(f"{move} played out of turn")
    if isinstance(move, Bet):
        if not move.chips:
            return StakeError(f"{move}: a bet is at least 1 chip")
        if move.chips > view.chips:
            return StakeError(f"{move}, but only {view.chips} chips are left")
    if move == Double:
        if not view.first:
            return LateDoubleError(f"{move} after another move: only the first move of a hand may double")
        if view.stake > view.chips:
            return StakeError(f"{move} takes {view.stake} more chips, but only {view.chips} are left")
    return None
