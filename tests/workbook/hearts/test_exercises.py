"""The workbook's checks find the mistake they are for, and show it where it happened."""

import itertools
import random
from dataclasses import dataclass, replace

import pytest
from playfunc import Card, Hearts, Suit, legal_cards, points, trick_points, trick_winner
from playfunc_workbook.hearts import pace
from playfunc_workbook.hearts.exercises import (
    State,
    choose_finding,
    gone_finding,
    imagine_finding,
    lead_hearts_finding,
    legal_finding,
    look_ahead_finding,
    own_moves,
    remember_finding,
    rules_finding,
    twins,
)
from playfunc_workbook.hearts.exercises.deals import games, questions
from playfunc_workbook.hearts.exercises.search import Tally, _endings, exact


def legal(hand, trick, first_trick, hearts_broken):
    return legal_cards(hand, trick, first_trick=first_trick, hearts_broken=hearts_broken)


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


def test_the_questions_are_thousands_and_reach_every_rule():
    assert len(questions()) > 2000
    rules = {question.rule for question in questions()}
    assert rules == {"Leading", "Reneging", "Bleeding", "Breaking", "Free lead", "Free discard"}
    bleeding = [q for q in questions() if q.rule == "Bleeding"]
    assert any(all(map(points, q.hand)) for q in bleeding)
    assert any(q.legal == list(q.hand) for q in questions() if q.rule == "Breaking")


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
    assert finding.position.message.startswith("You return no card at all")


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


@pytest.mark.parametrize(
    "choose", [lambda o, *_: min(o, key=lambda c: c.rank), lambda o, *_: min(o), lambda o, *_: sorted(o)[0]]
)
def test_the_lowest_card_is_an_answer_and_not_the_stub(choose):
    finding = choose_finding(choose)
    assert finding.state is State.WRONG
    assert finding.position is not None


def test_text_and_none_instead_of_a_card_are_told():
    assert 'return Card("C2")' in choose_finding(lambda *told: "C2").said
    assert "is a `return` missing?" in choose_finding(lambda *told: None).said


def test_a_traceback_is_the_students_own():
    def legal(hand, trick, first_trick, hearts_broken):
        return [card for card in hand if card.suit is trick[0][0].suit]

    finding = legal_finding(legal)
    assert finding.state is State.WRONG
    assert "IndexError" in finding.detail
    assert "finding.py" not in finding.detail
    assert finding.position is not None


def test_the_first_unwise_choice_is_drawn_with_its_reason():
    finding = choose_finding(lambda options, trick, taken: max(options, key=lambda card: card.rank))
    assert finding.state is State.WRONG
    assert finding.position.played is Card("HK")
    assert "H9" in finding.position.message
    assert choose_finding(lambda options, trick, taken: Card("C2")).said.startswith("`choose` must return")


def test_twins_differ_in_nothing_but_what_is_legal():
    one, other = twins()
    assert (one.hand, one.trick, one.title) == (other.hand, other.trick, other.title)
    assert set(one.legal) - set(other.legal) == {c for c in one.hand if c.suit is Suit.HEARTS}


def text(previous):
    return "" if previous is None else " ".join([*previous[1].split(), *(str(c) for c, _ in previous[0])])


def test_text_memory():
    assert gone_finding(text).state is State.RIGHT
    assert gone_finding(lambda previous: "").state is State.UNWRITTEN
    only_last = gone_finding(lambda p: "" if p is None else " ".join(str(c) for c, _ in p[0]))
    assert only_last.state is State.WRONG
    assert "Missing" in only_last.position.message
    assert gone_finding(lambda previous: 5).state is State.WRONG


def leads_hearts(broken):
    """A player that leads hearts whenever `broken(previous)` says that they are."""

    def player(player_id, hand, trick, previous) -> tuple[Card, str]:
        options = legal(hand, trick, previous is None, broken(previous))
        hearts = [c for c in options if c.suit is Suit.HEARTS]
        return (hearts or options)[0] if not trick else options[0], text(previous)

    return player


def test_leading_hearts_takes_memory():
    assert lead_hearts_finding(leads_hearts(lambda p: "H" in text(p))).state is State.RIGHT
    forgetful = lead_hearts_finding(
        leads_hearts(lambda p: p is not None and any(c.suit is Suit.HEARTS for c, _ in p[0]))
    )
    assert forgetful.state is State.WRONG
    assert "Hearts have been broken since trick" in forgetful.position.message

    def untouched(player_id, hand, trick, previous) -> tuple[Card, str]:
        return legal(hand, trick, previous is None, "H" in text(previous))[0], text(previous)

    assert lead_hearts_finding(untouched).state is State.UNWRITTEN
    bold = lead_hearts_finding(leads_hearts(lambda p: True))
    assert bold.state is State.WRONG
    assert "Breaking" in bold.position.message


