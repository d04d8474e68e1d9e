"""A player is asked on a server as it is asked here, and its faults stay here."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playfunc.cards import WhistCard
from playfunc.errors import PlayerCrash, RenegError
from playfunc.games.skullwhist import SkullWhist
from playfunc.games.skullwhist.client import (
    Deal,
    MoveError,
    RefusalError,
    Result,
    Side,
    Status,
    WhistClient,
    dealt,
    play_remotely,
    played,
    seen,
)
from playfunc.player import Answer, FunctionPlayer
from playfunc.rules import Call, Seat
from scripted_whist import BOT, OPPONENT, scripted
from whist_deals import DEALS

RULES = SkullWhist()


def status(state: object, seat: Seat) -> Status:
    """What the server would tell `seat` of a game."""
    other = [card for card, owner in state.trick if owner != seat]  # type: ignore[attr-defined]
    last = state.history[-1] if state.history else ()  # type: ignore[attr-defined]
    previous = [card for card, owner in last if owner != seat]
    bid = state.bids[1 - seat]  # type: ignore[attr-defined]
    return Status(1, True, bid, previous[0] if previous else None, other[0] if other else None)


@given(st.integers(0, 2**32), st.integers(1, 13), st.integers(1, 13))
def test_what_the_server_tells_gives_the_view_that_the_rules_give(seed: int, mine: int, others: int) -> None:
    """The bot in the first seat: the whole game is played by the rules, its view rebuilt from each status."""
    rng = random.Random(seed)
    state = RULES.deal(rng)
    view = dealt(Deal(1, OPPONENT, state.hands[0]))
    assert view == RULES.view(state, 0)
    for seat, bid in ((0, mine), (1, others)):
        state = RULES.play(state, {seat: bid})
    while RULES.to_act(state):
        (seat,) = RULES.to_act(state)
        move = rng.choice(RULES.legal(RULES.view(state, seat)))
        assert isinstance(move, WhistCard)
        if seat == 0:
            view = seen(view, mine, status(state, 0))
            assert view == RULES.view(state, 0)
            view = played(view, move)
        state = RULES.play(state, {seat: move})


BIDS_FOUR = """
def bid(player_id, opponent_id, hand):
    return 4, ["begin"]

def play(player_id, hand, trick, bids, previous):
    last, memory = previous
    assert bids == {"3": 4, "7": 5}, bids
    legal = [card for card in hand if trick and card.suit is trick[0][0].suit] or hand
    return legal[0], [*memory, len(hand)]
"""


def functions(source: str) -> FunctionPlayer:
    names: dict[str, object] = {}
    exec(source, names)
    return FunctionPlayer({"bid": names["bid"], "play": names["play"]}, RULES, name="ann")  # type: ignore[dict-item]


class Listening:
    """A player that hears when a game is over."""

    name = "ann"

    def __init__(self, player: FunctionPlayer) -> None:
        self.player, self.memories = player, list[str | None]()
        self.calls = list[Call]()

    def answer(self, calls: Sequence[Call]) -> Sequence[Answer]:
        self.calls += calls
        return self.player.answer(calls)

    def game_over(self, memory: str | None) -> None:
        self.memories.append(memory)


def entered(url: str) -> tuple[WhistClient, Deal]:
    client = WhistClient(url)
    client.login("ann", "secret")
    deal = client.new_game()
    assert deal is not None
    return client, deal


@pytest.mark.parametrize("number", [0, 1])
def test_a_whole_game_with_its_memory(number: int) -> None:
    player = Listening(functions(BIDS_FOUR))
    with scripted(DEALS[number:]) as whist:
        client, deal = entered(whist.url)
        result = play_remotely(client, player, deal, pause=lambda _: None)
        tricks = whist.state.tricks()
        assert result == Result(
            1,
            Side(BOT, 4, tricks[0], int(RULES.scores(whist.state)[0])),
            Side(OPPONENT, 5, tricks[1], int(RULES.scores(whist.state)[1])),
            None,
        )
    assert player.memories == ['["begin",13,12,11,10,9,8,7,6,5,4,3,2,1]']
    assert player.calls[0].arguments == ("3", "7", [card.text for card in deal.hand])
    lasts = [call.arguments[-1][0] for call in player.calls[1:]]
    assert lasts[0] == []
    assert all(sorted(name for _, name in last) == ["3", "7"] for last in lasts[1:])


def test_status_is_asked_once_a_second() -> None:
    pauses: list[float] = []
    with scripted(DEALS) as whist:
        client, deal = entered(whist.url)
        play_remotely(client, functions(BIDS_FOUR), deal, pauses.append)
        polls = sum(request.method == "status" for request in whist.requests)
    assert set(pauses) == {1.0}
    assert polls == len(pauses) + 13 + 1  # beside the pauses: before each card, and at the end


RENEGES = BIDS_FOUR.replace(
    "legal[0]", "min(hand, key=lambda c: (bool(trick) and c.suit is trick[0][0].suit, c))"
)
CRASHES = BIDS_FOUR.replace('4, ["begin"]', "1 // 0, None")


@pytest.mark.parametrize(
    ("source", "fault", "function"), [(RENEGES, RenegError, "play"), (CRASHES, PlayerCrash, "bid")]
)
def test_a_fault_is_told_with_its_call_and_nothing_is_sent(
    source: str, fault: type[Exception], function: str
) -> None:
    player = Listening(functions(source))
    with scripted(DEALS[1:]) as whist:
        client, deal = entered(whist.url)
        with pytest.raises(MoveError) as raised:
            play_remotely(client, player, deal, pause=lambda _: None)
    assert isinstance(raised.value.fault, fault)
    assert raised.value.call == player.calls[-1]
    assert raised.value.call.function == function
    assert "hand:" in str(raised.value)
    assert len(player.memories) == 1
    sent = [request.method for request in whist.requests if request.method in ("bid", "play")]
    assert len(sent) == len(player.calls) - 1


def test_a_game_that_ends_early_is_over() -> None:
    with scripted(DEALS, {("status", 5): "forfeit"}) as whist:
        client, deal = entered(whist.url)
        result = play_remotely(client, functions(BIDS_FOUR), deal, pause=lambda _: None)
    assert (result.forfeited_by, result.won) == (OPPONENT, 1.0)


def test_a_session_that_ended_is_a_refusal() -> None:
    player = Listening(functions(BIDS_FOUR))
    with scripted(DEALS, {("play", 2): "failure"}) as whist:
        client, deal = entered(whist.url)
        with pytest.raises(RefusalError, match="play failed"):
            play_remotely(client, player, deal, pause=lambda _: None)
    assert len(player.memories) == 1
