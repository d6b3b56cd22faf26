"""Notebooks of marimo and files in percent format: what is run, in which order, and which lines are told."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from textwrap import indent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.intake.marimo import PRELUDE
from grader.intake.names import ExerciseNames
from grader.intake.parsing import MAX_CHARACTERS
from grader.intake.source import load
from grader.isolate.local import LocalWorker
from tests.grading.support import Grading

HEAD = 'import marimo\n\n__generated_with = "0.25.2"\napp = marimo.App(width="medium")\n\n'
NOTEBOOK = '''\
# /// script
# requires-python = ">=3.11"
# dependencies = ["marimo"]
# ///

import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium")

with app.setup(hide_code=True):
    import math
    import marimo as mo

    BASE = 10_000.0


@app.cell(hide_code=True)
def _():
    mo.md(
        r"""
        # Position embeddings
        """
    )
    return


@app.cell
def _(late, size):
    early = (late, bool(size.value))
    text = """
    é stays
      in its place
    """
    return (
        early,
        text,
    )


@app.function(hide_code=True)
def angle(p: int, d: int) -> float:
    # the lesson's formula
    return p / BASE ** (2 / d)


@app.class_definition
class Model:
    base = BASE


@app.cell
def _():
    late = 3

    @mo.cache
    def pos_embed_2d(grid, dim):
        return [[0.0] * dim] * grid
    size = mo.ui.slider(1, 10, value=3)
    return late, pos_embed_2d, size


@app.cell(disabled=True)
def _():
    danger = 1 / 0
    return


if __name__ == "__main__":
    app.run()
'''


@pytest.fixture
def read(tmp_path):
    def read(text: str, name: str = "hw.py"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return load(path)

    return read


def run(source):
    """Run the units in another process, as a worker does, and tell the repr of what is asked for."""
    code = [(unit.label, unit.source) for unit in source.units]

    def ask(*wanted):
        program = (
            f"names = {{}}\nfor label, text in {code!r}:\n    exec(compile(text, label, 'exec'), names)\n"
            f"print(repr([eval(each, names) for each in {wanted!r}]))"
        )
        done = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True)
        assert not done.stderr, done.stderr
        return eval(done.stdout)

    return ask


def cells(source):
    return {unit.label: unit.source for unit in source.units[1:]}


def test_a_notebook_as_marimo_writes_it(read):
    source = read(NOTEBOOK)
    assert (source.problem, source.cells, source.units[0]) == (None, True, PRELUDE)
    assert source.notes == ("Cell 6 is disabled and was not run.",)
    assert [unit.label for unit in source.units[1:]] == [
        "hw.py", "hw.py (cell 3)", "hw.py (cell 4)", "hw.py (cell 5)", "hw.py (cell 2)"
    ]  # fmt: skip
    assert run(source)("early", "text", "angle(1, 2)", "Model.base", "pos_embed_2d(1, 2)") == [
        (3, False), "\né stays\n  in its place\n", 0.0001, 10_000.0, [[0.0, 0.0]]
    ]  # fmt: skip


def test_each_line_stands_where_it_stands_in_the_file(read):
    lines = NOTEBOOK.split("\n")
    told = 0
    for unit in read(NOTEBOOK).units[1:]:
        for number, line in enumerate(unit.source.split("\n")):
            assert line in ("", lines[number].removeprefix("    ")) or line == lines[number]
            told += bool(line)
    assert told > 20


def test_definitions_in_cells_say_the_exercise(read, exercises):
    source = read(NOTEBOOK)
    assert ExerciseNames(exercises).by_code(source.code) == ("pos_embed_2d",)


def test_markdown_and_the_closing_return_are_not_run(read):
    text = HEAD + "@app.cell\ndef _(mo, x):\n    mo.md(f'{x / 0}')\n    return\n\n"
    text += "@app.cell\ndef one(x): c = '''\n  a'''; print(c); return (c,)\n\n"
    text += "@app.cell\ndef _(): return\n"
    assert {label: code.strip() for label, code in cells(read(text)).items() if "cell" in label} == {
        "hw.py (cell 2)": "c = '''\n  a'''; print(c)"
    }


def test_a_cell_stands_behind_those_that_define_what_it_uses(read):
    bodies = [
        "a = b + c()", "b = [d for d in range(3)]", "def c():\n        return e", "e = 1", "d = f = g",
        "g = f",
    ]  # fmt: skip
    source = read(HEAD + "".join(f"@app.cell\ndef _():\n    {body}\n    return\n\n" for body in bodies))
    assert [label[-2] for label in cells(source) if "cell" in label] == ["2", "4", "3", "1", "5", "6"]


def test_functions_need_not_stand_in_the_order_of_their_use(read):
    text = (
        HEAD + "@app.class_definition\nclass A(B):\n    pass\n\n@app.class_definition\nclass B:\n    x = 2\n"
    )
    assert run(read(text))("A.x") == [2]


def test_code_outside_of_cells_is_run_first(read):
    text = "import marimo as m\napp = m.App()\n@app.cell\ndef _():\n    b = a\n    return b\na = 1\n"
    assert run(read(text))("b") == [1]


def test_other_decorators_of_a_function_stay(read):
    text = (
        HEAD
        + "with app.setup:\n    from functools import cache\n@cache\n@app.function\ndef f():\n    return 1\n"
    )
    assert run(read(text))("f()", "f.cache_info().misses") == [1, 1]


def test_a_cell_that_marimo_could_not_parse_fails_alone_on_its_line(read):
    text = HEAD + 'app._unparsable_cell(\n    r"""\n    x = 1\n    y = = 2\n    """,\n    name="_"\n)\n'
    broken = cells(read(text))["hw.py (cell 1)"]
    with pytest.raises(SyntaxError) as raised:
        compile(broken, "x", "exec")
    assert text.split("\n")[(raised.value.lineno or 0) - 1].strip() == "y = = 2"


def test_a_name_that_marimo_keeps_to_a_cell_is_noted_where_it_matters(read):
    cell = "@app.cell\ndef _():\n    _e = {}\n    _i = 0\n    def f{}():\n        return _e\n    return\n"
    (first, second) = read(HEAD + cell.format(1, 1) + cell.format(2, 2)).notes
    assert "cell 1 uses `_e`" in first
    assert "cell 2 uses `_e`" in second


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "@app.cell\ndef _():\n    x = = 1\n    return\n",
        HEAD + "@app.cell\ndef _():\n    x = 1\n    global x\n",
        HEAD + "@other.cell\ndef _():\n    x = 1\n",
        "import marimo as mo\ndef f():\n    return mo.md('App(')\n",
        "'''\nimport marimo\napp = marimo.App()\n@app.cell\n'''\nx = 1\n",
        HEAD + "@app.cell\ndef _():\n    x = 1\n" + "#" * MAX_CHARACTERS,
        HEAD + "@app.cell\ndef _():\n    x = '\0'\n",
        HEAD + "@app.cell\ndef _():\n    x = " + "-" * 50_000 + "1\n",
    ],
)
def test_what_is_no_notebook_or_no_python_is_read_as_any_file(read, text):
    source = read(text)
    assert not source.cells
    assert [(unit.label, unit.source) for unit in source.units] == [("hw.py", text)]


def test_a_notebook_of_marimo_under_another_name(read):
    source = read(NOTEBOOK, "hw.txt")
    assert source.cells
    assert "holds Python code" in source.notes[0]


def test_nothing_is_said_of_odd_escapes(read):
    code = f"from pathlib import Path\nfrom grader.intake.source import load\nload(Path({'hw.py'!r}))"
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "hw.py").write_text(HEAD + "@app.cell\ndef _():\n    x = '\\d'\n    return\n")
        program = [sys.executable, "-W", "error", "-c", code]
        root = str(Path(__file__).parents[2])
        done = subprocess.run(program, cwd=folder, env={"PYTHONPATH": root}, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_stand_in_for_marimo_exists_and_does_nothing(read):
    text = (
        HEAD
        + """@app.cell
