"""No rendering of a result holds an input or an answer of a hidden case, whatever a submission does."""

from __future__ import annotations

import json
import re
import shutil

import msgspec
import pytest

from grader.grade import grade_with_evidence
from grader.intake.source import read_file
from grader.store import STORE
from grader.terminal.results import show_result
from grader.terminal.screen import console
from tests.redaction.conftest import PACK
from tests.redaction.spellings import ANSWER, INPUT, SPELLINGS, WORD, carried, without_chance
from tests.redaction.submissions import BODIES

NAMES = [*BODIES, "a_notebook"]
# Their faults show no value of a visible case either; its inputs are shown all the same.
SILENT = {
    *("notes_and_causes", "the_end_of_the_process", "a_signal", "no_memory", "bytes", "a_set", "a_dtype"),
    *("a_wrong_container_of_numbers", "a_payload_of_nan", "too_much_output", "a_syntax_error", "a_loop"),
    *("a_function_named_after_it", "an_entry_point_that_is_gone", "a_generator", "a_list_in_itself"),
}


def file_of(handed_in, name):
    return handed_in / name / ("convey.ipynb" if name == "a_notebook" else "convey.py")


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    return tmp_path_factory.mktemp("graded") / "results"


@pytest.fixture(scope="module")
def graded(kata, handed_in, results):
    """All that `kata grade` writes for others and prints: the name of a file or stream -> its text.

    The database is for who may see what is hidden, and nobody else can read it.
    """
    out, err = kata("grade", handed_in, "-o", results, "--pack", PACK, "--seed", 3)
    assert (results / STORE).stat().st_mode & 0o077 == 0
    written = texts_in(results)
    lines = written["results.jsonl"].splitlines()
    written["results.jsonl"] = "\n".join(map(without_chance, lines))
    return written | {"standard output": out, "standard error": err}


def texts_in(folder):
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != STORE]
    return {str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in files}


def results_of(graded):
    return [json.loads(line) for line in graded["results.jsonl"].splitlines()]


def test_nothing_that_grading_a_class_writes_or_prints_holds_what_is_hidden(graded):
    assert {"results.jsonl", "gradebook.csv", "summary.txt"} <= set(graded)
    for name, text in graded.items():
        assert not carried(text), (name, carried(text))


@pytest.mark.parametrize("name", ["csv", "causes", "summary", "junit", "nbgrader", "moodle"])
def test_no_report_for_others_holds_what_is_hidden(kata, graded, results, name):
    out, err = kata("report", results, "--format", name, status=0)
    assert len(out) > 100
    assert not carried(out + err), carried(out + err)


@pytest.mark.parametrize(
    "options", [("feedback",), ("feedback", "--kind", "md"), ("gradescope",)], ids=" ".join
)
def test_nothing_that_a_student_is_handed_holds_what_is_hidden(kata, graded, results, options, tmp_path):
    kata("report", results, "--format", *options, "-o", tmp_path / "out", status=0)
    texts = texts_in(tmp_path / "out")
    assert len(texts) == len(NAMES)
    for name, text in texts.items():
        assert not carried(text), (name, carried(text))


def test_the_pages_for_instructors_hold_it(kata, graded, results, tmp_path):
    """Otherwise the tests above would hold for reports of a class whose hidden cases nobody kept."""
    kata("report", results, "--format", "html", "-o", tmp_path / "page.html", status=0)
    assert any(carried(text) for text in texts_in(tmp_path / "page_pages").values())


def test_every_submission_came_to_the_hidden_checks_and_failed_there(graded):
    """Otherwise the test above would hold for submissions that were never shown what is hidden."""
    told = {result["student"]: result for result in results_of(graded)}
    assert set(told) == set(NAMES)
    for result in told.values():
        by_visibility = {"visible": [], "hidden": []}
        for check in result["checks"]:
            by_visibility[check["visibility"]].append(check["status"])
        assert set(by_visibility["visible"]) == {"passed"}, result
        assert set(by_visibility["hidden"]) - {"passed", "not_run"}, result


def test_what_is_told_of_hidden_cases_is_their_status_class_type_and_extent(graded):
    told = {result["student"]: result for result in results_of(graded)}

    def message(name, check):
        return next(each["message"] for each in told[name]["checks"] if each["name"] == check)

    assert message("a_message", "a number").startswith(
        "On a large number:\nIt raised ValueError at convey.py, line "
    )
    assert message("a_class_of_exceptions", "a number").startswith(
        "On a large number:\nIt raised KeyError at "
    )
    assert message("a_type", "a list").endswith(
        "should be a list; it is a custom object: it is not plain data."
    )
    assert message("a_changed_argument", "a table").endswith("\nThe answer has wrong values in every entry.")
    assert message("the_first_wrong_entries", "many numbers").endswith("wrong values in some entries.")
    scattered = message("the_number_of_wrong_entries", "many numbers")
    assert scattered.endswith("wrong values in many scattered entries.")
    assert message("a_line", "a number").endswith("\nIt raised ValueError.")
    assert message("a_notebook", "a number").startswith("On a large number:\nIt raised IndexError at cell ")
    assert all(check["printed"] is None for result in told.values() for check in result["checks"])


