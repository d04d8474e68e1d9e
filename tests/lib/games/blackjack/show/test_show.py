"""The face of BlackJack: the hand being played, the hand before it with its results, and what is said."""

import json
import random
from dataclasses import replace

import pytest
from playfunc.games.blackjack import BlackJack, Double, Hit, Stand
from playfunc.games.blackjack.pictures import FACE, reason, total_text
from playfunc.show.face import face_of

RULES = BlackJack()
NAMES = ("Ann", "Bo")


def table(shoe, rules=RULES, chips=(200, 200)):
    """A run from cards in the order drawn: one to each player, one to the dealer, and again."""
    return rules.from_shoes([shoe + "2" * 100], chips)


def after(state, *moves):
    for move in moves:
        state = RULES.play(state, {state.queue[0]: move})
    return state


def scene(state, viewer=None, rules=RULES):
    return FACE.scene(rules, state, viewer, [f"p{seat}" for seat in range(rules.seats)])


START = table("T9K875" + "6")


def test_the_game_names_its_face():
    assert face_of("blackjack") is FACE


def test_the_dealers_second_card_is_hidden_from_whoever_plays():
    assert [scene(START, viewer)["now"]["dealer"]["hole"] for viewer in (0, 1, None)] == [None, None, "5"]
    assert scene(START, 0)["now"]["dealer"] == {"cards": "K#", "hole": None, "total": "10"}


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("viewer", [0, 1])
def test_cards_that_nobody_has_seen_reach_no_players_scene(seed, viewer):
    rng = random.Random(seed)
    state = RULES.deal(rng)
    while RULES.to_act(state):
        other = replace(
            state,
            dealer=state.dealer[0] + rng.choice("A23456789TJQK"),
            shoes=tuple("".join(rng.sample(shoe, len(shoe))) for shoe in state.shoes),
        )
        assert scene(state, viewer) == scene(other, viewer)
        assert FACE.describe_change(RULES, None, state, viewer, NAMES) == FACE.describe_change(
            RULES, None, other, viewer, NAMES
        )
        json.dumps(scene(state, viewer))
        state = RULES.play(state, {state.queue[0]: rng.choice((Hit, Stand))})


def test_a_hand_that_ended_is_shown_beside_the_next_with_the_dealers_whole_hand_and_reasons():
    shown = scene(after(START, Stand, Stand), 0)
    ended = shown["ended"]
    assert (ended["title"], shown["now"]["title"]) == ("Round 1, hand 1", "Round 1, hand 2")
    assert ended["dealer"] == {"cards": "K56", "hole": None, "total": "21"}
    assert [(player["gain"], player["why"]) for player in ended["players"]] == [
        (-10, "18 loses to the dealer's 21"),
        (-10, "16 loses to the dealer's 21"),
    ]
    assert shown["fresh"]
    assert not scene(after(START, Stand, Stand, Stand), 0)["fresh"]


@pytest.mark.parametrize(
    ("shoe", "moves", "why", "gain"),
    [
        ("T9K8877", (Stand, Stand), "18 beats the dealer's 17", 10),
        ("T9K787", (Stand, Stand), "17 each, and a tie loses", -10),
        ("T9KT75" + "K", (Stand, Stand), "20, the dealer is bust", 10),
        ("T9K875" + "K6", (Hit, Stand), "bust with 28", -10),
        ("T9K377", (Double, Stand), "15 loses to the dealer's 17", -20),
    ],
)
def test_a_result_says_why(shoe, moves, why, gain):
    ended = scene(after(table(shoe), *moves))["ended"]
    assert (ended["players"][0]["why"], ended["players"][0]["gain"]) == (why, gain)


def test_the_last_hand_stays_on_the_table_when_the_run_is_over():
    rules = BlackJack(hands=1)
    state = table("T9K8777", rules)
    for _ in range(2):
        state = rules.play(state, {state.queue[0]: Stand})
    assert scene(state, rules=rules)["now"] is None
    assert scene(state, rules=rules)["ended"]["title"] == "Round 1, hand 1"
    assert FACE.describe_change(rules, None, state, 0, NAMES) == "The run is over. Chips: Ann 210, Bo 190."


