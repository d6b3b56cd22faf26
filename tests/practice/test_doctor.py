"""What `kata doctor` finds wrong, and what it says to do about it."""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections import namedtuple
from contextlib import closing
from importlib import metadata
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from grader.doctor.isolation import Examination, examine, isolation_section
from grader.doctor.machine import python_section
from grader.doctor.places import ELSEWHERE
from grader.errors import HarnessError
from grader.isolate.control import Act, Ready
from grader.model import Error, Level, Load, Outcome
from grader.practice.events import Event
from grader.practice.progress import Progress
from tests.command.support import add_exercise, in_this_process

SECTIONS = ("Python", "Packages", "Threads", "Isolation", "Data", "Pack")
EVENT = Event(id="one", at="2026-11-30T20:42:32Z", kind="started", exercise="twice")
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="submissions are isolated on Linux only")


@pytest.fixture
def pack(tmp_path):
    folder = tmp_path / "pack"
    add_exercise(folder, "twice", "2 * n")
    add_exercise(folder, "square", "n * n")
    return folder


@pytest.fixture
def data(tmp_path, monkeypatch):
    folder = tmp_path / "data"
    monkeypatch.setenv("KATA_DATA_DIR", str(folder))
    monkeypatch.setenv("KATA_CACHE_DIR", str(tmp_path / "cache"))
    return folder


