"""`check`, `picture` and ``%%kata`` in a kernel of Jupyter: one kernel, which is alive at the end of all."""

import json
import os
import sqlite3

import nbformat
import pytest

from tests.notebook.support import (
    SOLUTION,
    await_true,
    beside,
    descendants_of,
    error_of,
    html_of,
    kernel,
    text_of,
)

WRONG = SOLUTION.replace("round(value, 4)", "round(value, 3)")
RIGHT, FAILED = "pos_embed_2d: passed, 10 of 10 points", "pos_embed_2d: failed, 0 of 10 points"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("kernel")


@pytest.fixture(scope="module")
def notebook(folder):
    with kernel(folder) as running:
        running.run("from grader import check, picture")
        yield running
        assert text_of(running.run("1 + 1")) == "2"


@pytest.fixture(autouse=True)
def begun_anew(notebook):
    """Each test has the cells that it runs itself: nothing of the others is in the history."""
    notebook.run("%reset -f")
    notebook.run("%reset -f in")
    notebook.run("from grader import check, picture")


def test_a_wrong_answer_then_the_right_one_in_the_same_names(notebook):
    notebook.run(WRONG)
    wrong = notebook.run('check("pos_embed_2d", pos_embed_2d)')
    assert FAILED in text_of(wrong)
    assert "Likely cause" in text_of(wrong)
    notebook.run(SOLUTION)
    right = notebook.run('check("pos_embed_2d", pos_embed_2d)')
    assert text_of(right).startswith(RIGHT)
    saved = nbformat.reads(nbformat.writes(notebook.notebook), as_version=4)
    stored = saved.cells[-1].outputs[-1].data
    assert set(stored) == {"text/plain", "text/html"}
    assert 'class="kata-verdict' in stored["text/html"]
    assert "<script" not in stored["text/html"]


def test_nothing_of_the_answer_is_in_what_a_notebook_keeps(notebook):
    notebook.run(WRONG)
    shown = notebook.run('check("pos_embed_2d", pos_embed_2d)')
    for text in ("exact_pos_embed_2d", "axis_vector", "TEMPERATURE"):
        assert text not in json.dumps(shown.outputs)
    assert (
        text_of(
            notebook.run("import sys; sorted(m for m in sys.modules if 'answer_key' in m or 'judge' in m)")
        )
        == "[]"
    )


def test_the_fields_of_a_verdict_are_for_programs(notebook):
    notebook.run(WRONG)
    notebook.run('verdict = check("pos_embed_2d", pos_embed_2d)')
    told = notebook.run(
        "verdict.passed, verdict.status, verdict.score, verdict.max_score, len(verdict.checks)"
    )
    assert text_of(told) == "(False, 'failed', 0.0, 10.0, 6)"
    assert "visible" not in text_of(notebook.run("repr(verdict.checks[1])"))


def test_helpers_and_constants_stand_in_other_cells_and_a_name_is_free(notebook):
    notebook.run("import math\nBASE = 10_000.0")
    notebook.run(
        "def axis(position, width):\n"
        "    angles = [position * BASE ** (-2 * i / width) for i in range(width // 2)]\n"
        "    return [f(a) for f in (math.sin, math.cos) for a in angles]"
    )
    notebook.run("1 / 0")
    notebook.run(
        "def mine(grid, dim):\n"
        "    v = [axis(p, dim // 2) for p in range(grid)]\n"
        "    return [[round(x, 4) + 0.0 for x in v[r] + v[c]] for r in range(grid) for c in range(grid)]"
    )
    assert text_of(notebook.run('check("pos_embed_2d", mine)')).startswith(RIGHT)


def test_an_older_function_is_checked_where_it_is_the_one_passed(notebook):
    notebook.run(SOLUTION)
    notebook.run("kept = pos_embed_2d")
    notebook.run("def pos_embed_2d(grid, dim):\n    return 1")
    assert text_of(notebook.run('check("pos_embed_2d", kept)')).startswith(RIGHT)
    assert FAILED in text_of(notebook.run('check("pos_embed_2d", pos_embed_2d)'))


def test_a_check_in_the_cell_of_the_function_sees_what_comes_before_it(notebook):
    asked = 'check("pos_embed_2d", pos_embed_2d)'
    notebook.run(f"{SOLUTION}\nfirst = {asked}\ndef pos_embed_2d(grid, dim):\n    return 1\nsecond = {asked}")
    assert text_of(notebook.run("first.passed, second.passed")) == "(True, False)"


def test_magics_are_no_hindrance(notebook):
    notebook.run(f"%matplotlib --list\n!true\n{SOLUTION}")
    assert "True" in text_of(notebook.run('%%time\ncheck("pos_embed_2d", pos_embed_2d).passed'))


