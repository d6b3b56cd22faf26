"""A table of numbers as SVG: coloured cells with marks, numbered axes, a scale of the colours.

What is not a colour is drawn in the colour of the text around it, so it is read on light and dark ground.
"""

from __future__ import annotations

import base64
import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.fragments.colours import NOT_FINITE, hexadecimal, ink, palette, steps
from grader.fragments.dots import Dots, any_of
from grader.fragments.layout import LINE, Plot, Tick, column_ticks, name_text, plot_of, row_ticks, text_width
from grader.fragments.png import write_png
from grader.markup import Markup, trusted
from grader.pictures.figure import digits, outline, runs
from grader.pictures.panels import Levels, Panel

MAX_WRITTEN, SMALLEST_LETTERS, LARGEST_LETTERS = 120, 7.5, 11.0
FRAMED_CELL, FRAMED_ROOM = 9.0, 3.5
LOW_CELL = 18.0  # has thinner frames, that leave room for its number
# More borders than this blacken a small drawing, and make a large file.
MAX_BORDERS = 300
MAX_HATCHED = 800
MARGIN = 7.0
SCALE_WIDTH, SCALE_HEIGHT, SCALE_PARTS = 150.0, 9.0, 25


@dataclass(frozen=True)
class Range:
    """The numbers of the first and the last colour, and whether some lie outside of them."""

    low: float
    high: float
    extend: str = "neither"


@dataclass(frozen=True)
class Drawn:
    """A drawing, and what its marks mean."""

    svg: Markup
    notes: tuple[str, ...]


def draw_table(panel: Panel, dots: Dots, scale: Range, *, ident: str, told: str, as_image: bool) -> Drawn:
    """Draw a panel.

    Parameters
    ----------
    panel, dots
        The numbers, and what is drawn of them.
    scale
        The range of the colours.
    ident
        What the ids in the drawing begin with.
    told
        The drawing in words, for whoever does not see it.
    as_image
        Whether the cells are the dots of one image, as there are too many to draw each.
    """
    rows = row_ticks(panel, dots, plot_of(dots, 0, 0).down)
    left = max((text_width(tick.label) for tick in rows), default=0.0) + 8
    plot = plot_of(dots, left, 2 + MARGIN + (LINE + 3 if panel.rows else 0))
    columns = column_ticks(panel, dots, plot.across)
    shown = steps(dots.values, scale.low, scale.high)
    cells = _image(shown, panel.levels, plot) if as_image else _cells(shown, panel.levels, plot)
    hatched = _hatched(shown == NOT_FINITE, plot, ident)
    written = _written(panel, shown, plot)
    frames, notes = _frames(dots.wrong, plot, ident)
    axes, below, right = _axes(panel, rows, columns, plot)
    bar, width = _scale(panel, scale, plot.left, below)
    height = below + SCALE_HEIGHT + LINE + 4
    body = trusted("").join((cells, hatched, *written, frames, axes, bar))
    meanings = (
        *notes,
        *(("hatched: not a finite number",) if hatched else ()),
        *((f"each dot: {dots.down} x {dots.across} entries",) if dots.down * dots.across > 1 else ()),
    )
    return Drawn(svg_of(body, max(right, width, plot.right + MARGIN + 4), height, told), meanings)


def svg_of(body: Markup, width: float, height: float, told: str) -> Markup:
    """A drawing that tells in words what it shows."""
    whole = trusted(
        '<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{told}" viewBox="0 0 {w} {h}" '
        'width="{w}" height="{h}" font-size="11" fill="currentColor">{body}</svg>'
    )
    return whole.format(told=told, w=math.ceil(width), h=math.ceil(height), body=body)


