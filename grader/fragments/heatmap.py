"""Heatmaps of numbers as inline SVG, each with the same numbers as tables.

Whatever the size of the tables, a picture stays a few hundred kilobytes of HTML: cells of large ones are the
dots of an image, neighbours share a dot, and the tables show a part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np

from grader.escape import clean
from grader.fragments.dots import as_dots
from grader.fragments.drawing import Drawn, Range, brief, draw_table
from grader.fragments.lines import draw_line
from grader.fragments.tables import tables
from grader.markup import Markup, environment, trusted
from grader.pictures.figure import colour_range
from grader.pictures.panels import Panel, Picture, limits
from grader.text import plural

# Of all panels together: cells that are drawn one by one, and dots of images.
MAX_CELLS, MAX_DOTS = 2048, 90_000
MOST_LINES = 200
MAX_TITLE = 120


def picture_html(picture: Picture, ident: str) -> Markup:
    """A picture as a ``<figure>``, to be styled by ``STYLE``.

    Parameters
    ----------
    picture
        The panels, with their numbers.
    ident
        Letters and digits that make the ids of this picture unlike all others on the page.
    """
    if re.fullmatch(r"[A-Za-z][\w-]*", ident, re.ASCII) is None:
        raise ValueError(f"{ident!r} is no id that needs no escaping")
    panels = picture.panels
    as_image = sum(panel.values.size for panel in panels) > MAX_CELLS
    drawn = [
        _drawn(panel, scale, f"{ident}-{i}", as_image, MAX_DOTS // len(panels))
        for i, (panel, scale) in enumerate(zip(panels, _ranges(panels), strict=True))
    ]
    notes = dict.fromkeys(note for each in drawn for note in each.notes)
    html = (
        environment("grader.fragments")
        .get_template("picture.html")
        .render(
            title=clean(picture.title),
            told=clean(picture.told),
            panels=[(clean(p.title, MAX_TITLE), each.svg) for p, each in zip(panels, drawn, strict=True)],
            notes="; ".join(notes),
            tables=tables(panels),
        )
    )
    return trusted(html)


def _drawn(panel: Panel, scale: Range, ident: str, as_image: bool, most: int) -> Drawn:
    told = ". ".join(_described(panel))
    if panel.values.ndim == 1:
        return draw_line(panel, told)
    dots = as_dots(panel, MOST_LINES, most)
    return draw_table(panel, dots, scale, ident=ident, told=told, as_image=as_image)


def _ranges(panels: Sequence[Panel]) -> list[Range]:
    """The range of each panel's colours; those of one scale share it."""
    found = []
    for panel in panels:
        sharing = [each for each in panels if each.scale == panel.scale and each.values.ndim == 2]
        found.append(Range(*colour_range(sharing if panel.scale and sharing else [panel])))
    return found


def _described(panel: Panel) -> Iterator[str]:
    """A drawing in words."""
    title = clean(panel.title, MAX_TITLE)
    low, high = limits(panel.values)
    spread = f"from {brief(low)} to {brief(high)}"
    finite = int(np.isfinite(panel.values).sum())
    size = panel.values.size
    if size == 1:
        yield f"{title}: a single number, {float(panel.values.flat[0]):.4g}"
    elif panel.values.ndim == 1:
        yield f"{title}: a line of {size} numbers, {spread}"
    else:
        rows, columns = panel.values.shape
        names = [clean(name, 40) for name in (panel.rows, panel.columns) if name]
        called = f" ({' by '.join(names)})" if names else ""
        yield f"{title}: a heatmap of {rows} by {columns} numbers{called}, {spread}"
    if finite < size:
        yield f"{size - finite} of them not finite"
    if panel.wrong is not None:
        count = int(np.sum(panel.wrong))
        yield f"{plural(count, 'entry is', 'entries are')} wrong" if count else "none is wrong"