def test_a_picture_shows_an_example_whether_it_passes_or_not(notebook):
    notebook.run(WRONG)
    wrong = notebook.run('picture("pos_embed_2d", pos_embed_2d)')
    assert "wrong" in text_of(wrong)
    assert "kata-picture" in html_of(wrong)
    notebook.run(SOLUTION)
    right = notebook.run('picture("pos_embed_2d", pos_embed_2d)')
    assert "all 16 entries are right" in text_of(right)
    assert "kata-picture" in html_of(right)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("lambda grid, dim: 1", "the code of a lambda cannot be found"),
        ("__import__('functools').partial(print, 1)", "the code of a functools.partial cannot be found"),
        ("made['pos_embed_2d']", "the code of `pos_embed_2d` cannot be found"),
        ("abs", "the code of `abs` cannot be found"),
        ("3", "that is of type int"),
        ("'pos_embed_2d'", "that is a text"),
    ],
)
def test_without_source_a_sentence_says_what_to_do(notebook, answer, told):
    notebook.run("made = {}\nexec('def pos_embed_2d(grid, dim): return 1', made)")
    name, shown = error_of(notebook.run(f'check("pos_embed_2d", {answer})'))
    assert name == "CannotCheck"
    assert told in shown
    assert "Traceback" not in shown
    assert shown.count("\n") == 0


def test_a_name_that_no_cell_defines_is_told(notebook):
    notebook.run("exec('def pos_embed_2d(grid, dim): return 1')")
    _, shown = error_of(notebook.run('check("pos_embed_2d", pos_embed_2d)'))
    assert "no cell that ran defines `pos_embed_2d`" in shown


def test_a_wrong_name_of_an_exercise_is_put_right(notebook):
    notebook.run(SOLUTION)
    _, shown = error_of(notebook.run('check("pos_embed2d", pos_embed_2d)'))
    assert "did you mean pos_embed_2d?" in shown


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("__import__('os')._exit(3)", "crashed"),
        ("__import__('os').kill(__import__('os').getpid(), 11)", "crashed"),
        ("print('x' * 100_000_000)", "too much output"),
        ("return bytearray(1 << 33)", "out of memory"),
    ],
)
def test_whatever_an_answer_does_there_is_a_verdict(notebook, body, status):
    before = notebook.pid()
    notebook.run(f"def pos_embed_2d(grid, dim):\n    {body}")
    assert status in text_of(notebook.run('check("pos_embed_2d", pos_embed_2d)'))
    assert notebook.pid() == before


def test_what_is_patched_in_the_kernel_changes_no_verdict(notebook):
    notebook.run(
        "import builtins, math, numpy\n"
        "kept = (math.isclose, builtins.abs, numpy.allclose)\n"
        "math.isclose = numpy.allclose = numpy.array_equal = lambda *a, **k: True\n"
        "builtins.abs = lambda x: 0"
    )
    try:
        notebook.run(WRONG)
        assert FAILED in text_of(notebook.run('check("pos_embed_2d", pos_embed_2d)'))
    finally:
        notebook.run("math.isclose, builtins.abs, numpy.allclose = kept")


def test_an_interrupt_ends_the_run_and_the_next_check_works(notebook):
    notebook.run("def pos_embed_2d(grid, dim):\n    while True: pass")
    notebook.run('check("pos_embed_2d", source="pos_embed_2d = 1")')
    process = beside(notebook.pid())
    idle = len(descendants_of(process))
    asked = notebook.interrupt_after(
        'check("pos_embed_2d", pos_embed_2d)', lambda: len(descendants_of(process)) > idle
    )
    assert error_of(asked)[0] == "KeyboardInterrupt"
    await_true(lambda: len(descendants_of(process)) <= idle, "the run goes on")
    notebook.run(SOLUTION)
    assert text_of(notebook.run('check("pos_embed_2d", pos_embed_2d)')).startswith(RIGHT)
    assert beside(notebook.pid()) == process


def test_a_cell_that_was_interrupted_costs_no_time_and_its_functions_stay(notebook):
    cell = notebook.interrupt_after(
        f"{SOLUTION}\nopen('began', 'w').close()\nwhile True: pass", notebook.has("began")
    )
    assert error_of(cell)[0] == "KeyboardInterrupt"
    verdict = text_of(notebook.run('check("pos_embed_2d", pos_embed_2d)'))
    assert verdict.startswith("pos_embed_2d:")
    assert "time limit" not in verdict


def test_a_process_that_died_is_started_again(notebook):
    notebook.run(SOLUTION)
    notebook.run('check("pos_embed_2d", pos_embed_2d)')
    dead = beside(notebook.pid())
    os.kill(dead, 9)
    assert text_of(notebook.run('check("pos_embed_2d", pos_embed_2d)')).startswith(RIGHT)
    assert beside(notebook.pid()) != dead