@pytest.fixture
def kata(capfd, monkeypatch, tmp_path, data):
    run = in_this_process(capfd, monkeypatch, tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return run


@pytest.fixture
def isolated(monkeypatch):
    """A machine that isolates, of which nothing is tried anew."""
    found = Examination(Level.STANDARD, ("rlimits", "landlock", "seccomp"), (), None, ())
    monkeypatch.setattr("grader.cli.examining._examined", lambda pack: found)


@pytest.fixture
def examined(kata, pack, isolated):
    """Ask for the document, with the small pack; its status, and its findings by section and state."""

    def run(*arguments, within=pack):
        ran = kata("doctor", "--json", *(("--pack", within) if within else ()), *arguments)
        assert ran.err == ""
        document = json.loads(ran.out)
        assert all(found["remedy"] for found in document["findings"] if found["state"] == "problem")
        return ran.status, document["findings"]

    return run


def of(findings, section, state):
    return {f["name"]: f for f in findings if (f["section"], f["state"]) == (section, state)}


# --------------------------------------------------------------------------- what it looks like


@on_linux
def test_it_is_short_and_plain_where_all_is_well(kata, pack):
    ran = kata("doctor", "--pack", pack)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("All is well: you can practise here, and grade a class.\n")
    assert all(len(line) <= 80 for line in ran.out.splitlines())
    assert "\x1b" not in ran.out
    for section in SECTIONS:
        assert re.search(rf"^  (ok|note) +{section} ", ran.out, re.MULTILINE)
    assert "tried against" not in ran.out


@on_linux
def test_all_that_was_looked_at_is_shown_when_asked_for(kata, pack):
    ran = kata("doctor", "-v", "--pack", pack)
    assert ran.status == 0
    assert all(len(line) <= 80 for line in ran.out.splitlines())
    assert re.search(r"^  refused   start a process$", ran.out, re.MULTILINE)
    assert re.search(r"seccomp: there; stops starting processes and threads", ran.out)
    assert f"executable:{sys.executable}" in "".join(ran.out.split())
    assert "what to do for isolation" in ran.out


@on_linux
def test_the_document_keeps_its_fields_and_tells_every_finding(kata, pack, data):
    ran = kata("doctor", "--json", "--pack", pack)
    assert (ran.status, ran.err) == (0, "")
    told = json.loads(ran.out)
    assert told["schema"] == 1
    assert told["level"] in ("full", "standard", "closed")
    for name in ("meaning", "layers", "acts", "fault", "here", "advice"):
        assert name in told
    assert {"kernel", "machine", "grader", "python", "numpy"} <= set(told["system"])
    assert {found["section"] for found in told["findings"]} == set(SECTIONS)
    for found in told["findings"]:
        assert set(found) == {"section", "name", "state", "told", "remedy"}
        assert found["state"] in ("ok", "note", "problem")
    assert told["pack"]["folder"] == str(pack)
    assert told["pack"]["exercises"] == ["square", "twice"]
    assert told["data"]["progress"] == str(data / "progress.sqlite")
    assert not data.exists()  # looking changes nothing


@on_linux
def test_neither_numpy_nor_torch_is_imported_to_find_out(pack, data):
    code = (
        "import sys\nfrom grader.cli import main\n"
        "try:\n    main(['doctor', '--json', '--pack', sys.argv[1]])\n"
        "finally:\n    print(sorted({'numpy', 'torch'} & set(sys.modules)), file=sys.stderr)\n"
    )
    root = Path(__file__).resolve().parents[2]
    ran = subprocess.run(
        [sys.executable, "-c", code, pack], cwd=root, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "[]\n")


def test_a_name_of_a_folder_cannot_steer_the_terminal(kata, tmp_path, pack, isolated):
    hostile = tmp_path / "a\x1b[31mb"
    pack.rename(hostile)
    ran = kata("doctor", "-v", "--pack", hostile)
    assert ran.status == 0
    assert "\x1b" not in ran.out
    assert r"a\x1b[31mb" in "".join(ran.out.split())


# --------------------------------------------------------------------------- the pack


def test_a_broken_exercise_is_told_and_fails(kata, pack, isolated):
    (pack / "exercises" / "twice" / "exercise.toml").write_text("schema = 1\ntitel = 'x'\n")
    ran = kata("doctor", "--pack", pack)
    assert ran.status == 3
    shown = " ".join(ran.out.split())
    assert "1 problem, marked with x. A class cannot be graded here." in shown
    assert re.search(r"^  x +twice: ", ran.out, re.MULTILINE)
    assert "Did you mean 'title'?" in shown
    assert "to do: " in shown


def test_an_exercise_for_students_without_its_examples_is_a_problem(examined, pack):
    shutil.rmtree(pack / "solutions")
    status, findings = examined()
    assert status == 3
    assert set(of(findings, "Pack", "problem")) == {"twice", "square"}
    assert "examples.json is missing" in of(findings, "Pack", "problem")["twice"]["told"]


def test_with_solutions_there_missing_examples_are_a_note(examined):
    status, findings = examined()
    assert status == 0
    assert "kata verify twice --freeze" in of(findings, "Pack", "note")["twice"]["remedy"]


@pytest.mark.parametrize("given", ["nowhere", "."])
def test_a_pack_that_is_none_is_refused(kata, given, isolated):
    ran = kata("doctor", "--pack", given)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("kata: ")


def test_a_damaged_workspace_is_a_problem_and_no_end(examined, tmp_path):
    (tmp_path / "kata.toml").write_text("schema = [\n")
    status, findings = examined(within=None)
    assert status == 3
    assert "kata.toml cannot be read" in of(findings, "Pack", "problem")["pack"]["told"]
    assert of(findings, "Pack", "ok")["exercises"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not remove the folder of a process")
def test_a_folder_that_is_gone_is_a_problem_and_no_end(examined, monkeypatch, tmp_path):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    _, findings = examined()
    assert "cannot be looked into" in of(findings, "Pack", "problem")["pack"]["told"]
    monkeypatch.chdir(tmp_path)


# --------------------------------------------------------------------------- what is kept


def test_progress_that_is_damaged_is_told_and_left_as_it_is(examined, data):
    Progress().record(EVENT)
    path = data / "progress.sqlite"
    path.write_bytes(b"no database" * 200)
    before = {file.name: file.read_bytes() for file in data.iterdir()}
    status, findings = examined()
    assert status == 0
    found = of(findings, "Data", "problem")["progress"]
    assert "is damaged" in found["told"]
    assert "kata progress --import" in found["remedy"]
    assert {file.name: file.read_bytes() for file in data.iterdir()} == before


def test_progress_on_a_disk_that_is_not_there_is_told(examined, data, tmp_path):
    data.mkdir()
    (data / "progress.sqlite").symlink_to(tmp_path / "unmounted" / "progress.sqlite")
    status, findings = examined()
    assert status == 0
    found = of(findings, "Data", "problem")["progress"]
    assert found["told"].endswith("it is a link to a file that is not there")


def test_sound_progress_is_counted_and_the_last_workspace_named(examined, data, tmp_path):
    Progress().record(EVENT)
    Progress().remember(tmp_path / "pack")
    before = sorted(file.name for file in data.iterdir())
    _, findings = examined()
    assert "sound, 1 event" in of(findings, "Data", "ok")["progress"]["told"]
    assert of(findings, "Data", "ok")["workspace"]["told"] == f"{tmp_path / 'pack'}, which was used last"
    assert sorted(file.name for file in data.iterdir()) == before


def test_progress_of_a_newer_kata_asks_for_an_update(examined, data):
    Progress().record(EVENT)
    with closing(sqlite3.connect(data / "progress.sqlite")) as database, database:
        database.execute("UPDATE meta SET value = '99' WHERE name = 'schema'")
    _, findings = examined()
    assert "pip install --upgrade" in of(findings, "Data", "problem")["progress"]["remedy"]


def test_a_database_of_another_program_is_called_damaged(examined, data):
    data.mkdir()
    with closing(sqlite3.connect(data / "progress.sqlite")) as database, database:
        database.execute("CREATE TABLE other (name TEXT)")
    _, findings = examined()
    assert "is damaged" in of(findings, "Data", "problem")["progress"]["told"]


def test_folders_that_cannot_be_written_are_problems_of_practice_alone(examined, monkeypatch, tmp_path):
    (tmp_path / "kata.toml").write_text("schema = 1\n")
    monkeypatch.setattr(os, "access", lambda path, mode, **more: mode != os.W_OK)
    status, findings = examined()
    assert status == 0  # submissions can be graded all the same
    found = of(findings, "Data", "problem")
    assert set(found) == {"progress", "cache", "workspace"}
    assert "KATA_DATA_DIR" in found["progress"]["remedy"]


def test_a_data_folder_that_is_a_file_is_a_problem(examined, data):
    data.write_text("in the way")
    _, findings = examined()
    assert "KATA_DATA_DIR" in of(findings, "Data", "problem")["progress"]["remedy"]


def test_without_a_home_it_says_what_to_set(examined, monkeypatch):
    for name in ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "KATA_DATA_DIR", "KATA_CACHE_DIR"):
        monkeypatch.delenv(name, raising=False)

    def nobody(number):
        raise KeyError(number)

    monkeypatch.setattr("pwd.getpwuid", nobody)
    status, findings = examined()
    assert status == 0
    assert "set KATA_DATA_DIR" in of(findings, "Data", "problem")["progress"]["remedy"]
    assert "KATA_CACHE_DIR" in of(findings, "Data", "note")["cache"]["remedy"]


def test_little_room_is_a_problem(examined, monkeypatch):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**10, 10**10 - 10**7, 10**7))
    _, findings = examined()
    assert "10 MB are free" in of(findings, "Data", "problem")["space"]["told"]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="modes of folders are POSIX's")
