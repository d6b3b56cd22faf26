"""A results.json for each submission: what Gradescope reads of it."""

import json
from pathlib import PurePosixPath

import pytest

from grader.model import Person
from grader.reports.gradescope import gradescope_files
from tests.reports.support import check, gradebook, override, result
from tests.text.support import harmful

VISIBILITIES = {"hidden", "after_due_date", "after_published", "visible"}
FORMATS = {"text", "html", "simple_format", "md", "ansi"}


def documents(book):
    """Each file by its path; a path is never written twice."""
    files = list(gradescope_files(book))
    assert len({name for name, _ in files}) == len(files)
    return {name: json.loads(data) for name, data in files}


def only(book):
    (document,) = documents(book).values()
    return document


def test_points_of_the_tests_add_up_to_the_score():
    document = only(gradebook([], [result("ada", "pos", 5.0, duration_s=1.2345678)]))
    assert document["score"] == sum(test["score"] for test in document["tests"]) == 5.0
    assert sum(test["max_score"] for test in document["tests"]) == 10.0
    assert document["execution_time"] == 1.235
    assert [test["number"] for test in document["tests"]] == ["1", "2"]
    assert [test["status"] for test in document["tests"]] == ["passed", "failed"]


def test_every_field_is_one_that_gradescope_knows():
    document = only(gradebook([], [result("ada", "pos", 5.0)], overrides=[override("ada", "pos", 6.0)]))
    top = {"score", "execution_time", "output", "output_format", "test_output_format", "test_name_format"}
    assert set(document) == top | {"visibility", "stdout_visibility", "extra_data", "tests"}
    assert {document["visibility"], document["stdout_visibility"]} <= VISIBILITIES
    test = {
        "score",
        "max_score",
        "status",
        "name",
        "name_format",
        "number",
        "output",
        "output_format",
        "tags",
    }
    for each in document["tests"]:
        assert set(each) == test | {"tags", "visibility", "extra_data"}
        assert each["status"] in ("passed", "failed")
        assert {each["name_format"], each["output_format"]} <= FORMATS


def test_no_test_is_hidden_since_that_would_hide_the_total():
    document = only(gradebook([], [result("ada", "pos", 5.0)]))
    assert {test["visibility"] for test in document["tests"]} == {"visible"}
    assert [test["tags"] for test in document["tests"]] == [["visible", "passed"], ["hidden", "failed"]]


@pytest.mark.parametrize("checks", [None, []])
def test_a_fault_of_the_grader_has_a_file_and_no_score(checks):
    document = only(gradebook([], [result("ada", "pos", None, "harness_error", checks=checks)]))
    assert "score" not in document
    assert document["tests"] == []
    assert document["output"].startswith("harness_error.")


def test_a_file_that_does_not_compile_is_a_zero_that_says_why():
    document = only(gradebook([], [result("ada", "pos", 0.0, "syntax_error", message="Line 3.")]))
    assert document["score"] == 0.0
    assert document["output"] == "syntax_error.\n\nLine 3."
    assert [test["tags"][1] for test in document["tests"]] == ["not_run", "not_run"]


def test_a_score_by_hand_is_the_score_and_its_comment_is_read():
    book = gradebook(
        [],
        [result("ada", "pos", 5.0), result("bo", "pos", None, "harness_error")],
        overrides=[override("ada", "pos", 9.5, "Half a point for the idea."), override("bo", "pos", 2.0)],
    )
    ada, bo = documents(book).values()
    assert ada["score"] == 9.5
    assert "Half a point for the idea." in ada["output"]
    assert ada["extra_data"]["override"]["by"] == "grace"
    assert "reason" not in ada["extra_data"]["override"]
    assert bo["score"] == 2.0


def test_what_was_not_handed_in_has_a_file_only_if_its_score_was_set_by_hand():
    book = gradebook(
        [Person("ada"), Person("bo")],
        [result("cy", "pos", 5.0)],
        overrides=[override("bo", "pos", 4.0)],
        waiting=[("dee", "pos")],
    )
    told = documents(book)
    assert {name: document["score"] for name, document in told.items()} == {
        "cy/pos/results.json": 5.0,
        "bo/pos/results.json": 4.0,
    }


def test_no_name_leads_out_of_the_folder_and_no_two_are_one():
    names = [
        "..",
        "../../etc/passwd",
        "/abs",
        "a/b",
        "a\\b",
        "a:b",
        "CON",
        "ada",
        "Ada",
        "",
        "\udcff",
        "💥" * 90,
    ]
    book = gradebook([], [result(name, "pos", 5.0) for name in names])
    paths = [PurePosixPath(name) for name in documents(book)]
    assert len({str(path).casefold() for path in paths}) == len(names)
    for path in paths:
        assert len(path.parts) == 3
        assert all(part[0] not in ".~" and "\\" not in part and ":" not in part for part in path.parts)
        assert all(len(part.encode()) < 256 for part in path.parts)
        assert path.parts[0].casefold() != "con"
    assert "Ada/pos/results.json" in documents(book)


def test_hostile_text_is_shown_as_text():
    wild = "\x1b[2J<b>\u202e"
    book = gradebook(
        [], [result("ada", "pos", 0.0, message=wild, checks=[check(wild, "failed", message=wild)])]
    )
    document = only(book)
    test = document["tests"][0]
    assert not any(
        harmful(text, multiline=True) for text in (document["output"], test["output"], test["name"])
    )
    assert document["output_format"] == test["output_format"] == test["name_format"] == "text"
