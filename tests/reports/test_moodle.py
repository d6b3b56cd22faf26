"""Moodle: its worksheet comes back filled in, its gradebook has a table, and feedback has a zip."""

import io
import zipfile

import pytest
from hypothesis import given, settings

from grader.errors import UsageError
from grader.model import Person
from grader.reports.filling import Terms, filled_lines
from grader.reports.moodle import Columns, feedback_zip, fill_worksheet, moodle_csv
from tests.reports.support import changed_cells, gradebook, override, result, rows_of
from tests.text.support import ANY_TEXT, FORMULA_STARTS, harmful

ENGLISH = (
    'Identifier,"Full name","ID number","Email address",Status,Grade,"Maximum Grade","Grade can be changed",'
    '"Last modified (submission)","Online text","Last modified (grade)","Feedback comments"\n'
    '"Participant 5001","Ada Ágnes Lovelace",0012,ada@uni.example,"Submitted for grading - ",,20.00,Yes,'
    '"Wednesday, September 23, 2020, 9:00 PM","<p>x = 1;\n""y""</p>",-,\n'
    '"Participant 5002","Bruno Almeida",0034,Bruno@Uni.example,"Submitted for grading - ",4.00,20.00,Yes,-,'
    ',-,"<p>by hand</p>"\n'
    '"Participant 5003","Chiara Conti",0056,chiara@uni.example,"No submission - ",,20.00,No,-,,-,\n'
    '"Participant 5004","Dmitri Volkov",0078,dmitri@uni.example,"Submitted for grading - ",,20.00,Yes,-,,-,\n'
    '"Participant 5005","Emeka Okafor",0099,emeka@uni.example,"No submission - ",,20.00,Yes,-,,-,\n'
).encode()
GERMAN = (
    "\ufeffID,Vollständiger Name,ID-Nummer,E-Mail-Adresse,Status,Bewertung,Bestwertung,"
    "Bewertung kann geändert werden,Zuletzt geändert (Abgabe),Zuletzt geändert (Bewertung),"
    "Feedback als Kommentar\r\n"
    'Teilnehmer/in5001,"Lovelace, Ada",12345678,K12@uni.example,Zur Bewertung abgegeben,"13,50","20,00",Ja,'
    '"Mittwoch, 13. März 2024, 10:15","Mittwoch, 13. März 2024, 19:59",\r\n'
    'Teilnehmer/in5002,Bruno Almeida,87654321,K87@uni.example,Zur Bewertung abgegeben,,"20,00",Nein,,,\r\n'
).encode()
GRADE, COMMENTS = 5, 11


def a_class(**more):
    people = [
        Person("5001", "Ada Ágnes Lovelace"),  # the participant's number
        Person("bruno", email="bruno@uni.EXAMPLE"),
        Person("0056"),  # of the school
        Person("d", "Dmitri Volkov"),
    ]
    results = [
        *(result("5001", "pos", 10.0), result("5001", "rope", 2.5, message="a < b & c")),
        *(result("bruno", "pos", 5.0), result("0056", "pos", 5.0)),
        result("d", "pos", None, "harness_error"),
    ]
    return gradebook(people, results, **more)


def fill(book=None, data=ENGLISH, columns=None, **terms):
    return fill_worksheet(book or a_class(), data, "Grades.csv", columns, Terms(**terms))


def test_only_grades_and_comments_change():
    changed = changed_cells(ENGLISH, fill().sheet.encoded())
    assert {place: new for place, (_, new) in changed.items() if place[1] == GRADE} == {
        (1, GRADE): "12.5",
        (2, GRADE): "5",
    }
    assert {place for place in changed if place[1] != GRADE} == {(1, COMMENTS), (2, COMMENTS)}


def test_a_worksheet_that_nobody_is_in_comes_back_as_it_was():
    book = gradebook([Person("nobody")], [result("nobody", "pos")])
    assert fill(book).sheet.encoded() == ENGLISH
    assert fill(book, GERMAN).sheet.encoded() == GERMAN


def test_a_german_worksheet_keeps_its_language_commas_and_line_ends():
    book = gradebook([Person("12345678")], [result("12345678", "pos", 7.25), result("x", "rope", 10.0)])
    filled = fill(book, GERMAN)
    changed = changed_cells(GERMAN, filled.sheet.encoded())
    assert set(changed) == {(1, 5), (1, 10)}
    assert changed[1, 5] == ("13,50", "7,25")
    assert b',"7,25","20,00",Ja,' in filled.sheet.encoded()
    assert "1 in the place of another: Lovelace, Ada (Teilnehmer/in5001): 13,50 -> 7,25" in filled_lines(
        filled
    )