def test_a_cache_that_others_can_write_is_not_used_and_it_says_so(examined, tmp_path):
    cache = tmp_path / "cache"
    cache.mkdir()
    cache.chmod(0o777)
    _, findings = examined()
    found = of(findings, "Data", "problem")["cache"]
    assert "is not used" in found["told"]
    assert found["remedy"] == f"chmod go-w {cache}"


def test_what_cannot_be_looked_at_stops_nothing_else(examined, monkeypatch):
    def unreadable(workspace):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("grader.doctor.keeping.data_section", unreadable)
    status, findings = examined()
    assert status == 0
    assert "could not be looked at" in of(findings, "Data", "problem")["Data"]["told"]
    assert of(findings, "Pack", "ok")


# --------------------------------------------------------------------------- Python, packages, threads


def versions(monkeypatch, changes):
    """The versions that are installed, some of them other ones; None where there is none."""
    real = metadata.version

    def version(name):
        told = changes.get(name.lower(), "") if name.lower() in changes else real(name)
        if told is None:
            raise PackageNotFoundError(name)
        return told

    monkeypatch.setattr("grader.doctor.packages.version", version)


def test_packages_that_are_absent_or_too_old_come_with_the_command(examined, monkeypatch):
    versions(monkeypatch, {"watchfiles": None, "numpy": "1.2.0", "torch": None, "matplotlib": None})
    status, findings = examined()
    assert status == 0
    problems, notes = of(findings, "Packages", "problem"), of(findings, "Packages", "note")
    assert problems["watchfiles"]["remedy"].startswith("pip install --upgrade 'watchfiles>=")
    assert problems["numpy"]["told"].startswith("1.2.0, where kata needs >=")
    assert notes["torch"]["remedy"] == "pip install 'kata-grader[torch]'"
    assert notes["matplotlib"]["remedy"] == "pip install 'kata-grader[plot]'"