def near(number: float) -> str:
    """A coordinate, as short as it can be."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


def text_at(x: float, y: float, text: str, more: str = "") -> Markup:
    """A text, escaped; ``more`` are attributes of ours."""
    return trusted('<text x="{}" y="{}"{}>{}</text>').format(near(x), near(y), trusted(more), text)


# --------------------------------------------------------------------------- cells


def _cells(shown: Any, levels: Levels, plot: Plot) -> Markup:
    """A rectangle for each cell. Cells reach a little below their neighbours, or gaps would shine through."""
    colours = [hexadecimal(colour) for colour in palette(levels)]
    width, height = near(plot.across + 0.3), near(plot.down + 0.3)
    parts = [
        f'<rect x="{near(plot.left + column * plot.across)}" y="{near(plot.top + row * plot.down)}" '
        f'width="{width}" height="{height}" fill="{colours[step]}"/>'
        for row, line in enumerate(shown.tolist())
        for column, step in enumerate(line)
    ]
    return trusted("".join(parts))


def _image(shown: Any, levels: Levels, plot: Plot) -> Markup:
    data = base64.b64encode(write_png(shown, palette(levels))).decode()
    return trusted(
        f'<image x="{near(plot.left)}" y="{near(plot.top)}" width="{near(plot.right - plot.left)}" '
        f'height="{near(plot.bottom - plot.top)}" preserveAspectRatio="none" image-rendering="pixelated" '
        f'href="data:image/png;base64,{data}"/>'
    )


def _hatched(mask: Any, plot: Plot, ident: str) -> Markup:
    """A hatching over the cells that hold no finite number; over their blocks, where they are too many."""
    if not mask.any():
        return trusted("")
    down, across = 1, 1
    blocks = mask
    while sum(len(runs(line)) for line in blocks) > MAX_HATCHED:
        down, across = down * 2, across * 2
        blocks = any_of(mask, down, across)
    path = []
    for row, line in enumerate(blocks):
        top, bottom = row * down, min((row + 1) * down, plot.rows)
        for begin, end in runs(line):
            left, right = begin * across, min(end * across, plot.columns)
            path.append(_box(plot, left, top, right, bottom, 0.0))
    return trusted(
        f'<pattern id="{ident}-h" width="5" height="5" patternUnits="userSpaceOnUse">'
        f'<path d="M0 5L5 0M0 0L5 5" stroke="#444" stroke-width=".9" fill="none"/></pattern>'
        f'<path class="kata-hatched" fill="url(#{ident}-h)" d="{"".join(path)}"/>'
    )


def _box(plot: Plot, left: float, top: float, right: float, bottom: float, inset: float) -> str:
    """The outline of a block of cells, as part of a path."""
    x, y = plot.left + left * plot.across + inset, plot.top + top * plot.down + inset
    width, height = (right - left) * plot.across - 2 * inset, (bottom - top) * plot.down - 2 * inset
    return f"M{near(x)} {near(y)}h{near(width)}v{near(height)}h-{near(width)}z"


def _written(panel: Panel, shown: Any, plot: Plot) -> list[Markup]:
    """The number of each cell, if all of them find room; those that are not finite in any case."""
    if shown.shape != panel.values.shape or panel.values.size > MAX_WRITTEN:
        return []
    texts = [[digits(value) for value in row] for row in panel.values.tolist()]
    longest = max(len(text) for row in texts for text in row)
    size = min(LARGEST_LETTERS, plot.down * 0.58, (plot.across - 2 * FRAMED_ROOM) / (0.64 * longest))
    if size < SMALLEST_LETTERS:
        return []
    colours = palette(panel.levels)
    parts = [trusted(f'<g font-size="{near(size)}" text-anchor="middle" class="kata-numbers">')]
    for row, line in enumerate(texts):
        for column, text in enumerate(line):
            step = int(shown[row, column])
            more = f' fill="{ink(colours[step])}"'
            if step == NOT_FINITE:
                more += ' stroke="#cdcdcd" stroke-width="3" paint-order="stroke" font-weight="bold"'
            x = plot.left + (column + 0.5) * plot.across
            parts.append(text_at(x, plot.top + (row + 0.5) * plot.down + size * 0.36, text, more))
    return [*parts, trusted("</g>")]


# --------------------------------------------------------------------------- wrong entries


def _frames(wrong: Any, plot: Plot, ident: str) -> tuple[Markup, tuple[str, ...]]:
    """Frames around wrong cells, or bars at the margins where cells are small; and what these mean.

    Small cells that touch are framed together, unless that would blacken too much.
    """
    if not wrong.any():
        return trusted(""), ()
    if min(plot.across, plot.down) >= FRAMED_CELL:
        thin = min(plot.across, plot.down) < LOW_CELL
        inset = 0.7 if thin else 1.5
        boxes = [_box(plot, column, row, column + 1, row + 1, inset) for row, column in np.argwhere(wrong)]
        return _frame("".join(boxes), ident, thin=thin), ("framed: wrong",)
    bars = _bars(wrong, plot)
    note = "bars at the margins: rows and columns with a wrong entry"
    lines = outline(wrong)
    if len(lines) > MAX_BORDERS:
        return bars, (note,)
    x0, y0 = plot.left + plot.across / 2, plot.top + plot.down / 2
    ends = [[(x0 + x * plot.across, y0 + y * plot.down) for x, y in line] for line in lines]
    path = "".join(f"M{near(a)} {near(b)}L{near(c)} {near(d)}" for (a, b), (c, d) in ends)
    return _frame(path, ident) + bars, ("framed: wrong", note)


def _frame(path: str, ident: str, *, thin: bool = False) -> Markup:
    """Black lines on white ones: they stand out from every colour, and in print."""
    lines = (
        f'<use href="#{ident}-f" stroke="{colour}" stroke-width="{width}"/>'
        for colour, width in (("#fff", 2.2 if thin else 3.4), ("#000", 1.1 if thin else 1.4))
    )
    return trusted(
        f'<defs><path id="{ident}-f" d="{path}"/></defs>'
        f'<g class="kata-framed" fill="none" stroke-linecap="square">{"".join(lines)}</g>'
    )


def _bars(wrong: Any, plot: Plot) -> Markup:
    """Bars above the columns and on the right of the rows that hold a wrong entry."""
    path = [
        f"M{near(plot.left + begin * plot.across)} {near(plot.top - 6)}"
        f"h{near(max((end - begin) * plot.across, 1))}v3h-{near(max((end - begin) * plot.across, 1))}z"
        for begin, end in runs(wrong.any(axis=0))
    ]
    path += [
        f"M{near(plot.right + 3)} {near(plot.top + begin * plot.down)}"
        f"h3v{near(max((end - begin) * plot.down, 1))}h-3z"
        for begin, end in runs(wrong.any(axis=1))
    ]
    return trusted(f'<path class="kata-bars" d="{"".join(path)}"/>')


# --------------------------------------------------------------------------- axes and colours


def _axes(panel: Panel, rows: list[Tick], columns: list[Tick], plot: Plot) -> tuple[Markup, float, float]:
    """The numbers and names of the axes; where they end below and on the right."""
    parts = [
        text_at(plot.left - 5, plot.top + tick.at * plot.down + 4, tick.label, ' text-anchor="end"')
        for tick in rows
    ]
    if panel.rows:
        parts.append(text_at(0, LINE - 2, f"↓ {name_text(panel.rows)}"))
    widest = max(text_width(tick.label) for tick in columns)
    below, right = plot.bottom + LINE + 2, max(plot.right, text_width(name_text(panel.rows)) + 16)
    turned = panel.names and widest > plot.across
    for tick in columns:
        x = plot.left + tick.at * plot.across
        if turned:
            more = f' transform="rotate(35 {near(x - 4)} {near(plot.bottom + 11)})"'
            parts.append(text_at(x - 4, plot.bottom + 11, tick.label, more))
            right = max(right, x + 0.82 * text_width(tick.label) + 4)
        else:
            x = max(x, text_width(tick.label) / 2)
            parts.append(text_at(x, plot.bottom + LINE, tick.label, ' text-anchor="middle"'))
            right = max(right, x + text_width(tick.label) / 2)
    if turned:
        below = plot.bottom + 16 + 0.6 * widest
    if panel.columns:
        name = f"{name_text(panel.columns)} →"
        x = max((plot.left + plot.right) / 2, plot.left + text_width(name) / 2)
        parts.append(text_at(x, below + LINE - 3, name, ' text-anchor="middle"'))
        right, below = max(right, x + text_width(name) / 2), below + LINE
    return trusted("").join(parts), below + 8, right


def _scale(panel: Panel, scale: Range, left: float, top: float) -> tuple[Markup, float]:
    """The colours from low to high, with the numbers of both ends; and where it ends on the right."""
    part = SCALE_WIDTH / SCALE_PARTS
    chosen = np.linspace(0, NOT_FINITE - 1, SCALE_PARTS).astype(int).tolist()
    parts = [
        trusted(
            f'<rect x="{near(left + i * part)}" y="{near(top)}" width="{near(part + 0.3)}" '
            f'height="{near(SCALE_HEIGHT)}" fill="{hexadecimal(palette(panel.levels)[step])}"/>'
        )
        for i, step in enumerate(chosen)
    ]
    low = ("≤ " if scale.extend in ("min", "both") else "") + brief(scale.low)
    high = ("≥ " if scale.extend in ("max", "both") else "") + brief(scale.high)
    y = top + SCALE_HEIGHT + LINE - 1
    parts += [text_at(left, y, low), text_at(left + SCALE_WIDTH, y, high, ' text-anchor="end"')]
    if panel.levels == "signed":
        parts.append(text_at(left + SCALE_WIDTH / 2, y, "0", ' text-anchor="middle"'))
    return trusted('<g class="kata-scale">{}</g>').format(trusted("").join(parts)), left + SCALE_WIDTH + 4


def brief(number: float) -> str:
    """A number with a few digits, its minus sign as long as it should be."""
    return f"{number:.4g}".replace("-", "\N{MINUS SIGN}", 1) if number else "0"
