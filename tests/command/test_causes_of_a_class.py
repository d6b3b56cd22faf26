"""`kata grade` says why a class fails: which mistake, how many students, and the next mistake to write."""

import json

import pytest

from tests.command.support import causes, hand_in, right

STUB = "def twice(n):\n    raise NotImplementedError\n"
CLASS = {
    "ada/twice.py": right(),
    "bo/twice.py": right(formula="n"),
    "cy/twice.py": "def twice(n):\n    'As it was.'\n    return n + 0\n",
    # An unknown mistake, written in three ways.
    "dee/twice.py": right(formula="n * n"),
    "eve/twice.py": right(formula="n ** 2"),
    "fay/twice.py": "def twice(n):\n    return sum([n] * n) if n > 0 else -n * -n\n",
    "gus/twice.py": right(formula="3 * n"),
    "hal/twice.py": "def twice(n):\n    return [][0]\n",
    "ida/twice.py": "def twice(n):\n    empty = {}\n\n    return [n][5]\n",
    "=cmd()/twice.py": "def twice(n):\n    return n[0]\n",
    "jo/twice.py": STUB,
    "kim/twice.py": "import os\ndef twice(n):\n    os._exit(0)\n",
    "lee/twice.py": "def twice(n:",
    "lee/square.py": right("square", "n"),
}


@pytest.fixture
def graded(kata, pack, tmp_path):
    hand_in(tmp_path / "class", CLASS)
    return kata("grade", "class", "-o", "out", "--seed", 3, "--pack", pack, "--jobs", 2, "--json")


def test_the_causes_of_a_class(graded, tmp_path):
    assert graded.status == 1
    rows = causes(tmp_path / "out")
    told = [(r["exercise"], r["cause"], r["alike"], r["students"], r["who"]) for r in rows]
    assert told == [
        ("square", "unchanged", "", "1", "lee"),
        ("twice", "unchanged", "", "2", "bo; cy"),
        ("twice", "", "1", "3", "dee; eve; fay"),
        ("twice", "", "2", "2", "hal; ida"),
        ("twice", "", "3", "1", "'=cmd()"),
        ("twice", "", "4", "1", "gus"),
        ("twice", "", "", "1", "jo"),
        ("twice", "", "", "1", "kim"),
    ]
    known, unknown = rows[1:3]
    assert known["checks"] == "a small number (2); any number (2); a negative number (2)"
    assert known["told"].startswith("The number came back as it was.")
    assert known["submissions"] == "bo/twice.py; cy/twice.py"
    assert unknown["share_of_failed"] == "0.273"
    assert unknown["told"].startswith("a small number: On three: with n = 3; ")
    assert rows[6]["told"].startswith("Not started")


def test_the_summary_names_the_next_mistake(graded, tmp_path):
    lines = (tmp_path / "out" / "summary.txt").read_text(encoding="utf-8").splitlines()
    assert "    2 x unchanged, in every check" in lines
    assert "    Failing without a known cause: 7 answers" in lines
    next_one = lines.index("        the next mistake to write down: 3 answers alike: dee, eve, fay")
    assert lines[next_one + 1].startswith("            a small number: On three:")
    assert "        2 answers alike: hal, ida" in lines
    assert "        2 answers unlike any other: =cmd(), gus" in lines
    assert "    1 not started: jo" in lines
    assert "    1 stopped (crashed), with no wrong answer: kim" in lines


def test_the_document_lists_causes_and_what_is_unexplained(graded):
    document = json.loads(graded.out)
    every = ["a small number", "any number", "a negative number"]
    assert document["causes"] == [
        {"exercise": "square", "cause": "unchanged", "students": 1, "checks": every},
        {"exercise": "twice", "cause": "unchanged", "students": 2, "checks": every},
    ]
    assert document["unexplained"] == [
        {"exercise": "twice", "students": 3, "example": "dee/twice.py"},
        {"exercise": "twice", "students": 2, "example": "hal/twice.py"},
        {"exercise": "twice", "students": 1, "example": "=cmd()/twice.py"},
        {"exercise": "twice", "students": 1, "example": "gus/twice.py"},
    ]


def test_no_hidden_value_stands_in_the_causes(kata, pack, tmp_path):
    """A student who is right on what is visible, and raises what was hidden."""
    wrong = "def twice(n):\n    if n == 3:\n        return 6\n    raise ValueError(f'hidden {n}')\n"
    hand_in(tmp_path / "class", {"ada/twice.py": wrong, "bo/twice.py": wrong.replace("raise", "return")})
    kata("grade", "class", "-o", "out", "--pack", pack)
    written = (tmp_path / "out" / "causes.csv").read_text() + (tmp_path / "out" / "summary.txt").read_text()
    assert "ValueError" in written
    assert "hidden" not in written


def test_a_class_that_passes_has_no_causes(kata, pack, tmp_path):
    hand_in(tmp_path / "class", {"ada/twice.py": right()})
    kata("grade", "class", "-o", "out", "--pack", pack)
    assert causes(tmp_path / "out") == []
