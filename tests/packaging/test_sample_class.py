"""The sample class is graded as tests/data/class_expected.json says, each student for one reason."""

import csv
import json

import pytest

from tests.packaging.support import ROOT

CLASS = ROOT / "examples" / "class"
EXPECTED = json.loads((ROOT / "tests" / "data" / "class_expected.json").read_text())
OF_EACH = [
    pytest.param(student, exercise, wanted, id=f"{student}-{exercise}")
    for student, exercises in EXPECTED.items()
    for exercise, wanted in exercises.items()
]


def grade(kata, folder, *options):
    """Grade the class; the results by student and exercise."""
    done = kata("grade", CLASS, "-o", folder, *options)
    assert done.returncode == 1, done.stdout + done.stderr
    results = [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()]
    assert len(results) == len(OF_EACH)
    return {(result["student"], result["exercise"]): result for result in results}


def as_expected(result, wanted):
    """Whether status, cause and, where one is expected, score are right."""
    return (
        result["status"] == wanted["status"]
        and result["diagnosis"] == wanted.get("diagnosis")
        and wanted["score"] in (None, result["score"])
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("graded") / "results"


@pytest.fixture(scope="module")
def results(here, folder):
    return grade(here, folder)


def test_every_submission_has_an_expectation_and_the_reverse():
    handed_in = {path.parent.name for path in CLASS.glob("*/*")}
    assert handed_in == set(EXPECTED)
    by_name = {(path.parent.name, path.stem) for path in CLASS.glob("*/*") if path.stem != "homework"}
    assert by_name <= {(student, exercise) for student in EXPECTED for exercise in EXPECTED[student]}


@pytest.mark.parametrize(("student", "exercise", "wanted"), OF_EACH)
def test_each_submission_is_graded_as_expected(results, student, exercise, wanted):
    result = results[student, exercise]
    told = {key: result[key] for key in ("status", "score", "diagnosis", "message", "checks")}
    assert as_expected(result, wanted), json.dumps(told, indent=1)


@pytest.mark.parametrize(
    ("student", "exercise", "status"),
    [
        ("goran", "pos_embed_2d", "timeout"),
        ("farah", "pos_embed_2d", "raised"),
        ("ivan", "gather_patches", "crashed"),
        ("priya", "pos_embed_2d", "too_much_output"),
    ],
)
def test_what_happened_to_the_checks_has_a_name(results, student, exercise, status):
    assert status in {check["status"] for check in results[student, exercise]["checks"]}


def test_the_stub_is_told_that_it_is_not_started(results):
    assert "Not started" in results["kofi", "gather_patches"]["message"]


def test_the_gradebook_has_a_row_for_each_student(results, folder):
    with (folder / "gradebook.csv").open(newline="") as book:
        assert len(list(csv.DictReader(book))) == len(EXPECTED)


def test_a_notebook_with_an_output_of_5_megabytes(here, tmp_path):
    notebook = json.loads((CLASS / "mateo" / "pos_embed_2d.ipynb").read_text())
    long = {"output_type": "stream", "name": "stdout", "text": ["patch 0: 0.0 1.0 0.0 1.0\n"] * 210_000}
    next(cell for cell in notebook["cells"] if cell["cell_type"] == "code")["outputs"].append(long)
    file = tmp_path / "pos_embed_2d.ipynb"
    file.write_text(json.dumps(notebook))
    assert file.stat().st_size > 5_000_000
    result, status = here.json("check", file, "--exercise", "pos_embed_2d", "--json")
    assert (result["status"], status) == ("passed", 0)


# --------------------------------------------------------------------------- the files themselves


def test_the_stub_handed_in_is_the_stub_given():
    given = ROOT / "exercises" / "gather_patches" / "stub.py"
    assert (CLASS / "kofi" / "gather_patches.py").read_bytes() == given.read_bytes()


def test_no_editor_tidied_what_was_handed_in():
    text = (CLASS / "lena" / "pos_embed_2d.py").read_bytes()
    assert text.startswith(b"\xef\xbb\xbf")
    assert text.count(b"\n") == text.count(b"\r\n") > 20
    assert b"\n\t\tfor " in text
    with pytest.raises(json.JSONDecodeError):
        json.loads((CLASS / "nadia" / "gather_patches.ipynb").read_text())


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_no_seed_changes_what_the_class_earns(here, tmp_path, seed):
    results = grade(here, tmp_path / "results", "--seed", seed)
    odd = {
        key: (result["status"], result["score"], result["diagnosis"])
        for key, result in results.items()
        if not as_expected(result, EXPECTED[key[0]][key[1]])
    }
    assert not odd