@pytest.mark.parametrize(
    ("grade", "comments", "yes", "no"),
    [
        ("Note", "Feedback par commentaires", "Oui", "Non"),
        ("Calificación", "Comentarios de retroalimentación", "Sí", "No"),
        ("Valutazione", "Commenti", "Sì", "No"),
        ("Cijfer", "Feedback", "Ja", "Nee"),
        ("Nota", "Comentários de feedback", "Sim", "Não"),
        ("Ocena", "Komentarz zwrotny", "Tak", "Nie"),
        ("Оценка", "Отзыв в виде комментария", "Да", "Нет"),
    ],
)
def test_headings_are_known_in_other_languages(grade, comments, yes, no):
    data = (
        f'Id,Nom,{grade},Max,X,Y,{comments}\nParticipante1,A,,"10,00",{yes},-,\nParticipante2,B,,"10,00",{no},-,\n'
    ).encode()
    book = gradebook([], [result("1", "pos", 7.5), result("2", "pos", 5.0)])
    filled = fill(book, data)
    assert set(changed_cells(data, filled.sheet.encoded())) == {(1, 2), (1, 6)}
    assert rows_of(filled.sheet.encoded())[1][2] == "7,5"
    assert filled.listed == {
        "whose grade Moodle says cannot be changed, left as they were": ["B (Participante2)"]
    }


def test_headings_that_are_not_known_are_asked_for():
    data = b"Nro,Nombre,Puntos,Max,Palabras\nPersona 1,A,,10,\n"
    book = gradebook([], [result("1", "pos", 7.5)])
    with pytest.raises(UsageError, match=r"--grade-column. There are: .Nro., .Nombre., .Puntos."):
        fill(book, data)
    with pytest.raises(UsageError, match="no column Points"):
        fill(book, data, Columns("Points"))
    grades = fill(book, data, Columns("puntos"))
    assert grades.sheet.encoded() == data.replace(b"A,,10", b"A,7.5,10")
    assert any("--feedback-column" in line for line in filled_lines(grades))
    both = fill(book, data, Columns("Puntos", "Palabras"))
    assert rows_of(both.sheet.encoded())[1][4].startswith(
        "<p><strong>pos</strong>: 7.5 of 10 points, failed."
    )


def test_students_are_found_by_number_id_address_and_name():
    filled = fill(a_class(overrides=[override("d", "pos", 3.0)]))
    assert set(filled.students.values()) == {"5001", "bruno", "d"}


def test_who_is_left_alone_is_told_and_why():
    lines = filled_lines(fill())
    assert (
        "1 whose grade Moodle says cannot be changed, left as they were: Chiara Conti (Participant 5003)"
        in lines
    )
    assert "1 handed in and without a score yet, left as they were: Dmitri Volkov (Participant 5004)" in lines
    assert (
        "1 in the file and not in these results, left as they were: Emeka Okafor (Participant 5005)" in lines
    )
    assert "1 in the place of another: Bruno Almeida (Participant 5002): 4.00 -> 5" in lines
    assert "Note: 1 of the comments took the place of another." in lines


def test_nothing_handed_in_is_a_zero_only_if_it_is_asked_for():
    zeros = rows_of(fill(missing_as_zero=True).sheet.encoded())
    assert [row[GRADE] for row in zeros[1:]] == ["12.5", "5", "", "", "0"]


def test_another_maximum_is_warned_of_and_scaled_if_asked():
    data = ENGLISH.replace(b"20.00", b"100.00")
    assert (
        fill(data=data)
        .notes[0]
        .startswith("Grade is out of 100 points in Moodle, these exercises are out of 20")
    )
    assert rows_of(fill(data=data, scale=True).sheet.encoded())[1][GRADE] == "62.5"


def test_an_assignment_graded_in_words_is_refused():
    data = (
        b"ID,Bewertung,Skala,Zuletzt,Feedback als Kommentar\n"
        b'Teilnehmer/in1,bestanden,"nicht bestanden\nbestanden",,\n'
    )
    with pytest.raises(UsageError, match="graded in words"):
        fill(gradebook([], [result("1", "pos")]), data)


@pytest.mark.parametrize("data", [b"Name,Grade\nAda,1\n", b"ID,Grade\n1234,\n", b"Participant 1,Grade\n"])
def test_a_table_without_identifiers_is_refused(data):
    with pytest.raises(UsageError, match=r"Grades.csv is no grading worksheet of Moodle"):
        fill(data=data)


# --------------------------------------------------------------------------- comments


def comment(book):
    return rows_of(fill(book).sheet.encoded())[1][COMMENTS]


def test_a_comment_tells_points_status_and_the_first_thing_to_mend_as_html():
    told = comment(a_class(overrides=[override("5001", "rope", 4.0, "See\nme.")]))
    assert told == (
        "<p><strong>pos</strong>: 10 of 10 points, passed.<br>All checks passed.</p>"
        "<p><strong>rope</strong>: 4 of 10 points, failed, set by hand.<br>See<br>me.<br>"
        "a &lt; b &amp; c</p>"
    )
    assert "a fair reason" not in told


