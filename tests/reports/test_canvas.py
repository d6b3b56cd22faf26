"""A gradebook exported from Canvas comes back with one column filled in, and every other byte as it was."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.errors import UsageError
from grader.intake.hand_ins import Passed
from grader.model import Person
from grader.reports.canvas import fill_canvas
from grader.reports.filling import Terms, filled_lines
from tests.reports.support import changed_cells, gradebook, override, result, rows_of

TOTALS = "Problem sets Current Score,Problem sets Final Score,Current Score,Final Score"
EXPORT = (
    "\ufeffStudent,ID,SIS User ID,SIS Login ID,Integration ID,Section,Notes,"
    f'Problem set 1 (4757),"Essay, ""short"" (4766)",{TOTALS}\r\n'
    ",,,,,,,Manual Posting,,,,,\r\n"
    "    Points Possible,,,,,,,20.00,5.00,(read only),(read only),(read only),(read only)\r\n"
    '"Lovelace, Ada Ágnes",1001,0012,ada@uni.example,,CS 1,"likes, commas",,4.50,,,90.00,90.00\r\n'
    '"Almeida, Bruno",1002,0034,bruno,,CS 1,"two\r\nlines",5.00,,,,0.00,0.00\r\n'
    '"Conti, Chiara",1003,0056,chiara,,CS 1 and CS 2,,EX,,,,,\r\n'
    '"O\'Neill, Dmitri ""Dima""",1004,0078,dmitri,,CS 2,,,,,,,\r\n'
    '"Okafor, Emeka",1005,,emeka,,CS 2,"",12.00,,,,,\r\n'
    '"Haddad, Farah",1006,0099,farah,int-9,CS 2,,7.00,,,,,\r\n'
    '"Stranger, Sam",1007,0100,sam,,CS 2,,3.00,,,,,\r\n'
    '"Student, Test",1099,,f00ba4,,CS 2,,,,,,,\r\n'
).encode()
SET1 = 7

SEMICOLONS = (
    b"Student;ID;SIS Login ID;Section;Blatt 1 (12);Blatt 2 (13);Final Score\n"
    b"    Points Possible;;;;10,00;4,00;(schreibgesch\xc3\xbctzt)\n"
    b"Sch\xc3\xa4fer, Lena;1;lena;A;;3,50;\n"
    b"Wei Zhang;2;wei;A;2,25;;\n"
)


def people():
    return [
        Person("1001", "Ada Ágnes Lovelace"),  # Canvas's own number
        Person("0034", "Bruno Almeida"),  # of the school
        Person("chiara"),  # a login
        Person("x4", 'Dmitri "Dima" O\'Neill'),  # only the name
        Person("x5", "E. Okafor", email="EMEKA", login=None),  # an address, in other capitals
        Person("int-9", "Farah Haddad"),
    ]


def a_class(**more):
    results = [
        *(result("1001", "pos", 10.0), result("1001", "rope", 2.5)),
        result("0034", "pos", 5.0),
        *(result("chiara", "pos", 5.0), result("x4", "pos", 7.25), result("x5", "rope", 10.0)),
        result("int-9", "pos", None, "harness_error"),
    ]
    return gradebook(people(), results, **more)


def fill(book=None, data=EXPORT, assignment="4757", **terms):
    return fill_canvas(book or a_class(), data, "export.csv", assignment, Terms(**terms))


def scores(filled, column=SET1, delimiter=","):
    """What the column says, by the ID of Canvas."""
    rows = rows_of(filled.sheet.encoded(), delimiter)
    return {row[1]: row[column] for row in rows if row[1].isdigit()}


# --------------------------------------------------------------------------- the round trip


def test_only_the_cells_of_the_column_change():
    after = fill().sheet.encoded()
    assert changed_cells(EXPORT, after) == {
        (3, SET1): ("", "12.5"),
        (6, SET1): ("", "7.25"),
        (7, SET1): ("12.00", "10"),
    }
    same = after.replace(b",12.5,4.50,", b",,4.50,").replace(b",7.25,,,,,\r\n", b",,,,,,\r\n")
    assert same.replace(b'"",10,', b'"",12.00,') == EXPORT


