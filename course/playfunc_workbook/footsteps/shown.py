"""Views that only FootSteps needs: bids as bars, values as a map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from playfunc.show.markup import escape

from playfunc_workbook.view import Shown

__all__ = ["bars", "value_map"]

BLUE = "#0b57b7"


def bars(chances: Mapping[int, float], title: str) -> Shown:
    """The chance of each bid as a bar."""
    top = max(chances.values())
    wide, high = 22, 150
    shapes = []
    for place, (bid, chance) in enumerate(sorted(chances.items())):
        tall = chance / top * (high - 30)
        x = 10 + place * wide
        shapes.append(
            f"<rect x='{x}' y='{high - 18 - tall:.1f}' width='{wide - 4}' height='{tall:.1f}' fill='{BLUE}'/>"
            + _label(x + wide // 2 - 2, high - 4, 11, str(bid))
            + _label(x + wide // 2 - 2, high - 22 - tall, 9, f"{chance * 100:.0f}")
        )
    said = ", ".join(f"{bid}: {chance:.1%}" for bid, chance in sorted(chances.items()))
    width = 20 + wide * len(chances)
    svg = (
        f"<svg role='img' aria-label='{escape(title)}. {escape(said)}' width='{width}' height='{high}' "
        f"viewBox='0 0 {width} {high}' font-family='sans-serif'>{''.join(shapes)}</svg>"
    )
    legend = "below each bar the bid, above it its chance in percent"
    html = f"<p style='margin:4px 0'><b>{escape(title)}</b> ({legend})</p>{svg}"
    return Shown(html, f"{title}\n{said}")


def _label(x: float, y: float, size: int, text: str) -> str:
    looks = f"font-size='{size}' text-anchor='middle' fill='currentColor'"
    return f"<text x='{x}' y='{y:.1f}' {looks}>{text}</text>"


def value_map(rows: Sequence[tuple[str, Sequence[float]]], heads: Sequence[str], title: str) -> Shown:
    """Values from -1 to 1 in a table, the losing ones orange and the winning ones blue."""
    top = "".join(
        f"<th scope='col' style='padding:2px 8px;text-align:right'>{escape(h)}</th>" for h in ("", *heads)
    )
    body = "".join(
        f"<tr><th scope='row' style='text-align:left;padding:2px 8px'>{escape(name)}</th>"
        + "".join(_cell(value) for value in values)
        + "</tr>"
        for name, values in rows
    )
    html = (
        f"<table style='margin:6px 0;font-size:13px'><caption style='text-align:left'><b>{escape(title)}</b></caption>"
        f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
    )
    plain = [title, " " * 12 + "".join(f"{h:>9}" for h in heads)]
    plain += [f"{name:<12}" + "".join(f"{value:>+9.2f}" for value in values) for name, values in rows]
    return Shown(html, "\n".join(plain))


def _cell(value: float) -> str:
    hue = "11,87,183" if value > 0 else "214,110,0"
    return (
        f"<td style='text-align:right;padding:2px 8px;background:rgba({hue},{min(abs(value), 1) * 0.45:.2f})'>"
        f"{value:+.2f}</td>"
    )