@dataclass(frozen=True)
class Seen:
    taken: tuple[int, ...]
    void: tuple[frozenset[Suit], ...]
    gone: frozenset[Card] = frozenset()


def remember(player_id: str, hand, previous) -> Seen:
    if previous is None:
        seats = 52 // len(hand)
        return Seen((0,) * seats, (frozenset(),) * seats)
    trick, old = previous
    players = [player for _, player in trick]
    order = {player: (n - players.index(player_id)) % len(players) for n, player in enumerate(players)}
    taken, void = list(old.taken), list(old.void)
    taken[order[trick_winner(trick)]] += trick_points(trick)
    for card, player in trick:
        if card.suit is not trick[0][0].suit:
            void[order[player]] |= {trick[0][0].suit}
    return Seen(tuple(taken), tuple(void), old.gone | {card for card, _ in trick})


def changed(**how):
    def wrong(player_id: str, hand, previous) -> Seen:
        seen = remember(player_id, hand, previous)
        return replace(seen, **{name: change(getattr(seen, name)) for name, change in how.items()})

    return wrong


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("taken", lambda taken: taken[::-1]),
        ("gone", lambda gone: gone - {Card("SQ")}),
        ("void", lambda void: void[::-1]),
    ],
)
def test_a_wrong_field_is_named(field, change):
    assert remember_finding(remember).state is State.RIGHT
    finding = remember_finding(changed(**{field: change}))
    assert finding.state is State.WRONG
    assert (State.WRONG, f"{field}: wrong") in finding.lines
    assert field in finding.position.message


def test_a_field_that_is_never_filled_is_not_written_yet():
    finding = remember_finding(changed(void=lambda void: (frozenset(),) * len(void)))
    assert finding.state is State.PARTLY
    assert (State.UNWRITTEN, "void: not written yet") in finding.lines


def test_memory_that_does_not_travel_is_told_so():
    def keeps_an_iterator(player_id: str, hand, previous) -> Seen:
        return replace(remember(player_id, hand, previous), gone=iter(()))

    assert "cannot be kept" in remember_finding(keeps_an_iterator).said


def test_exact_endings_agree_with_every_way_to_play_by_the_rules():
    """Minimax once more, over states and rules instead of hands."""

    def value(state):
        rules = Hearts(2)
        if not rules.to_act(state):
            return rules.scores(state)[0]
        moves = rules.legal(rules.view(state, state.turn))
        values = [value(rules.play(state, {state.turn: move})) for move in moves]
        return min(values) if state.turn == 0 else max(values)

    for cards in (1, 2, 3):
        for state in _endings(cards, 8):
            assert exact(state, Tally()) == value(state)


class World(tuple):
    """A world as the workbook gives it out, over the library's own rules."""

    __slots__ = ()

    def __new__(cls, hands, trick, turn, taken, broken):
        return super().__new__(cls, (hands, trick, turn, taken, broken))

    @property
    def turn(self):
        return self[2]

    @property
    def trick(self):
        return self[1]

    @property
    def over(self):
        return not self[0][self.turn]

    def options(self):
        hands, trick, turn, _, broken = self
        return legal_cards(hands[turn], trick, first_trick=False, hearts_broken=broken)

    def play(self, card):
        hands, trick, turn, taken, broken = self
        hands = tuple(tuple(c for c in hand if c is not card) for hand in hands)
        trick = (*trick, (card, turn))
        if len(trick) < 2:
            return World(hands, trick, 1 - turn, taken, broken)
        winner, won = trick_winner(trick), trick_points(trick)
        taken = tuple(t + won * (seat == winner) for seat, t in enumerate(taken))
        return World(hands, (), winner, taken, broken or any(c.suit is Suit.HEARTS for c, _ in trick))

    def cost(self):
        return 26 - self[3][0] if 26 in self[3] else self[3][0]


def minimax(world, tricks, low=0, high=26):
    if world.over:
        return world.cost()
    values = [minimax(world.play(card), tricks) for card in world.options()]
    return min(values) if world.turn == 0 else max(values)


def alpha_beta(world, tricks, low=0, high=26):
    if world.over:
        return world.cost()
    for card in world.options():
        cost = alpha_beta(world.play(card), tricks, low, high)
        low, high = (low, min(high, cost)) if world.turn == 0 else (max(low, cost), high)
        if low >= high:
            break
    return high if world.turn == 0 else low


