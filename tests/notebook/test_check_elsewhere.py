"""`check` in scripts, in notebooks of marimo, and at the end of a kernel."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.notebook.support import ROOT, SOLUTION, await_true, beside, descendants_of, kernel, text_of

ASKING = 'print(check("pos_embed_2d", pos_embed_2d).status)'


def python(folder, text, name="answer.py", **environment):
    """What a script prints."""
    (folder / name).write_text(text, encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-W", "error::ResourceWarning", name],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stderr
    assert "Warning" not in ran.stderr
    return ran.stdout.split()


@pytest.mark.parametrize("plain", ["0", "1"])
def test_a_script_checks_its_own_function(tmp_path, plain):
    text = f"from grader import check\n{SOLUTION}\nif __name__ == '__main__':\n    {ASKING}\n"
    assert python(tmp_path, text, KATA_PLAIN=plain) == ["passed"]


def test_a_script_checks_a_function_of_a_module_beside_it(tmp_path):
    (tmp_path / "angles.py").write_text("TEMPERATURE = 10_000.0\n")
    (tmp_path / "mine.py").write_text(
        SOLUTION.replace("TEMPERATURE = 10_000.0", "from angles import TEMPERATURE")
    )
    text = """\
import functools
import mine
from grader import check
print(check("pos_embed_2d", mine.pos_embed_2d).passed)
bound = functools.partial(mine.pos_embed_2d)
print(check("pos_embed_2d", bound).passed)
"""
    assert python(tmp_path, text) == ["True", "True"]


def test_importing_the_package_loads_nothing_of_it():
    told = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys, grader; print([m for m in sys.modules if m.startswith('grader')])",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == "['grader']"


MARIMO = """\
import marimo

app = marimo.App()

with app.setup:
    import math
    from grader import check

    TEMPERATURE = 10_000.0


@app.cell
def _(pos_embed_2d):
    print(check("pos_embed_2d", pos_embed_2d).passed)
    return


@app.cell
def _(pos_embed_2d):
    check("pos_embed_2d", pos_embed_2d)
    return


@app.cell
def _(axis):
    def pos_embed_2d(grid, dim):
        rows = [axis(p, dim // 2) for p in range(grid)]
        return [[round(x, 4) + 0.0 for x in rows[r] + rows[c]] for r in range(grid) for c in range(grid)]

    return (pos_embed_2d,)


@app.function
def axis(position, width):
    angles = [position * TEMPERATURE ** (-2 * i / width) for i in range(width // 2)]
    return [f(angle) for f in (math.sin, math.cos) for angle in angles]


if __name__ == "__main__":
    app.run()
"""


def test_a_notebook_of_marimo_checks_what_its_cells_define(tmp_path):
    pytest.importorskip("marimo")
    assert python(tmp_path, MARIMO, "notebook.py") == ["True"]


PRIVATE = """\
import marimo

app = marimo.App()


@app.cell
def _():
    from grader import check
    return (check,)


@app.cell
def _(check):
    def _mine(grid, dim):
        return 1

    try:
        print(check("pos_embed_2d", _mine).status)
    except Exception as fault:
        print(fault)
    return


if __name__ == "__main__":
    app.run()
"""


def test_a_name_that_marimo_keeps_to_its_cell_needs_another_one(tmp_path):
    pytest.importorskip("marimo")
    told = " ".join(python(tmp_path, PRIVATE, "notebook.py"))
    assert "marimo keeps names that begin with _ to their cell, so that `_mine` cannot be found" in told
    named = PRIVATE.replace("    try:", "    answer = _mine\n    try:").replace(
        "    return\n\n\nif", "    return (answer,)\n\n\nif"
    )
    assert python(tmp_path, named, "notebook.py") == ["failed"]


def told_of(folder, asking):
    """What a script is told that cannot be checked."""
    text = (
        f"import os, tempfile\nfrom grader import check\n{SOLUTION}\n"
        "if __name__ == '__main__':\n    try:\n"
        f"        print({asking})\n    except Exception as fault:\n"
        "        print(type(fault).__name__, fault)\n"
    )
    return " ".join(python(folder, text))


@pytest.mark.parametrize(
    ("asking", "told"),
    [
        (
            r"check('pos_embed_2d', source='x = 1 # \ud800')",
            r"CannotCheck the code holds '\ud800', which is half",
        ),
        (r"check('pos\ud800', source='')", r"CannotCheck the name of the exercise holds '\ud800'"),
        (
            "setattr(tempfile, 'tempdir', '/nowhere') or check('pos_embed_2d', pos_embed_2d)",
            "CannotCheck there is no folder for temporary files that can be written to",
        ),
        ("check('pos_embed_2d', source=type('Text', (str,), {})('x = 1')).status", "missing"),
        (
            "(check('pos_embed_2d', pos_embed_2d), os.closerange(3, 60), "
            "check('pos_embed_2d', pos_embed_2d).status)[2]",
            "passed",
        ),
    ],
)
def test_what_cannot_be_sent_or_started_is_told(tmp_path, asking, told):
    assert told in told_of(tmp_path, asking)


def test_a_kernel_that_ends_leaves_no_process_behind(tmp_path):
    with kernel(tmp_path) as notebook:
        notebook.run("from grader import check\nimport subprocess, sys")
        notebook.run(
            "reads = [sys.executable, '-c', 'import sys; sys.stdin.read()']\n"
            "other = subprocess.Popen(reads, stdin=-1, close_fds=False)"
        )
        notebook.run("def pos_embed_2d(grid, dim):\n    return 1")
        notebook.run('check("pos_embed_2d", pos_embed_2d)')
        process = beside(notebook.pid())
        left = [process, *descendants_of(process)]
        assert len(left) > 1
        # A process that was forked before holds the same pipes, unless it lets go of them.
        forked = int(text_of(notebook.run("import os, time; os.fork() or time.sleep(60) or os._exit(0)")))
        left_alone = notebook.pid()
        os.kill(left_alone, 9)
        await_true(lambda: not any(Path(f"/proc/{pid}").exists() for pid in left), "something is left")
        os.kill(forked, 9)
