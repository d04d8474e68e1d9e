"""Files that are written whole: the old content or the new, and no rubbish beside it."""

import errno
import os
import random
import stat
import sys
from dataclasses import replace
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playfunc import FunctionPlayer, Hearts, play_game
from playfunc.cards import Card, WhistCard, following, highest_of_suit
from playfunc.costs import CostlyMove, Review, Total, amount, quantity, total_of
from playfunc.files import SCRATCH, file_stamps, os_message, remembered, write_whole
from playfunc.games import GAMES
from playfunc.games.hearts.to_100 import chance_of_winning
from playfunc.statistics import share_of_games
from playfunc_opponents.hearts import basic


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "No space left on device"),
        (FileNotFoundError(errno.ENOENT, "No such file", "a/b"), "No such file: a/b"),
        (OSError("told in words"), "told in words"),
        (OSError(), "OSError"),
    ],
)
def test_what_the_system_said_is_told_without_what_it_did_not_say(error, told):
    assert os_message(error) == told


def test_text_and_bytes_are_written_as_they_are(tmp_path):
    write_whole(tmp_path / "a" / "text", "one\ntwö\r\n")
    write_whole(tmp_path / "bytes", b"\x00\xff")
    assert (tmp_path / "a" / "text").read_bytes() == "one\ntwö\r\n".encode()
    assert (tmp_path / "bytes").read_bytes() == b"\x00\xff"


