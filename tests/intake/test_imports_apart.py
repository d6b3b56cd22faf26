"""Imports that may fail where a notebook is graded do not take the rest of their cell with them."""

from __future__ import annotations

import pytest

from grader.intake.imports import imports_apart
from grader.model import Unit
from tests.watchdog import ends


def divided(source):
    return [(unit.label, unit.source) for unit in imports_apart([Unit("cell 1", source)])]


@pytest.mark.parametrize(
    "source",
    [
        "import numpy as np\nfrom torch import nn\nx = 1",
        "import matplotlib",
        "x = 1; import pandas",
        "import pandas; import numpy\nx = 1",
        "from .own import f\nx = 1",
        "import pandas\nx = (",
        "'import pandas'\nx = 1",
        "x = 1; \\\nimport pandas\ny = 1",
        "import pandas; \\\nx = 1",
        "try:\n    import pandas\nexcept ImportError:\n    pass",
        "from __future__ import annotations; x = 1\nimport pandas",
        "def f():\n    import pandas\nx = 1",
    ],
)
def test_a_cell_that_stays_as_it_is(source):
    assert divided(source) == [("cell 1", source)]


def test_each_doubtful_import_stands_apart_on_its_own_line_and_in_its_place():
    source = "'''T.'''\nimport pandas\nimport numpy as np\nfrom own import (\n  f,\n)\ng = f\nimport late"
    assert divided(source) == [
        ("cell 1 (line 2)", "\nimport pandas\n"),
        ("cell 1", "'''T.'''\n\nimport numpy as np\n"),
        ("cell 1 (line 4)", "\n\n\nfrom own import (\n  f,\n)\n"),
        ("cell 1 (from line 7)", "\n" * 6 + "g = f\n"),
        ("cell 1 (line 8)", "\n" * 7 + "import late\n"),
    ]


@pytest.mark.parametrize(
    "before", ["K = 1.0", "K: int = 3", "print(1)", "import sys\nsys.path.append('src')", "if 1:\n    K = 1"]
)
def test_what_stands_before_an_import_is_run_before_it(before):
    line = before.count("\n") + 2
    assert divided(f"{before}\nfrom own import K\nx = K") == [
        ("cell 1", f"{before}\n"),
        (f"cell 1 (line {line})", "\n" * (line - 1) + "from own import K\n"),
        (f"cell 1 (from line {line + 1})", "\n" * line + "x = K"),
    ]


def test_what_is_left_of_a_magic_is_no_piece():
    assert divided("pass\n# plots\nimport matplotlib\nx = 1") == [
        ("cell 1 (line 3)", "\n\nimport matplotlib\n"),
        ("cell 1", "pass\n# plots\n\nx = 1"),
    ]


def test_future_imports_hold_for_all_pieces():
    future = "from __future__ import annotations\n"
    assert divided(f"{future}x = 1\nimport pandas\ny = 2") == [
        ("cell 1", f"{future}x = 1\n"),
        ("cell 1 (line 3)", "\n\nimport pandas\n"),
        ("cell 1 (from line 4)", f"{future}\n\ny = 2"),
    ]


def test_of_more_imports_than_are_cut_apart_the_others_stay_together():
    pieces = divided("\n".join(f"import own{number}" for number in range(30)))
    assert [label for label, _ in pieces] == [f"cell 1 (line {n})" for n in range(1, 21)] + ["cell 1"]
    assert pieces[-1][1].split() == [word for n in range(20, 30) for word in ("import", f"own{n}")]


def test_a_long_cell_of_imports_is_divided_soon():
    with ends(within_s=60):  # quadratic in the size of the file, it is minutes
        units = imports_apart([Unit("cell 1", "import a\n" * 22_000)] * 5)
    assert sum(len(unit.source) for unit in units) < 2_000_000