def test_a_file_that_nobody_is_in_comes_back_as_it_was():
    book = gradebook([Person("nobody")], [result("nobody", "pos")])
    assert fill(book).sheet.encoded() == EXPORT


@settings(max_examples=60)
@given(
    st.lists(st.text(st.sampled_from('ab,;"\r\n\t é'), max_size=6), min_size=3, max_size=3),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.booleans(),
    st.booleans(),
)
def test_whatever_the_other_cells_hold_stays(texts, end, bom, last_end):
    quoted = ['"' + text.replace('"', '""') + '"' for text in texts]
    rows = [
        ["Student", "ID", "SIS Login ID", "Section", "Set (1)", "Other (2)"],
        [quoted[0], "5", "ada", quoted[1], "PLACE", quoted[2]],
        ["Someone Else", "6", "else", "S", "", quoted[0]],
    ]
    text = end.join(",".join(row) for row in rows) + (end if last_end else "")
    text = ("\ufeff" if bom else "") + text
    book = gradebook([Person("ada")], [result("ada", "pos", 5.0)])
    filled = fill_canvas(book, text.replace("PLACE", "").encode(), "x.csv", "1")
    assert filled.sheet.encoded() == text.replace("PLACE", "5").encode()


def test_decimal_commas_and_semicolons_are_those_of_the_file():
    book = gradebook(
        [Person("lena"), Person("wei")], [result("lena", "pos", 7.5), result("wei", "pos", 2.25)]
    )
    filled = fill(book, SEMICOLONS, "Blatt 1")
    assert filled.sheet.encoded() == SEMICOLONS.replace(b";lena;A;;", b";lena;A;7,5;")
    assert (filled.written, filled.same) == (1, 1)


# --------------------------------------------------------------------------- who is who


def test_students_are_found_by_ids_logins_addresses_and_names():
    assert scores(fill()) == {
        "1001": "12.5",
        "1002": "5.00",
        "1003": "EX",
        "1004": "7.25",
        "1005": "10",
        "1006": "7.00",
        "1007": "3.00",
        "1099": "",
    }


def test_last_and_first_name_may_stand_apart():
    data = b"LastName,FirstName,ID,SIS Login ID,Section,Set (1)\nLovelace,Ada,1,al,S,\nStudent,Test,9,t,S,\n"
    filled = fill(gradebook([Person("x", "ada  LOVELACE")], [result("x", "pos", 4.0)]), data, None)
    assert filled.sheet.encoded() == data.replace(b"al,S,", b"al,S,4")
    assert filled.listed == {}


def test_a_name_that_two_have_finds_nobody():
    data = b"Student,ID,Section,Set (1)\nKim Lee,1,S,\nKim Lee,2,S,\nAda,3,S,\n"
    people = [Person("x", "Kim Lee"), Person("y", "Ada"), Person("z", "Ada")]
    filled = fill(gradebook(people, [result(person.id, "pos") for person in people]), data, None)
    assert filled.sheet.encoded() == data
    assert "3 not found in the file: Kim Lee (x); Ada (y); Ada (z)" in filled_lines(filled)


def test_an_id_that_fits_two_rows_is_settled_by_the_name_or_not_at_all():
    data = b"Student,ID,SIS User ID,Section,Set (1)\nAda Lovelace,100,7,S,\nBruno Almeida,101,100,S,\n"

    def written(name):
        return fill(gradebook([Person("100", name)], [result("100", "pos", 4.0)]), data, None)

    assert scores(written("Bruno Almeida"), 4) == {"100": "", "101": "4"}
    assert scores(written("Ada Lovelace"), 4) == {"100": "4", "101": ""}
    assert scores(written(None), 4) == {"100": "", "101": ""}
    assert any("several rows fit" in line and "100" in line for line in filled_lines(written(None)))


def test_an_id_under_quite_another_name_is_told():
    data = b"Student,ID,Section,Set (1)\nGoran Horvat,100,S,\nHana Sato,101,S,\n"
    people = [Person("100", "Ada Lovelace"), Person("101", "satohana")]
    filled = fill(gradebook(people, [result("100", "pos"), result("101", "pos")]), data, None)
    (line,) = [line for line in filled_lines(filled) if "quite different" in line]
    assert "Ada Lovelace (100) as Goran Horvat (100)" in line
    assert "sato" not in line


