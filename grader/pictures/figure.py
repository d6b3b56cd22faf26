"""Draw a picture with matplotlib, as the bytes of a PNG or an SVG file. Nothing else knows matplotlib.

No window, no settings of the user's: the same picture gives the same bytes. What is written into it is never
read as mathematics.
"""

from __future__ import annotations

import io
import logging
import math
import textwrap
import warnings
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from grader.errors import UsageError
from grader.escape import clean
from grader.pictures.panels import Panel, Picture, limits

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Kind = Literal["png", "svg"]
NO_MATPLOTLIB = "pictures are drawn by matplotlib, which is not installed: pip install 'kata-grader[plot]'"
COLOURS = {"sequential": "viridis", "signed": "RdBu_r", "difference": "OrRd"}
SETTINGS: dict[str, Any] = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 8,
    "axes.titlesize": 9,
    "axes.labelsize": 8,
    "xtick.labelsize": 7,
    "ytick.labelsize": 7,
    "axes.linewidth": 0.6,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "hatch.linewidth": 0.7,
    "text.parse_math": False,
    "axes.formatter.use_mathtext": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "kata",
}
POINTS = 72
DOTS_PER_INCH = 160
PANEL_WIDTH, LEAST_HEIGHT, MOST_HEIGHT = 3.5, 2.0, 5.0  # inches
SHORTEST_CELL, TALLEST_CELL = 0.2, 0.4
TITLE_LINE, TOLD_LINE, NOTE = 0.19, 0.16, 0.08
# A cell of this size, in points, is framed by itself. Smaller ones that touch are framed together, unless
# that would blacken too much of the panel, and the margins say where they are.
FRAMED_CELL, FRAME_INSET = 10.0, 1.6
MAX_INK = 0.15
MARGIN = 4.0
# More lines of a table than this on one axis are more than there are dots: neighbours are drawn as one.
MAX_LINES = 480
MAX_TITLE = 44
# Ticks of whole numbers stand this far apart, or ten times as far.
STEPS = (1, 2, 5, 10)
MAX_WRITTEN, LEAST_LETTERS = 120, 4.5
BARS_UP_TO = 24


def require_matplotlib() -> None:
    """Raise `UsageError` with the one command that adds matplotlib, if it is not there."""
    logging.getLogger("matplotlib").setLevel(
        logging.ERROR
    )  # where it may keep its list of fonts is its affair
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise UsageError(NO_MATPLOTLIB) from None


