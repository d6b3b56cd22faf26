"""`kata check --keep-case`: a failing case as a file that runs from anywhere and makes the same calls."""

import ast
import errno
import json
import re
import subprocess
import sys
from pathlib import Path

import numpy
import pytest

from grader.catalogue import default_pack, load_pack
from grader.codec import encode
from grader.isolate.local import LocalWorker
from grader.needs import missing_packages
from grader.practice.checking import Practice
from grader.practice.keeping import keep_case
from grader.practice.literals import Literals, keyword_lines
from tests.command.support import add_exercise, hand_in, in_this_process, right

CATALOGUE = load_pack(default_pack())


@pytest.fixture(scope="module")
def practice():
    with LocalWorker() as worker:
        yield Practice(worker, None)


# Runs the files that it is told of as Python runs a program, in a process that has torch already.
RUNNER = """
import contextlib, io, json, runpy, sys, traceback
for line in sys.stdin:
    printed, fault = io.StringIO(), ""
    with contextlib.redirect_stdout(printed):
        try:
            runpy.run_path(line.rstrip("\\n"), run_name="__main__")
        except BaseException:
            fault = traceback.format_exc()
    print(json.dumps([printed.getvalue(), fault]), flush=True)
"""


@pytest.fixture(scope="module")
def program():
    """A function that runs a file and gives what it printed and its traceback."""
    child = subprocess.Popen(
        [sys.executable, "-c", RUNNER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/"
    )

    def run(path):
        child.stdin.write(f"{path}\n")
        child.stdin.flush()
        return json.loads(child.stdout.readline())

    yield run
    child.stdin.close()
    child.wait(timeout=60)
    child.stdout.close()


def failing_mistake(key, visibility):
    """A known mistake whose first failing case is of a visible or a hidden check and gives an answer."""
    places = {"visible": lambda seen: seen, "hidden": lambda seen: not seen}
    visible = {index for index, check in enumerate(key.checks) if check.visibility == "visible"}
    for mistake in key.mistakes:
        if not places[visibility]({check for check, _ in mistake.failed} & visible):
            continue
        first = min(mistake.failed)
        seen = next(one for one in mistake.seen if (one.check, one.case) == first)
        if seen.value is not None:
            return mistake.slug
    return None


@pytest.mark.parametrize("visibility", ["visible", "hidden"])
@pytest.mark.parametrize("name", CATALOGUE.exercises)
def test_a_kept_case_of_every_exercise_runs(practice, program, tmp_path, name, visibility):
    exercise = CATALOGUE.exercises[name]
    if missing_packages(exercise):
        pytest.skip(f"{name} needs {missing_packages(exercise)[0]}: pip install 'kata-grader[torch]'")
    slug = failing_mistake(practice.key(exercise), visibility)
    assert slug is not None
    answer = tmp_path / f"{name}.py"
    source = (exercise.solution_folder / "mistakes" / f"{slug}.py").read_text(encoding="utf-8")
    answer.write_text(source, encoding="utf-8")
    checked = practice.check(exercise, answer, reveal=True)
    assert keep_case(checked, answer).path is not None or visibility == "hidden"
    kept = keep_case(checked, answer, reveal=True).path
    assert kept.parent == tmp_path
    assert kept.name.startswith("case_")
    printed, fault = program(kept)
    assert fault == ""
    first = next(check for check in checked.result.checks if check.status != "passed")
    assert first.visibility == visibility
    parts = {part for part, _ in _case(checked).expect} - {""}
    assert {f"{part}:" for part in parts} <= set(printed.split("\n"))
    assert printed.strip()
    assert f'"{first.name}"' in ast.get_docstring(ast.parse(kept.read_text(encoding="utf-8")))


def _case(checked):
    verdict = next(one for one in checked.evidence.verdict.checks if one.first_failure is not None)
    return checked.key.checks[verdict.index].cases[verdict.first_failure.case]


# --------------------------------------------------------------------------- the command


@pytest.fixture
def pack(tmp_path):
    add_exercise(tmp_path / "pack", "twice", "2 * n")
    return tmp_path / "pack"


@pytest.fixture
def kata(capfd, monkeypatch, tmp_path, pack):
    monkeypatch.setenv("KATA_DATA_DIR", str(tmp_path / "data"))
    run = in_this_process(capfd, monkeypatch, tmp_path)
    return lambda *arguments: run(*arguments, "--pack", pack)


def kept(folder):
    return sorted(path.name for path in folder.glob("case_*"))


def test_it_says_how_to_run_it_and_holds_what_was_expected(kata, tmp_path):
    hand_in(tmp_path, {"twice.py": right(formula="n")})
    ran = kata("check", "twice.py", "--keep-case")
    assert ran.status == 1
    assert "run it with `python case_three.kept.py`" in ran.out
    told = ast.get_docstring(ast.parse((tmp_path / "case_three.kept.py").read_text()))
    assert re.search(r"expected +6\n +got +3", told)
    again = subprocess.run(
        [sys.executable, "case_three.kept.py"], capture_output=True, text=True, cwd=tmp_path
    )
    assert (again.returncode, again.stdout) == (0, "3\n")


def test_it_calls_the_file_as_it_is_now(kata, tmp_path):
    hand_in(tmp_path, {"twice.py": "from half import half\n\ndef twice(n):\n    return half(n)\n"})
    hand_in(tmp_path, {"half.py": "def half(n):\n    return n\n"})
    kata("check", "twice.py", "--keep-case")
    (tmp_path / "half.py").write_text("def half(n):\n    return 2 * n  # mended\n")
    ran = subprocess.run([sys.executable, tmp_path / "case_three.kept.py"], capture_output=True, text=True)
    assert ran.stdout == "6\n"


LONG = "[{}, *range(10**5)]"


@pytest.fixture
def lists(tmp_path):
    """An exercise whose answers are lists of a hundred thousand numbers."""
    add_exercise(tmp_path / "pack", "count", LONG.format("n"))


def test_a_long_answer_is_printed_in_part_and_its_worst_entry_by_name(kata, tmp_path, lists):
    hand_in(tmp_path, {"count.py": right("count", LONG.format("7"))})
    kata("check", "count.py", "--keep-case")
    told = run_kept(tmp_path)
    assert len(told) < 5000
    assert told.startswith("[7,\n 0,\n 1,")
    assert re.search(r"\.\.\. \([0-9]{6} characters; `python -i case_three.kept.py` leaves all", told)
    assert told.endswith("The worst entry when this case was kept, came_back[0]: 7\n")
    asked = "import sys; sys.stderr.write(str(len(came_back)))\n"
    kept_open = run_kept(tmp_path, "-i", asked=asked, stream="stderr")
    assert "100001" in kept_open


def test_an_answer_that_has_no_such_entry_by_now(kata, tmp_path, lists):
    hand_in(tmp_path, {"count.py": right("count", LONG.format("7"))})
    kata("check", "count.py", "--keep-case")
    hand_in(tmp_path, {"count.py": right("count", "None")})
    assert run_kept(tmp_path) == "None\n"


def run_kept(folder, *options, asked="", stream="stdout"):
    """What a kept case says."""
    command = [sys.executable, *options, "case_three.kept.py"]
    ran = subprocess.run(command, input=asked, capture_output=True, text=True, cwd=folder, check=True)
    return getattr(ran, stream)


def test_it_is_not_taken_for_an_answer(kata, tmp_path):
    hand_in(tmp_path / "work", {"twice/twice.py": right(formula="n")})
    kata("check", "work/twice/twice.py", "--keep-case")
    assert kept(tmp_path / "work/twice") == ["case_three.kept.py"]
    told = kata("grade", "work", "-o", "results", "--dry-run").out
    assert "twice/twice.py" in told
    assert "case_three" not in told


def test_nothing_is_overwritten_and_the_same_case_is_kept_once(kata, tmp_path):
    hand_in(tmp_path, {"twice.py": right(formula="n"), "case_three.kept.py": "# my own"})
    for _ in "ab":
        assert "case_three_2.kept.py" in kata("check", "twice.py", "--keep-case").out
    assert (tmp_path / "case_three.kept.py").read_text() == "# my own"
    hand_in(tmp_path, {"twice.py": right(formula="n + 1")})
    kata("check", "twice.py", "--keep-case")
    assert kept(tmp_path) == ["case_three.kept.py", "case_three_2.kept.py", "case_three_3.kept.py"]


HIDDEN_ONLY = right(formula="6 if n == 3 else n")


def test_a_hidden_case_is_kept_only_if_it_is_revealed(kata, tmp_path):
    hand_in(tmp_path, {"twice.py": HIDDEN_ONLY})
    ran = kata("check", "twice.py", "--keep-case")
    assert "`kata check twice --reveal --keep-case` keeps it" in ran.out
    assert kept(tmp_path) == []
    kata("check", "twice.py", "--keep-case", "--reveal")
    assert kept(tmp_path) == ["case_some_number.kept.py"]


@pytest.mark.parametrize(
    ("text", "status", "sentence"),
    [(right(), 0, "All checks passed"), ("def twice(:", 1, "No case was run")],
    ids=["a pass", "a file that does not load"],
)
def test_where_there_is_no_case_it_says_so(kata, tmp_path, text, status, sentence):
    hand_in(tmp_path, {"twice.py": text})
    ran = kata("check", "twice.py", "--keep-case")
    assert ran.status == status
    assert sentence in ran.out
    assert kept(tmp_path) == []


def test_the_document_stays_one_document(kata, tmp_path):
    hand_in(tmp_path, {"twice.py": right(formula="n")})
    ran = kata("check", "twice.py", "--keep-case", "--json")
    assert ran.out.startswith("{")
    assert ran.out.rstrip().endswith("}")
    assert "case_three.kept.py" in ran.err


CELL = {"cell_type": "code", "id": "a", "metadata": {}, "outputs": [], "execution_count": None}
NOTEBOOK = json.dumps(
    {"cells": [CELL | {"source": "twice = abs"}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
)
MARIMO = "import marimo\n\napp = marimo.App()\n\n\n@app.cell\ndef _():\n    twice = abs\n    return\n"


@pytest.mark.parametrize(
    ("name", "text"), [("twice.ipynb", NOTEBOOK), ("twice.py", MARIMO)], ids=["Jupyter", "marimo"]
)
def test_a_notebook_gets_its_verdict_and_a_way_out(kata, tmp_path, name, text):
    hand_in(tmp_path, {name: text})
    ran = kata("check", name, "--keep-case", "--reveal", "--exercise", "twice")
    assert ran.status == 1
    assert "0 of 10 points" in ran.out
    assert "keep-case" not in ran.out
    assert f"{name} is a notebook" in ran.err
    way_out = re.search("`kata (.*)`", ran.err)[1].split()
    assert "my_twice.py" in way_out
    hand_in(tmp_path, {"my_twice.py": right(formula="n")})
    again = kata(*way_out)
    assert "run it with `python case_three.kept.py`" in again.out
    assert kata("check", "twice", "--json").out.count(name) == 1  # the copy is no second answer


def test_a_notebook_that_passes_has_no_case_to_keep(kata, tmp_path):
    hand_in(tmp_path, {"twice.py": MARIMO.replace("abs", "lambda n: 2 * n")})
    ran = kata("check", "twice", "--keep-case")
    assert (ran.status, ran.err) == (0, "")
    assert "All checks passed, so there is no case to keep." in ran.out


def test_a_disk_that_is_full(kata, tmp_path, monkeypatch):
    opened = Path.open

    def full(path, mode="r", *rest, **more):
        if mode == "x":
            raise OSError(errno.ENOSPC, "No space left on device")
        return opened(path, mode, *rest, **more)

    monkeypatch.setattr(Path, "open", full)
    hand_in(tmp_path, {"twice.py": right(formula="n")})
    ran = kata("check", "twice.py", "--keep-case")
    assert ran.status == 2
    assert "case_three.kept.py cannot be written: No space left on device." in ran.err
    assert "0 of 10 points" in ran.out  # the verdict stands


HOSTILE = 'raise ValueError("\\"\\"\\"\\n\\nprint(\'SPAM\')\\n\\\\N{BEL}\\x1b[31m\\u202e")'


def test_what_a_file_says_cannot_leave_the_docstring(kata, tmp_path):
    hand_in(tmp_path, {"twice.py": f"def twice(n):\n    {HOSTILE}\n"})
    kata("check", "twice.py", "--keep-case")
    text = (tmp_path / "case_three.kept.py").read_text(encoding="utf-8")
    tree = ast.parse(text)
    assert "SPAM" in ast.get_docstring(tree)
    assert not any(isinstance(node, ast.Expr) for node in tree.body[1:])
    assert not set(text) & {"\x1b", "\u202e"}


def test_an_answer_of_an_unusual_name(kata, tmp_path):
    name = 'my "best" answer.v2 \u00fc.py'
    hand_in(tmp_path, {name: right(formula="n")})
    ran = kata("check", name, "--exercise", "twice", "--keep-case")
    assert ran.status == 1
    again = subprocess.run([sys.executable, tmp_path / "case_three.kept.py"], capture_output=True, text=True)
    assert (again.stdout, again.stderr) == ("3\n", "")


# --------------------------------------------------------------------------- values as source

VALUES = {
    "nothing": None,
    "numbers": [True, -3, 2**70, 0.1, -0.0, float("inf"), 1 - 2j, complex(-0.0, float("inf"))],
    "texts": ["it's", '"', "\u202e", "line\nline", b"\x00\xff", "long " * 60],
    "nests": ([1, [2.5, (3,)]], {"a": {1: (), "b": [None]}}, {1, 2}, frozenset({3}), set()),
    "scalars": [numpy.float32(0.1), numpy.int8(-3), numpy.bool_(True), numpy.float64("nan")],
    "many": list(range(300)),
    "small array": numpy.array([[0.1, -0.0], [numpy.inf, 3]], "float32"),
    "no axes": numpy.array(7, "int16"),
    "empty": numpy.zeros((3, 0, 2), "uint8"),
    "truths": numpy.array([True, False]),
    "odd bits": numpy.array([0x7FC12345], "uint32").view("float32"),
    "large": numpy.arange(200, dtype="float16").reshape(4, 50),
    "arrays inside": {"one": numpy.arange(100), "other": [numpy.arange(100), numpy.arange(3)]},
    "complex array": numpy.array([1 + 2j], "complex64"),
}


@pytest.mark.parametrize("what", VALUES)
def test_values_are_rebuilt_bit_for_bit(what):
    assert rebuilt(encode(VALUES[what])) == encode(VALUES[what])


def test_tensors_are_rebuilt_bit_for_bit():
    torch = pytest.importorskip("torch", reason="needs torch: pip install 'kata-grader[torch]'")
    for tensor in (
        torch.tensor([[1, 2], [3, 4]]),
        torch.arange(100.0),
        torch.arange(100).to(torch.bfloat16),
        torch.zeros(2, 0),
        torch.empty(2, 3, device="meta"),
        torch.tensor(0.1),
    ):
        assert rebuilt(encode(tensor), torch=torch) == encode(tensor)


def rebuilt(value, **modules):
    """The value that the source of a value makes."""
    literals = Literals()
    source = keyword_lines((("x", value),), literals, "        ")
    arrays = {name: array.copy() for name, array in literals.arrays.items()}
    names = {"numpy": numpy, "arrays": arrays, **modules}
    return encode(eval(f"{{\n{source}}}", names)["x"])


def test_kept_cases_hold_nothing_of_this_machine(kata, tmp_path):
    hand_in(tmp_path, {"twice.py": right(formula="n")})
    kata("check", tmp_path / "twice.py", "--keep-case")
    assert str(tmp_path) not in (tmp_path / "case_three.kept.py").read_text()
    assert Path(tmp_path / "case_three.kept.py").is_file()
