"""What the command says and does where a machine isolates well, less well, or not at all.

The circumstances are imitated from outside, by a filter that the command starts under.
"""

import csv
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from grader.model import UNSAFE
from tests.attacks import filters
from tests.command.support import hand_in, results, right, start

ROOT = Path(__file__).resolve().parents[2]
UNDER = """
import os, sys
sys.path.insert(0, sys.argv[1])
from tests.attacks import filters
for name in sys.argv[2].split():
    filters.load(getattr(filters, name)())
os.environ["PYTHONPATH"] = sys.argv[1]
os.execv(sys.executable, [sys.executable, "-m", "grader", *sys.argv[3:]])
"""
pytestmark = pytest.mark.skipif(not filters.supported(), reason="the filters know no such machine")


@pytest.fixture
def under(tmp_path, monkeypatch):
    """Run the command under filters; its status, standard output and standard error."""
    monkeypatch.setattr("tests.command.support.KATA", sys.executable)

    def run(circumstances, *arguments):
        process = start("-c", UNDER, ROOT, circumstances, *arguments, folder=tmp_path)
        out, err = process.communicate(timeout=120)
        return process.returncode, out, err

    return run


@pytest.fixture
def handed_in(tmp_path):
    return hand_in(tmp_path / "class", {"ada/twice.py": right(), "bo/twice.py": right(formula="n")})


LEVELS = {
    "": ("full", "standard"),  # as this machine has namespaces or not
    "without_namespaces": ("standard",),
    "without_landlock": ("closed",),
    "without_namespaces without_landlock": ("closed",),
    "without_seccomp": ("none",),
}


@pytest.mark.parametrize(("circumstances", "levels"), LEVELS.items(), ids=lambda value: str(value))
def test_the_level_is_found_by_trying(under, circumstances, levels):
    status, out, _ = under(circumstances, "doctor", "--json")
    told = json.loads(out)
    assert told["level"] in levels
    assert status == (3 if told["level"] == "none" else 0)
    possible = {act["act"] for act in told["acts"] if not act["refused"] and act["layer"] != "namespaces"}
    assert bool(possible) is (told["level"] == "none")
    assert ("landlock" in told["layers"]) is ("without_landlock" not in circumstances)
    assert ("namespaces" in told["layers"]) <= ("without_namespaces" not in circumstances)


def test_the_doctor_says_what_was_tried_and_what_to_do(under):
    status, out, err = under("without_seccomp", "doctor", "--verbose")
    assert (status, err) == (3, "")
    assert "A class cannot be graded here" in out
    assert re.search(r"^  x +Isolation +none: something forbidden is possible", out, re.MULTILINE)
    assert re.search(r"^  note +seccomp: not there", out, re.MULTILINE)
    assert "POSSIBLE  start a process" in out
    assert "refused   read /etc/passwd" in out
    for place in ("Docker", "Ubuntu 24.04", "WSL2", "Gradescope", "macOS", "Windows"):
        assert place in out


@pytest.mark.parametrize("circumstances", ["without_namespaces", "without_landlock"])
def test_with_fewer_layers_a_class_is_graded_the_same(under, handed_in, pack, tmp_path, circumstances):
    status, _, _ = under(circumstances, "grade", handed_in, "-o", "out", "--pack", pack, "--seed", 1)
    assert status == 1
    assert [told["score"] for told in results(tmp_path / "out")] == [10.0, 0.0]
    assert UNSAFE not in json.dumps(results(tmp_path / "out"))


def test_without_isolation_a_class_is_refused(under, handed_in, pack, tmp_path):
    status, out, err = under("without_seccomp", "grade", handed_in, "-o", "out", "--pack", pack)
    assert (status, out) == (3, "")
    assert "cannot keep submissions from doing harm" in err
    assert "cannot be laid here" in err
    assert "(seccomp)" in err
    assert "kata doctor" in err
    assert "--unsafe-no-sandbox" in err
    assert not (tmp_path / "out" / "results.jsonl").exists()


def test_a_refusal_leaves_earlier_results_as_they_were(under, handed_in, pack, tmp_path):
    under("", "grade", handed_in, "-o", "out", "--pack", pack)
    before = (tmp_path / "out" / "results.jsonl").read_bytes()
    assert under("without_seccomp", "grade", handed_in, "-o", "out", "--pack", pack)[0] == 3
    assert (tmp_path / "out" / "results.jsonl").read_bytes() == before


def test_who_asks_for_it_gets_it_in_writing_everywhere(under, handed_in, pack, tmp_path):
    asked = ("grade", handed_in, "-o", "out", "--pack", pack, "--unsafe-no-sandbox")
    status, out, _ = under("without_seccomp", *asked)
    assert status == 1
    for told in results(tmp_path / "out"):
        assert told["isolation"][0] == UNSAFE
        assert any("without isolation" in note for note in told["notes"])
    assert "GRADED WITHOUT ISOLATION" in (tmp_path / "out" / "summary.txt").read_text().splitlines()[0]
    assert "GRADED WITHOUT ISOLATION" in out
    with (tmp_path / "out" / "gradebook.csv").open(newline="") as file:
        assert [row["isolation"] for row in csv.DictReader(file)] == [UNSAFE, UNSAFE]


