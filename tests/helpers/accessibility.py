"""What a page must be for everybody: no finding of axe-core, no sideways scrolling when narrow, no motion unasked."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Frame, Locator, Page

WCAG_22_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
NARROW = 320
"""CSS pixels: 1280 at 400% (WCAG 1.4.10)."""

SIDEWAYS = """(root) => {
  const width = document.documentElement.clientWidth;
  const name = (one) => one.tagName.toLowerCase() + [...one.classList].map((mark) => `.${mark}`).join("");
  const outside = (one) => {
    const box = one.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && (box.left < -0.5 || box.right > width + 0.5);
  };
  const scrolls = (one) => one.scrollWidth > one.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(one).overflowX);
  const all = [root, ...root.querySelectorAll("*")].filter((one) => one.checkVisibility());
  const page = document.documentElement.scrollWidth > width ? [`page: ${document.documentElement.scrollWidth} px`] : [];
  return [...page, ...all.filter((one) => outside(one) || scrolls(one)).map(name)];
}"""

CUT_OFF = """() => {
  const width = document.documentElement.clientWidth;
  const name = (one) => `${one.tagName.toLowerCase()}.${one.className} "${one.textContent.trim().slice(0, 40)}"`;
  const outside = (one) => {
    const box = one.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && box.right > width + 1;
  };
  const wide = document.documentElement.scrollWidth;
  const page = wide > width ? [`the page is ${wide} px wide`] : [];
  const own = [...document.body.querySelectorAll("*")].filter((one) =>
    one.checkVisibility() && outside(one) && !one.closest(".pst-scrollable-table-container, pre, dialog"));
  return [...page, ...own.slice(0, 8).map(name)];
}"""
"""What a page shows beyond its right edge. Tables and code may scroll in a box of their own (WCAG 1.4.10)."""

MOVING = """(root) => [root, ...root.querySelectorAll("*")].filter((one) => {
  const style = getComputedStyle(one);
  const lasting = (times) => times.split(",").some((time) => parseFloat(time) > 0.01);
  return (style.animationName !== "none" && lasting(style.animationDuration)) || lasting(style.transitionDuration);
}).map((one) => one.className || one.tagName)"""


AXE = """async ([within, kind, values, more]) => {
  const rules = Object.fromEntries(more.map((rule) => [rule, { enabled: true }]));
  const options = { runOnly: { type: kind, values }, rules, resultTypes: ["violations"], iframes: false };
  const found = await axe.run(within, options);
  return found.violations.flatMap((each) =>
    each.nodes.map((node) => `${each.id}: ${node.html.slice(0, 200)}: ${node.failureSummary}`));
}"""
"""Told in short: axe-core's full report takes longer to carry over than to make. Another document, such as a frame's,
cannot be asked from outside; give its frame."""

LOOKS = ["color-contrast", "target-size"]
"""What may differ in another colour scheme and at another size."""

STRUCTURE = ["heading-order", "landmark-unique"]
"""What WCAG does not ask for, and people who walk a page by its headings and landmarks do."""

AXE_SCRIPT = Axe().axe_script


def axe_findings(
    page: Page | Frame, within: str = "html", *, looks_alone: bool = False, structure: bool = False
) -> list[str]:
    """What axe-core finds in WCAG 2.2, levels A and AA, in the elements that match `within`. With `looks_alone`, of
    what may differ in another colour scheme and at another size: for a page that has been looked at whole. With
    `structure`, also in headings and landmarks."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    kind, values = ("rule", LOOKS) if looks_alone else ("tag", WCAG_22_AA)
    # target-size is of 2.2 AA, and left out unless it is asked for
    more = [] if looks_alone else ["target-size", *(STRUCTURE if structure else ())]
    found: list[str] = page.evaluate(AXE, [within, kind, values, more])
    return found


def accessibility_findings(page: Page | Frame, within: str = "html") -> str:
    """`axe_findings`, a line for each; empty where nothing is found."""
    return "\n".join(axe_findings(page, within))


def sideways(root: Locator) -> list[str]:
    """What is wider than the page, or scrolls sideways in itself, in a page that is 320 CSS pixels wide."""
    size = root.page.viewport_size or {"width": 1000, "height": 760}
    root.page.set_viewport_size({"width": NARROW, "height": size["height"]})
    found: list[str] = root.evaluate(SIDEWAYS)
    root.page.set_viewport_size(size)
    return found


def moving(root: Locator) -> list[str]:
    """What is animated although the person asked for reduced motion."""
    root.page.emulate_media(reduced_motion="reduce")
    found: list[str] = root.evaluate(MOVING)
    root.page.emulate_media(reduced_motion="null")
    return found
