"""A part of a class: what reports show when they are asked for some of it."""

from types import SimpleNamespace

import pytest

from grader.causes import Group, Kind
from grader.errors import UsageError
from grader.intake.hand_ins import Passed
from grader.model import Person
from grader.reports.selection import selected
from tests.reports.support import gradebook, override, result

PEOPLE = [
    Person("0012", "Ada Lovelace", "ada@x.example", login="alove"),
    Person("b", "Bruno Almeida"),
    Person("c", "Bruno Almeida"),
    Person("d"),
]
RESULTS = [
    result("0012", "pos", 10.0),
    result("0012", "rope", 4.0),
    result("b", "pos", 10.0),
    result("c", "pos", 2.0),
    result("c", "rope", None, "harness_error"),
]


def group(exercise, *students):
    members = tuple(SimpleNamespace(student=student, submission=student, checks=()) for student in students)
    return Group(exercise, Kind.CAUSE, "interleaved", members, len(students) + 1)


BOOK = gradebook(
    PEOPLE,
    RESULTS,
    groups=(group("rope", "0012", "c"), group("pos", "c")),
    superseded=(Passed("b/old.py", "b", "pos", "older"), Passed("x", None, None, "of nobody")),
)


def part(students=(), exercises=(), only_failed=False, book=BOOK):
    return selected(book, students, exercises, only_failed)


def places(book):
    return sorted(book.entries), [(e.result.student, e.result.exercise) for e in book.details()]


def test_without_a_wish_all_stay():
    assert part() is BOOK


def test_some_students_and_some_exercises():
    book = part(["0012", "d"], ["rope"])
    assert [person.id for person in book.people] == ["0012", "d"]
    assert book.exercises == ("rope",)
    assert places(book) == ([("0012", "rope")], [("0012", "rope")])
    assert book.max_total == 10.0


@pytest.mark.parametrize("asked", ["0012", "alove", "ADA@x.example", "ada lovelace"])
def test_a_student_goes_by_id_login_address_or_name(asked):
    assert [person.id for person in part([asked]).people] == ["0012"]


@pytest.mark.parametrize(
    ("students", "exercises", "told"),
    [
        (["Ada Lovlace"], [], "Near names: Ada Lovelace."),
        (["zzz"], [], "Known: 0012, b, c, d"),
        (["bruno almeida"], [], "several students are called bruno almeida: give an id (b, c)."),
        ([], ["roope"], "Near names: rope."),
        ([], ["zzz"], "Known: pos, rope."),
        (["\x1b[31m"], [], "\\x1b[31m"),
    ],
)
def test_who_is_not_there_is_said_with_near_names(students, exercises, told):
    with pytest.raises(UsageError) as fault:
        part(students, exercises)
    assert told in str(fault.value)
    assert "\x1b" not in str(fault.value)


def test_only_failed_keeps_whole_rows_and_only_the_results_that_failed():
    book = part(only_failed=True)
    assert [person.id for person in book.people] == ["0012", "c"]
    entries, details = places(book)
    assert ("0012", "pos") in entries
    assert details == [("0012", "rope"), ("c", "pos"), ("c", "rope")]


def test_what_was_made_good_by_hand_has_not_failed():
    book = gradebook(PEOPLE, RESULTS, overrides=[override("0012", "rope", 10.0), override("b", "pos", 9.0)])
    assert [person.id for person in part(only_failed=True, book=book).people] == ["b", "c"]


def test_causes_and_files_passed_over_are_those_of_the_part():
    book = part(["0012"])
    assert [(each.exercise, each.who, each.failed) for each in book.groups] == [("rope", ["0012"], 1)]
    assert [each.path for each in book.superseded] == ["x"]
    assert [each.path for each in part(["b"]).superseded] == ["b/old.py", "x"]