def test_an_error_leaves_the_old_content_and_no_scratch_file(tmp_path, monkeypatch):
    path = tmp_path / "marks"
    write_whole(path, "old")

    def full(descriptor):
        raise OSError("no space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_permissions_hold_from_the_first_byte(tmp_path, monkeypatch):
    seen = []
    fsync = os.fsync
    monkeypatch.setattr(os, "fsync", lambda d: (seen.append(os.fstat(d).st_mode), fsync(d)))
    write_whole(tmp_path / "secret", "hush", mode=0o600)
    assert [stat.S_IMODE(mode) for mode in seen] == [0o600]
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600


@pytest.mark.skipif(sys.platform == "win32", reason="Windows makes links for administrators only")
def test_a_link_in_the_place_of_the_scratch_file_leads_nowhere(tmp_path):
    """Students choose the names of files that lie beside ours."""
    outside = tmp_path / "outside"
    outside.write_text("keep")
    folder = tmp_path / "submitted"
    folder.mkdir()
    (folder / f"{SCRATCH}{os.getpid()}.x").symlink_to(outside)
    write_whole(folder / "x", "new")
    assert outside.read_text() == "keep"
    assert (folder / "x").read_text() == "new"


@pytest.fixture
def counted(tmp_path, monkeypatch):
    """Remembers a value under a key, and how often it was computed."""
    monkeypatch.setenv("PLAYFUNC_CACHE", str(tmp_path / "cache"))
    calls = []

    def look(key, **options):
        return remembered("word", key, lambda: calls.append(key) or [key, len(calls)], **options), len(calls)

    return look


def test_a_value_is_computed_once_for_each_key(counted):
    assert counted("a") == (["a", 1], 1)
    assert counted("a") == (["a", 1], 1)
    assert counted("b") == (["b", 2], 2)
    assert counted("a") == (["a", 3], 3)  # the newest alone is kept


def test_a_value_that_is_of_no_use_any_more_is_computed_again(counted):
    counted("a")
    assert counted("a", usable=lambda value: value[1] > 1) == (["a", 2], 2)


@pytest.mark.parametrize("damaged", ["", "{", "[]", '{"key": 1}'])
def test_a_damaged_file_is_computed_again(counted, tmp_path, damaged):
    counted("a")
    (tmp_path / "cache/word.json").write_text(damaged)
    assert counted("a") == (["a", 2], 2)


def test_where_nothing_can_be_kept_it_is_computed_each_time(counted, tmp_path):
    (tmp_path / "cache").touch()  # a file where the folder should be
    assert counted("a") == (["a", 1], 1)
    assert counted("a") == (["a", 2], 2)


def test_a_stamp_differs_once_the_file_does(tmp_path):
    file = tmp_path / "file"
    before = file_stamps([file])
    file.write_text("one")
    made = file_stamps([file])
    file.write_text("three")
    os.utime(file, ns=(made[0][2], made[0][2]))
    assert len({before, made, file_stamps([file])}) == 3


# Following suit and winning tricks, with the cards of both trick games.
def hearts(texts):
    return [Card(text) for text in texts.split()]


def whist(texts):
    return [WhistCard(f"{text[0]}{int(text[1:]):02}") for text in texts.split()]


@pytest.mark.parametrize("cards", [hearts, whist])
def test_cards_of_the_suit_led_follow_in_hand_order(cards):
    hand = cards("D9 C4 D10 D2")
    assert following(hand, *cards("D5")) == cards("D9 D10 D2")
    assert following(hand, *cards("S5")) == []


@pytest.mark.parametrize("cards", [hearts, whist])
def test_the_highest_card_of_the_suit_led_wins_whatever_else_is_higher(cards):
    assert highest_of_suit(cards("D5 S10 D7 D6")) == 2
    assert highest_of_suit(cards("D5 S10 H10")) == 0
    assert highest_of_suit(cards("D5")) == 0


# What a move cost, as a reader is told it.
@pytest.fixture(scope="module")
def record():
    rules = Hearts(2)
    players = [FunctionPlayer(basic.play, rules, name=name) for name in ("ann", "bob")]
    return play_game(rules, rules.deal(random.Random(4)), players)


def test_the_sentences(record):
    costly = CostlyMove(record, 3, 0, 6, ("H4",))
    played = costly.shown(costly.move)
    assert costly.shown("S6") == "S6 ♠"
    assert str(costly) == f"{played} gave away 6 points; H4 ♥ gave none."
    assert str(replace(costly, lost=1)) == f"{played} gave away 1 point; H4 ♥ gave none."
    assert str(replace(costly, lost=0)) == f"{played} gave nothing away."
    guess = replace(costly, lost=2.25, exact=False, margin=1.0)
    assert str(guess) == f"{played} gave away about 2.2 ± 1.0 points; H4 ♥ looks best."
    unsure = replace(guess, margin=3.0)
    assert not unsure.sure
    assert str(unsure) == f"{played} may have given nothing away (estimate: about 2.2 ± 3.0 points)."
    unknown = replace(costly, lost=0, unmeasured="The search would take too long.")
    assert not unknown.sure
    assert str(unknown) == f"{played}: The search would take too long."


def test_hindsight_is_told_apart_from_what_could_be_known(record):
    costly = CostlyMove(record, 3, 0, 0.14, ("H4",), exact=False, margin=0.05, unit="win", hindsight=0.5)
    assert str(costly).endswith(
        "gave away about 14% ± 5% of a win; H4 ♥ looks best. In hindsight, cards face up, it cost 50% of a win."
    )
    assert str(replace(costly, hindsight=0)).endswith("In hindsight, cards face up, it cost nothing.")


def test_quantities_have_their_unit_and_interval():
    assert [quantity(lost, "point") for lost in (1, 6, 0.5)] == ["1 point", "6 points", "0.50 points"]
    assert quantity(-0.04, "point", 0.5, exact=False) == "about 0.0 ± 0.5 points"
    assert quantity(-0.4, "point", 0.5, exact=False) == "about 0.0 ± 0.5 points"
    assert quantity(-0.01, "win", 0.03, exact=False) == "about 0% ± 3% of a win"
    assert [quantity(lost, "win") for lost in (0, 0.004, 0.14, 1)] == [
        "0% of a win",
        "0.4% of a win",
        "14% of a win",
        "100% of a win",
    ]


def test_a_total_says_how_sure_it_is(record):
    exact = CostlyMove(record, 3, 0, 6, ("H4",))
    guess = replace(exact, lost=2.0, exact=False, margin=3.0)
    unknown = replace(exact, lost=0, unmeasured="why")
    assert str(total_of([exact, exact])) == "12 points"
    assert str(total_of([exact, unknown])) == "at least 6 points"
    assert str(total_of([guess, replace(guess, margin=4.0), exact])) == "about 10.0 ± 5.0 points"
    assert str(total_of([exact, exact]).per(2)) == "6 points"
    assert total_of([], "chip") == Total(0, "chip")


def test_an_amount_is_no_longer_than_it_needs_to_be():
    assert [amount(lost) for lost in (6, 6.04, 0.125, 0)] == ["6", "6.0", "0.12", "0"]


def test_a_review_lists_a_seats_costliest_moves(record):
    costs = tuple(CostlyMove(record, at, at % 2, lost, ("H4",)) for at, lost in enumerate((0, 3, 1, 0, 5, 2)))
    review = Review(record, costs, (1, 1))
    assert [cost.lost for cost in review.worst(0)] == [5, 1]
    assert review.given_away(1) == 5
    assert review.notes().keys() == {1, 2, 4, 5}


# How often a player wins: each game's measure, on results that can be worked out by hand.
def test_a_win_counts_one_and_an_equal_score_one_half():
    rate = share_of_games([[(3, 1), (2, 2)], [(0, 5), (1, 1)]])
    assert rate.rate == (1 + 0.5 + 0 + 0.5) / 4
    assert rate.standard_error == pytest.approx(sqrt(((0.75 - 0.5) ** 2 + (0.25 - 0.5) ** 2) / 1 / 2))
    assert rate.deals == 2


def test_winning_all_is_not_certain():
    assert share_of_games([[(1, 0), (1, 0)]] * 50).standard_error == 0.01
    assert share_of_games([[(1, 0)]]).standard_error == 0.5


@given(
    st.lists(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=2), min_size=1)
)
def test_both_players_together_win_once(deals):
    mine = share_of_games(deals)
    theirs = share_of_games([[(b, a) for a, b in deal] for deal in deals])
    assert mine.rate + theirs.rate == pytest.approx(1)
    assert mine.standard_error == pytest.approx(theirs.standard_error)


def test_where_low_scores_win_the_lower_one_does():
    deals = [[(3, 1), (2, 2)], [(0, 5), (1, 1)], [(4, 9), (7, 8)]]
    low = share_of_games(deals, "low")
    assert (
        low.rate
        == share_of_games([[(b, a) for a, b in deal] for deal in deals]).rate
        == (0 + 0.5 + 1 + 0.5 + 1 + 1) / 6
    )
    assert low.rate != share_of_games(deals).rate


def test_hearts_counts_games_to_100():
    deals = [[(3, 23), (10, 16)], [(20, 6), (9, 17)], [(4, 22), (13, 13)]]
    assert GAMES["hearts"].win_rate(deals) == chance_of_winning([[a for a, _ in deal] for deal in deals])


@pytest.mark.parametrize("name", GAMES)
def test_no_deals_say_nothing(name):
    with pytest.raises(ValueError, match="no deals"):
        GAMES[name].win_rate([])
