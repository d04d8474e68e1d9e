"""What an exercise's check finds: a verdict, a sentence, and the position that shows it; and what to do about an
exception of a student's function."""

from __future__ import annotations

import inspect
import re
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial, wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from playfunc.show.face import Drawable
from playfunc.show.progress import counted
from playfunc_checks.bounded import LIMIT, Crashed, Ended, Late, bounded
from playfunc_checks.source_lines import is_own

from playfunc_workbook.isolated_call import isolated_call
from playfunc_workbook.players import require_function

ENDLESS = (
    "What has to happen for the loop on this line to end, and does it happen? A search needs a bound that it counts: "
    "so many tricks, positions or worlds."
)
SLOW = (
    "It came back, but too late. Where does it spend the time? Let it do less, or bound it by something that it counts: so "
    "many tricks, positions or worlds."
)
CRASHED = "Nothing in your functions may end the whole process, such as `os._exit`, or fill its memory."
PARAMETERS = (
    "Keep the parameters of the function as they were given to you: the check calls it with all of them."
)
RAISED = "The last line of the traceback that is yours raised the error."

FROZEN = (
    "A frozen dataclass cannot be changed. Make a new one: `Memory(...)` with all fields, or `replace(memory, ...)` from "
    "`dataclasses`. A frozenset grows by `old | {card}`, which is a new one too."
)
TUPLE = (
    "A tuple cannot be changed: `hand`, `trick` and `DECK` are tuples. Make a list of it first, `cards = list(hand)`; "
    "`tuple(cards)` makes a tuple again."
)

PAIRS = (
    "A trick holds pairs (card, player): `trick[0]` is a pair, `trick[0][0]` is the card that was led, and "
    "`trick[0][0].suit` is its suit. All its cards are `[card for card, _ in trick]`."
)
NAME = "No cell that ran defines this name. Is it spelled right, imported, and has its cell run?"

HINTS: dict[str, str] = {
    r"^FrozenInstanceError": FROZEN,
    r"'frozenset' object has no attribute": FROZEN,
    r"'tuple' object has no attribute '(append|remove|pop|sort|insert|extend)'": TUPLE,
    r"'tuple' object does not support": TUPLE,
    r"'tuple' object has no attribute": PAIRS,
    r"^TypeError: '[<>]=?' not supported between instances of '(\w*Card' and 'tuple|tuple' and '\w*Card)'": PAIRS,
    r"^TypeError: '[<>]=?' not supported between instances of '(\w+)' and '\1'": "These values have no order. Compare "
    "numbers: `max` takes a `key=`, such as `max(found, key=found.get)` for the key of a dict with the largest value.",
    r"^TypeError: can only concatenate str \(not \"tuple\"": "A tuple is not text. Of several texts, "
    '`"".join(texts)` makes one; of a pair (card, player) take the card first, `pair[0]`.',
    r"^AttributeError: (\w+$|type object 'Suit')": "Suits are written in capitals: `Suit.CLUBS`, `Suit.DIAMONDS`, "
    "`Suit.SPADES`, `Suit.HEARTS`.",
    r"'(Whist)?Card' object has no attribute": "A card has a suit, `card.suit`, a rank, `card.rank`, and a name, "
    "`card.text`.",
    r"^TypeError: (can only concatenate str \(not \"\w*Card\"|unsupported .* '\w*Card' and 'str')": "A card is not text. Its name is: `card.text`.",
    r"'str' object has no attribute '(append|add|extend)'": "Text cannot be changed. Put pieces together: "
    '`text + " " + card.text`, or `" ".join(names)`.',
    r"NoneType": "Something here is `None`: `previous` at the beginning of a hand or game, or what a function gives that has no "
    "`return`. Look at that case first.",
    r"'(method|function|builtin_function_or_method)' object is not": "Call it: write `()` behind the name.",
    r"'Plain' object is not callable": "`Hit`, `Stand` and `Double` are values: write them without parentheses.",
    r"'\w+' object is not callable": "What stands before the parentheses, or behind `key=`, must be a function, such as "
    "`key=lambda card: card.rank`.",
    r"arg is an empty sequence|argument is empty": "The list is empty here, so there is nothing to choose from. Ask "
    "first, `if cards:`, and say what the answer is without any.",
    r"indices must be integers or slices, not (str|\w*Card)": "A list is asked by a place, a number. `trick_winner` gives "
    "an id: whose place is that?",
    r"list\.remove\(x\)": "The list does not hold this value. Look first, with `in`.",
    r"^EOFError": "Nobody can answer: a player must not use `input()`.",
    r"^MemoryError": "A list without end fills the memory. How many items does this line make?",
    r"^RecursionError": "A function that calls itself needs a case in which it does not. Is it reached, and does every call "
    "come nearer to it?",
}
"""Parts of what exceptions say, in the order in which they are looked for, and what to do."""


