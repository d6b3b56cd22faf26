"""What the tour draws is what the references give, and the tour itself gives nothing away."""

import ast
import base64
import json

import numpy as np
import pytest

from grader.catalogue import load_pack
from tests.tour import tour_data
from tests.tour.tour_data import FILE, GRID, NEW_GRID, PROGRAMS, ROOT, STEPS, TOUR, WIDTH

TABLES = {"fixed": tour_data.fixed_table, "resized": tour_data.resized_table}


@pytest.fixture(scope="module")
def frozen():
    return json.loads(FILE.read_text(encoding="utf-8"))


@pytest.fixture(scope="module", autouse=True)
def torch():
    return pytest.importorskip("torch")


def table_in(frozen, name):
    whole = np.frombuffer(base64.b64decode(frozen[name]), dtype="<i2")
    return whole.reshape(-1, WIDTH) / STEPS


@pytest.mark.parametrize(("name", "side"), [("fixed", GRID), ("resized", NEW_GRID)])
def test_a_table_is_that_of_the_reference(frozen, name, side):
    table = table_in(frozen, name)
    assert table.shape == (side * side, WIDTH)
    assert np.abs(table - TABLES[name]().numpy()).max() <= 0.6 / STEPS


def test_the_rest_is_as_it_would_be_made_now(frozen):
    made = tour_data.made()
    assert frozen.keys() == made.keys()
    assert all(frozen[key] == made[key] for key in made if key not in TABLES), "make the file anew"


def test_the_programs_are_the_debugging_exercises(frozen):
    assert set(frozen["programs"]) == {
        name for name in load_pack(ROOT).exercises if name.startswith("debug_")
    }


def test_it_is_small():
    assert FILE.stat().st_size < 100_000


def test_no_line_of_the_tour_computes_what_an_exercise_asks():
    """The answers of the track are made of sines, resizing, gathering in torch and whole quotients."""
    tree = ast.parse(TOUR.read_text(encoding="utf-8"))
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    names |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    names |= {
        alias.name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    names |= {node.module.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not names & {
        *("sin", "cos", "sincos", "deg2rad", "math", "cmath", "torch", "scipy", "PIL", "jax"),
        *("interpolate", "zoom", "resize_bicubic", "take_along_axis", "gather", "divmod", "unravel_index"),
        *("ravel_multi_index", "meshgrid", "solutions", "runpy", "importlib", "exec", "eval"),
    }
    operators = {type(node.op) for node in ast.walk(tree) if isinstance(node, ast.BinOp)}
    assert not operators & {ast.FloorDiv, ast.Mod}


def test_the_pack_takes_the_tour_for_no_exercise():
    pack = load_pack(ROOT)
    assert not pack.broken
    assert TOUR.stem not in pack.exercises
    assert set(PROGRAMS) < set(pack.exercises)
    assert set(PROGRAMS) < set(next(track for track in pack.tracks if track.name == "positions").exercises)
