"""Rosters as platforms and spreadsheets export them."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.errors import UsageError
from grader.intake.roster import read_roster
from grader.model import Person


@pytest.fixture
def read(tmp_path):
    def read(content, codec="utf-8"):
        path = tmp_path / "class.csv"
        path.write_bytes(content if isinstance(content, bytes) else content.encode(codec))
        return read_roster(path)

    return read


@pytest.fixture
def refused(read):
    def refused(content):
        with pytest.raises(UsageError) as raised:
            read(content)
        return str(raised.value)

    return refused


def test_the_four_columns_in_any_order_and_case(read):
    people = read("Section,EMAIL,Name,Id\nA,ada@x.org,Ada Lovelace,007\n,,Bob,8\n")
    assert people == (
        Person("007", "Ada Lovelace", "ada@x.org", "A", None),
        Person("8", "Bob", None, None, None),
    )


@pytest.mark.parametrize(
    ("text", "person"),
    [
        (
            "Student,ID,SIS User ID,SIS Login ID,Section,HW 1\n    Points Possible,,,,,10\n"
            '"Lovelace, Ada",4711,s1,ada,"Mon, 9",9\n',
            Person("4711", "Lovelace, Ada", None, "Mon, 9", "ada"),
        ),
        (
            "First name,Last name,ID number,Email address\nAda,Lovelace,s1,ada@x.org\n",
            Person("s1", "Ada Lovelace", "ada@x.org"),
        ),
        (
            "Surname,First name,Username,Email address\nLovelace,Ada,ada,ada@x.org\n",
            Person("ada", "Ada Lovelace", "ada@x.org", None, "ada"),
        ),
        ("Name,SID,Email,Sections\nAda,s1,a@x.org,A\n", Person("s1", "Ada", "a@x.org", "A")),
        ("student_id,name\ns1,Ada\n", Person("s1", "Ada")),
        ("SIS User ID,Student,login\ns1,Ada,ada\n", Person("s1", "Ada", None, None, "ada")),
        ("User ID,Name\n12,Ada\n", Person("12", "Ada")),
        (
            'identifier,github_username,github_id,name\n"s1","ada-l","9",""\n',
            Person("s1", None, None, None, "ada-l"),
        ),
        ("email\na@x.org\n", Person("a@x.org", None, "a@x.org")),
        ("name\nAda\n", Person("Ada", "Ada")),
    ],
)
def test_exports_of_platforms(read, text, person):
    assert read(text) == (person,)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_what_spreadsheets_write(read, separator, codec):
    text = 'name,id\r\n"Zoë\r\nÖzil",1\r\n,\r\n\r\n\'x  ,2\r\n'.replace(",", separator)
    assert read(text, codec) == (Person("1", "Zoë Özil"), Person("2", "'x"))


def test_the_line_for_the_separator_that_excel_reads(read):
    assert read("sep=;\nid;name\n1;Ada, L.\n") == (Person("1", "Ada, L."),)


def test_values_are_trimmed_composed_and_safe_to_show(read):
    (person,) = read("id,name\n 1\u00a0,  Zoe\u0308  \x1b[31m \n")
    assert person == Person("1", "Zoë \\x1b[31m")


def test_formulas_stay_text(read):
    assert read("id,name\n=1+1,=HYPERLINK(1)\n") == (Person("=1+1", "=HYPERLINK(1)"),)


def test_who_has_no_id_is_called_by_login_email_or_name(read):
    people = read("id,login,email,name\n,ada,a@x,Ada\n,,b@x,Bob\n,,,Cem\n ,,,\n")
    assert [person.id for person in people] == ["ada", "b@x", "Cem"]


def test_rows_that_are_shorter_or_longer_than_the_header(read):
    assert read("id,name,section\n1\n2,Bob,A,more\n") == (Person("1"), Person("2", "Bob", None, "A"))


def test_a_student_who_stands_there_twice_is_told_with_both_lines(refused):
    said = refused('id,name\n1,"Ada\nL."\n2,Bob\n1,Cem\n')
    assert "lines 2 and 5 are both about '1'" in said


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty"),
        (b" \n\n", "is empty"),
        (b"id,name\n\n", "no student below"),
        (b"grade,comment\n1,x\n", "no column of its header"),
        (b"PK\x03\x04xl/workbook.xml", "is an Excel workbook. Save the roster as CSV"),
        (b"%PDF-1.4", "is a PDF document"),
        (b"id,name\n\x00\x01", "is no text file"),
        (b"id,name\n1,\x81\x8d\n", "encoding"),
        (b"\xff\xfei", "encoding"),
        (b'id,name\n1,"Ada\n2,Bob\n', "line 2"),
        (b"id,name\n1," + b"x" * 200_000, "line 2"),
    ],
)
def test_what_is_no_roster_is_refused_in_one_sentence(refused, content, said):
    text = refused(content)
    assert said in text
    assert "class.csv" in text


def test_a_roster_that_is_not_there(tmp_path):
    for path, said in (
        (tmp_path / "none.csv", "No such file"),
        (tmp_path, "directory"),
        (Path("a\0"), "path"),
    ):
        with pytest.raises(UsageError, match=said):
            read_roster(path)


@given(st.binary() | st.text(alphabet='id,name;\t"\n\r\0x=', max_size=60).map(str.encode))
def test_no_file_raises_anything_else(data):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "class.csv"
        path.write_bytes(data)
        try:
            people = read_roster(path)
        except UsageError:
            return
    assert len({person.id for person in people}) == len(people) > 0
    assert all(person.id.isprintable() for person in people)
