"""Imports that may fail where a notebook is graded do not take the rest of their cell with them."""

from __future__ import annotations

import time

import pytest

from grader.intake.imports import imports_apart
from grader.model import Unit


def divided(source):
    return [(unit.label, unit.source) for unit in imports_apart([Unit("cell 1", source)])]


@pytest.mark.parametrize(
    "source",
    [
        "import numpy as np\nfrom torch import nn\nx = 1",
        "import matplotlib",
        "def f():\n    import pandas\nimport scipy",
        "x = 1; import pandas",
        "import pandas; import numpy\nx = 1",
        "from .own import f\nx = 1",
        "import pandas\nx = (",
        "'import pandas'\nx = 1",
    ],
)
def test_a_cell_that_stays_as_it_is(source):
    assert divided(source) == [("cell 1", source)]


def test_each_doubtful_import_stands_apart_on_its_own_line():
    source = "'''T.'''\nimport pandas\nimport numpy as np\nfrom own import (\n  f,\n)\ng = f\nimport late"
    assert divided(source) == [
        ("cell 1 (line 2)", "\nimport pandas\n"),
        ("cell 1 (line 4)", "\n\n\nfrom own import (\n  f,\n)\n"),
        ("cell 1 (line 8)", "\n" * 7 + "import late\n"),
        ("cell 1", "'''T.'''\n\nimport numpy as np\n\n\n\ng = f\n"),
    ]


def test_an_import_behind_what_may_change_how_it_is_found_stays_there():
    source = "import sys\nsys.path.append('src')\nimport own"
    assert divided(source) == [("cell 1", source)]


def test_a_long_cell_of_imports_is_divided_soon():
    began = time.process_time()
    units = imports_apart([Unit("cell 1", "import a\n" * 22_000)] * 5)
    assert sum(len(unit.source) for unit in units) < 2_000_000
    assert time.process_time() - began < 20  # quadratic in the size of the file, it is minutes