def test_players_stand_wait_bust_and_sit_out():
    state = after(table("T9K875" + "9" * 9), Hit)
    assert [player["doing"] for player in scene(state)["now"]["players"]] == ["bust", "to move"]
    poor = table("TK92", chips=(200, 5))
    assert [player["doing"] for player in scene(poor)["now"]["players"]] == ["to move", "sits out"]


def test_a_move_is_told_with_its_card_and_the_hand_with_its_results():
    hit = after(START, Hit)
    assert (
        FACE.describe_change(RULES, START, hit, 0, NAMES)
        == "Ann hit and drew 6: bust with 24. Bo to move with 16."
    )
    told = FACE.describe_change(RULES, START, after(table("T9K8777"), Stand), 0, NAMES)
    assert told == "Ann stood on 18. Bo to move with 16."
    first = after(START, Stand)
    assert FACE.describe_change(RULES, first, after(first, Stand), 0, NAMES).startswith(
        "Bo stood on 16. The hand is over. The dealer has K 5 6: 21. Ann lost 10: 18 loses to the dealer's 21. "
        "Bo lost 10: 16 loses to the dealer's 21. Round 1, hand 2: the dealer shows 2."
    )


def test_a_ten_is_called_10_wherever_it_lies():
    state = table("89T776" + "T5")
    assert "the dealer shows 10." in FACE.describe_change(RULES, None, state, 0, NAMES)
    assert "the dealer shows 10." in FACE.choices(RULES, RULES.view(state, 0)).prompt
    hit = after(state, Hit)
    assert FACE.describe_change(RULES, state, hit, 0, NAMES).startswith("Ann hit and drew 10: bust with 25.")
    assert "The dealer has 10 6 5: 21." in FACE.describe_change(RULES, hit, after(hit, Stand), 0, NAMES)


def test_a_lower_case_name_begins_no_sentence():
    first = after(START, Stand)
    told = FACE.describe_change(RULES, first, after(first, Stand), 0, ("basic", "minmax"))
    assert told.startswith("Minmax stood on 16. ")
    assert " Basic lost 10: " in told


def test_a_person_can_enter_every_legal_move():
    view = RULES.view(START, 0)
    choices = FACE.choices(RULES, view)
    assert [choice.move for choice in choices.buttons] == ["H", "S", "D"]
    assert (choices.number.prefix, choices.number.least, choices.number.most) == ("B ", 1, 190)
    for choice in choices.buttons:
        RULES.check(view, RULES.projection.parse_move(choice.move))
    for bet in (choices.number.least, choices.number.usual, choices.number.most):
        RULES.check(view, RULES.projection.parse_move(f"{choices.number.prefix}{bet}"))
    broke = FACE.choices(RULES, RULES.view(table("T9K875", chips=(10, 10)), 0))
    assert ([choice.move for choice in broke.buttons], broke.number) == (["H", "S"], None)


# A position of BlackJack as a picture without a script, and as text.
def test_a_position_shows_what_one_player_sees():
    rules = BlackJack()
    state = rules.deal(random.Random(4))
    shown = FACE.position(rules, state, 1, ("Ann", "<Bo>"))
    assert str(shown) == (
        "Round 1, hand 1\n  dealer: A # (soft 11, second card face down)\n  <Bo>: T 4 (14)\n"
        "  all players' cards: Q T 9 4\n  stake 10, 190 chips left"
    )
    html = shown._repr_html_()
    assert "<script" not in html
    assert "<Bo>" not in html
    assert 'aria-label="ace"' in html
    assert 'aria-label="a card face down"' in html


# Totals and reasons of BlackJack in words.
@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("A6", "soft 17"),
        ("A6K", "17"),
        ("K#", "10"),
        ("A#", "soft 11"),
        ("KQ5", "bust with 25"),
        ("AA", "soft 12"),
    ],
)
def test_a_total_says_whether_an_ace_counts_11(cards, words):
    assert total_text(cards) == words


def test_a_bust_hand_loses_even_to_a_bust_dealer():
    assert reason("KQ5", "KQ6") == "bust with 25"
