"""What a file does while it is loaded: `import_failed` has many ways, and none of them costs anybody else."""

import pytest

from tests.isolation.support import ROOMY, graded, honest, quick, see, statuses

ENDS = {
    "os._exit": "import os; os._exit(0)",
    "sys.exit": "import sys; sys.exit()",
    "sys.exit with a text": "import sys; sys.exit('done')",
    "quit": "raise SystemExit",
    "KeyboardInterrupt": "raise KeyboardInterrupt",
    "an exception": "1 / 0",
    "an absent package": "import a_package_that_is_not_there",
    "a segmentation fault": "import ctypes; ctypes.string_at(0)",
    "SIGKILL": "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
    "a loop without end": "while True: pass",
    "a loop that swallows everything": (
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass"
    ),
    "sleep": "import time; time.sleep(3600)",
    "printing without end": "while True: print('x' * 1000)",
    "recursion": "def g(): return g()\ng()",
    "memory": "held = bytearray(10**10)",
    "fork": "import os; os.fork()",
    "input()": "name = input('name? ')",
    "garbage in the results": "import os; os.write(4, b'garbage!')",
    "results closed": "import os; os.close(4)",
}


@pytest.mark.parametrize("place", ["before", "after"])
@pytest.mark.parametrize("line", ENDS.values(), ids=ENDS)
def test_a_file_that_does_not_load_to_its_end(worker, line, place):
    """Even where the function was defined before."""
    result = graded(worker, honest(**{place: line}))
    assert (result.status, result.score) == ("import_failed", 0.0)
    assert statuses(result) == ["not_run"] * 4
    assert result.max_score == 10.0


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("def f(n)\n    return n", "syntax_error"),
        ("def f(n):\n  return 1\n return 2", "syntax_error"),
        ("return 1", "syntax_error"),
        ("x = '\\N{no such name}'", "syntax_error"),
        ("\0", "syntax_error"),
        ("-" * 500_000 + "1", "syntax_error"),
        ("", "missing"),
        ("f = 3", "missing"),
        ("def g(n): return n", "missing"),
        ("def f(n): return n\ndel f", "missing"),
    ],
    ids=[
        "no colon", "odd indentation", "return outside", "a bad escape", "a null byte",
        "nested beyond the parser", "empty", "not callable", "another name", "deleted",
    ],
)  # fmt: skip
def test_what_cannot_be_checked_at_all(worker, text, status):
    result = graded(worker, text)
    assert (result.status, result.score) == (status, 0.0)
    assert statuses(result) == ["not_run"] * 4


def test_printing_a_hundred_megabytes_while_loading_does_no_harm(worker):
    text = honest("import os\nfor _ in range(100):\n    os.write(1, b'x' * 10**6)")
    assert graded(worker, text, limits=ROOMY).status == "passed"


def test_a_file_may_take_longer_than_a_check_as_it_loads(worker):
    spin = "import time\nend = time.process_time() + {}\nwhile time.process_time() < end: pass"
    limits = quick(time_per_check_s=0.4)
    assert graded(worker, honest(spin.format(0.6)), limits=limits).status == "passed"
    assert graded(worker, honest(spin.format(1.4)), limits=limits).status == "import_failed"


@pytest.mark.parametrize(
    "after",
    [
        "import atexit, os; atexit.register(os.write, 4, b'garbage')",
        "import atexit; atexit.register(lambda: [None for _ in iter(int, 1)])",
        "import sys; sys.stdout = None; sys.stderr = None",
        "import sys; sys.stdout.close(); sys.stderr.close()",
        "import sys; sys.stdout = object()",
        "import sys; sys.stdout = open('/dev/null', 'w')",
        "import sys, io; sys.stdout = io.StringIO()",
        "class S:\n    def flush(self): raise SystemExit\nimport sys\nsys.stdout = sys.stderr = S()",
        "class S:\n    def flush(self): raise KeyboardInterrupt\nimport sys\nsys.stdout = sys.stderr = S()",
        "import sys; sys.excepthook = lambda *a: 1 / 0",
        "import sys; sys.settrace(lambda *a: None)",
        "import sys; sys.setrecursionlimit(60)",
        "import warnings; warnings.simplefilter('error')",
        "import numpy; numpy.seterr(all='raise')",
        "import random, numpy; random.seed(1); numpy.random.seed(1)",
        "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); signal.alarm(0)",
        "import gc; gc.disable(); gc.set_threshold(1)",
        "import os; os.environ.clear(); os.chdir('/')",
        "import sys; sys.modules.clear()",
        "import sys; sys.path.clear()",
        "__name__ = 'other'; __file__ = None; __builtins__ = {}",
        "if __name__ == '__main__':\n    raise SystemExit('the main block was run')",
        "f.__name__ = 'g'; f.__doc__ = None",
        "from functools import lru_cache\nf = lru_cache(f)",
        "class Callable:\n    def __call__(self, n): return [n, n + 1, n * n]\nf = Callable()",
    ],
)
def test_what_a_file_leaves_behind_does_not_spoil_right_answers(worker, after):
    result = graded(worker, honest(after=after))
    assert result.status == "passed", result.message


def test_a_stdout_whose_flush_never_returns_runs_into_the_clock(worker):
    after = "class S:\n    def flush(self):\n        while True: pass\nimport sys\nsys.stdout = S()"
    result = graded(worker, honest(after=after))
    assert result.status in ("failed", "import_failed")
    assert "passed" not in statuses(result)