def test_a_fork_of_the_kernel_asks_a_process_of_its_own(notebook):
    notebook.run(SOLUTION)
    notebook.run(
        "import os\n"
        "def forked():\n"
        "    receive, send = os.pipe()\n"
        "    child = os.fork()\n"
        "    if child == 0:\n"
        "        try:\n"
        "            os.write(send, check('pos_embed_2d', source=text).status.encode())\n"
        "        finally:\n"
        "            os._exit(0)\n"
        "    os.close(send)\n"
        "    os.waitpid(child, 0)\n"
        "    return os.read(receive, 100)"
    )
    notebook.run(f"text = {SOLUTION!r}")
    assert text_of(notebook.run("forked()")) == "b'passed'"
    assert text_of(notebook.run('check("pos_embed_2d", pos_embed_2d)')).startswith(RIGHT)


def test_threads_take_turns(notebook):
    notebook.run(
        "from concurrent.futures import ThreadPoolExecutor\n"
        f"texts = [{SOLUTION!r}, 'def pos_embed_2d(grid, dim):\\n    return 1'] * 3"
    )
    notebook.run(
        "with ThreadPoolExecutor(6) as pool:\n"
        "    verdicts = list(pool.map(lambda text: check('pos_embed_2d', source=text).passed, texts))"
    )
    assert text_of(notebook.run("verdicts")) == "[True, False, True, False, True, False]"


# --------------------------------------------------------------------------- the magic


def test_a_cell_of_the_magic_is_checked_and_not_run(notebook):
    notebook.run("%load_ext grader")
    notebook.run("import math\nTEMPERATURE = 10_000.0")
    cell = notebook.run(f"%%kata pos_embed_2d\n{SOLUTION}")
    assert text_of(cell).startswith(RIGHT)
    assert text_of(notebook.run("'pos_embed_2d' in globals()")) == "False"


def test_a_cell_of_the_magic_is_run_as_well_where_it_says_so(notebook):
    notebook.run("%load_ext grader")
    assert text_of(notebook.run(f"%%kata pos_embed_2d --run\n{SOLUTION}")).startswith(RIGHT)
    assert text_of(notebook.run("len(pos_embed_2d(2, 4))")) == "4"
    assert text_of(notebook.run('check("pos_embed_2d", pos_embed_2d)')).startswith(RIGHT)


def test_a_new_cell_of_the_magic_takes_the_place_of_the_last_one(notebook):
    notebook.run("%load_ext grader")
    notebook.run("%%kata pos_embed_2d\nwhile True: pass")
    verdict = text_of(notebook.run(f"%%kata pos_embed_2d\n{SOLUTION}"))
    assert verdict.startswith(RIGHT)
    assert "time limit" not in verdict


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("%%kata pos_embed2d", "did you mean pos_embed_2d?"),
        ("%%kata", "name one exercise: write %%kata EXERCISE"),
        ("%%kata pos_embed_2d --rum", "--rum is not known"),
    ],
)
def test_a_line_of_the_magic_that_cannot_be_used(notebook, line, told):
    notebook.run("%load_ext grader")
    _, shown = error_of(notebook.run(f"{line}\nx = 1"))
    assert told in shown


# --------------------------------------------------------------------------- progress


def test_attempts_are_kept_and_texts_and_pictures_are_none(notebook, folder):
    def attempts():
        file = folder / "kata_data_dir" / "progress.sqlite"
        with sqlite3.connect(file) as database:
            return sum(b"attempt" in told for (told,) in database.execute("select told from events"))

    notebook.run("def pos_embed_2d(grid, dim):\n    return 'a text of this test alone'")
    notebook.run('check("pos_embed_2d", pos_embed_2d)')
    before = attempts()
    notebook.run('check("pos_embed_2d", source="def pos_embed_2d(grid, dim):\\n    return 5")')
    notebook.run('picture("pos_embed_2d", pos_embed_2d)')
    assert attempts() == before
    notebook.run("def pos_embed_2d(grid, dim):\n    return 'another one'")
    notebook.run('check("pos_embed_2d", pos_embed_2d)')
    assert attempts() == before + 1


@pytest.mark.parametrize("place", ["work", "other"])
def test_modules_are_found_where_the_kernel_began_and_where_it_went(place, notebook, folder):
    other = folder / "other"
    other.mkdir(exist_ok=True)
    (folder / place / f"angles_{place}.py").write_text("TEMPERATURE = 10_000.0\n")
    try:
        notebook.run(f"import os; os.chdir({str(folder / place)!r})")
        notebook.run(SOLUTION.replace("TEMPERATURE = 10_000.0", f"from angles_{place} import TEMPERATURE"))
        notebook.run(f"os.chdir({str(other)!r})")
        assert text_of(notebook.run('check("pos_embed_2d", pos_embed_2d)')).startswith(RIGHT)
    finally:
        notebook.run(f"os.chdir({str(folder / 'work')!r})")