def test_it_says_how_many_exercises_wait_for_torch(examined, monkeypatch, pack):
    manifest = pack / "exercises" / "twice" / "exercise.toml"
    manifest.write_text(manifest.read_text().replace("[limits]", 'needs = ["torch"]\n[limits]'))
    versions(monkeypatch, {"torch": None})
    _, findings = examined()
    assert "1 exercise of this pack" in of(findings, "Packages", "note")["torch"]["told"]


def test_a_package_whose_files_are_gone_is_a_problem(examined, monkeypatch):
    monkeypatch.setattr("grader.doctor.packages.find_spec", lambda name: None if name == "yaml" else name)
    _, findings = examined()
    assert "its files are gone" in of(findings, "Packages", "problem")["pyyaml"]["told"]


def test_run_from_a_folder_it_says_what_it_cannot_know(examined, monkeypatch):
    def unknown(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr("grader.doctor.packages.requires", unknown)
    status, findings = examined()
    assert status == 0
    assert "not installed" in of(findings, "Packages", "note")["kata"]["told"]
    assert of(findings, "Packages", "ok")["numpy"]


def test_an_old_python_is_a_problem():
    found = {finding.name: finding for finding in python_section((3, 10, 4)).findings}
    assert "3.10.4, where kata needs 3.11" in found["version"].told
    assert "install Python 3.11" in found["version"].remedy


def test_a_number_of_threads_that_does_not_count_is_a_note(examined, monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "8")
    status, findings = examined()
    assert status == 0
    assert "does not count" in of(findings, "Threads", "note")["OMP_NUM_THREADS"]["told"]


# --------------------------------------------------------------------------- isolation


class Asked:
    """A worker that says of itself what it is given, and loads a file as it is given."""

    def __init__(self, ready, loads=None):
        self.ready, self.loads = ready, loads or {}
        self.layers = ()

    def examine(self, kind):
        if isinstance(self.ready, HarnessError):
            raise self.ready
        return self.ready

    def run(self, task):
        yield self.loads.get(task.kind, Load(Outcome.RETURNED))


ISOLATING = Ready(Level.STANDARD, ("rlimits", "landlock", "seccomp"), ())
PLAIN = Ready(Level.NONE, ("plain",), ())
OPEN = Ready(
    Level.NONE, ("rlimits", "landlock"), tuple(Act("all layers", f"act {n}", False) for n in range(5))
)


@pytest.fixture
def machine(examined, monkeypatch):
    """Ask for the document on a machine with these workers."""

    def run(grading, own=None):
        monkeypatch.setattr("grader.doctor.isolation.find_spec", lambda name: name)
        monkeypatch.setattr("grader.cli.examining._examined", lambda pack: examine(grading, own))
        return examined()

    return run


def test_numpy_that_does_not_import_is_named_with_what_to_do(machine):
    broken = HarnessError("the warm server did not start: ImportError: libopenblas.so.0: cannot open")
    status, findings = machine(Asked(broken))
    assert status == 3
    found = of(findings, "Packages", "problem")["numpy"]
    assert "does not import" in found["told"]
    assert "libopenblas" in found["told"]
    assert found["remedy"] == "pip install --force-reinstall numpy"


def test_torch_that_does_not_import_is_named_with_what_to_do(machine):
    pytest.importorskip("torch", reason="install torch: pip install 'kata-grader[torch]'")
    raised = Load(Outcome.RAISED, error=Error("ImportError", ("ImportError",), "libc10.so"))
    status, findings = machine(Asked(ISOLATING, {"torch": raised}))
    assert status == 3
    assert of(findings, "Packages", "problem")["torch"]["remedy"] == "pip install --force-reinstall torch"
    assert "numpy" not in of(findings, "Packages", "problem")


def test_a_machine_on_which_nothing_runs_is_not_called_safe(machine):
    status, findings = machine(Asked(ISOLATING, {"numpy": Load(Outcome.DIED)}))
    assert status == 3
    assert "ulimit -a" in of(findings, "Isolation", "problem")["grading"]["told"]
    assert of(findings, "Packages", "problem") == {}


def test_a_server_that_does_not_start_is_told(machine):
    status, findings = machine(Asked(HarnessError("the warm server did not start: it said nothing")))
    assert status == 3
    assert "did not start" in of(findings, "Isolation", "problem")["grading"]["told"]


def test_what_is_possible_is_told_with_what_to_do(machine):
    status, findings = machine(Asked(OPEN))
    assert status == 3
    found = of(findings, "Isolation", "problem")["grading"]
    assert "5 forbidden acts not refused: act 0 (all layers)" in found["told"]
    assert "and 2 more" in found["told"]
    assert "nothing can be graded safely" in of(findings, "Isolation", "note")["seccomp"]["told"]
    assert "without isolation" in of(findings, "Isolation", "ok")["practice"]["told"]


def test_elsewhere_one_can_practise_and_is_told_where_to_grade(machine, monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    status, findings = machine(None, Asked(PLAIN))
    assert status == 3
    assert "Linux only" in of(findings, "Isolation", "problem")["grading"]["told"]
    assert "Linux container" in of(findings, "Isolation", "problem")["grading"]["remedy"]
    assert "time limit" in of(findings, "Isolation", "note")["practice"]["told"]


def test_elsewhere_practice_that_does_not_work_is_a_problem(machine):
    status, findings = machine(None, Asked(HarnessError("the child process cannot be started")))
    assert status == 3
    assert "cannot be started" in of(findings, "Isolation", "problem")["practice"]["told"]


def test_the_plain_way_on_linux_changes_nothing_for_grading(machine, monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    status, findings = machine(Asked(ISOLATING), Asked(PLAIN))
    assert status == 0
    assert "unset KATA_PLAIN" in of(findings, "Isolation", "note")["practice"]["remedy"]


@pytest.mark.parametrize("layer", ["rlimits", "landlock", "seccomp", "namespaces", "user"])
def test_each_layer_says_what_it_stops_and_whether_it_is_there(layer):
    found = Examination(Level.STANDARD, ISOLATING.layers, (), None, ())
    told = {finding.name: finding for finding in isolation_section(found).findings}[layer].told
    assert told.startswith("there; stops " if layer in ISOLATING.layers else "not there")
    assert "stop" in told


def test_who_is_refused_elsewhere_learns_that_practice_works():
    assert "to practise, nothing is missing here" in ELSEWHERE