@pytest.mark.parametrize("options", [("--printed", "--picture"), ("--json",)], ids=" ".join)
@pytest.mark.parametrize("name", ["output", "a_notebook"])
def test_nothing_that_checking_one_file_prints_holds_what_is_hidden(kata, handed_in, name, options):
    out, err = kata("check", file_of(handed_in, name), "--pack", PACK, *options)
    out = without_chance(out) if "--json" in options else out
    assert not carried(out + err), carried(out + err)


def test_nothing_that_drawing_one_file_prints_or_writes_holds_what_is_hidden(kata, handed_in, tmp_path):
    pytest.importorskip("matplotlib")
    picture = tmp_path / "picture.svg"
    out, err = kata("plot", "convey", file_of(handed_in, "output"), "-o", picture, "--pack", PACK, status=0)
    assert not carried(out + err)
    texts = re.findall(">([^<]+)</text>", picture.read_text())
    assert "expected" in texts
    assert not carried(" ".join(texts))


def test_a_reference_that_fails_its_own_hidden_check_tells_students_no_text_of_it(kata, handed_in, tmp_path):
    broken = tmp_path / "pack"
    shutil.copytree(PACK, broken)
    checks = broken / "solutions" / "convey" / "checks.py"
    checks.write_text(checks.read_text().replace('what="unmistakable 48271.53"', 'what="unmistakable"'))
    only = tmp_path / "class" / "ada"
    shutil.copytree(handed_in / "the_input", only)
    results = tmp_path / "results"
    kata("grade", only.parent, "-o", results, "--pack", broken, "--seed", 3, status=3)
    (result,) = (json.loads(line) for line in (results / "results.jsonl").read_text().splitlines())
    assert "the reference fails its own check 'a text'" in result["message"]
    assert not carried(result["message"])
    out, err = kata("check", file_of(handed_in, "the_input"), "--pack", broken, status=3)
    assert "its own check 'a text'" in err
    assert not carried(out + err)


# --------------------------------------------------------------------------- the proof can fail


def rendered(worker, key, path, capsys, **options):
    """A result as JSON and on the terminal."""
    result, _ = grade_with_evidence(read_file(path, "convey"), key, worker, **options)
    show_result(result, console(), all_printed=True)
    return result, msgspec.json.encode(result.checks).decode() + result.message + capsys.readouterr().out


def carried_beside_inputs(result):
    """What a submission itself carries out, beside the inputs that are shown anyhow."""
    lines = [
        line for check in result.checks for line in check.message.split("\n") if "  with what" not in line
    ]
    return carried("\n".join([*lines, *(check.printed or "" for check in result.checks)]))


@pytest.mark.parametrize("name", NAMES)
def test_revealed_and_in_a_visible_twin_each_submission_carries_it_out(
    worker, key, twin, handed_in, capsys, name
):
    path = file_of(handed_in, name)
    result, told = rendered(worker, key, path, capsys, reveal=True)
    assert result.notes[-1] == "hidden cases are revealed (--reveal)"
    assert "with what = 48271.53" in told
    assert bool(carried_beside_inputs(result)) == (name not in SILENT), result
    result, told = rendered(worker, twin, path, capsys)
    assert "with what = 48271.53" in told
    assert bool(carried_beside_inputs(result)) == (name not in SILENT), result
    _, told = rendered(worker, key, path, capsys)
    assert not carried(told)


def test_the_command_reveals_what_it_is_asked_to_reveal(kata, handed_in):
    path = file_of(handed_in, "output")
    out, _ = kata("check", path, "--pack", PACK, "--reveal")
    assert {"48271.53", "90417.26"} <= set(out.replace("\n", " ").split())
    assert "with what = 48271.53" in out
    assert "note: hidden cases are revealed (--reveal)" in out
    out, _ = kata("check", path, "--pack", PACK, "--reveal", "--json")
    document = json.loads(out)
    assert document["notes"] == ["hidden cases are revealed (--reveal)"]
    assert "90417.26" in document["message"]
    assert any("48271.53" in (check["printed"] or "") for check in document["checks"])


def test_revealed_checks_are_told_although_a_visible_one_fails_first(kata):
    """The result tells the first check to mend; what was asked to be revealed stands below it."""
    path = PACK.parents[2] / "examples/class/bruno/pos_embed_2d.py"
    out, _ = kata("check", path)
    assert "dim = 968" not in out
    out, _ = kata("check", path, "--reveal")
    assert "entries close to zero, with their sign\nOn tiny negative entries:" in out
    assert "with grid = 7, dim = 968" in out
    assert out.count("expected  ") == 6


def test_revealing_needs_solutions(kata, handed_in, tmp_path):
    shutil.copytree(PACK / "exercises", tmp_path / "pack" / "exercises")
    _, err = kata("check", file_of(handed_in, "output"), "--pack", tmp_path / "pack", "--reveal", status=2)
    assert "there is nothing to reveal: this pack holds no solutions" in err


def test_grading_a_class_reveals_nothing(kata, handed_in, tmp_path):
    _, err = kata("grade", handed_in, "-o", tmp_path / "results", "--pack", PACK, "--reveal", status=2)
    assert "No such option" in err


def test_each_spelling_is_found_and_ordinary_text_is_not():
    assert all(carried(f"x{spelling}y") for spelling in SPELLINGS)
    for text in (f"{INPUT}", f"{ANSWER:.3e}", "48,271", f"{WORD}", "4.83e+04", (INPUT).hex()):
        assert carried(text), text
    assert not carried("7 of 4827 numbers are wrong (columns 4, 8, 27 and 153); 9 of 10 points, seed 41")