def describe_error(error: BaseException) -> str:
    """The exception on one line: its type, and its own words."""
    return " ".join(f"{type(error).__name__}: {error}".split())


def _imported(name: str) -> str:
    """What to do about a name that is not known here."""
    modules = (
        "playfunc",
        *(module for module in sys.modules if re.fullmatch(r"playfunc\.games\.[a-z]+", module)),
    )
    for module in modules:
        if name in getattr(sys.modules[module], "__all__", ()):
            return f"`{name}` is in the library. Write `from {module} import {name}` at the top of this cell."
    return NAME


def error_hint(told: str, traceback: str) -> str:
    """What to do about an exception that `error_told` tells; `traceback` is that of the student's own lines, if any."""
    if re.search(r"^TypeError: .*argument", told) and "Traceback" not in traceback:
        return PARAMETERS
    if named := re.search(r"^NameError: name '(\w+)' is not defined", told):
        return _imported(named[1])
    return next((hint for words, hint in HINTS.items() if re.search(words, told)), RAISED)


P = ParamSpec("P")
T = TypeVar("T")


class State(Enum):
    """How far an exercise is."""

    RIGHT = "right"
    PARTLY = "partly"
    """Right so far, with something left to write."""
    WRONG = "wrong"
    DIFFERENT = "different from the rule of thumb"
    """Nothing is wrong: experience would choose otherwise."""
    UNWRITTEN = "not written yet"


Line = tuple[State, str]
"""One part of an exercise: how far it is, and a sentence about it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one exercise's check.

    `said` is the main sentence, `lines` describe its parts, `position` shows the mistake, `hint` appears when the
    student asks for it, and `detail` holds the student's own traceback. `exercise` names what was checked; the decorator
    `exercise` fills it in.
    """

    state: State
    said: str
    lines: tuple[Line, ...] = ()
    position: Drawable | None = None
    hint: str = ""
    detail: str = ""
    exercise: str = ""


correct = partial(Finding, State.RIGHT)
incorrect = partial(Finding, State.WRONG)


class Unwritten(Exception):  # noqa: N818, no fault
    """The answer is still the stub that was released."""


ENDED = {Late: SLOW, Crashed: CRASHED}
"""What to do about a call that was not simply ended while it ran."""


class Stumble(Exception):  # noqa: N818, the student's fault, not an error of playfunc
    """The student's function raised, took too long, or returned a value that the check cannot read."""

    def __init__(self, said: str, position: Drawable | None = None, detail: str = "", hint: str = "") -> None:
        super().__init__(said)
        self.said = said
        self.position = position
        self.detail = detail
        self.hint = hint


def ask(
    function: Callable[..., Any], *arguments: Any, position: Drawable | None = None, seconds: float = LIMIT
) -> Any:
    """What the student's function returns. Raises `Stumble` with the traceback if it raises, and with the line it was
    on if it takes more than `seconds` of CPU time."""
    try:
        return bounded(lambda: function(*arguments), seconds)
    except NotImplementedError as error:
        raise Unwritten from error
    except Ended as ended:
        said = f"Your `{_name(function)}` {ended.said}."
        raise Stumble(said, position, ended.where, ENDED.get(type(ended), ENDLESS)) from None
    except (Exception, SystemExit) as error:
        said = f"Your `{_name(function)}` raised {describe_error(error)[:170].rstrip(':.')}."
        detail = _own_traceback(error)
        raise Stumble(said, position, detail, error_hint(describe_error(error), detail)) from None


