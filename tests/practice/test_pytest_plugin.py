"""Plain pytest in a workspace: each check is an item, in the words of `kata check`; elsewhere nothing is."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import NamedTuple

import pytest

from grader.catalogue import load_pack
from grader.practice.checking import Practice
from grader.practice.own_worker import open_own_worker
from grader.practice.progress import Progress
from tests.command.support import KATA, add_exercise, hand_in, right, write

ROOT = Path(__file__).resolve().parents[2]
CHECKS = ("a small number", "any number", "a negative number")
# An answer that is right only where pytest is not.
APART = "import sys\nassert 'pytest' not in sys.modules\n" + right()
NOTEBOOK = {
    "cells": [{"cell_type": "code", "id": "a", "metadata": {}, "outputs": [], "source": right()}],
    "metadata": {},
    "nbformat": 4,
    "nbformat_minor": 5,
}


# A plugin with which the grader itself fails.
FAULTY = """
from grader.errors import HarnessError
from grader.isolate.local import LocalWorker

def run(self, task):
    raise HarnessError("the worker is ill")
    yield

def pytest_collection_finish():
    LocalWorker.run = run
"""


class Ran(NamedTuple):
    status: int
    out: str
    cases: dict  # (file, check) -> (outcome, text)


class Runner:
    """pytest, run in a folder as a student runs it, with the few plugins that are named."""

    def __init__(self, folder, data):
        self.folder = folder
        self.environment = {
            name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))
        } | {"KATA_DATA_DIR": str(data), "COLUMNS": "100", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        self.progress = Progress(data)

    def __call__(self, *arguments, cwd=".", plugins=("grader.pytest_plugin",), cached=False):
        report = self.folder / "report.xml"
        report.unlink(missing_ok=True)
        loaded = [word for name in plugins for word in ("-p", name)]
        loaded += [] if cached else ["-p", "no:cacheprovider"]
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *loaded, f"--junitxml={report}", *arguments],
            cwd=self.folder / cwd,
            env=self.environment | {"PYTHONPATH": str(self.folder)},
            capture_output=True,
            text=True,
            timeout=120,
        )
        return Ran(done.returncode, done.stdout + done.stderr, _cases(report) if report.exists() else {})

    def attempts(self):
        return [(event.exercise, event.status) for event in self.progress.events()]


def _cases(report):
    found = {}
    for case in ET.parse(report).getroot().iter("testcase"):
        child = next((each for each in case if each.tag in ("failure", "error", "skipped")), None)
        outcome, text = ("passed", "") if child is None else (child.tag, child.get("message"))
        found[case.get("classname").rpartition(".")[2], case.get("name")] = (outcome, text)
    return found


def outcomes(ran, name):
    return [outcome for (file, _), (outcome, _) in ran.cases.items() if file == name]


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pack")
    for name, formula in {"twice": "2 * n", "square": "n * n", "cube": "n**3", "half": "n / 2"}.items():
        add_exercise(folder, name, formula)
    return folder


def workspace(folder, pack, files):
    hand_in(folder, {"kata.toml": f'schema = 1\npack = "{pack.as_posix()}"\n', **files})
    return folder


@pytest.fixture
def runner(tmp_path):
    (tmp_path / "work").mkdir()
    return Runner(tmp_path / "work", tmp_path / "data")


# ------------------------------------------------------------------- one run with all that may happen


@pytest.fixture(scope="module")
def begun(tmp_path_factory, pack):
    folder = tmp_path_factory.mktemp("begun")
    files = {
        "twice/twice.py": APART,
        "square.py": "def square(n):\n    print('\\x1b[31mhere')\n    return n\n",
        "cube/cube.py": "def cube(n)\n    return n\n",
        "half/half.py": "def half(n):\n    raise NotImplementedError\n",
        "half/notes.py": "raise SystemExit('no answer')\n",
        "test_of_mine.py": "def test_mine():\n    pass\n",
    }
    return Runner(workspace(folder / "work", pack, files), folder / "data")


@pytest.fixture(scope="module")
def ran(begun):
    return begun("-o", "python_files=*.py", "--doctest-modules", "--ignore=half/notes.py")


def told_by_kata(begun, path):
    done = subprocess.run(
        [KATA, "check", path, "--json", "--student", "nobody"],
        cwd=begun.folder,
        env=begun.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return json.loads(done.stdout)


def test_each_check_of_each_exercise_that_was_begun_is_an_item_and_nothing_else(ran):
    expected = {(name, check) for name in ("twice", "square", "cube", "half") for check in CHECKS}
    assert set(ran.cases) == expected | {("test_of_mine", "test_mine")}
    assert ran.status == 1


def test_a_right_answer_passes_and_none_runs_in_the_process_of_pytest(ran):
    assert outcomes(ran, "twice") == ["passed"] * 3


def test_a_failing_check_says_what_kata_check_says(begun, ran):
    checks = {check["name"]: check for check in told_by_kata(begun, "square.py")["checks"]}
    for name in CHECKS:
        assert checks[name]["status"] == "failed"
        outcome, text = ran.cases["square", name]
        assert outcome == "failure"
        assert text.removeprefix("Failed: ") == checks[name]["message"]
        assert checks[name]["message"] in ran.out


def test_no_frame_and_no_traceback_is_shown(ran):
    assert "Traceback" not in ran.out
    assert "pytest_plugin" not in ran.out


def test_what_an_example_printed_is_shown_and_what_a_hidden_check_printed_is_not(ran):
    assert ran.out.count("Captured stdout call") == 1
    assert "here" in ran.out
    assert "\x1b" not in ran.out


def test_a_file_that_does_not_load_fails_each_check_with_the_reason(begun, ran):
    message = told_by_kata(begun, "cube/cube.py")["message"]
    assert "line 1" in message
    for name in CHECKS:
        assert ran.cases["cube", name] == ("failure", f"Failed: {message}")


def test_a_stub_is_said_to_be_not_started(ran):
    assert {text for (file, _), (_, text) in ran.cases.items() if file == "half"} == {
        "Failed: Not started: this is the stub of half; as given, it raises NotImplementedError."
    }


def test_the_attempts_are_kept_once_each_and_a_stub_or_half_a_line_is_none(begun, ran):
    assert sorted(begun.attempts()) == [
        ("square", "failed"),
        ("twice", "passed"),
    ]


def test_the_header_says_where_the_checks_come_from(begun, ran, pack):
    (line,) = re.findall(r"^kata: .*$", ran.out, re.MULTILINE)
    assert line == f"kata: workspace {begun.folder}, pack {pack}"


# --------------------------------------------------------------------------- choosing what to run


@pytest.fixture
def two(runner, pack):
    files = {"twice/twice.py": right(), "square/square.py": right("square", "n")}
    workspace(runner.folder, pack, files)
    return runner


def test_collecting_names_the_checks_and_runs_nothing(two):
    ran = two("--collect-only", "-q")
    listed = [line for line in ran.out.splitlines() if "::" in line]
    assert listed == [f"{name}/{name}.py::{check}" for name in ("square", "twice") for check in CHECKS]
    assert two.attempts() == []


def test_a_folder_a_file_a_check_and_a_word_choose(two):
    assert set(two("square").cases) == {("square", check) for check in CHECKS}
    assert set(two("square/square.py::any number").cases) == {("square", "any number")}
    assert set(two("-k", "twice and hidden").cases) == {("twice", check) for check in CHECKS[1:]}
    assert set(two("-k", "twice", cwd="twice").cases) == {("twice", check) for check in CHECKS}


def test_the_first_failure_ends_it_and_the_last_failures_run_alone(two):
    ran = two("-x", cached=True)
    assert outcomes(ran, "square") == ["failure"]
    assert outcomes(ran, "twice") == []
    assert set(two("--lf", cached=True).cases) == {("square", CHECKS[0])}


def test_side_by_side_the_outcome_is_the_same_and_the_attempt_is_kept_once(two):
    pytest.importorskip("xdist", reason="pip install pytest-xdist")
    ran = two("-n", "2", plugins=("xdist", "grader.pytest_plugin"))
    assert outcomes(ran, "twice") == ["passed"] * 3, ran.out
    assert outcomes(ran, "square") == ["failure"] * 3
    assert sorted(two.attempts()) == [("square", "failed"), ("twice", "passed")]


def test_of_two_answers_the_one_changed_last_counts_unless_the_other_is_named(runner, pack):
    files = {"twice.py": right(formula="n"), "twice.ipynb": json.dumps(NOTEBOOK)}
    workspace(runner.folder, pack, files)
    os.utime(runner.folder / "twice.py", (1, 1))
    assert {(file, outcome) for (file, _), (outcome, _) in runner().cases.items()} == {("ipynb", "passed")}
    assert outcomes(runner("twice.py"), "twice") == ["failure"] * 3


def test_where_nothing_is_isolated_answers_run_in_a_process_of_their_own_too(runner, pack):
    workspace(runner.folder, pack, {"twice.py": APART, "square.py": right("square", "n")})
    runner.environment["KATA_PLAIN"] = "1"
    ran = runner()
    assert outcomes(ran, "twice") == ["passed"] * 3, ran.out
    assert outcomes(ran, "square") == ["failure"] * 3


@pytest.mark.parametrize("name", ["TWICE/Twice.PY", "Twice.py"])
def test_an_answer_may_be_named_in_another_case(runner, pack, name):
    workspace(runner.folder, pack, {name: right(formula="n")})
    ran = runner()
    assert ran.status == 1
    assert [check for _, check in ran.cases] == list(CHECKS)
    assert runner.attempts() == [("twice", "failed")]


def test_kept_cases_and_dated_copies_are_left_alone(runner, pack):
    ends = "raise SystemExit('this is not for pytest')\n"
    files = {
        "twice/twice.py": right(),
        "twice/case_three.kept.py": ends,
        "twice/twice.2026-11-30T20-42-32-2.py": ends,
        "test_of_mine.py": "def test_mine():\n    pass\n",
    }
    workspace(runner.folder, pack, files)
    ran = runner("--doctest-modules", "-o", "python_files=*.py")
    assert ran.status == 0, ran.out
    assert len(ran.cases) == 4


# --------------------------------------------------------------------------- what is hidden stays hidden

FULLY = ("--full-trace", "-l", "-vv", "-rA")
# What a debugger or a report could print of whatever the items hold.
PRINT_ALL = """
def pytest_runtest_teardown(item):
    print("\\nheld", vars(item), vars(item.parent))
