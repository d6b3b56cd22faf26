"""Code with something behind it that is no text: nobody is told to declare its encoding."""

import pytest

from grader.intake.source import read_file

CODE = b"def f(x):\n    return x\n"
ZIP = b"PK\x03\x04\x14\x00\x00\x00\x08\x00\xe9\xff"


@pytest.fixture
def problem(tmp_path):
    def problem(data, name="f.py"):
        path = tmp_path / name
        path.write_bytes(data)
        submission = read_file(path, "f")
        return submission.problem_status, submission.problem or ""

    return problem


@pytest.mark.parametrize(
    "first", [b"", b"# -*- coding: latin-1 -*-\n", b"# coding: cp1252\n", b"\xef\xbb\xbf"]
)
def test_a_zip_archive_behind_the_code(problem, first):
    status, said = problem(first + CODE + ZIP)
    line = 3 + first.count(b"\n")
    assert status == "unreadable"
    assert said == (
        f"This is not a text file: from line {line} on it holds a zip archive. "
        "Hand in the Python code or the notebook alone."
    )


def test_other_binary_data_behind_the_code(problem):
    _, said = problem(CODE + b"\x00\x00\xfe\xff")
    assert "from line 3 on it holds binary data" in said
    assert "latin-1" not in said


def test_the_letters_pk_are_text(problem):
    assert problem(CODE + b"x = 'PK\\x03\\x04'\n") == ("unreadable", "")
    assert "latin-1" in problem(CODE + b"y = 'caf\xe9 PK'\n")[1]


def test_a_zero_byte_in_text_is_left_to_the_compiler(problem):
    assert problem(CODE + b"\x00\n")[1] == ""
