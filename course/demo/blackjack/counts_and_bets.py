# student: nora
# about: counts the shoe and bets by the odds: the solution's strategy, written in a hurry
# expects: loads=passed, rules=passed, purity=passed, memory=passed
# enters: the contest

# %% values
VALUES = {face: min(number, 10) for number, face in enumerate("A23456789TJQK", 1)}


def best(low: int, ace: bool) -> int:
    points = low
    if ace and low + 10 <= 21:
        points = low + 10
    return points


def low_and_ace(cards) -> tuple[int, bool]:
    return sum(VALUES[card] for card in cards), "A" in cards


def total(cards) -> int:
    return best(*low_and_ace(cards))

# %% first-play
from playfunc.games.blackjack import Hit, Move, Stand


def seventeen(hand) -> Move:
    move = None
    move = Hit if total(hand) < 17 else Stand
    if move is None:
        raise NotImplementedError("choose Hit or Stand")
    return move


def first_play(player_id, hand, visible, stake, chips, previous) -> tuple[Move, None]:
    return seventeen(hand), None

# %% dealer
from functools import lru_cache

DECK = (4,) * 9 + (16,)


def left_over(dealt) -> tuple[int, ...]:
    left = list(DECK)
    for card in dealt[(len(dealt) - 1) // 52 * 52 :]:
        if card != "#":
            left[VALUES[card] - 1] -= 1
    if sum(left) < 14:
        left = [count + more for count, more in zip(left, DECK, strict=True)]
    return tuple(max(count, 0) for count in left)


def draws(unseen: tuple[int, ...]) -> list[tuple[int, float]]:
    number = sum(unseen)
    return [(value, count / number) for value, count in enumerate(unseen, 1) if count]


def without(unseen: tuple[int, ...], value: int) -> tuple[int, ...]:
    return tuple(count - (place == value) for place, count in enumerate(unseen, 1))


@lru_cache(maxsize=20_000)
def dealer_chances(low: int, ace: bool, unseen: tuple[int, ...]) -> dict[int, float]:
    chances: dict[int, float] = {}
    points = best(low, ace)
    if points >= 17:
        return {points if points <= 21 else 0: 1.0}
    for value, chance in draws(unseen):
        after = dealer_chances(low + value, ace or value == 1, without(unseen, value))
        for score, share in after.items():
            chances[score] = chances.get(score, 0.0) + chance * share
    return chances

# %% expectation
from functools import lru_cache

from playfunc.games.blackjack import Double, Hit, Move, Stand


def chances_to_win(dealer: dict[int, float]) -> tuple[float, ...]:
    return tuple(
        sum(chance for score, chance in dealer.items() if score < points) for points in range(22)
    )


def stand(low: int, ace: bool, wins: tuple[float, ...], unseen: tuple[int, ...]) -> float:
    worth = 0.0
    points = best(low, ace)
    worth = 2 * wins[points] - 1 if points <= 21 else -1.0
    return worth


@lru_cache(maxsize=20_000)
def play_on(low: int, ace: bool, wins: tuple[float, ...], unseen: tuple[int, ...]) -> float:
    if low > 21:
        return -1.0
    return max(stand(low, ace, wins, unseen), hit(low, ace, wins, unseen))


def hit(low: int, ace: bool, wins: tuple[float, ...], unseen: tuple[int, ...]) -> float:
    worth = 0.0
    worth = sum(
        chance * play_on(low + value, ace or value == 1, wins, unseen)
        for value, chance in draws(unseen)
    )
    return worth


def double(low: int, ace: bool, wins: tuple[float, ...], unseen: tuple[int, ...]) -> float:
    worth = 0.0
    worth = 2 * sum(
        chance * stand(low + value, ace or value == 1, wins, unseen)
        for value, chance in draws(unseen)
    )
    return worth


def worths(hand, upcard: str, unseen: tuple[int, ...], may_double: bool) -> dict[Move, float]:
    wins = chances_to_win(dealer_chances(*low_and_ace(upcard), unseen))
    found = {move: f(*low_and_ace(hand), wins, unseen) for move, f in ((Stand, stand), (Hit, hit))}
    if may_double:
        found[Double] = double(*low_and_ace(hand), wins, unseen)
    return found


def best_move(hand, upcard: str, unseen: tuple[int, ...], may_double: bool) -> Move:
    move = seventeen(hand)
    found = worths(hand, upcard, unseen, may_double)
    move = max(found, key=found.__getitem__)
    return move

# %% counting
from dataclasses import dataclass


@dataclass(frozen=True)
class Memory:

    seen: str = ""


def remember(hand, stake: int, previous: tuple[tuple[str, ...], Memory] | None) -> Memory:
    memory = Memory()
    if previous is not None:
        cards, memory = previous
        if len(hand) == 2 and stake == 10:
            memory = Memory(memory.seen + "".join(cards))
    return memory

# %% player
# Bet comes from playfunc.games.blackjack, as Hit and Stand do.
from playfunc.games.blackjack import Bet, Move, Stand

SHARE = 0.5
"""The part of Kelly's share that is bet: less grows more slowly, and varies less."""
BUY_IN = 10


def extra_bet(worth: float, chips: int) -> int:
    bet = 0
    bet = int(max(worth, 0.0) * SHARE * chips)
    return bet


def play(
    player_id: str,
    hand: tuple[str, ...],
    visible: tuple[str, ...],
    stake: int,
    chips: int,
    previous: tuple[tuple[str, ...], Memory] | None,
) -> tuple[Move, Memory]:
    memory = remember(hand, stake, previous)
    unseen = left_over((*memory.seen, *visible))
    untouched = len(hand) == 2 and stake == BUY_IN
    move = best_move(hand, visible[0], unseen, untouched and chips >= stake)
    if move is Stand and stake == BUY_IN:
        bet = extra_bet(worths(hand, visible[0], unseen, False)[Stand], chips)
        if bet:
            move = Bet(bet)
    return move, memory