"""
HIDDEN = ("Case(", "Mistake(", "Observation(", "Number(", "What does the name of", "-4")


@pytest.mark.parametrize("fault", [False, True], ids=["a failure", "a fault of the grader"])
def test_no_hidden_input_stands_in_a_full_trace_or_report(runner, pack, fault):
    faulty = FAULTY if fault else ""
    files = {"twice.py": right(formula="0"), "faulty.py": faulty, "print_all.py": PRINT_ALL}
    workspace(runner.folder, pack, files)
    ran = runner(*FULLY, "-s", plugins=("faulty", "print_all", "grader.pytest_plugin"))
    assert outcomes(ran, "twice") == ["error" if fault else "failure"] * 3
    shown = ran.out + (runner.folder / "report.xml").read_text()
    assert "held" in shown
    assert [word for word in HIDDEN if word in shown] == []


def test_what_holds_hidden_inputs_shows_none_in_a_debugger(pack, tmp_path):
    write(tmp_path / "twice.py", right(formula="0"))
    loaded = load_pack(pack)
    with open_own_worker(loaded) as worker:
        practice = Practice(worker, None)
        checked = practice.check(loaded.exercise("twice"), tmp_path / "twice.py")
    shown = repr((checked, checked.key, checked.evidence, vars(practice)))
    assert "Key('twice', seed=0, 3 checks)" in shown
    assert [word for word in HIDDEN if word in shown] == []


# --------------------------------------------------------------------------- packs


def test_in_a_student_pack_the_visible_examples_are_the_items(runner):
    shutil.copytree(ROOT / "exercises" / "pos_embed_2d", runner.folder / "exercises" / "pos_embed_2d")
    shutil.copy(ROOT / "examples" / "class" / "ada" / "pos_embed_2d.py", runner.folder)
    ran = runner()
    assert ran.cases == {("pos_embed_2d", "small grids, entry by entry"): ("passed", "")}
    assert f"kata: student pack {runner.folder} (the visible examples only)" in ran.out


def test_a_broken_exercise_is_an_error_with_its_sentence_and_the_others_are_collected(runner, tmp_path):
    pack = tmp_path / "pack"
    add_exercise(pack, "twice", "2 * n")
    add_exercise(pack, "square", "n * n")
    (pack / "exercises" / "square" / "stub.py").unlink()
    workspace(runner.folder, pack, {"twice.py": right(), "square.py": right("square", "n * n")})
    ran = runner("--continue-on-collection-errors")
    assert outcomes(ran, "twice") == ["passed"] * 3
    assert "stub.py is missing." in ran.out
    assert "Traceback" not in ran.out


def test_a_missing_package_is_skipped_with_the_command_that_adds_it(runner, tmp_path):
    pack = tmp_path / "pack"
    add_exercise(pack, "twice", "2 * n")
    manifest = pack / "exercises" / "twice" / "exercise.toml"
    manifest.write_text(manifest.read_text().replace("\n[limits]", 'needs = ["torch"]\n\n[limits]'))
    no_torch = (
        "import importlib.util as util\nfound = util.find_spec\n"
        "util.find_spec = lambda name, *rest: None if name == 'torch' else found(name, *rest)\n"
    )
    workspace(runner.folder, pack, {"twice.py": right(), "no_torch.py": no_torch})
    ran = runner(plugins=("no_torch", "grader.pytest_plugin"))
    assert outcomes(ran, "twice") == ["skipped"]
    assert "kata: twice needs torch, which is not installed: pip install 'kata-grader[torch]'" in ran.out


def test_a_fault_of_the_grader_is_an_error_and_no_failure(runner, pack):
    workspace(runner.folder, pack, {"twice.py": right(), "faulty.py": FAULTY})
    ran = runner(plugins=("faulty", "grader.pytest_plugin"))
    assert outcomes(ran, "twice") == ["error"] * 3, ran.out
    assert "This could not be graded, and that is not your fault: the worker is ill." in ran.out
    assert runner.attempts() == []


@pytest.mark.parametrize("data", ["a file where the folder should be", "a damaged database"])
def test_progress_that_cannot_be_kept_or_read_is_a_warning(runner, pack, data, tmp_path):
    workspace(runner.folder, pack, {"twice.py": right()})
    damaged = tmp_path / "data" if data.startswith("a file") else tmp_path / "data" / "progress.sqlite"
    damaged.parent.mkdir(exist_ok=True)
    damaged.write_bytes(b"no database " * 1000)
    ran = runner()
    assert outcomes(ran, "twice") == ["passed"] * 3, ran.out
    assert "1 warning" in ran.out
    assert "PytestWarning" in ran.out
    assert str(tmp_path / "data") in ran.out


def test_a_workspace_whose_pack_is_gone_says_so(runner, tmp_path):
    tests = "def test_mine():\n    pass\n"
    workspace(runner.folder, tmp_path / "nowhere", {"twice.py": right(), "test_of_mine.py": tests})
    ran = runner()
    assert (ran.status, set(ran.cases)) == (0, {("test_of_mine", "test_mine")})
    assert f"kata: nothing in {runner.folder} is checked: " in ran.out
    assert "nowhere is not an exercise pack" in ran.out
    assert "Traceback" not in ran.out


FOREIGN = {
    "of another program": "[container]\nimage = 'x'\n",
    "a number of many digits": f"schema = {'1' * 5000}\n",
    "a path longer than any": f"schema = 1\npack = '{'a' * 5000}'\n",
    "a long dotted key": f"{'a.' * 100_000}a = 1\n",
}


@pytest.mark.parametrize("text", FOREIGN.values(), ids=FOREIGN)
def test_a_file_of_another_program_with_our_name_stops_nothing(runner, text):
    hand_in(runner.folder, {"kata.toml": text, "test_it.py": "def test_it():\n    pass\n"})
    ran = runner()
    assert (ran.status, set(ran.cases)) == (0, {("test_it", "test_it")}), ran.out
    assert "kata: " in ran.out
    assert "Traceback" not in ran.out


# --------------------------------------------------------------------------- elsewhere

TELL = """
import json, sys

