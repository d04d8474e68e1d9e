"""Checks of step 2 and of every player: legal cards, and whether a player respects the rules."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from types import GeneratorType
from typing import Any

from playfunc import DECK, Card, GameRecord, Hearts
from playfunc.errors import (
    IllegalMoveError,
    PlayerCrash,
    PlayerMemoryError,
    PlayError,
    ProtocolError,
    TimeError,
)
from playfunc.games.hearts import HeartsView
from playfunc.match import Table, play_games
from playfunc.measure import deal_rng, rotations
from playfunc.record import states
from playfunc.show import Position
from playfunc.show.frames import wrong_move
from playfunc_checks.checks.hidden import describe_overrun
from playfunc_opponents import opponent

from playfunc_workbook.finding import (
    correct,
    incorrect,
    RAISED,
    Finding,
    Line,
    State,
    Stumble,
    Unwritten,
    ask,
    error_hint,
    exercise,
    is_still_the_stub,
)
from playfunc_workbook.hearts.deals import NAMES, Question, questions, rare_deals
from playfunc_workbook.isolated_call import isolated_call
from playfunc_workbook.players import Function, TimedPlayer, current_assignment, first_fault, timed_player
from playfunc_workbook.rules_check import impure_finding, keeping_named

RULE_HINTS = {
    "Own cards": "Choose only among the cards of `hand`.",
    "Leading": "On the first trick an empty `trick` means that you hold C2, and lead it.",
    "Reneging": "`trick[0][0].suit` is the suit led. While your hand has a card of it, play one of those.",
    "Bleeding": "On the first trick, do not discard hearts or SQ, unless you have no other card.",
    "Breaking": "When you lead and hearts are not broken, do not lead a heart, unless you have no other card. "
    'Compare with Suit.HEARTS, not with text: `card.suit == "H"` is never true.',
    "Free lead": "Once hearts are broken you may lead any card, hearts too.",
    "Free discard": "If you cannot follow suit after the first trick, you may play any card at all.",
    "Contract": "Return a pair: a Card, and your memory.",
    "Memory": "Say what your memory is in the return annotation, such as `-> tuple[Card, Memory]`.",
    "Crash": RAISED,
    "Time": "Look fewer tricks ahead, or try fewer cards or worlds, while many cards are left: bound the search by "
    "iterations.",
}


def is_unwritten_legal(legal: Function) -> bool:
    """Whether this is the stub, which allows every card of the hand."""
    return is_still_the_stub(lambda: _allows_all(legal))


def _allows_all(legal: Function) -> bool:
    """Whether every card is allowed where the rules forbid some. Raises as `ask` does."""
    probes = [question for question in questions() if len(question.legal) < len(question.hand)]
    return all(_is(ask(legal, *_arguments(q), position=_drawn(q, "")), q.hand) for q in probes)


def _is(answer: Any, cards: Sequence[Card]) -> bool:
    return isinstance(answer, list | tuple) and list(answer) == list(cards)


@exercise(
    "Step 2, legal cards",
    "`legal` still allows every card of the hand. Write it in the cell above.",
    hint="Start with the case where somebody has led: which of your cards have the suit of `trick[0][0]`?",
    needs=(questions,),
)
def legal_finding(legal: Function) -> Finding:
    """Step 2: compare `legal` with the rules on thousands of positions."""
    if _allows_all(legal):
        raise Unwritten
    wrong = [(question, said) for question in questions() if (said := _objection(legal, question))]
    lines = tuple(_rule_line(rule, [q for q, _ in wrong]) for rule in RULE_HINTS if _count(rule))
    if not wrong:
        said = f"All {len(questions()):,} positions, with two and with four players."
        return correct(said, lines)
    order = list(RULE_HINTS)
    question, objection = min(wrong, key=lambda pair: order.index(pair[0].rule))
    return incorrect(
        f"{len(wrong):,} of {len(questions()):,} positions are wrong. The simplest of them:",
        lines,
        _drawn(question, objection),
        _IN_ORDER if objection.startswith(_ORDER) else RULE_HINTS[question.rule],
    )


def _count(rule: str) -> int:
    return sum(question.rule == rule for question in questions())


def _rule_line(rule: str, wrong: Sequence[Question]) -> Line:
    count = sum(question.rule == rule for question in wrong)
    if count:
        return State.WRONG, f"{rule}: {count:,} of {_count(rule):,} wrong"
    return State.RIGHT, f"{rule}: right in all {_count(rule):,} positions"


def _objection(legal: Function, question: Question) -> str:
    """What is wrong with the answer to `question`; empty when nothing is."""
    answer = ask(legal, *_arguments(question), position=_drawn(question, ""))
    if said := _no_list_of_cards(answer):
        raise Stumble(said, _drawn(question, ""))
    if not answer:
        return "You return no card: at least one card is always legal."
    extra = [card for card in answer if card not in question.legal]
    if extra:
        return f"You allow {_list(extra)}. {_reason(question, extra[0])}"
    missing = [card for card in question.legal if card not in answer]
    if missing:
        return f"You leave out {_list(missing)}, which may be played. Rule: {question.rule}."
    if list(answer) != question.legal:
        return f"{_ORDER}: {_list(question.legal)}. You return {_list(answer)}."
    return ""


_ORDER = "The cards are right, but they should come once each, in hand order"

_IN_ORDER = "Go through the hand from left to right: [card for card in hand if ...] keeps its order."


def _no_list_of_cards(answer: Any) -> str:
    """What to do about an answer that is not a list of cards; empty when it is one."""
    must = "`legal` must return a list of cards"
    if answer is None:
        return f"{must}. It returned None: is a `return` missing?"
    if isinstance(answer, Card):
        return f"{must}, not one card: for a single card return [{answer!r}]."
    if not isinstance(answer, list | tuple):
        return f"{must}, not {_a_kind(answer)}."
    strange = [card for card in answer if not isinstance(card, Card)]
    if not strange:
        return ""
    if isinstance(strange[0], str):
        return f"{must}, and this list holds text: {strange[0][:20]!r} is not a card. Return the cards of `hand`."
    return f"{must}, and this list holds {_a_kind(strange[0])}: {str(strange[0])[:60]}."


def _a_kind(value: Any) -> str:
    names: dict[type, str] = {
        str: "text",
        set: "a set (which has no order)",
        frozenset: "a set (which has no order)",
        GeneratorType: "a generator: write [...] in place of (...)",
    }
    return names.get(type(value), f"{type(value).__name__}")


def _arguments(question: Question) -> tuple[Any, ...]:
    return question.hand, question.trick, question.first_trick, question.hearts_broken


def _reason(question: Question, card: Card) -> str:
    """The name of the rule that `card` breaks, and the reason."""
    trick = tuple((played, 0) for played, _ in question.trick)
    history = () if question.first_trick else (((DECK[0], 0), (DECK[1], 1)),)
    view = HeartsView(0, 4, question.hand, trick, history, question.hearts_broken)
    try:
        Hearts(4).check(view, card)
    except IllegalMoveError as error:
        return f"{error.rule}: {error.reason}."
    return ""


def _drawn(question: Question, message: str) -> Position:
    first = "the first trick" if question.first_trick else "a later trick"
    broken = "broken" if question.hearts_broken else "not broken"
    title = f"{question.rule}: {first}, hearts are {broken}"
    return Position(question.hand, question.trick, question.legal, title=title, message=message)


def _list(cards: Sequence[Card]) -> str:
    shown = " ".join(card.text for card in cards[:6])
    return shown + (f" and {len(cards) - 6} more" if len(cards) > 6 else "")


def own_moves(deals: int) -> int:
    """How many moves `rules_finding` asks the player for, if nothing goes wrong."""
    # With two as with four: 52 against itself, and 52 in turns at the seats; and the rare deals from one seat.
    return 208 * deals + sum(len(DECK) // seats * len(rare_deals(seats)) for seats in (2, 4))


_KEEPING = "Keeping to the rules"

SHAPELESS = "Your player's answer has the wrong shape, so it was not asked any more. The call:"

SLOW = "Your player took too long over a move, and was not asked any more. The move:"

_NEXT = "`self_check()` also looks at your imports."


def rules_finding(
    play: Function, deals: int = 4, on_move: Callable[[int], None] = lambda done: None
) -> Finding:
    """Play `deals` deals with two and with four players, and a few rare ones; the first fault is shown, or an answer that
    differs when the same is asked again. The player is not asked any more after a move that took too long. `on_move` gets
    the number of moves made so far."""
    records = isolated_call(lambda told: _trial_games(play, deals, told), on_move)
    functions = {"play": play}
    finding = keeping_named(_faults_finding(play, records), functions)
    if finding.state is not State.RIGHT:
        return finding
    you = timed_player(play, Hearts(), current_assignment("hearts"))
    return isolated_call(lambda told: impure_finding(you, functions, records)) or finding


def _faults_finding(play: Function, records: Sequence[GameRecord]) -> Finding:
    moves = sum(move.seat in _own_seats(record) for record in records for move in record.moves)
    faulty = [record for record in records if record.faults]
    found = first_fault(records)
    if found is None:
        return correct(
            f"{moves:,} moves in {len(records)} hands, with two and with four players, and no fault. {_NEXT}",
            exercise=_KEEPING,
        )
    record, recorded = found
    fault = recorded.as_error()
    legal = getattr(play, "__globals__", {}).get("legal")
    if isinstance(fault, IllegalMoveError) and legal is not None and is_unwritten_legal(legal):
        return Finding(
            State.UNWRITTEN,
            "First write `legal`, in step 2. Without it a player breaks the rules.",
            exercise=_KEEPING,
        )
    said = f"In {len(faulty)} of {len(records)} hands your player made a fault. Here is one:"
    if isinstance(fault, TimeError):
        said = SLOW
    elif isinstance(fault, ProtocolError):
        said = SHAPELESS
    return incorrect(
        said, position=fault_position(record), hint=hint_for(fault), detail=fault.detail, exercise=_KEEPING
    )


def hint_for(fault: PlayError) -> str:
    """What to do about a fault, by the rule and by what happened."""
    if isinstance(fault, PlayerMemoryError) and "over the limit" in fault.reason:
        return "Your memory has grown too big. Keep what you will need, such as the cards that are gone, and not whole games."
    if isinstance(fault, PlayerMemoryError) and "the return annotation says" in fault.reason:
        return "Return the memory that the annotation names, as the second of the pair, in every `return` of your function."
    if isinstance(fault, PlayerCrash):
        return error_hint(fault.reason, fault.detail)
    if isinstance(fault, TimeError):
        return f"{RULE_HINTS[fault.rule]} {describe_overrun(current_assignment('hearts'))}"
    return RULE_HINTS.get(fault.rule, "")


def _trial_games(play: Function, deals: int, on_move: Callable[[int], None]) -> list[GameRecord]:
    records: list[GameRecord] = []
    made = itertools.count(1)
    for seats in (2, 4):
        rules = Hearts(seats)
        you = timed_player(
            play, rules, current_assignment("hearts"), name=NAMES[0], on_move=lambda: on_move(next(made))
        )
        records += play_games(rules, _trial_tables(rules, you, deals))
        if you.ended:
            break
    return records


def _trial_tables(rules: Hearts, you: TimedPlayer, deals: int) -> list[Table]:
    basic = opponent(rules, "basic")
    tables = []
    for number in range(deals):
        state = rules.deal(deal_rng("public", "workbook", rules.seats, number))
        tables += [
            Table(state, (you,) * rules.seats),
            *rotations(rules, state, (you, *(basic,) * (rules.seats - 1))),
        ]
    for state in rare_deals(rules.seats):
        tables.append(Table(state, (basic, you, *(basic,) * (rules.seats - 2))))
    return tables


def _own_seats(record: GameRecord) -> list[int]:
    return [seat for seat, name in enumerate(record.players) if name.split("-")[0] == NAMES[0]]


def fault_position(record: GameRecord) -> Position:
    """The position in which a game's first fault happened, drawn, with the rule by its name."""
    fault = record.faults[0]
    *_, state = (state for place, state in enumerate(states(record)) if place <= fault.at)
    rules = Hearts(len(record.players))
    trick = tuple((card, record.players[seat]) for card, seat in state.trick)
    error, wrong = fault.as_error(), wrong_move(record, fault)
    own = "Against itself: trick" if len(_own_seats(record)) > 1 else "Trick"
    first = f"{own} {len(state.history) + 1}, hearts are {'broken' if state.broken else 'not broken'}"
    return Position(
        state.hands[fault.seat],
        trick,
        rules.legal(rules.view(state, fault.seat)),
        played=None if wrong is None else Card(wrong),
        title=f"{first}: {record.players[fault.seat]} to play",
        message=f"{error.rule}: {error.reason}",
    )
