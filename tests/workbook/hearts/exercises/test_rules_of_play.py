"""Exercises on the rules of play: what is forgotten is named and drawn."""

import pytest
from hearts_findings import first, legal
from playfunc import Card, Suit, legal_cards, points
from playfunc_checks.checks.repeated_questions import STATE
from playfunc_workbook.finding import State
from playfunc_workbook.hearts.rules_of_play import legal_finding, own_moves, rules_finding
from playfunc_workbook.hearts.situations import choose_finding
from playfunc_workbook.rules_check import KEPT, PURITY


def without(rule):
    """Legal cards by all rules but one, each written out plainly here."""

    def loose(hand, trick, first_trick, hearts_broken):
        cards = list(hand)
        if trick and rule != "Reneging":
            cards = [c for c in cards if c.suit is trick[0][0].suit] or cards
        if first_trick and not trick and rule != "Leading":
            return [Card("C2")]
        if first_trick and rule != "Bleeding":
            cards = [c for c in cards if not points(c)] or cards
        if not trick and not hearts_broken and rule != "Breaking":
            cards = [c for c in cards if c.suit is not Suit.HEARTS] or cards
        return cards

    return loose


def test_all_rules_together_are_right():
    assert legal_finding(without(None)).state is State.RIGHT


@pytest.mark.parametrize("rule", ["Leading", "Reneging", "Bleeding", "Breaking"])
def test_a_forgotten_rule_is_named_and_drawn(rule):
    finding = legal_finding(without(rule))
    assert finding.state is State.WRONG
    assert finding.position.title.startswith(rule)
    assert rule in finding.position.message
    assert finding.hint
    wrong = [text for state, text in finding.lines if state is State.WRONG]
    assert len(wrong) == 1
    assert wrong[0].startswith(rule)


def test_a_card_left_out_is_wrong_too():
    finding = legal_finding(lambda *question: legal(*question)[:1])
    assert finding.state is State.WRONG
    assert "leave out" in finding.position.message


@pytest.mark.parametrize("answer", [None, "C2", [1, 2], 7])
def test_an_answer_that_is_no_list_of_cards_is_told_so(answer):
    finding = legal_finding(lambda *question: answer)
    assert finding.state is State.WRONG
    assert "list of cards" in finding.said


def test_stubs_are_not_written_yet():
    def stub(hand, trick, first_trick, hearts_broken):
        raise NotImplementedError

    assert legal_finding(stub).state is State.UNWRITTEN
    assert legal_finding(lambda hand, *rest: list(hand)).state is State.UNWRITTEN
    assert choose_finding(lambda options, trick, taken: options[0]).state is State.UNWRITTEN


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (None, "is a `return` missing?"),
        ("C2", "not text"),
        ({Card("C2")}, "not a set"),
        (Card("C2"), 'return [Card("C2")]'),
        (["C2", "D3"], "this list holds text: 'C2' is not a card"),
        ([1, 2], "this list holds int"),
    ],
)
def test_what_came_instead_of_a_list_of_cards_is_told(answer, said):
    finding = legal_finding(lambda *question: answer)
    assert said.replace('"', "'") in finding.said.replace('"', "'")
    assert finding.hint == ""


def test_an_empty_list_is_no_card_at_all():
    finding = legal_finding(lambda *question: [])
    assert finding.state is State.WRONG
    assert finding.position.message.startswith("You return no card: at least one card is always legal")


def test_comparing_suits_with_text_is_in_the_hint():
    def compares_with_text(hand, trick, first_trick, hearts_broken):
        if trick or first_trick or hearts_broken:
            return legal(hand, trick, first_trick, hearts_broken)
        return [card for card in hand if card.suit != "H"] or list(hand)

    assert "Suit.HEARTS, not with text" in legal_finding(compares_with_text).hint


def test_an_exception_gets_no_hint_about_following_suit():
    finding = legal_finding(lambda hand, *rest: hand[99])
    assert "traceback" in finding.hint
    assert "suit" not in finding.hint


def test_a_traceback_is_the_students_own():
    def legal(hand, trick, first_trick, hearts_broken):
        return [card for card in hand if card.suit is trick[0][0].suit]

    finding = legal_finding(legal)
    assert finding.state is State.WRONG
    assert "IndexError" in finding.detail
    assert "finding.py" not in finding.detail
    assert finding.position is not None


def test_rules_are_checked_with_two_and_four_players():
    def two_only(player_id, hand, trick, previous) -> tuple[Card, None]:
        first = previous is None
        seats = 52 // len(hand) if first else len(previous[0])
        options = legal(hand, trick, first, False) if seats == 2 else list(hand)
        return options[0], None

    finding = rules_finding(two_only, deals=1)
    assert finding.state is State.WRONG
    assert finding.position is not None


def test_the_rules_alone_are_what_a_green_player_has_passed():
    moves = []
    finding = rules_finding(first, 1, moves.append)
    assert finding.state is State.RIGHT
    assert moves == list(range(1, own_moves(1) + 1))
    assert f"{own_moves(1)} moves" in finding.said
    assert "imports" in finding.said


GONE = set()
"""What a student keeps in a global by mistake."""


def keeps_a_global(player_id, hand, trick, previous) -> tuple[Card, None]:
    if previous is not None:
        GONE.update(card for card, _ in previous[0])
    broken = any(card.suit is Suit.HEARTS for card in GONE)
    return legal(hand, trick, previous is None, broken)[-1], None


def test_a_fault_that_comes_from_a_global_names_its_line():
    GONE.clear()
    finding = rules_finding(keeps_a_global, deals=1)
    assert (finding.state, finding.exercise) == (State.WRONG, "Keeping to the rules")
    assert "GONE.update" in finding.detail
    assert "This changes `GONE`, which outlives the call." in finding.detail
    assert KEPT in finding.hint
    assert STATE in finding.hint


def test_a_player_that_keeps_the_rules_has_to_answer_the_same_again():
    asked = []

    def in_turn(player_id, hand, trick, previous) -> tuple[Card, None]:
        asked.append(player_id)
        options = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)
        return options[len(asked) % len(options)], None

    finding = rules_finding(in_turn, deals=1)
    assert (finding.state, finding.exercise) == (State.WRONG, PURITY)
    assert "asked.append" in finding.detail
