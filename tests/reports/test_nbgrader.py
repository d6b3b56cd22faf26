"""The grades as nbgrader exports them."""

import csv
import io

from grader.model import Person
from grader.reports.nbgrader import nbgrader_csv
from tests.reports.support import gradebook, override, result


def rows(book):
    return list(csv.DictReader(io.StringIO(nbgrader_csv(book).decode(), newline="")))


BOOK = gradebook(
    [
        Person("0012", "Lovelace, Ada", "ada@x.example"),
        Person("b", "Zoë van der Berg"),
        Person("c", "Plato"),
        Person("d"),
    ],
    [result("0012", "pos", 3.0), result("b", "pos", None, "harness_error"), result("c", "rope")],
    overrides=[override("0012", "pos", 5.5)],
)


def test_the_columns_are_those_of_nbgrader_in_their_order():
    assert list(rows(BOOK)[0]) == [
        *("assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email"),
        *("raw_score", "late_submission_penalty", "score", "max_score"),
    ]


def test_the_computed_score_is_the_raw_one_and_the_one_by_hand_counts():
    first = rows(BOOK)[0]
    assert (first["assignment"], first["student_id"], first["email"]) == ("pos", "0012", "ada@x.example")
    assert (first["raw_score"], first["late_submission_penalty"], first["score"]) == ("3", "0", "5.5")
    assert first["max_score"] == "10"


def test_names_are_parted_at_the_comma_or_before_the_last_word():
    told = {row["student_id"]: (row["last_name"], row["first_name"]) for row in rows(BOOK)}
    assert told == {
        "0012": ("Lovelace", "Ada"),
        "b": ("Berg", "Zoë van der"),
        "c": ("Plato", ""),
        "d": ("", ""),
    }


def test_what_has_no_score_is_no_zero():
    empty = [row for row in rows(BOOK) if row["score"] == ""]
    assert [(row["assignment"], row["student_id"]) for row in empty] == [
        *(("pos", "b"), ("pos", "c"), ("pos", "d"), ("rope", "0012"), ("rope", "b"), ("rope", "d")),
    ]
    assert {row["raw_score"] + row["late_submission_penalty"] for row in empty} == {""}