def test_a_result_that_was_never_run_says_so_too(under, handed_in, pack, tmp_path):
    broken = tmp_path / "broken"
    shutil.copytree(pack, broken)
    (broken / "solutions" / "square" / "solution.py").write_text("def square(n):\n    return n +\n")
    hand_in(handed_in, {"cy/square.py": right("square", "n * n"), "dee/twice.py": b"\xff\xfe\x00\xd8\x00"})
    asked = ("grade", handed_in, "-o", "out", "--pack", broken, "--unsafe-no-sandbox")
    assert under("without_seccomp", *asked)[0] == 3
    told = {result["student"]: result for result in results(tmp_path / "out")}
    assert (told["cy"]["status"], told["dee"]["status"]) == ("harness_error", "unreadable")
    for result in told.values():
        assert result["isolation"][0] == UNSAFE
        assert sum("without isolation" in note for note in result["notes"]) == 1


ELSEWHERE = """
import sys
sys.path.insert(0, {root!r})
import click, pathlib, rich.console, rich.progress, platform
if {system!r} == "win32":
    sys.modules.update(dict.fromkeys(("fcntl", "resource", "pwd", "grp")))
sys.platform = {system!r}
from grader.cli import main
main({arguments!r})
"""


def elsewhere(system, *arguments):
    """Run the command on what it takes for another system."""
    text = ELSEWHERE.format(root=str(ROOT), system=system, arguments=[str(item) for item in arguments])
    return subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_on_other_systems_the_doctor_says_where_to_go(system):
    told = elsewhere(system, "doctor")
    assert (told.returncode, told.stderr) == (3, "")
    assert "You can practise here. A class is graded on Linux only." in told.stdout, told.stdout
    assert {"win32": "install WSL2", "darwin": "Linux container"}[system] in " ".join(told.stdout.split())


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_on_other_systems_a_class_is_not_graded(handed_in, pack, system):
    refused = elsewhere(system, "grade", handed_in, "-o", handed_in.parent / "out", "--pack", pack)
    assert refused.returncode == 3
    assert "submissions are run on Linux only" in refused.stderr
    assert "on Windows use WSL2, on macOS a Linux container" in " ".join(refused.stderr.split())


def test_where_isolation_works_the_flag_changes_nothing(under, handed_in, pack, tmp_path):
    under("", "grade", handed_in, "-o", "out", "--pack", pack, "--unsafe-no-sandbox")
    assert "isolation" not in (tmp_path / "out" / "gradebook.csv").read_text()
    assert UNSAFE not in (tmp_path / "out" / "results.jsonl").read_text()


def test_a_learner_needs_no_isolation(under, handed_in, pack):
    status, out, _ = under("without_seccomp", "check", handed_in / "ada/twice.py", "--pack", pack, "--json")
    told = json.loads(out)
    assert (status, told["status"]) == (0, "passed")
    assert "seccomp" not in told["isolation"]
    assert UNSAFE not in told["isolation"]


@pytest.mark.parametrize("command", ["grade", "check", "doctor"])
def test_a_pack_that_submissions_could_read_is_refused_by_name(under, handed_in, pack, command):
    import numpy

    exposed = Path(numpy.__file__).resolve().parent / "kata-test-pack"
    arguments = {
        "grade": ("grade", handed_in, "-o", "out"),
        "check": ("check", handed_in / "ada/twice.py"),
        "doctor": ("doctor",),
    }
    try:
        shutil.copytree(pack, exposed)
        status, out, err = under("", *arguments[command], "--pack", exposed)
    finally:
        shutil.rmtree(exposed)
    assert status == 3
    # Joined without blanks: a path longer than a line of the terminal is broken somewhere within.
    told = "".join((out + err).split())
    assert f"{exposed / 'exercises'}liesbelow{exposed.parent}" in told


# --------------------------------------------------------------------------- limits of an assignment


def test_limits_can_be_changed_for_a_run(kata, handed_in, pack, tmp_path):
    big = "import numpy\ntable = numpy.ones(100 << 17)\n" + right()
    hand_in(handed_in, {"cy/twice.py": big})
    arguments = ("grade", handed_in, "-o", tmp_path / "out", "--pack", pack)
    kata(*arguments, "--limit", "memory_mb=64")
    assert [told["status"] for told in results(tmp_path / "out")] == ["passed", "failed", "import_failed"]
    assert "memory_mb=64" in (tmp_path / "out" / "summary.txt").read_text()
    kata(*arguments, "--limit", "memory_mb=512", "--limit", "threads=true")
    assert [told["status"] for told in results(tmp_path / "out")] == ["passed", "failed", "passed"]


WRONG_LIMITS = {
    "memory": "write NAME=VALUE",
    "memory=5": "where NAME is one of time_per_check_s, time_per_submission_s, memory_mb",
    "memory_mb=lots": "memory_mb is a whole number from 16 to 65536",
    "memory_mb=1.5": "memory_mb is a whole number from 16 to 65536",
    "memory_mb=8": "memory_mb is a whole number from 16 to 65536",
    "time_per_check_s=0": "time_per_check_s is a number of seconds above 0",
    "time_per_check_s=NaN": "time_per_check_s is a number of seconds above 0",
    "threads=2": "threads is true or false",
}


@pytest.mark.parametrize(("given", "told"), WRONG_LIMITS.items())
def test_a_limit_that_is_none_is_told(kata, handed_in, pack, given, told):
    for command in (("grade", handed_in, "-o", "out"), ("check", handed_in / "ada/twice.py")):
        ran = kata(*command, "--pack", pack, "--limit", given)
        assert ran.status == 2
        assert f"--limit {given}:" in ran.err
        assert told in ran.err


def test_a_check_has_the_limits_of_its_run(kata, handed_in, pack):
    hand_in(handed_in, {"dee/twice.py": "import time\ntime.sleep(1.5)\n" + right()})
    path = handed_in / "dee/twice.py"
    assert kata("check", path, "--pack", pack, "--limit", "time_per_check_s=0.1").status == 1
    assert kata("check", path, "--pack", pack, "--limit", "time_per_check_s=5").status == 0
