"""What is shipped, and that it works where it is installed."""

import csv
import json
import re
import shutil
import tarfile
import tomllib
import zipfile

import pytest

from tests.packaging.support import FOUR, ROOT

CLASS = ROOT / "examples" / "class"


@pytest.fixture(scope="session")
def names(wheel):
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def source_files(folder):
    """The files of a folder of the source tree that are its content."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.mark.parametrize("kind", ["exercises", "solutions"])
def test_the_wheel_carries_the_whole_pack(names, kind):
    shipped = {name.removeprefix("grader/_catalogue/") for name in names if f"_catalogue/{kind}/" in name}
    assert shipped == source_files(kind)


def test_the_pack_holds_the_four_exercises(names):
    for exercise in FOUR:
        assert f"grader/_catalogue/exercises/{exercise}/exercise.toml" in names
        assert f"grader/_catalogue/solutions/{exercise}/solution.py" in names


def test_the_wheel_carries_every_module(names):
    assert source_files("grader") <= names


def test_nothing_but_the_package_is_in_the_wheel(names):
    assert {name.split("/")[0] for name in names} - {"grader"} == {
        name.split("/")[0] for name in names if ".dist-info/" in name
    }
    assert not [name for name in names if "__pycache__" in name or name.endswith(".pyc")]


def test_the_wheel_says_who_it_is(wheel, names):
    with zipfile.ZipFile(wheel) as archive:
        (metadata,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        text = archive.read(metadata).decode()
        (points,) = (name for name in names if name.endswith(".dist-info/entry_points.txt"))
        told = archive.read(points).decode()
        assert "[console_scripts]\nkata = grader.cli:main\n" in told
        assert "[pytest11]\nkata = grader.pytest_plugin:PLUGIN\n" in told
    (version,) = re.findall(r"^Version: (.*)$", text, re.MULTILINE)
    assert f'__version__ = "{version}"' in (ROOT / "grader" / "__init__.py").read_text()
    assert "Name: kata-grader" in text
    assert "Requires-Python: >=3.11" in text


def test_the_sdist_is_enough_to_build_and_test(sdist):
    with tarfile.open(sdist) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    for folder in ("grader", "exercises", "solutions", "tests", "examples"):
        assert source_files(folder) <= inside, folder
    assert {
        "pyproject.toml",
        "Makefile",
        "requirements-torch.txt",
        "LICENSE",
        "CHANGELOG.md",
        "README.md",
    } <= inside


def test_the_pinned_torch_is_one_that_the_extra_allows():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    (wanted,) = extras["torch"]
    least = wanted.removeprefix("torch>=").split(".")
    (pin,) = re.findall(r"^torch==(.*)$", (ROOT / "requirements-torch.txt").read_text(), re.MULTILINE)
    assert [int(part) for part in pin.split(".")] >= [int(part) for part in least]


# --------------------------------------------------------------------------- the installed command


def test_the_installed_command_lists_the_pack(installed):
    done = installed("list")
    assert done.returncode == 0, done.stderr
    for exercise in FOUR:
        assert exercise in done.stdout


def test_the_installed_command_shows_a_statement(installed):
    done = installed("show", "pos_embed_2d")
    assert done.returncode == 0, done.stderr
    assert "4 decimals" in done.stdout


@pytest.mark.parametrize("exercise", sorted(FOUR))
def test_the_installed_command_checks_a_right_answer(installed, exercise):
    result, status = installed.json(
        "check", CLASS / "ada" / f"{exercise}.py", "--exercise", exercise, "--json"
    )
    assert (result["status"], result["score"], result["max_score"], status) == ("passed", 10, 10, 0)


def test_the_installed_command_checks_a_wrong_answer(installed):
    result, status = installed.json(
        "check", CLASS / "bruno" / "pos_embed_2d.py", "--exercise", "pos_embed_2d", "--json"
    )
    assert (result["status"], status) == ("failed", 1)
    assert result["score"] < 10
    assert result["message"]


def test_the_installed_command_grades_a_class(installed, tmp_path):
    handed_in = [
        "ada/pos_embed_2d.py",
        "ada/gather_patches.py",
        "bruno/pos_embed_2d.py",
        "hana/gather_patches.ipynb",
    ]
    for file in handed_in:
        (tmp_path / "class" / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(CLASS / file, tmp_path / "class" / file)
    done = installed("grade", tmp_path / "class", "-o", tmp_path / "results")
    assert done.returncode == 1, done.stderr
    lines = (tmp_path / "results" / "results.jsonl").read_text().splitlines()
    seen = {(result["student"], result["exercise"]): result["status"] for result in map(json.loads, lines)}
    assert seen == {
        ("ada", "pos_embed_2d"): "passed",
        ("ada", "gather_patches"): "passed",
        ("bruno", "pos_embed_2d"): "failed",
        ("hana", "gather_patches"): "passed",
    }
    with (tmp_path / "results" / "gradebook.csv").open(newline="") as book:
        assert len(list(csv.DictReader(book))) == 3