def test_who_is_on_one_side_only_is_named_and_the_test_student_is_not():
    book = a_class()
    book = gradebook([*book.people, Person("q", "Quentin\x1b[31m")], [d.result for d in book.details()])
    lines = filled_lines(fill(book))
    assert "1 not found in the file: Quentin\\x1b[31m (q)" in lines
    assert "1 in the file and not in these results, left as they were: Stranger, Sam (0100)" in lines
    assert not any("Student, Test" in line for line in lines)


# --------------------------------------------------------------------------- what is left alone


def test_excused_students_and_unknown_scores_are_left_and_named():
    lines = filled_lines(fill())
    assert "1 excused (EX), left as they were: Conti, Chiara (0056)" in lines
    assert "1 handed in and without a score yet, left as they were: Haddad, Farah (0099)" in lines


def test_nothing_handed_in_is_no_zero_unless_it_is_asked_for():
    data = b"Student,ID,Section,Set (1)\nAda,1,S,\nBo,2,S,3\nCy,3,S,\nDee,4,S,N/A\n"
    book = gradebook([Person("1"), Person("2")], [result("1", "pos", 4.0)])
    kept = fill(book, data, None)
    assert scores(kept, 3) == {"1": "4", "2": "3", "3": "", "4": "N/A"}
    assert "1 nothing handed in, left as they were: Bo (2)" in filled_lines(kept)
    zeros = fill(book, data, None, missing_as_zero=True)
    assert scores(zeros, 3) == {"1": "4", "2": "0", "3": "0", "4": "N/A"}


@pytest.mark.parametrize("zeros", [False, True])
def test_files_in_which_no_answer_was_recognised_are_no_zero(zeros):
    data = b"Student,ID,Section,Set (1)\nAda,1,S,\nBo,2,S,\n"
    book = gradebook(
        [Person("1"), Person("2")],
        [result("1", "pos", 4.0)],
        ignored=(Passed("1.txt", "1", None, "no code"), Passed("2.rar", "2", None, "an archive")),
    )
    filled = fill(book, data, None, missing_as_zero=zeros)
    assert scores(filled, 3) == {"1": "4", "2": ""}
    (line,) = [line for line in filled_lines(filled) if "no answer was recognised" in line]
    assert line.startswith("1 handed in")
    assert line.endswith("Bo (2)")
    by_hand = gradebook(
        book.people, [result("1", "pos", 4.0)], overrides=[override("2", "pos", 3.0)], ignored=book.ignored
    )
    assert scores(fill(by_hand, data, None, missing_as_zero=zeros), 3) == {"1": "4", "2": "3"}
    assert not by_hand.unrecognised_files()


def test_no_stranger_gets_a_zero_while_somebody_is_not_found():
    data = b"Student,ID,Section,Set (1)\nAda,1,S,\nBo,2,S,\n"
    book = gradebook([Person("1"), Person("lost")], [result("1", "pos", 4.0), result("lost", "pos", 9.0)])
    filled = fill(book, data, None, missing_as_zero=True)
    assert scores(filled, 3) == {"1": "4", "2": ""}
    assert any("got no zero" in line for line in filled_lines(filled))


def test_a_score_in_the_place_of_another_is_told_with_both():
    assert "1 in the place of another: Okafor, Emeka (emeka): 12.00 -> 10" in filled_lines(fill())


def test_many_replaced_scores_are_counted_and_the_first_ones_shown():
    rows = "".join(f"S{i},{i},S,1\n" for i in range(10, 40))
    data = f"Student,ID,Section,Set (1)\n{rows}".encode()
    book = gradebook([], [result(str(i), "pos", 4.0) for i in range(10, 40)])
    (line,) = [line for line in filled_lines(fill(book, data, None)) if "in the place" in line]
    assert line.startswith("30 in the place of another: S10 (10): 1 -> 4; ")
    assert line.endswith("S19 (19): 1 -> 4 and 20 more")


def test_a_score_set_by_hand_is_the_one_that_is_written():
    assert scores(fill(a_class(overrides=[override("x4", "pos", 9.0)])))["1004"] == "9"


# --------------------------------------------------------------------------- which column, and how much


