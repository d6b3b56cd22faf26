"""A small pack of exercises, a class that answers them, and the command, inside this process and outside."""

import csv
import json
import os
import signal
import sqlite3
import subprocess
import sysconfig
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from grader.cli import main

KATA = Path(sysconfig.get_path("scripts")) / "kata"
DESIGN_STATUSES = (0, 1, 2, 3, 130)

TOML = """
schema = 1
title = "{title}"
tracks = ["warm-up"]
difficulty = "easy"
entry_points = ["{name}"]
hints = ["Read the statement.", "Try a small number.", "It is one line."]

[limits]
time_per_check_s = {seconds}
time_per_submission_s = {total}
"""
EXAMPLES = """
from grader.author import Equal, case, check

@check("a small number", points=2, cases=[case("three", n=3)], expect=Equal())
def small(student, n):
    return student.{name}(n)
"""
CHECKS = """
from grader.author import Equal, case, check

def drawn(rng):
    return case("some number", n=int(rng.integers(10, 10**6)))

@check("any number", points=5, cases=[drawn, drawn], expect=Equal())
def some(student, n):
    return student.{name}(n)

@check("a negative number", points=3, cases=[case("minus four", n=-4)], expect=Equal())
def negative(student, n):
    return student.{name}(n)
"""
MISTAKE = '''"""The number came back as it was. What does the name of the function ask for?"""


def {name}(n):
    return n
'''


class Ran(NamedTuple):
    status: int
    out: str
    err: str


def in_this_process(capfd, monkeypatch, folder):
    """A function that runs the command inside this process, in a folder."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COLUMNS", "100")

    def run(*arguments):
        capfd.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        out, err = capfd.readouterr()
        return Ran(ended.value.code, out, err)

    return run


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def add_exercise(pack, name, formula, *, seconds=0.5, total=4.0, solution=None):
    """Write an exercise: `name(n)` is to return a formula of n."""
    exercise, solutions = pack / "exercises" / name, pack / "solutions" / name
    title = f"The {name} of a number"
    write(exercise / "exercise.toml", TOML.format(name=name, title=title, seconds=seconds, total=total))
    write(exercise / "README.md", f"# {title}\n\n## Task\n\nReturn `{formula}`.\n")
    write(exercise / "approach.md", "# Approach\n\n1. Look.\n2. Write.\n")
    write(exercise / "stub.py", f"def {name}(n):\n    raise NotImplementedError\n")
    write(exercise / "examples.py", EXAMPLES.format(name=name))
    write(solutions / "solution.py", solution or f"def {name}(n):\n    return {formula}\n")
    write(solutions / "checks.py", CHECKS.format(name=name))
    write(solutions / "mistakes" / "unchanged.py", MISTAKE.format(name=name))


def hand_in(folder, files):
    """Write what a class handed in: path -> text or bytes."""
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def right(name="twice", formula="2 * n", by=""):
    """An answer; ``by`` makes it another than an equal one, which would be graded once with it."""
    return f"def {name}(n):\n    return {formula}\n{by and f'# {by}'}"


def results(folder):
    """The results of a folder, each line decoded."""
    lines = (folder / "results.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def by_student(folder):
    return {(each["student"], each["exercise"]): each for each in results(folder)}


def gradebook(folder):
    with (folder / "gradebook.csv").open(newline="", encoding="utf-8") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def rows(folder, statement):
    """What a statement finds in the database of a folder of results; nothing while there is none."""
    path = folder / "results.sqlite"
    if not path.exists():
        return []
    with closing(sqlite3.connect(path, timeout=10)) as database:
        try:
            return database.execute(statement).fetchall()
        except sqlite3.OperationalError:  # its tables are not made yet
            return []


def seed_of(folder):
    """The seed that a folder of results keeps."""
    ((seed,),) = rows(folder, "SELECT value FROM meta WHERE name = 'seed'")
    return int(seed)


def graded(folder):
    """How many pieces of work a folder of results keeps."""
    return sum(count for (count,) in rows(folder, "SELECT count(*) FROM graded"))


def causes(folder):
    """The rows of causes.csv."""
    with (folder / "causes.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def start(*arguments, folder, **more):
    """Start the command in a process group of its own, with pipes."""
    return subprocess.Popen(
        [KATA, *map(str, arguments)],
        cwd=folder,
        env={name: value for name, value in os.environ.items() if name != "FORCE_COLOR"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # In the background of a script Ctrl-C is ignored, and whatever is started there inherits that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        **more,
    )


def in_session(session):
    """The processes of a session that are not zombies, by the kernel's table."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            if int(fields[3]) == session and fields[0] != "Z":
                found.append(int(entry.name))
    return found
