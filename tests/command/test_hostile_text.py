"""Text of a student's making, wherever the commands show it: it is read, and does nothing else."""

import csv
import json
import os

import pytest

from tests.command.support import by_student, hand_in, results
from tests.text.support import FORMULA_STARTS, harmful

NAME = "Evil\\x1b[31m\\u202e[red]\\u3164"
MESSAGE = (
    "\\x1b]0;owned\\x07 [link=https://evil.example]here[/link] [/] \\u202edessap\\u200b\\n10 of 10 points"
)
RAISES = f"""
print("{MESSAGE}")
Evil = type("{NAME}", (ValueError,), {{}})

def twice(n):
    print("{MESSAGE}")
    raise Evil("{MESSAGE}")
"""
STUDENTS = (
    "=cmd|' C calc'!A0",
    "\uff1d1+1",
    "\t=1",
    "-1\n10 of 10 points",
    "@sum\x1b]0;owned\x07",
    "[bold red]ada",
    "a\u202eda",
    "a\u200bda",
    "a\u3164da",
    "می\u200cشود",
    "bo\udcff",
)


def notebook(*sources):
    cells = [
        {"cell_type": "code", "source": source, "id": "\x1b[31m", "metadata": {"name": "\u202elabel"}}
        for source in sources
    ]
    return json.dumps({"cells": cells, "nbformat": 4, "nbformat_minor": 5, "metadata": {}})


HAND_INS = {
    "raises": ("twice.py", RAISES),
    "raises as it loads": ("twice.py", RAISES + "twice(3)\n"),
    "answers with a type of its own": ("twice.py", f"def twice(n):\n    return type('{NAME}', (), {{}})()\n"),
    "answers with a text": ("twice.py", f"def twice(n):\n    return {{'{MESSAGE}': '{NAME}'}}\n"),
    "is no Python": ("twice.py", 'def twice(n):\n    return "\x07\u202e\n'),
    "holds a character that Python refuses": ("twice.py", "def twice(n):\n    return \u202e2 * n\n"),
    "a file name of its own": (
        "twice\x1b[31m\u202e[red].py",
        "def twice(n):\n    raise ValueError('odd')\n",
    ),
    "cells that raise": ("twice.ipynb", notebook(RAISES, "twice(1)", "%\u202emagic\x1b[31m\nx = 1")),
    "code under a name of its own": (
        "twice.py",
        f'exec(compile("def twice(n):\\n raise ValueError", "{NAME}", "exec"))\n',
    ),
}


@pytest.fixture(params=HAND_INS.values(), ids=HAND_INS)
def handed_in(request, tmp_path):
    name, text = request.param
    hand_in(tmp_path, {name: text})
    return name


def test_what_check_prints_is_harmless(kata, pack, handed_in):
    ran = kata("check", handed_in, "--exercise", "twice", "--pack", pack)
    assert ran.status == 1, ran
    assert harmful(ran.out, multiline=True) == []
    assert harmful(ran.err, multiline=True) == []
    assert "\n10 of 10" not in ran.out


def test_what_check_prints_as_json_is_one_harmless_document(kata, pack, handed_in):
    ran = kata("check", handed_in, "--exercise", "twice", "--json", "--pack", pack)
    document = json.loads(ran.out)
    assert document["status"] != "harness_error"
    told = [document["message"], *document["notes"], *(check["message"] for check in document["checks"])]
    assert [harmful(text, multiline=True) for text in told] == [[] for _ in told]


def test_name_and_message_of_an_exception_are_shown_as_they_were_written(kata, pack, tmp_path):
    hand_in(tmp_path, {"twice.py": RAISES})
    out = " ".join(kata("check", "twice.py", "--pack", pack).out.split())
    assert "[31m[red]" in out
    assert "\\x1b]0;owned\\x07 [link=https://evil.example]here[/link] [/] \\u202edessap\\u200b 10 of" in out


def test_markup_is_not_obeyed_where_there_are_colours(kata, pack, tmp_path, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    hand_in(tmp_path, {"twice.py": RAISES})
    out = kata("check", "twice.py", "--pack", pack).out
    assert "\x1b[" in out  # ours
    assert "\x1b]" not in out
    assert "\x1b]8" not in out
    assert "[link=https://evil.example]" in out
    assert harmful(out.replace("\x1b[", ""), multiline=True) == []


@pytest.fixture
def hostile_class(kata, pack, tmp_path):
    """A class of hostile names, each with a file that raises and a copy of it."""
    for student in STUDENTS:
        folder = tmp_path / "class" / student
        hand_in(folder, {"twice.py": RAISES, "twice\u200b (1).py": RAISES})
    ran = kata("grade", "class", "-o", "out", "--pack", pack)
    assert ran.status == 1, ran
    return ran


def test_a_class_of_hostile_names_is_shown_harmless(hostile_class, tmp_path):
    summary = (tmp_path / "out" / "summary.txt").read_text(encoding="utf-8")
    for text in (hostile_class.out, hostile_class.err, summary):
        assert harmful(text, multiline=True) == []
    assert "\n10 of 10" not in hostile_class.out + summary
    assert "[bold red]ada" in hostile_class.out
    assert "superseded: a\\u200bda" in summary


def test_the_gradebook_of_hostile_names_holds_no_formula(hostile_class, tmp_path):
    with (tmp_path / "out" / "gradebook.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert len(rows) == 1 + len(STUDENTS)
    assert {len(row) for row in rows} == {len(rows[0])}
    assert len({row[0] for row in rows}) == len(rows)
    for cell in (cell for row in rows for cell in row):
        assert harmful(cell) == []
        assert cell.lstrip()[:1] not in FORMULA_STARTS, cell
    assert "می\u200cشود" in {row[0] for row in rows}


def test_the_results_keep_every_student_apart(hostile_class, tmp_path):
    assert len(by_student(tmp_path / "out")) == len(STUDENTS)
    assert {each["status"] for each in results(tmp_path / "out")} == {"failed"}
    assert os.fsencode("bo\udcff") not in (tmp_path / "out" / "results.jsonl").read_bytes()
