"""Every exercise can be laid out as a file, for Jupyter and for marimo, and is read back as it was given."""

import sys
import types
from unittest.mock import MagicMock

import nbformat
import pytest

from grader.catalogue import load_pack
from grader.intake.own_files import read_own_file
from grader.intake.source import load
from grader.practice.laying import lay_out
from grader.started import same_code
from tests.command.support import add_exercise, write

CATALOGUE = load_pack()
LAYOUTS = ("py", "ipynb", "marimo")
STUB = "def twice(n):\n    raise NotImplementedError\n"


@pytest.fixture
def work(tmp_path):
    """An empty folder to begin in."""
    folder = tmp_path / "work"
    folder.mkdir()
    return folder


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", list(CATALOGUE.exercises))
def test_every_exercise_is_laid_out_and_read_back_as_its_untouched_stub(name, layout, work):
    exercise = CATALOGUE.exercise(name)
    laid = lay_out(exercise, work, layout=layout)
    assert laid.path == work / name / f"{name}{'.ipynb' if layout == 'ipynb' else '.py'}"
    submission = read_own_file(laid.path, name)
    assert submission.problem is None
    assert not submission.notes
    stub = (exercise.folder / "stub.py").read_text(encoding="utf-8")
    code = load(laid.path).code
    assert same_code(stub, code)
    assert not same_code(stub, f"{code}\nx = 1\n")
    assert (layout == "marimo") == (submission.units[0].label == "marimo")
    assert sorted(str(path.relative_to(work)) for path in work.rglob("*")) == sorted(
        ["kata.toml", name, f"{name}/README.md", f"{name}/{laid.path.name}"]
    )


@pytest.mark.parametrize("name", list(CATALOGUE.exercises))
def test_the_code_of_every_marimo_notebook_can_be_loaded(name, work, monkeypatch):
    """Some stubs begin with a future import, which such a notebook cannot keep."""
    exercise = CATALOGUE.exercise(name)
    if "torch" in exercise.needs:
        pytest.importorskip("torch", reason="needs torch: pip install 'kata-grader[torch]'")
    units = load(lay_out(exercise, work, layout="marimo").path).units[1:]
    for absent in ("marimo", "grader"):  # in a worker something stands in for them, too
        monkeypatch.setitem(sys.modules, absent, MagicMock())
    module = types.ModuleType("answer")
    for unit in units:
        exec(compile(unit.source, unit.label, "exec", dont_inherit=True), module.__dict__)
    assert all(callable(getattr(module, point)) for point in exercise.entry_points)


def test_the_statement_says_what_is_checked_and_how_answers_are_compared(work):
    exercise = CATALOGUE.exercise("pos_embed_2d")
    page = lay_out(exercise, work).statement.read_text(encoding="utf-8")
    assert page.startswith((exercise.folder / "README.md").read_text(encoding="utf-8").rstrip())
    assert "\n## What is checked\n\n- 2 points: small grids, entry by entry\n- 4 points: every entry" in page
    assert "rounded to 4 decimals (hidden)\n" in page
    assert "\n## How answers are compared\n\n- Containers, shapes and dtypes" in page
    assert "a number of 4 decimals" in page


def test_nothing_of_a_solution_is_laid_out(work):
    exercise = CATALOGUE.exercise("chair_rates")
    solution = (exercise.solution_folder / "solution.py").read_text(encoding="utf-8")
    own = {line for line in solution.splitlines() if line.startswith("    ") and "=" in line}
    for layout in LAYOUTS:
        written = lay_out(exercise, work / layout, layout=layout).path.read_text(encoding="utf-8")
        assert own
        assert not own & set(written.splitlines())


def test_a_notebook_is_valid_and_holds_the_statement_and_how_to_go_on(work):
    exercise = CATALOGUE.exercise("pos_embed_2d")
    laid = lay_out(exercise, work, layout="ipynb")
    notebook = nbformat.read(laid.path, as_version=nbformat.NO_CONVERT)
    nbformat.validate(notebook)
    assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)
    assert [cell.cell_type for cell in notebook.cells] == ["markdown", "code", "code", "code", "markdown"]
    assert [cell.id for cell in notebook.cells] == ["statement", "stub", "check", "picture", "how-to-check"]
    statement, _, check, picture, how = (cell.source for cell in notebook.cells)
    assert statement == laid.statement.read_text(encoding="utf-8").strip()
    assert 'check("pos_embed_2d", pos_embed_2d)' in check
    assert 'picture("pos_embed_2d", pos_embed_2d)' in picture
    assert "`kata check pos_embed_2d`" in how
    assert "`kata watch`" in how


@pytest.mark.parametrize("layout", ["ipynb", "marimo"])
def test_the_cells_that_check_are_no_work_of_ones_own(layout, work):
    """Nor is a line more of the kind; but any other line is."""
    exercise = CATALOGUE.exercise("patch_index")
    laid = lay_out(exercise, work, layout=layout)
    stub, code = (exercise.folder / "stub.py").read_text(encoding="utf-8"), load(laid.path).code
    assert same_code(stub, f"{code}\nverdict = check('patch_index', patch_index)\ndisplay(verdict)\n")
    assert not same_code(stub, f"{code}\nchecked = 1\n")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_same_exercise_is_laid_out_in_the_same_bytes(layout, tmp_path):
    exercise = CATALOGUE.exercise("predictor_tokens")
    first, second = (lay_out(exercise, tmp_path / name, layout=layout).path for name in "ab")
    assert first.read_bytes() == second.read_bytes()


def test_a_notebook_of_a_pack_in_the_making_has_nothing_to_grade(work, tmp_path):
    """What it is worth is known once its examples are frozen."""
    add_exercise(tmp_path / "p", "twice", "2 * n")
    laid = lay_out(load_pack(tmp_path / "p").exercise("twice"), work, layout="ipynb")
    notebook = nbformat.read(laid.path, as_version=nbformat.NO_CONVERT)
    nbformat.validate(notebook)
    assert not notebook.cells[2].metadata


def test_what_jupyter_saves_without_a_change_differs_in_nothing(work):
    laid = lay_out(CATALOGUE.exercise("patch_index"), work, layout="ipynb")
    before = laid.path.read_text(encoding="utf-8")
    nbformat.write(nbformat.read(laid.path, as_version=4), laid.path)
    assert laid.path.read_text(encoding="utf-8") == before


@pytest.mark.parametrize("quotes", ['"""', "'''", "\\", 'ends with "'])
def test_a_statement_with_quotes_in_it_leaves_a_marimo_notebook_whole(work, tmp_path, quotes):
    add_exercise(tmp_path / "p", "twice", "2 * n")
    write(
        tmp_path / "p" / "exercises" / "twice" / "README.md",
        f"# Title\n\n    x = {quotes}\n\n$\\alpha$ {quotes}",
    )
    laid = lay_out(load_pack(tmp_path / "p").exercise("twice"), work, layout="marimo")
    assert same_code(STUB, load(laid.path).code)
    assert load(laid.path).units[0].label == "marimo"
