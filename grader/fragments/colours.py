"""The colours of a heatmap: those that matplotlib's figures have, without matplotlib."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from grader.pictures.panels import Levels

Colour = tuple[int, int, int]

STEPS = 100
NOT_FINITE = STEPS
GREY: Colour = (205, 205, 205)
# viridis, RdBu (from blue to red) and OrRd, at even distances.
_ANCHORS: dict[Levels, str] = {
    "sequential": "440154 481567 482677 453781 404788 39568c 33638d 2d708e 287d8e 238a8d "
    "1f968b 20a387 29af7f 3cbb75 55c667 73d055 95d840 b8de29 dce319 fde725",
    "signed": "053061 2166ac 4393c3 92c5de d1e5f0 f7f7f7 fddbc7 f4a582 d6604d b2182b 67001f",
    "difference": "fff7ec fee8c8 fdd49e fdbb84 fc8d59 ef6548 d7301f b30000 7f0000",
}


@functools.cache
def palette(levels: Levels) -> tuple[Colour, ...]:
    """The colours from low to high, and grey for what is not finite."""
    anchors = np.array([list(bytes.fromhex(text)) for text in _ANCHORS[levels].split()], dtype="float64")
    at, known = np.linspace(0, 1, STEPS), np.linspace(0, 1, len(anchors))
    mixed = np.stack([np.interp(at, known, anchors[:, channel]) for channel in range(3)], axis=1)
    return (*((int(r), int(g), int(b)) for r, g, b in np.rint(mixed)), GREY)


def steps(values: Any, low: float, high: float) -> Any:
    """Which colour of the palette each number has; what is outside of the range has that of the end."""
    finite = np.isfinite(values)
    # Halves, as the distance of two large numbers may be too large for a number.
    share = (np.where(finite, values, low) / 2 - low / 2) / (high / 2 - low / 2 or 1.0)
    return np.where(finite, np.rint(np.clip(share, 0, 1) * (STEPS - 1)), NOT_FINITE).astype("uint8")


def hexadecimal(colour: Colour) -> str:
    """A colour as SVG writes it."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def ink(colour: Colour) -> str:
    """Black or white, whichever is read better on a colour."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (c / 255 for c in colour)]
    light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#000" if (light + 0.05) ** 2 > 0.05 * 1.05 else "#fff"
