"""`kata report`: where documents go, what is refused, and what is said on standard error."""

import json
import zipfile
from typing import NamedTuple

import pytest

import grader.store
from grader.cli import main
from grader.model import Person
from tests.reports.support import gradebook, override, result, rows_of

CANVAS = b"Student,ID,SIS Login ID,Section,Set (1),Essay (2)\n,,,,,\nAda,1,ada,S,,3\nBo,2,bo,S,,\n"
WORKSHEET = (
    b"Identifier,Full name,Grade,Maximum Grade,Feedback comments\nParticipant 1,Ada Lovelace,,30.00,\n"
)
DOCUMENTS = ("csv", "jsonl", "causes", "summary", "nbgrader", "junit", "moodle")


class Ran(NamedTuple):
    status: int
    out: bytes
    err: str


@pytest.fixture
def results(tmp_path, monkeypatch):
    """A folder of results that holds a class made by hand."""
    book = gradebook(
        [Person("ada", "Ada Lovelace"), Person("zed")],
        [result("ada", "pos", 4.0), result("bo", "pos", 10.0), result("bo", "rope", 2.0, max_score=5.0)],
        overrides=[override("ada", "pos", 6.0, "kinder")],
    )
    folder = tmp_path / "results"
    folder.mkdir()

    def read(path):
        assert path == folder
        return book

    monkeypatch.setattr(grader.store, "read_gradebook", read)
    return folder