@pytest.mark.parametrize("assignment", ["Problem set 1 (4757)", "problem  set 1", "4757", " 4757 "])
def test_an_assignment_goes_by_heading_title_or_number(assignment):
    assert fill(assignment=assignment).title == "Problem set 1 (4757)"


def test_a_title_with_quotes_and_commas_is_found():
    assert fill(assignment='Essay, "short"').title == 'Essay, "short" (4766)'


@pytest.mark.parametrize(
    ("assignment", "told"),
    [
        (
            None,
            '2 assignments: say with --assignment into which one the scores go. There are: "Problem set 1',
        ),
        ("Problem set 9", 'has no assignment Problem set 9. There are: "Problem set 1 (4757)", "Essay'),
        ("Final Score", '"Final Score" is read only in Canvas'),
        ("Section", "has no assignment Section"),
    ],
)
def test_an_assignment_that_is_not_clear_is_refused_with_those_there_are(assignment, told):
    with pytest.raises(UsageError) as fault:
        fill(assignment=assignment)
    assert told in str(fault.value)


def test_two_assignments_of_one_title_are_told_apart_by_number():
    data = b"Student,ID,Section,Set (1),Set (2)\nAda,1,S,,\n"
    book = gradebook([], [result("1", "pos", 4.0)])
    with pytest.raises(UsageError, match="several assignments Set: give the number"):
        fill(book, data, "Set")
    assert scores(fill(book, data, "2"), 4) == {"1": "4"}


def test_the_title_that_names_the_only_exercise_is_taken_and_said():
    data = b"Student,ID,Section,Essay (1),Exercise: Pos Embed 2D (2)\nAda,1,S,,\n"
    filled = fill(gradebook([], [result("1", "pos_embed_2d", 4.0)]), data, None)
    assert scores(filled, 4) == {"1": "4"}
    assert filled.notes == ['"Exercise: Pos Embed 2D (2)" was taken: its title names pos_embed_2d.']


def test_a_column_that_canvas_marks_as_read_only_in_any_language_is_refused():
    data = SEMICOLONS.replace(b"10,00;4,00", "10,00;(schreibgeschützt)".encode())
    with pytest.raises(UsageError, match="read only"):
        fill(data=data, assignment="13")


def test_a_column_without_a_number_is_filled_with_a_warning():
    data = b"Student,ID,Section,Set\nAda,1,S,\n"
    filled = fill(gradebook([], [result("1", "pos", 4.0)]), data, "Set")
    assert scores(filled, 3) == {"1": "4"}
    assert "makes a new one" in filled.notes[0]


def test_another_maximum_is_warned_of_and_scaled_if_asked():
    data = EXPORT.replace(b"20.00", b"100.00")
    filled = fill(data=data)
    assert filled.notes == [
        "Problem set 1 (4757) is out of 100 points in Canvas, these exercises are out of 20: the points were "
        "written as they are. --scale writes each score times 100/20."
    ]
    assert scores(fill(data=data, scale=True))["1001"] == "62.5"
    assert fill().notes == []


def test_scaling_needs_both_maxima():
    with pytest.raises(UsageError, match="--scale needs the maximum of Set"):
        fill(data=b"Student,ID,Section,Set (1)\nAda,1,S,\n", assignment=None, scale=True)


# --------------------------------------------------------------------------- files that are none


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "is empty"),
        (b"Name,Points\nAda,1\n", 'first columns are not "Student" and "ID"'),
        (b'Student,ID,Section,Set (1)\n"Ada,1,S,\n', "line 2: a quote is opened that is never closed"),
        ("Student,ID,Section,Set (1)\nÁgnes,1,S,\n".encode("latin-1"), "is not UTF-8"),
        ("Student,ID,Section,Set (1)\n".encode("utf-16"), "is not UTF-8"),
    ],
)
def test_what_is_no_gradebook_is_refused(data, told):
    with pytest.raises(UsageError, match=r"export\.csv") as fault:
        fill(data=data)
    assert told in str(fault.value)


def test_a_title_full_of_semicolons_does_not_hide_the_commas():
    data = b"Student,ID,Section,Set; a; b; c; d; e; f; g (1)\nAda,1,S,\n"
    assert scores(fill(gradebook([], [result("1", "pos", 4.0)]), data, None), 3) == {"1": "4"}
