"""Makes exercises/positions_tour.json, what the tour of the track ``positions`` draws.

    .venv/bin/python -m tests.tour.tour_data

Students get the tour, so no line of it computes an answer to an exercise. What it draws was computed here,
by the references in ``solutions/``. The programs with a fault are those that the exercises begin with.
"""

import base64
import json
import runpy
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
TOUR = ROOT / "exercises/positions_tour.py"
FILE = TOUR.with_suffix(".json")
GRID, NEW_GRID, WIDTH = 12, 16, 64
STEPS = 10_000
PROGRAMS = (
    "debug_patch_order",
    "debug_gather_then_add",
    "debug_predictor_width",
    "debug_missing_targets",
    "debug_resolution_change",
)
NOTE = (
    "Made by tests/tour/tour_data.py with the reference solutions. A table is base64 of little-endian "
    "int16, one row for each patch, in ten-thousandths."
)


def reference(name, entry):
    """A name of an exercise's reference solution."""
    return runpy.run_path(str(ROOT / "solutions" / name / "solution.py"))[entry]


def fixed_table(side=GRID):
    """The fixed table of a square grid, ``[side * side, WIDTH]``."""
    return reference("sinusoidal_2d_grid", "sinusoidal_2d_grid")(side, side, WIDTH)


def resized_table():
    """The fixed table of the grid, brought to the new one."""
    resize = reference("interpolate_position_embedding", "interpolate_position_embedding")
    return resize(fixed_table(), (GRID, GRID), (NEW_GRID, NEW_GRID))


def packed(table):
    """A table as text, rounded."""
    return base64.b64encode(np.rint(table.numpy() * STEPS).astype("<i2").tobytes()).decode()


def made():
    """What the file is to hold."""
    return {
        "note": NOTE,
        "grid": GRID,
        "new_grid": NEW_GRID,
        "width": WIDTH,
        "steps": STEPS,
        "fixed": packed(fixed_table()),
        "resized": packed(resized_table()),
        "programs": {
            name: (ROOT / "exercises" / name / "stub.py").read_text(encoding="utf-8") for name in PROGRAMS
        },
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(made(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