@pytest.fixture
def report(results, capfdbinary, tmp_path, monkeypatch):
    """Run the command in this process, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "canvas.csv").write_bytes(CANVAS)
    (tmp_path / "worksheet.csv").write_bytes(WORKSHEET)

    def run(form, *arguments, folder=results):
        capfdbinary.readouterr()
        with pytest.raises(SystemExit) as ended:
            main(["report", str(folder), "--format", form, *map(str, arguments)])
        out, err = capfdbinary.readouterr()
        return Ran(ended.value.code, out, err.decode())

    return run


@pytest.mark.parametrize("form", DOCUMENTS)
def test_a_document_goes_to_standard_output_or_into_a_file_the_same(report, form, tmp_path):
    shown, dashed = report(form), report(form, "-o", "-")
    written = report(form, "-o", "document")
    assert (shown.status, shown.err) == (0, "")
    assert shown.out == dashed.out == (tmp_path / "document").read_bytes() != b""
    assert (written.status, written.out, written.err) == (0, b"", "wrote document\n")


@pytest.mark.parametrize("form", DOCUMENTS)
def test_a_score_set_by_hand_is_seen_in_every_document(report, form):
    marked = {"nbgrader": b"4,0,6,10", "jsonl": b'"override":', "summary": b"6 in the place of 4"}
    marked["moodle"] = b", set by hand"
    if form != "causes":
        assert marked.get(form, b"overridden (computed 4)") in report(form).out


def test_filters_come_before_every_format(report):
    rows = rows_of(report("csv", "--student", "bo", "--exercise", "rope").out)
    assert [row[0] for row in rows] == ["student", "bo"]
    assert "pos" not in rows[0]
    lines = report("jsonl", "--only-failed").out.splitlines()
    assert [(json.loads(line)["student"], json.loads(line)["exercise"]) for line in lines] == [
        ("ada", "pos"),
        ("bo", "rope"),
    ]
    ran = report("csv", "--student", "bobo")
    assert (ran.status, ran.out) == (2, b"")
    assert "there is no student bobo in these results" in ran.err


def test_a_canvas_gradebook_is_filled_and_what_happened_is_told(report, tmp_path):
    ran = report("canvas", "--gradebook", "canvas.csv", "--assignment", "Set", "-o", "import.csv")
    assert ran.status == 0
    filled = CANVAS.replace(b"ada,S,,", b"ada,S,6,").replace(b"bo,S,,", b"bo,S,12,")
    assert (tmp_path / "import.csv").read_bytes() == filled
    assert ran.err.splitlines() == [
        "The scores are the sum of pos, rope; --exercise chooses.",
        "2 scores written into Set (1).",
        "1 not found in the file: zed",
        "wrote import.csv",
    ]
    one = report("canvas", "--gradebook", "canvas.csv", "--assignment", "1", "--exercise", "rope")
    assert rows_of(one.out)[3][4] == "2"


def test_a_moodle_worksheet_is_filled(report):
    ran = report("moodle", "--worksheet", "worksheet.csv", "--student", "ada", "--scale")
    assert ran.status == 0
    assert rows_of(ran.out)[1][2] == "12"
    assert "1 score written into Grade." in ran.err


def test_a_folder_of_results_json_is_made(report, results, tmp_path):
    assert report("gradescope").err == f"wrote 3 files results.json below {results / 'gradescope'}\n"
    document = json.loads((results / "gradescope" / "ada" / "pos" / "results.json").read_text())
    assert document["score"] == 6.0
    assert report("gradescope", "-o", "scope").status == 0
    assert (tmp_path / "scope" / "bo" / "rope" / "results.json").is_file()


def test_pages_and_feedback_are_written(report, results, tmp_path):
    assert report("html", "-o", "page.html", "--no-sources").status == 0
    assert (tmp_path / "page.html").is_file()
    assert report("feedback", "--kind", "md").status == 0
    assert list((results / "feedback").rglob("*.md"))


def test_a_zip_of_feedback_is_written(report, tmp_path):
    ran = report("moodle-feedback", "--worksheet", "worksheet.csv", "-o", "feedback.zip")
    assert ran.status == 0, ran.err
    assert ran.err.startswith("feedback for 1 of 3 students.\n2 not found in the file: bo; zed\n")
    with zipfile.ZipFile(tmp_path / "feedback.zip") as archive:
        assert archive.namelist() == ["Ada Lovelace_1_assignsubmission_file/feedback.html"]


@pytest.mark.parametrize(
    ("form", "arguments", "told"),
    [
        ("canvas", (), "give it with --gradebook"),
        ("canvas", ("--gradebook", "absent.csv"), "absent.csv cannot be read: No such file"),
        ("moodle-feedback", (), "give a file with -o"),
        ("gradescope", ("-o", "-"), "is a folder: give one with -o"),
        ("csv", ("-o", "absent/grades.csv"), "there is no folder absent: make it first"),
        ("gradescope", ("-o", "absent/scope"), "there is no folder absent: make it first"),
        ("csv", ("-o", "."), "is a folder: give a file with -o"),
        ("gradescope", ("-o", "canvas.csv"), "canvas.csv is a file"),
        ("csv", ("--scale",), "--scale has no meaning for csv: it is for canvas, moodle."),
        ("junit", ("--for", "instructor"), "--for has no meaning for junit: it is for jsonl."),
        ("moodle", ("--missing-as-zero",), "--missing-as-zero needs --worksheet"),
        ("moodle", ("--worksheet", "worksheet.csv", "--bom"), "--bom has no meaning with --worksheet"),
        (
            "canvas",
            ("--gradebook", "canvas.csv", "--missing-as-zero", "--only-failed"),
            "--missing-as-zero is for the whole class",
        ),
        ("canvas", ("--gradebook", "canvas.csv", "-o", "./canvas.csv"), "would be written over"),
        ("moodle", ("--worksheet", "worksheet.csv", "-o", "link.csv"), "would be written over"),
        ("csv", ("-o", "results/results.sqlite"), "would be written over"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence_and_nothing_is_written(
    report, form, arguments, told, tmp_path, results
):
    (results / "results.sqlite").write_bytes(b"kept")
    (tmp_path / "link.csv").symlink_to("worksheet.csv")
    before = sorted(tmp_path.rglob("*"))
    ran = report(form, *arguments)
    assert (ran.status, ran.out) == (2, b"")
    assert told in ran.err
    assert sorted(tmp_path.rglob("*")) == before
    assert (tmp_path / "canvas.csv").read_bytes() == CANVAS
    assert (tmp_path / "worksheet.csv").read_bytes() == WORKSHEET
    assert (results / "results.sqlite").read_bytes() == b"kept"


def test_a_report_that_fails_half_way_leaves_the_former_one(report, monkeypatch, tmp_path):
    import grader.reports.tables as tables

    (tmp_path / "lines").write_bytes(b"former")

    def broken(book, reader):
        yield b"half\n"
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tables, "results_jsonl", broken)
    ran = report("jsonl", "-o", "lines")
    assert (ran.status, ran.err) == (2, "kata: lines cannot be written: No space left on device.\n")
    assert (tmp_path / "lines").read_bytes() == b"former"
    assert not list(tmp_path.glob(".kata-*"))


def test_a_folder_without_results_is_said_to_be_none(report, monkeypatch, tmp_path):
    monkeypatch.undo()
    ran = report("csv", folder=tmp_path / "absent")
    assert (ran.status, ran.out) == (2, b"")
    assert "absent" in ran.err