def _():
    import marimo as mo
    from marimo import ui
    get, set_ = mo.state(3)
    set_(4)
    with mo.status.spinner("wait"):
        box = mo.vstack([ui.slider(1, 2), mo.md("x").callout()])
    mo.stop(not box.value)
    @mo.persistent_cache(pin_modules=True)
    def f():
        return 5
    text = f"{box.value:.2f}"
    return
"""
    )
    assert run(read(text))("get()", "f()", "text", "list(box)", "bool(mo.running_in_notebook())") == [
        3, 5, "", [], False
    ]  # fmt: skip


@settings(max_examples=60)
@given(
    st.lists(
        st.sampled_from(
            [
                "@app.cell\ndef _(x):\n", "    x = y\n", "    return\n", "    return (\n        x,\n    )\n",
                "@app.function\ndef f(x=y):\n", "with app.setup:\n", "    pass\n", "y = 1\n", "@app.cell(\n",
                "# %%\n", "%time x\n", "    '''\n", "    _z = lambda: _z\n", "\\\n", "class A:\n",
                "    é = 1; x = 2\n",
            ]
        ),
        max_size=14,
    )
)  # fmt: skip
def test_no_text_makes_reading_raise_and_no_line_is_moved(parts):
    text = HEAD + "".join(parts)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hw.py"
        path.write_text(text, encoding="utf-8")
        source = load(path)
    assert source.problem is None
    lines = text.split("\n")
    for unit in source.units[source.cells :]:
        for number, line in enumerate(unit.source.split("\n")):
            assert line.strip() in lines[number] or line.strip() == "pass"


@pytest.fixture(scope="module")
def grading():
    with LocalWorker() as worker:
        yield Grading(worker)


def as_marimo(answer: str) -> str:
    """An answer as a notebook of marimo: what it imports in one cell, the rest in an earlier one."""
    imports = [line for line in answer.split("\n") if line.startswith(("import", "from"))]
    others = "\n".join(line for line in answer.split("\n") if line not in imports)
    cell = "@app.cell\ndef _():\n{}\n    return\n\n\n"
    return HEAD + "".join(
        cell.format(indent(code, "    "))
        for code in ("import marimo as mo\nmo.md('# hi')\n1 / 0", others, "\n".join(imports) or "pass")
    )


def test_an_answer_in_marimo_earns_what_it_earns_as_python(grading, tmp_path):
    folder = grading.pack.exercises["pos_embed_2d"].solution_folder
    answer = (folder / "accepted/double_swap.py").read_text(encoding="utf-8")
    wrong = answer.replace("return", "return 2 or", 1)
    for text, status in ((answer, "passed"), (wrong, "failed")):
        plain = grading.text(text, "pos_embed_2d", tmp_path)
        notebook = grading.text(as_marimo(text), "pos_embed_2d", tmp_path)
        assert plain.status == status, plain.message
        assert [(check.status, check.points) for check in notebook.checks] == [
            (check.status, check.points) for check in plain.checks
        ]
        assert any(
            "pos_embed_2d.py (cell 1), line 10 raised ZeroDivisionError" in note for note in notebook.notes
        )


# ------------------------------------------------------------------------------- percent format

MAGICS = (
    "# %%\n%matplotlib inline\n!pip install numpy\nimport math\n\n"
    "# %% [markdown]\n# Text\n\n# %%\n%%time\nx = 1\n"
)


def test_magics_that_an_editor_left_are_taken_out_line_by_line(read):
    source = read(MAGICS + "#%% a plot\n%%bash\nls -l\n# %%\n%run other.py\ny = 2\n")
    assert not source.cells
    (unit,) = source.units
    assert unit.source == (
        "# %%\npass\npass\nimport math\n\n# %% [markdown]\n# Text\n\n"
        "# %%\n\nx = 1\n#%% a plot\n\n\n# %%\npass\ny = 2\n"
    )
    assert source.notes == (
        "The cell from line 13 on was skipped: it begins with %%bash.",
        "The cell from line 16 on: %run on line 1 is not run.",
    )


@pytest.mark.parametrize(
    "text",
    [
        "# ---\n# jupyter:\n#   jupytext: {}\n# ---\n\n# %%\n# %matplotlib inline\n# !pip install x\nx = 1\n",
        "# %%\nx = '''\n# %%\n%%bash\n'''\n",
        "# %%\nx = (7\n% 2)\n",
        "%matplotlib inline\nx = 1\n",
        "# %%time\n%matplotlib inline\n",
        "# %%\nx = = 1\n",
    ],
)
def test_all_else_stays_as_it_is(read, text):
    source = read(text)
    assert [unit.source for unit in source.units] == [text]
    assert source.notes == ()
