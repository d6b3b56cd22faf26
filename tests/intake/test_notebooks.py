"""Notebooks: cells into units, damage, and content that the name does not say."""

from __future__ import annotations

import json

import nbformat
import pytest

from grader.intake.source import read_file


@pytest.fixture
def read(tmp_path):
    def read(content, name: str = "hw.ipynb"):
        path = tmp_path / name
        if isinstance(content, dict):
            content = json.dumps(content)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_file(path, "pos_embed_2d")

    return read


def code(source, **more):
    return {"cell_type": "code", "source": source, **more}


def pairs(submission):
    return [(unit.label, unit.source) for unit in submission.units[1:]]


def test_cells_become_units_counted_among_the_code_cells(read):
    submission = read({"cells": [
        {"cell_type": "markdown", "source": "# Title"},
        code("a = 1\r\nb = 2"),
        code([]),
        {"cell_type": "raw", "source": "x"},
        code(["c = 3\n", "d = 4"]),
    ]})  # fmt: skip
    assert submission.cells
    assert submission.problem is None
    assert submission.units[0].label == "notebook"
    assert pairs(submission) == [("cell 1", "a = 1\nb = 2"), ("cell 3", "c = 3\nd = 4")]


def test_a_notebook_that_nbformat_writes(read):
    cells = [nbformat.v4.new_code_cell("x = 1"), nbformat.v4.new_markdown_cell("y")]
    notebook = nbformat.v4.new_notebook(cells=cells)
    assert pairs(read(nbformat.writes(notebook))) == [("cell 1", "x = 1")]
    worksheets = nbformat.convert(notebook, 3)
    assert pairs(read(nbformat.writes(worksheets, 3))) == [("cell 1", "x = 1")]


def test_the_prelude_is_code_in_which_everything_exists_and_does_nothing(read):
    prelude = read({"cells": []}).units[0]
    namespace: dict = {}
    exec(compile(prelude.source, prelude.label, "exec"), namespace)  # ours, not a student's
    shell = namespace["get_ipython"]()
    assert shell.run_line_magic("matplotlib", "inline") is None
    assert shell.kernel.do_shutdown(True) is None
    assert "IPKernelApp" not in shell.config
    assert list(shell.user_ns) == []
    assert namespace["display"](1) is None


def test_a_cell_needs_a_type_and_a_source_no_more(read):
    submission = read({"cells": [
        code("a = 1", id="same"),
        code("b = 2", id="same", outputs="nonsense", execution_count=[{}], metadata=None),
        {"source": "no type"},
        {"cell_type": "code"},
        {"cell_type": "code", "source": [1, 2]},
        None,
        code("c = 3"),
    ]})  # fmt: skip
    assert pairs(submission) == [("cell 1", "a = 1"), ("cell 2", "b = 2"), ("cell 3", "c = 3")]
    assert any("3, 4, 5, 6" in note for note in submission.notes)


@pytest.mark.parametrize(
    "content",
    [
        '{"cells": [{"cell_type": "code", "source": "x = 1"}',
        '{"cells": [{"cell_type": "code", "source": "x = 1"}]} trailing',
        '<<<<<<< HEAD\n{"cells": []}\n=======\n',
        '{"cells": 3}',
        '{"metadata": {}}',
        '{"cells": [{"source": "x"}]}',
        "[]",
        "",
        "   \n",
        b'{"cells": [{"cell_type": "code", "source": "\xff"}]}',
        '{"cells": ' + "[" * 100_000 + "]" * 100_000 + "}",
        '{"x": ' + "[" * 100_000 + "]" * 100_000 + ', "cells": []}',
    ],
)
def test_a_broken_notebook_is_unreadable_and_never_repaired(read, content):
    submission = read(content)
    assert submission.problem
    assert submission.problem_status == "unreadable"
    assert submission.units == ()


def test_what_jupyter_reads_though_it_is_no_json(read):
    content = '{"cells": [{"cell_type": "code", "outputs": [NaN, -Infinity, "\\ud83d", {"n": ' + "9" * 5000
    content += '}], "source": "x = [NaN, \\"\\\\ud83d\\"] # NaN \\ud83d\\ude00"}]}'
    assert pairs(read(content)) == [("cell 1", 'x = [NaN, "\\ud83d"] # NaN \U0001f600')]


def test_a_large_output_is_fine_and_large_code_is_not(read):
    big = {"output_type": "stream", "text": "x" * 20_000_000}
    assert pairs(read({"cells": [code("a = 1", outputs=[big])]})) == [("cell 1", "a = 1")]
    assert "8 MB" in (read({"cells": [code("#" * 5_000_000), code("#" * 5_000_000)]}).problem or "")


def test_a_notebook_named_py_and_python_named_ipynb(read):
    notebook = read({"cells": [code("a = 1")]}, "hw.py")
    assert notebook.cells
    assert pairs(notebook) == [("cell 1", "a = 1")]
    assert "is a notebook" in notebook.notes[0]
    python = read("import math\nx = 1\n", "hw.ipynb")
    assert not python.cells
    assert len(python.units) == 1
    assert "Python code" in python.notes[0]
    assert read('{"cells": [{"cell_type": "code"', "hw.py").problem_status == "unreadable"
    assert read("{1: 2}\n", "hw.py").problem is None
    assert read("Dear teacher,\n", "hw.ipynb").problem_status == "unreadable"


def test_an_indented_cell_is_dedented_as_ipython_does(read):
    assert pairs(read({"cells": [code("\n  x = 1\n  if x:\n    y = 2")]})) == [
        ("cell 1", "\nx = 1\nif x:\n  y = 2")
    ]


def test_a_skipped_cell_is_noted_and_the_count_goes_on(read):
    submission = read({"cells": [code("%%bash\nls"), code("%%time\nx = 1"), code("%time y = 2")]})
    assert pairs(submission) == [("cell 2", "\nx = 1"), ("cell 3", "pass")]
    assert submission.notes == (
        "Cell 1 was skipped: it begins with %%bash.",
        "Cell 3: %time on line 1 is not run.",
    )