def draw(picture: Picture, kind: Kind) -> bytes:
    """Draw a picture as the bytes of a file; raises `UsageError` if matplotlib is not installed."""
    require_matplotlib()
    import matplotlib

    with matplotlib.rc_context(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # letters that the font does not have, in a student's names
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(SETTINGS)  # type: ignore[arg-type]
        figure = _figure(picture)
        file = io.BytesIO()
        metadata = {"Date": None, "Creator": None} if kind == "svg" else {"Software": None}
        figure.savefig(file, format=kind, dpi=DOTS_PER_INCH, metadata=metadata)
    return file.getvalue()


# --------------------------------------------------------------------------- layout


def _figure(picture: Picture) -> Figure:
    panels = picture.panels
    figure, axes = _laid_out(picture)
    images = [_draw_panel(one, panel) for one, panel in zip(axes, panels, strict=True)]
    _add_scales(figure, panels, axes, images)
    figure.draw_without_rendering()  # only then is it known how large a cell is
    notes = [note for one, panel in zip(axes, panels, strict=True) for note in _mark(one, panel)]
    at = NOTE / figure.get_figheight()
    figure.text(0.5, at, "; ".join(dict.fromkeys(notes)), ha="center", va="bottom", size=7)
    return figure


def _laid_out(picture: Picture) -> tuple[Figure, list[Axes]]:
    """A figure with its title, and room for the panels."""
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    across = len(picture.panels) if len(picture.panels) < 4 else 2
    down = math.ceil(len(picture.panels) / across)
    width = PANEL_WIDTH * across + 0.4
    title = textwrap.wrap(clean(picture.title), int(width * 12))
    told = textwrap.wrap(clean(picture.told), int(width * 14))
    top = 0.15 + TITLE_LINE * len(title) + TOLD_LINE * len(told)
    bottom = 0.3 if any(_needs_note(panel) for panel in picture.panels) else 0.05
    height = down * (max(map(_height, picture.panels)) + 1.05) + top + bottom
    figure = Figure(figsize=(width, height), layout="constrained")
    engine = figure.get_layout_engine()
    assert isinstance(engine, ConstrainedLayoutEngine)
    rect = (0, bottom / height, 1, 1 - (top + bottom) / height)
    engine.set(rect=rect, w_pad=0.08, wspace=0.03, hspace=0.06)
    figure.text(0.5, 1 - NOTE / height, "\n".join(title), ha="center", va="top", size=10, weight="bold")
    below = 1 - (0.1 + TITLE_LINE * len(title)) / height
    figure.text(0.5, below, "\n".join(told), ha="center", va="top", size=9)
    return figure, list(figure.subplots(down, across, squeeze=False).ravel())


def _height(panel: Panel) -> float:
    """The height of a panel in inches, with square cells where that is not too flat or too tall."""
    if panel.values.ndim == 1:
        return 2.0
    rows, columns = map(int, panel.values.shape)
    square = PANEL_WIDTH * 0.85 * rows / columns
    most = min(TALLEST_CELL * rows, MOST_HEIGHT) if rows != columns or rows < 4 else MOST_HEIGHT
    return max(min(square, most), min(SHORTEST_CELL * rows, LEAST_HEIGHT))


def _draw_panel(axes: Axes, panel: Panel) -> Any:
    axes.set_title("\n".join(textwrap.wrap(clean(panel.title), MAX_TITLE)), pad=2 * MARGIN)
    axes.set_xlabel(clean(panel.columns))
    axes.set_ylabel(clean(panel.rows))
    if panel.values.ndim == 1:
        _line(axes, panel)
        return None
    axes.set_facecolor("0.9")
    axes.patch.set(hatch="xxxx", edgecolor="0.35")
    rows, columns = panel.values.shape
    image = axes.imshow(
        np.zeros((1, 1)),
        cmap=COLOURS[panel.levels],
        interpolation="none",
        aspect="auto",
        extent=(-0.5, columns - 0.5, rows - 0.5, -0.5),
    )
    _number_axes(axes, panel)
    return image


def _line(axes: Axes, panel: Panel) -> None:
    from matplotlib.ticker import MaxNLocator

    places = np.arange(len(panel.values))
    if len(panel.values) <= BARS_UP_TO:
        axes.bar(places, panel.values, color="#3b528b")
    else:
        axes.plot(places, panel.values, color="#3b528b", linewidth=1)
    axes.axhline(0, color="0.4", linewidth=0.5)
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True, steps=STEPS))
    if (panel.values == np.round(panel.values)).all():
        axes.yaxis.set_major_locator(MaxNLocator(8, integer=True, steps=STEPS))


def _number_axes(axes: Axes, panel: Panel) -> None:
    """Ticks on whole numbers only, each with the number or name of its line."""
    from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator

    rows, columns = panel.values.shape
    for axis, count, label in (
        (axes.yaxis, rows, panel.row_label),
        (axes.xaxis, columns, panel.column_label),
    ):

        def told(at: float, _: int | None, count: int = count, label: Any = label) -> str:
            return clean(label(round(at)), 24) if 0 <= round(at) < count else ""

        few = count <= 16
        axis.set_major_locator(
            FixedLocator(range(count)) if few else MaxNLocator(8, integer=True, steps=STEPS)
        )
        axis.set_major_formatter(FuncFormatter(told))
    if panel.names:
        for text in axes.get_xticklabels():
            text.set(rotation=25, ha="right", rotation_mode="anchor")
    if rows == 1 and not panel.rows:
        axes.set_yticks([])


# --------------------------------------------------------------------------- colours


def _add_scales(figure: Figure, panels: Sequence[Panel], axes: Sequence[Axes], images: Sequence[Any]) -> None:
    """Give each panel its range of colours, and each range one bar below its panels."""
    from matplotlib.ticker import MaxNLocator

    groups: dict[str, list[int]] = {}
    for i, panel in enumerate(panels):
        if images[i] is not None:
            groups.setdefault(panel.scale or f"panel {i}", []).append(i)
    for members in groups.values():
        low, high, extend = colour_range([panels[i] for i in members])
        for i in members:
            images[i].set_clim(low, high)
            images[i].set_data(_as_dots(_within(panels[i].values, low, high), panels[i].levels))
        bar = figure.colorbar(
            images[members[0]],
            ax=[axes[i] for i in members],
            location="bottom",
            extend=extend,
            shrink=0.6 if len(members) > 1 else 0.9,
            aspect=50 if len(members) > 1 else 35,
            pad=0.05,
        )
        if all((panels[i].values == np.round(panels[i].values)).all() for i in members):
            bar.ax.xaxis.set_major_locator(MaxNLocator(8, integer=True, steps=STEPS))
        bar.outline.set_linewidth(0.6)
        bar.ax.tick_params(labelsize=6.5)