def test_search_is_compared_with_minimax_and_its_effort_counted():
    assert look_ahead_finding(alpha_beta, World).state is State.RIGHT
    plain = look_ahead_finding(minimax, World)
    assert plain.state is State.PARTLY
    assert "alpha-beta" in plain.said
    assert look_ahead_finding(lambda world, tricks: 13, World).state is State.UNWRITTEN


def test_a_search_for_the_wrong_side_is_shown_an_ending():
    def hopeful(world, tricks):
        return world.cost() if world.over else min(hopeful(world.play(c), tricks) for c in world.options())

    finding = look_ahead_finding(hopeful, World)
    assert finding.state is State.WRONG
    assert "should be" in finding.position.message


def imagine(hand, trick, memory, *, heed_voids=True):
    """Reject deals until one fits: slow, and certainly right."""
    seats = len(memory.taken)
    plays = tuple((card, (place - len(trick)) % seats) for place, (card, _) in enumerate(trick))
    seen = {*memory.gone, *hand, *(card for card, _ in trick)}
    unseen = [card for card in Card.deck() if card not in seen]
    room = [len(hand) - any(seat == who for _, who in plays) for seat in range(1, seats)]
    for _ in range(20000):
        random.shuffle(unseen)
        ends = [0, *itertools.accumulate(room)]
        hands = [unseen[a:b] for a, b in itertools.pairwise(ends)]
        fits = all(c.suit not in memory.void[n] for n, h in enumerate(hands, 1) for c in h)
        if fits or not heed_voids:
            break
    return Imagined((hand, *map(tuple, hands)), plays, 0)


@dataclass(frozen=True)
class Imagined:
    hands: tuple
    trick: tuple
    turn: int


def test_imagined_hands_must_be_possible():
    random.seed(5)
    careless = imagine_finding(lambda *told: imagine(*told, heed_voids=False), remember)
    assert careless.state is State.UNWRITTEN

    def short(*told):
        world = imagine(*told, heed_voids=False)
        return replace(world, hands=(*world.hands[:-1], world.hands[-1][1:]))

    finding = imagine_finding(short, remember)
    assert finding.state is State.WRONG
    assert "cards" in finding.position.message
    assert "step 4" in imagine_finding(imagine, changed(gone=lambda gone: frozenset())).said


def test_rules_are_checked_with_two_and_four_players():
    def two_only(player_id, hand, trick, previous) -> tuple[Card, None]:
        first = previous is None
        seats = 52 // len(hand) if first else len(previous[0])
        options = legal(hand, trick, first, False) if seats == 2 else list(hand)
        return options[0], None

    finding = rules_finding(two_only, deals=1)
    assert finding.state is State.WRONG
    assert finding.position is not None


def first(player_id, hand, trick, previous) -> tuple[Card, str]:
    return leads_hearts(lambda p: "H" in text(p))(player_id, hand, trick, previous)


def test_the_rules_alone_are_what_a_green_player_has_passed():
    moves = []
    finding = rules_finding(first, 1, moves.append)
    assert finding.state is State.RIGHT
    assert moves == list(range(1, own_moves(1) + 1))
    assert f"{own_moves(1)} moves" in finding.said
    assert "imports" in finding.said
    assert "same arguments" in finding.said


def test_the_first_slow_move_ends_the_check_and_is_drawn(monkeypatch):
    asked = []

    def player(player_id, hand, trick, previous) -> tuple[Card, str]:
        asked.append((hand, trick))
        return first(player_id, hand, trick, previous)

    clock = itertools.chain([0.0, 0.9, 5.0, 8.1], itertools.repeat(9.0))
    monkeypatch.setattr(pace, "process_time", lambda: next(clock))
    finding = rules_finding(player, 1)
    assert finding.state is State.WRONG
    assert finding.said.startswith("This move took 3.1 s of CPU, 1 s is allowed.")
    assert len(asked) == 2
    assert (finding.position.hand, finding.position.trick) == asked[-1]


def test_an_interrupted_move_tells_what_it_had_taken(monkeypatch):
    def player(player_id, hand, trick, previous) -> tuple[Card, str]:
        raise KeyboardInterrupt

    clock = iter([0.0, 41.0])
    monkeypatch.setattr(pace, "process_time", lambda: next(clock))
    with pytest.raises(KeyboardInterrupt, match=r"41\.0 s of CPU so far; 1 s is allowed"):
        rules_finding(player, 1)


def test_moments_tell_what_a_player_is_told():
    for game in games(4, 2, "told"):
        assert len(game) == 52
        for moment in game:
            assert moment.hand == moment.state.hands[moment.seat]
            assert set(moment.legal) <= set(moment.hand)