def is_still_the_stub(does_as_the_stub: Callable[[], bool]) -> bool:
    """Whether a function is as it was released, by what is asked of it in a copy of this process."""
    try:
        return isolated_call(lambda update: does_as_the_stub())
    except Unwritten:
        return True
    except Exception:
        return False


def has_a_body(function: Callable[..., Any]) -> bool:
    """Whether the function's code uses any name or constant except its docstring: a bare stub does not."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return code is not None and bool(code.co_names or set(code.co_consts) - {function.__doc__, None})


def names_in(function: Callable[..., Any]) -> frozenset[str]:
    """The names that the function's code uses beside its own variables."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return frozenset(code.co_names if code else ())


def _name(function: Callable[..., Any]) -> str:
    return str(getattr(function, "__name__", "function"))


def _own_traceback(error: BaseException, frames: int = 6) -> str:
    """From the student's own first line on, without the workbook's last lines, which say no more than the error; empty
    where no line of the student's was reached."""
    if not any(is_own(frame.filename) for frame in traceback.extract_tb(error.__traceback__)):
        return ""
    trace = error.__traceback__
    while trace is not None and not is_own(trace.tb_frame.f_code.co_filename):
        trace = trace.tb_next
    shown = traceback.TracebackException(type(error), error, trace, limit=-frames)
    while shown.stack and shown.stack[-1].filename.startswith(str(Path(__file__).parent)):
        del shown.stack[-1]
    return "".join(shown.format()).rstrip()


def ask_isolated(name: str, work: Callable[[], T]) -> T:
    """What `work` of the check `name` returns, done in a copy of this process; the calls it makes are counted on the screen."""
    with counted(f"{name}, calls of your function") as told:
        return isolated_call(lambda update: work(), on_calls=told)


def exercise(
    name: str,
    unwritten: str,
    hint: str = "",
    *,
    needs: tuple[Callable[[], object], ...] = (),
    copied: bool = True,
) -> Callable[[Callable[P, Finding]], Callable[P, Finding]]:
    """Turn a check's exceptions (the student's function raises, or is not written yet) into findings.

    `unwritten` says what the student still has to do, and `hint` how to begin. The check runs in a copy of this process
    (see `isolated_call`), unless it copies only parts of itself; what it `needs` and keeps for the next time is made here before.
    """

    def decorate(check: Callable[P, Finding]) -> Callable[P, Finding]:
        def found(*arguments: P.args, **options: P.kwargs) -> Finding:
            finding = result(*arguments, **options)
            return finding if finding.exercise else replace(finding, exercise=name)

        def result(*arguments: P.args, **options: P.kwargs) -> Finding:
            try:
                return check(*arguments, **options)
            except Unwritten as stub:
                return Finding(State.UNWRITTEN, f"{unwritten}{_describe_stub(stub)}", hint=hint)
            except Stumble as stumble:
                told = stumble.hint or (RAISED if stumble.detail else "")
                return incorrect(stumble.said, (), stumble.position, told, stumble.detail)
            except Exception as error:
                said = f"What your code returns does not fit this check: {type(error).__name__}: {error}"
                return incorrect(said, detail=_own_traceback(error))

        @wraps(check)
        def checked(*arguments: P.args, **options: P.kwargs) -> Finding:
            for given in arguments:
                require_function(given)
            for made in needs:
                made()
            if not copied:
                return found(*arguments, **options)
            return ask_isolated(name, lambda: found(*arguments, **options))

        return checked

    return decorate


def verdict(lines: tuple[Line, ...]) -> State:
    """The state of an exercise whose parts are in these states."""
    states = {state for state, _ in lines}
    if State.WRONG in states:
        return State.WRONG
    if State.DIFFERENT in states:
        return State.DIFFERENT
    if states == {State.RIGHT}:
        return State.RIGHT
    return State.UNWRITTEN if states <= {State.UNWRITTEN} else State.PARTLY


def _describe_stub(stub: Unwritten) -> str:
    """What the cell that was handed out says about what is missing, such as a loop that adds up nothing yet."""
    said = str(stub.__cause__ or "")
    return f" The cell says: {said}." if said else ""
