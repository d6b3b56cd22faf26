"""The gradebook as a table, and the results as lines: what a spreadsheet and a script read."""

import json

import msgspec
import pytest
from hypothesis import given

from grader.model import UNSAFE, Person, Result
from grader.reports.tables import gradebook_csv, results_jsonl
from tests.reports.support import TOLD, check, gradebook, override, result, rows_of
from tests.text.support import ANY_TEXT, FORMULA_STARTS, harmful

ADA, BRUNO, CHIARA = Person("0012", "Ada Ágnes"), Person("0034", "Bruno"), Person("7", "Chiara")


def table(book):
    """The rows of the gradebook by student, by the names of the columns."""
    header, *rows = rows_of(gradebook_csv(book))
    assert all(len(row) == len(header) for row in rows)
    return {row[0]: dict(zip(header, row, strict=True)) for row in rows}


def test_a_score_and_its_status_stand_beside_each_other_and_ids_keep_their_zeros():
    crash = check("small grids", "crashed")
    book = gradebook(
        [ADA, BRUNO, CHIARA],
        [
            result("0012", "rope", 10.0),
            result("0012", "pos", 2.5, checks=[crash, check("late", "timeout"), check("x", "failed")]),
            result("0034", "rope", None, "harness_error"),
            result("0034", "pos", 10.0, late=True),
        ],
        waiting=[("7", "rope")],
    )
    told = table(book)
    assert list(told["0012"]) == [
        *("student", "name", "pos", "pos status", "rope", "rope status", "total", "max_total"),
    ]
    assert list(told["0012"].values()) == [
        *("0012", "Ada Ágnes", "2.5", "failed (crashed, timeout)", "10", "passed", "12.5", "20"),
    ]
    assert list(told["0034"].values())[2:] == ["10", "passed, late", "", "harness_error", "", "20"]
    assert list(told["7"].values())[2:] == ["", "not_submitted", "", "not_graded", "", "20"]


def test_what_was_set_by_hand_counts_and_says_what_was_computed():
    book = gradebook(
        [ADA, BRUNO, CHIARA],
        [result("0012", "rope", 3.0), result("0034", "rope", None, "harness_error", checks=[])],
        overrides=[
            override("0012", "rope", 8.0),
            override("0034", "rope", 5.0),
            override("7", "rope", 1.5, "by word of mouth"),
        ],
    )
    told = table(book)
    assert told["0012"]["rope"] == told["0012"]["total"] == "8"
    assert told["0012"]["rope status"] == "failed, overridden (computed 3)"
    assert told["0034"]["rope status"] == "harness_error, overridden (computed none)"
    assert told["7"]["rope"] == "1.5"
    assert told["7"]["rope status"] == "not_submitted, overridden (computed none)"


def test_a_comment_alone_changes_no_score():
    book = gradebook([], [result("a", "rope", 3.0)], overrides=[override("a", "rope", comment="see me")])
    assert table(book)["a"]["rope"] == "3"
    assert table(book)["a"]["rope status"] == "failed, commented"


def test_email_and_section_are_columns_only_if_anybody_has_one():
    with_email = gradebook([Person("a", email="a@x.example"), Person("b")], [result("b", "rope")])
    assert [*table(with_email)["b"]][:3] == ["student", "name", "email"]
    with_section = gradebook([Person("a", section="S1"), Person("b")], [result("b", "rope")])
    assert [*table(with_section)["a"]][:3] == ["student", "name", "section"]


def test_what_was_graded_without_isolation_is_said():
    book = gradebook([], [result("a", "rope", isolation=(UNSAFE,)), result("b", "rope")])
    assert {row["isolation"] for row in table(book).values()} == {UNSAFE}


def test_the_signature_is_written_when_it_is_asked_for():
    book = gradebook([ADA], [])
    assert gradebook_csv(book, bom=True) == b"\xef\xbb\xbf" + gradebook_csv(book)


@given(ANY_TEXT, ANY_TEXT)
def test_no_name_steers_a_spreadsheet(identifier, name):
    book = gradebook([Person(identifier, name, name, name)], [])
    for cell in rows_of(gradebook_csv(book))[1]:
        assert not harmful(cell)
        assert cell[:1] not in FORMULA_STARTS


# --------------------------------------------------------------------------- lines of JSON

GRADED = [result("a", "pos", 10.0), result("b", "pos", 4.0), result("b", "rope", None, "harness_error")]
BY_HAND = [override("b", "pos", 6.0, "kinder"), override("b", "rope", 1.0, withdrawn_at="2026-12-01")]


def test_a_line_is_the_result_as_it_is_kept_and_what_counts_by_hand():
    lines = list(results_jsonl(gradebook([], GRADED, overrides=BY_HAND, told=TOLD)))
    assert lines[0] == msgspec.json.encode(GRADED[0]) + b"\n"
    assert lines[2] == msgspec.json.encode(GRADED[2]) + b"\n"
    assert lines[1].startswith(msgspec.json.encode(GRADED[1])[:-1])
    assert json.loads(lines[1])["override"] == {
        "score": 6.0,
        "comment": "kinder",
        "by": "grace",
        "at": "2026-11-30T10:00:00Z",
    }
    assert [msgspec.json.decode(line, type=Result) for line in lines] == GRADED


def test_only_instructors_read_reasons_hidden_values_and_code():
    book = gradebook([], GRADED, overrides=BY_HAND, told=TOLD)
    student = b"".join(results_jsonl(book))
    assert not any(word in student for word in (b"a fair reason", b"expected 0.25", b"def pos"))
    line = json.loads(list(results_jsonl(book, "instructor"))[1])
    assert line["override"]["reason"] == "a fair reason"
    assert line["told"][0]["message"] == TOLD[0].message
    assert line["source"] == [["pos.py", "def pos(): ...\n"]]


@pytest.mark.parametrize("reader", ["student", "instructor"])
def test_lines_stay_faithful_to_hostile_text(reader):
    text = '\x1b[31m"\u2028</script>\n=1+1'
    (line,) = results_jsonl(gradebook([], [result("a\n", "pos", message=text)]), reader)
    assert line.count(b"\n") == 1
    assert json.loads(line)["message"] == text