@settings(max_examples=80)
@given(ANY_TEXT)
def test_no_text_is_markup_or_a_formula(text):
    book = gradebook([], [result("5001", "pos", 0.0, message=text)])
    told = comment(book)
    assert not harmful(told)
    inner = told.removeprefix("<p><strong>pos</strong>: 0 of 10 points, failed.").removesuffix("</p>")
    assert "<" not in inner.replace("<br>", "")
    assert all(not part.lstrip()[:1] or part.lstrip()[0] not in FORMULA_STARTS for part in told.split(";"))


# --------------------------------------------------------------------------- the import of the gradebook


def test_the_table_for_the_import_has_a_grade_and_a_feedback_per_exercise():
    header, ada, *others = rows_of(moodle_csv(a_class(), bom=True))
    assert header == [
        *("Full name", "ID number", "Email address"),
        *("pos", "pos (feedback)", "rope", "rope (feedback)", "total"),
    ]
    assert others[0][:4] == ["Ada Ágnes Lovelace", "5001", "", "10"]
    assert others[0][-1] == "12.5"
    assert ada[:4] == ["", "0056", "", "5"]
    by_id = {row[1]: row for row in [ada, *others]}
    assert by_id["bruno"][2] == "bruno@uni.EXAMPLE"
    assert by_id["d"][3] == by_id["d"][-1] == ""
    assert by_id["bruno"][5:7] == ["", ""]


def test_who_has_no_score_has_no_total_that_an_import_would_set():
    book = gradebook([Person("1"), Person("2")], [result("1", "pos", 0.0)])
    assert [row[-1] for row in rows_of(moodle_csv(book))[1:]] == ["0", ""]


# --------------------------------------------------------------------------- the zip of feedback


def page(details, person):
    return f"<p>{person.id}: {', '.join(each.result.exercise for each in details)}</p>"


def unpacked(packed):
    with zipfile.ZipFile(io.BytesIO(packed.data)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_a_file_of_feedback_lies_where_moodle_looks_for_it():
    people = [
        Person("17", "Ada_B Lovelace/../x"),
        Person("18", "Müller, Ann"),
        Person("bo", "Bo"),
        Person("19"),
    ]
    results = [result("17", "pos"), result("17", "rope"), result("18", "pos"), result("bo", "pos")]
    people.append(Person("20", "Zoë"))
    by_hand = [override("20", "pos", 3.0, "by word of mouth")]
    packed = feedback_zip(gradebook(people, results, overrides=by_hand), page)
    assert unpacked(packed) == {
        "Ada B Lovelace .. x_17_assignsubmission_file/feedback.html": "<p>17: pos, rope</p>",
        "Ann Müller_18_assignsubmission_file/feedback.html": "<p>18: pos</p>",
        "Zoë_20_assignsubmission_file/feedback.html": "<p>20: </p>",
    }
    assert packed.count == 3
    assert packed.listed == {"without the number that Moodle gives to a participant, left out": ["Bo (bo)"]}


def test_the_same_class_packs_to_the_same_bytes():
    book = gradebook([Person("17", "Ada")], [result("17", "pos")])
    assert feedback_zip(book, page).data == feedback_zip(book, page).data


def test_a_worksheet_says_the_numbers_where_ids_are_none():
    packed = feedback_zip(a_class(), page, (ENGLISH, "Grades.csv"))
    assert set(unpacked(packed)) == {
        f"{name}_assignsubmission_file/feedback.html"
        for name in (
            "Ada Ágnes Lovelace_5001",
            "Bruno Almeida_5002",
            "Chiara Conti_5003",
            "Dmitri Volkov_5004",
        )
    }
    with pytest.raises(UsageError, match="--worksheet"):
        feedback_zip(gradebook([Person("bo")], [result("bo", "pos")]), page)


def test_hidden_names_are_no_names():
    data = b"Identifier,Status,Grade,Maximum Grade\n" + b"".join(
        b"Participant %d,Submitted,,10.00\n" % number for number in range(1, 4)
    )
    people = [Person("1", "Ada Lovelace"), Person("3", "Submitted")]
    filled = fill(gradebook(people, [result("1", "pos", 4.0), result("3", "pos", 5.0)]), data)
    assert [row[2] for row in rows_of(filled.sheet.encoded())[1:]] == ["4", "", "5"]
    assert list(filled.listed.values()) == [["Participant 2"]]


def test_an_own_field_called_note_is_not_taken_for_the_grade():
    data = ENGLISH.replace(b'"ID number"', b"Note")
    assert {place for place in changed_cells(data, fill(data=data).sheet.encoded()) if place[1] == 2} == set()