def colour_range(panels: Sequence[Panel]) -> tuple[float, float, str]:
    """The range of colours of panels that share it.

    The first panel leads: what is far outside of its range takes the colour of the end, or one wild
    number would leave no colours for the others.
    """
    low, high = limits(*(panel.values for panel in panels))
    extend = "neither"
    if len(panels) > 1:
        first_low, first_high = limits(panels[0].values)
        room = first_high - first_low
        if room > 0:
            least, most = max(low, first_low - room), min(high, first_high + room)
            extend = {(True, True): "both", (True, False): "min", (False, True): "max"}.get(
                (least > low, most < high), "neither"
            )
            low, high = least, most
    if panels[0].levels == "signed":
        high = max(abs(low), abs(high))
        low = -high
    if panels[0].levels == "difference":
        low = 0.0
    if not low < high:
        low, high = (0.0, 1.0) if panels[0].levels == "difference" else (low - 0.5, high + 0.5)
    return low, high, extend


def _within(values: Any, low: float, high: float) -> Any:
    """The numbers brought near the range of colours; NaN for what is not finite."""
    room = high - low
    return np.where(np.isfinite(values), np.clip(values, low - room, high + room), np.nan)


def _as_dots(values: Any, levels: str) -> Any:
    """The numbers of an image: of too many lines the mean of neighbours, or their largest difference.

    Few are repeated: a program that smoothes images must not smooth one cell into the next.
    """
    for axis in (0, 1):
        count = values.shape[axis]
        begins = np.arange(0, count, math.ceil(count / MAX_LINES))
        if levels == "difference":
            values = np.maximum.reduceat(values, begins, axis=axis)
        else:
            sizes = np.diff(np.append(begins, count))
            values = np.add.reduceat(values, begins, axis=axis) / (sizes if axis else sizes[:, None])
        values = np.repeat(values, max(1, MAX_LINES // count), axis=axis)
    return np.ma.masked_invalid(values)


# --------------------------------------------------------------------------- marks


def _needs_note(panel: Panel) -> bool:
    return not np.isfinite(panel.values).all() or (panel.wrong is not None and bool(panel.wrong.any()))


def _mark(axes: Axes, panel: Panel) -> Iterator[str]:
    """Write numbers into cells that have room, and mark the wrong ones; yields what the marks mean."""
    if panel.values.ndim == 1:
        return
    rows, columns = panel.values.shape
    box = axes.get_window_extent().transformed(axes.figure.dpi_scale_trans.inverted())
    width, height = box.width * POINTS / columns, box.height * POINTS / rows
    _write_numbers(axes, panel, width, height)
    if not np.isfinite(panel.values).all():
        yield "hatched: not a finite number"
    if panel.wrong is None or not panel.wrong.any():
        return
    if min(width, height) >= FRAMED_CELL:
        _frame(axes, _cell_frames(panel.wrong, FRAME_INSET / width, FRAME_INSET / height))
        yield "framed: wrong"
        return
    if _ink(panel.wrong, width, height) < MAX_INK * box.width * box.height * POINTS**2:
        _frame(axes, outline(panel.wrong))
        yield "framed: wrong"
    _bars_at_margins(axes, panel.wrong)
    yield "black bars at the margins: rows and columns with a wrong entry"


def _cell_frames(wrong: Any, across: float, down: float) -> list[Any]:
    """A frame just inside of each wrong cell."""
    right, low = 0.5 - across, 0.5 - down
    corners = np.array([(-right, -low), (right, -low), (right, low), (-right, low), (-right, -low)])
    return [np.array([column, row]) + corners for row, column in np.argwhere(wrong)]


def outline(wrong: Any) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """The lines, in the coordinates of cells, that part the wrong cells of a mask from the others."""
    between_rows, between_columns = _borders(wrong)
    lines = [((x0, y), (x1, y)) for y, x0, x1 in _along(between_rows)]
    return lines + [((x, y0), (x, y1)) for x, y0, y1 in _along(between_columns.T)]


def _borders(wrong: Any) -> tuple[Any, Any]:
    """Where a wrong cell meets another one or the rim: between rows, and between columns."""
    padded = np.pad(wrong, 1)
    return padded[1:, 1:-1] != padded[:-1, 1:-1], padded[1:-1, 1:] != padded[1:-1, :-1]


def _ink(wrong: Any, width: float, height: float) -> float:
    """What frames around the wrong cells would blacken, in square points."""
    between_rows, between_columns = _borders(wrong)
    return 2 * (float(between_rows.sum()) * width + float(between_columns.sum()) * height)


def _along(borders: Any) -> Iterator[tuple[float, float, float]]:
    """Where the stretches of each border lie: across it, and from where to where along it."""
    for at, border in enumerate(borders):
        for begin, end in runs(border):
            yield at - 0.5, begin - 0.5, end - 0.5


def runs(along: Any) -> list[tuple[int, int]]:
    """The stretches of True in a row of a mask: where each begins, and where it has ended."""
    steps = np.flatnonzero(np.diff(np.concatenate(([False], along, [False])).astype("int8")))
    return [(int(begin), int(end)) for begin, end in zip(steps[::2], steps[1::2], strict=True)]


def _frame(axes: Axes, lines: Sequence[Any]) -> None:
    """Black lines on white ones: they stand out from every colour, and in print."""
    from matplotlib.collections import LineCollection

    for colour, width in (("white", 3.0), ("black", 1.4)):
        frame = LineCollection(lines, colors=colour, linewidths=width, capstyle="projecting", zorder=3)
        frame.set_clip_on(False)
        axes.add_collection(frame, autolim=False)


def _bars_at_margins(axes: Axes, wrong: Any) -> None:
    """Bars above the columns and on the right of the rows that hold a wrong entry."""
    from matplotlib.collections import LineCollection
    from matplotlib.transforms import ScaledTranslation

    inches = MARGIN / POINTS
    for along, transform, shift in (
        (wrong.any(axis=0), axes.get_xaxis_transform(), (0.0, inches)),
        (wrong.any(axis=1), axes.get_yaxis_transform(), (inches, 0.0)),
    ):
        ends = [((begin - 0.5, 1.0), (end - 0.5, 1.0)) for begin, end in runs(along)]
        lines = ends if shift[1] else [(start[::-1], stop[::-1]) for start, stop in ends]
        moved = transform + ScaledTranslation(*shift, axes.figure.dpi_scale_trans)
        bars = LineCollection(lines, colors="black", linewidths=3, transform=moved, capstyle="butt")
        bars.set_clip_on(False)
        axes.add_collection(bars, autolim=False)


def _write_numbers(axes: Axes, panel: Panel, width: float, height: float) -> None:
    """The number of each cell, if all of them find room."""
    size = min(7.0, height * 0.6)
    if panel.values.size > MAX_WRITTEN or size < LEAST_LETTERS:
        return
    texts = [[digits(value) for value in row] for row in panel.values.tolist()]
    longest = max(len(text) for row in texts for text in row)
    size = min(size, (width - 4) / (0.62 * longest))
    if size < LEAST_LETTERS:
        return
    image = axes.images[0]
    colours = np.asarray(image.cmap(image.norm(panel.values)))
    light = colours[..., :3] @ (0.299, 0.587, 0.114)
    for (row, column), value in np.ndenumerate(panel.values):
        colour = "black" if light[row, column] > 0.5 or not np.isfinite(value) else "white"
        text = axes.text(column, row, texts[row][column], ha="center", va="center", size=size, color=colour)
        if not np.isfinite(value):
            text.set_bbox({"facecolor": "white", "edgecolor": "none", "pad": 0.5})


def digits(value: float) -> str:
    """A number in a cell, as short as it can be: no more than four decimals, unless it is tiny or huge."""
    if not math.isfinite(value) or value == 0:
        return f"{value:g}"
    if 5e-5 <= abs(value) < 1e5:
        return f"{value:.4f}".rstrip("0").rstrip(".")
    return f"{value:.0e}"