def pytest_unconfigure(config):
    loaded = {name.split(".")[0] for name in sys.modules} & {"msgspec", "numpy", "rich", "click", "torch"}
    print("\\nloaded: " + json.dumps([sorted(loaded), config.pluginmanager.has_plugin("kata-session")]))
"""


def test_in_another_project_nothing_is_collected_registered_or_loaded(runner):
    files = {"tell.py": TELL, "twice.py": "1 / 0\n", "test_it.py": "def test_it():\n    pass\n"}
    hand_in(runner.folder, files)
    ran = runner(plugins=("grader.pytest_plugin", "tell"))
    assert ran.status == 0
    assert set(ran.cases) == {("test_it", "test_it")}
    assert "kata" not in ran.out.replace("kata-session", "").split("loaded")[0]
    assert "loaded: [[], false]" in ran.out


def test_in_a_pack_with_solutions_nothing_is_collected(tmp_path):
    runner = Runner(tmp_path, tmp_path / "data")
    ran = runner("--collect-only", "-q", f"--rootdir={ROOT}", str(ROOT / "exercises" / "pos_embed_2d"))
    assert "no tests collected" in ran.out


def test_loaded_by_its_entry_point_and_by_name_it_is_there_once(two):
    entry = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]["pytest11"]
    points = "".join(f"{name} = {where}\n" for name, where in entry.items())
    write(two.folder / "kata_test-1.dist-info" / "entry_points.txt", f"[pytest11]\n{points}")
    write(
        two.folder / "kata_test-1.dist-info" / "METADATA",
        "Name: kata-test\nVersion: 1\n",
    )
    for plugins in (("kata",), ("kata", "grader.pytest_plugin")):
        ran = two("twice", plugins=plugins)
        assert outcomes(ran, "twice") == ["passed"] * 3, ran.out
    assert outcomes(two("twice", plugins=("no:kata",)), "twice") == []
