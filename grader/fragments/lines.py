"""A line of numbers as SVG: bars where they are few, otherwise a stroke."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.fragments.drawing import Drawn, brief, near, svg_of, text_at
from grader.fragments.layout import LINE, WIDTH, name_text, text_width
from grader.markup import Markup, trusted
from grader.pictures.figure import BARS_UP_TO
from grader.pictures.panels import Panel, limits

HEIGHT = 150.0
MAX_POINTS = 320


def draw_line(panel: Panel, told: str) -> Drawn:
    """Draw a panel whose numbers have one axis."""
    low, high = limits(panel.values)
    low, high = min(low, 0.0), max(high, 0.0)
    if low == high:
        high = low + 1.0
    ends = (brief(high), brief(low))
    left, top = max(map(text_width, ends)) + 8, LINE + 10.0

    def y_of(values: Any) -> Any:
        return top + HEIGHT * (high / 2 - values / 2) / (high / 2 - low / 2)

    drawn = _bars if len(panel.values) <= BARS_UP_TO else _stroke
    zero = near(y_of(0.0))
    parts = [
        trusted(f'<path d="M{near(left)} {zero}h{near(WIDTH)}" stroke="currentColor" stroke-width=".7"/>'),
        drawn(panel.values, left, y_of),
        text_at(left - 5, top + 4, ends[0], ' text-anchor="end"'),
        text_at(left - 5, top + HEIGHT + 4, ends[1], ' text-anchor="end"'),
        text_at(0, LINE - 2, f"↑ {name_text(panel.rows)}"),
        *_ends(panel.values, left, top + HEIGHT + LINE + 6),
        text_at(
            left + WIDTH / 2,
            top + HEIGHT + LINE + 6,
            f"{name_text(panel.columns)} →",
            ' text-anchor="middle"',
        ),
    ]
    notes = () if np.isfinite(panel.values).all() else ("left out: what is not a finite number",)
    svg = svg_of(trusted("").join(parts), left + WIDTH + 4, top + HEIGHT + LINE + 12, told)
    return Drawn(svg, notes)


def _ends(values: Any, left: float, y: float) -> list[Markup]:
    """The number of the first point, and that of the last one, below them."""
    last = len(values) - 1
    if last < BARS_UP_TO:
        inset, anchors = WIDTH / (last + 1) / 2, ("middle", "middle")
    else:
        inset, anchors = 0.0, ("start", "end")
    places = ((left + inset, 0), (left + WIDTH - inset, last)) if last else ((left + inset, 0),)
    return [
        text_at(x, y, str(number), f' text-anchor="{anchor}"')
        for (x, number), anchor in zip(places, anchors, strict=False)
    ]


def _bars(values: Any, left: float, y_of: Any) -> Markup:
    width = WIDTH / len(values)
    zero = y_of(0.0)
    parts = [
        f'<rect class="kata-bar" x="{near(left + (i + 0.15) * width)}" y="{near(min(y_of(value), zero))}" '
        f'width="{near(0.7 * width)}" height="{near(abs(y_of(value) - zero))}"/>'
        for i, value in enumerate(values.tolist())
        if np.isfinite(value)
    ]
    return trusted(f'<g class="kata-line">{"".join(parts)}</g>')


def _stroke(values: Any, left: float, y_of: Any) -> Markup:
    """A stroke through the numbers; of many, through the least and the largest of those that share a dot."""
    count = len(values)
    chosen: list[int] = []
    for block in np.array_split(np.arange(count), min(count, MAX_POINTS)):
        finite = block[np.isfinite(values[block])]
        if finite.size:
            ends = {int(finite[values[finite].argmin()]), int(finite[values[finite].argmax()])}
            chosen += sorted(ends)
    x = left + WIDTH * np.array(chosen) / (count - 1)
    points = " ".join(f"{near(a)},{near(b)}" for a, b in zip(x, y_of(values[chosen]), strict=True))
    return trusted(f'<polyline class="kata-line" points="{points}" fill="none" stroke-width="1.4"/>')