@pytest.mark.parametrize("name", ["grader", "grader.codec", "grader.worker", "msgspec", "struct", "sys"])
def test_a_file_that_replaces_a_module_still_has_to_be_right(worker, name):
    before = f"import sys, types\nsys.modules[{name!r}] = types.ModuleType({name!r})"
    assert graded(worker, honest(before)).score == 10.0
    assert graded(worker, f"{before}\ndef f(n): return 0").score == 0.0


# --------------------------------------------------------------------------- notebooks

CELL = "def f(n):\n    return [n, n + 1, n * n]"
STOPPED = {
    "a loop": ("while True: pass", "ran over its time limit"),
    "sleep": ("import time; time.sleep(3600)", "ran over its time limit"),
    "printing without end": ("while True: print('x' * 1000)", "ran over its time limit"),
    "os._exit": ("import os; os._exit(0)", "ended the process"),
    "SIGKILL": ("import os; os.kill(os.getpid(), 9)", "ended the process"),
    "a segmentation fault": ("import ctypes; ctypes.string_at(0)", "ended the process"),
    "garbage": ("import os; os.write(4, b'garbage!')", "ended the process"),
    "an exception": ("x = 1\n1 / 0", "line 2 raised ZeroDivisionError (division by zero) and was skipped"),
    "an absent package": (
        "import not_there",
        "line 1 raised ModuleNotFoundError (No module named 'not_there') and was skipped",
    ),
    "SystemExit": ("raise SystemExit", "raised SystemExit and was skipped"),
    "KeyboardInterrupt": ("raise KeyboardInterrupt", "raised KeyboardInterrupt and was skipped"),
    "a syntax error": ("\nprint(1", "line 2 raised SyntaxError ('(' was never closed) and was skipped"),
    "several lines": ("raise ValueError('one\\ntwo\\t\\x1b[2J\\n')", "ValueError (one two \\x1b[2J) and was"),
    "a long text": ("raise ValueError('x' * 5000)", f"ValueError ({'x' * 99}…) and was skipped"),
    "no readable text": (
        "class E(Exception):\n    def __str__(self): raise self\nraise E",
        "line 3 raised E and was skipped",
    ),
}


@pytest.mark.parametrize(("cell", "note"), STOPPED.values(), ids=STOPPED)
def test_a_cell_that_fails_is_noted_and_skipped(worker, cell, note):
    result = graded(worker, "a = 1", cell, CELL, "b = a", cells=True)
    assert result.status == "passed", result.message
    assert len(result.notes) == 1
    assert result.notes[0].startswith("cell 2")
    assert note in result.notes[0]


def test_cells_that_loop_and_kill_and_raise_in_one_notebook(worker):
    cells = ("while True: pass", "import os; os._exit(1)", CELL, "1 / 0", "while True: pass")
    result = graded(worker, *cells, cells=True)
    assert result.status == "passed", result.message
    assert [note.split()[1].rstrip(",") for note in result.notes] == ["1", "2", "4", "5"]


def test_the_last_definition_counts(worker):
    wrong = "def f(n): return 0"
    assert graded(worker, wrong, CELL, cells=True).score == 10.0
    assert graded(worker, CELL, wrong, cells=True).score == 0.0


def test_a_stopped_cell_leaves_the_definition_before_it(worker):
    later = "while True: pass\ndef f(n): return 0"
    assert graded(worker, CELL, later, cells=True).score == 10.0


def test_cells_share_one_namespace(worker):
    text = ("one = 1", "def g(n): return n + one", "def f(n): return [n, g(n), n * n]")
    assert graded(worker, *text, cells=True).status == "passed"


def test_a_death_in_a_check_of_a_notebook_with_a_stopped_cell(worker):
    calls = "import os\ndef f(n):\n    if n == 1: os._exit(0)\n    return [n, n + 1, n * n]"
    result = graded(worker, "while True: pass", calls, cells=True)
    assert statuses(result) == ["passed", "crashed", "passed", "passed"]
    assert len(result.notes) == 1


def test_a_notebook_of_nothing_but_endless_cells_uses_up_its_time(worker):
    limits = quick(time_per_check_s=0.2, time_per_submission_s=0.5)
    result = graded(worker, *["while True: pass"] * 10, cells=True, limits=limits)
    assert (result.status, result.score) == ("import_failed", 0.0)
    assert 1 <= len(result.notes) <= 4


def test_a_load_is_told_before_the_checks_and_with_its_entry_points(worker):
    seen = see(worker, honest())
    assert seen.load.entry_points == (("f", "callable"),)
    assert seen.load.seconds > 0


def test_a_large_source_and_little_memory_are_no_fault_of_the_harness(worker):
    text = "def f(n):\n    return [n, n + 1, n * n]\n# \U0001f600" + "a" * 6_000_000
    result = graded(worker, text, limits=quick(memory_mb=16))
    assert result.status != "harness_error"
    assert result.score is not None


def test_what_a_cell_raised_is_told_in_a_few_words(worker):
    cell = "raise type('x' * 4000, (Exception,), {})()"
    seen = see(worker, cell, honest(), cells=True)
    assert len(seen.load.notes) == 1
    assert len(seen.load.notes[0]) < 120
