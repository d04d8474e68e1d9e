"""Ways to play at a table: by mouse, by keyboard alone, and by the accessibility tree alone.

Each way makes one move, or starts what stands in a move's place (a button such as "Next" or "Deal again" is not one).
They know no game: the table says which moves there are, each way by what its person perceives.
"""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

Way = Callable[[Locator], None]
"""Makes a move at a table where there is one to make."""

LEGAL = "button[data-move]:not([aria-disabled=true])"
NUMBER = "input[type=number], [role=spinbutton]"
ANSWER_MS = 20_000
TABS = 40
"""How far a person goes with the Tab key before giving up."""

FOCUSED = """(root, selector) => {
  const focused = root.getRootNode().activeElement;
  return focused !== null && root.contains(focused) && focused.matches(selector);
}"""


def play_to_the_end(table: Locator, move: Way, over: Callable[[], bool], most: int = 200) -> int:
    """Moves until it is `over`, which is asked while the person may move or the game has ended; the moves made."""
    for made in range(most):
        expect(table).not_to_have_attribute("aria-busy", "true", timeout=ANSWER_MS)
        if over():
            return made
        before = table.inner_text()
        move(table)
        expect(table).not_to_have_attribute("aria-busy", "true", timeout=ANSWER_MS)
        expect(table).not_to_have_text(before, use_inner_text=True, timeout=ANSWER_MS)
    raise AssertionError(f"the game is not over after {most} moves")


def by_mouse(table: Locator) -> None:
    """Clicks on the first legal move, or on the button beside the field for a number."""
    moves = table.locator(LEGAL)
    if moves.count():
        moves.first.click()  # fails where something else lies above it
        return
    table.locator(NUMBER).click()
    table.locator("form button").click()


def by_touch(table: Locator) -> None:
    """As `by_mouse`, with a finger."""
    moves = table.locator(LEGAL)
    (moves.first if moves.count() else table.locator("form button")).tap()


def by_keyboard(table: Locator) -> None:
    """Tab to the moves, the arrows within them, Enter; in a field for a number Enter alone."""
    keyboard = table.page.keyboard
    for _ in range(TABS):
        if table.evaluate(FOCUSED, f"button[data-move], {NUMBER}"):
            break
        keyboard.press("Tab")
    else:
        raise AssertionError(f"no move is focused after {TABS} tabs")
    for _ in range(TABS):
        if table.evaluate(FOCUSED, f"{LEGAL}, {NUMBER}"):
            keyboard.press("Enter")
            return
        keyboard.press("ArrowRight")
    raise AssertionError("the arrows lead to no legal move")


NAMED = re.compile(r"""^ *- '?button "((?:[^"\\]|\\.)*)"((?: \[[^\]]*\])*)""", re.MULTILINE)


def by_accessibility_tree(table: Locator) -> None:
    """Reads roles, names and states as a screen reader does; nothing else of the page is looked at."""
    found = NAMED.findall(table.aria_snapshot())
    legal = [name for name, state in found if name.endswith(", legal") and "disabled" not in state]
    if legal:
        table.get_by_role("button", name=legal[0], exact=True).first.press("Enter")
        return
    asked = table.get_by_role("group")
    field = asked.get_by_role("spinbutton")
    (field if field.count() else asked.get_by_role("button").first).press("Enter")


WATCH = """(root) => {
  const times = (root.clickTimes = []);
  let clicked = null;
  root.addEventListener("click", () => (clicked ??= performance.now()), true);
  const answered = () => {
    if (clicked === null || root.getAttribute("aria-busy") === "true") return;
    times.push(performance.now() - clicked);
    clicked = null;
  };
  new MutationObserver(() => requestAnimationFrame(answered)).observe(root, { childList: true, subtree: true });
}"""


def watch_clicks(table: Locator) -> None:
    """From now on the table notes the milliseconds from each click to the picture that answers it."""
    table.evaluate(WATCH)


def click_times(table: Locator) -> list[float]:
    """The milliseconds noted since `watch_clicks`."""
    found: list[float] = table.evaluate("(root) => root.clickTimes")
    return found


WAYS = {"mouse": by_mouse, "keyboard": by_keyboard, "accessibility tree": by_accessibility_tree}
