"""The gradebook of a folder of results, read from its database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import msgspec

from grader.gradebook import NOT_GRADED, NOT_SUBMITTED, Details, Entry, Gradebook, Override, Told, entry_of
from grader.intake.hand_ins import Passed
from grader.model import Person
from grader.store.database import ROSTER, STORE, at_one_moment, connect, told
from grader.store.kept import unpack, unpack_group
from grader.store.overrides import standing
from grader.store.results import RESULT, result_of


class Described(msgspec.Struct, frozen=True):
    """What is told of a run beside its results."""

    layout: str = ""
    limits: dict[str, object] = {}


def read_gradebook(folder: Path) -> Gradebook:
    """The class as it stands in a folder of results.

    Raises
    ------
    UsageError
        The folder holds no results, or its database is damaged.
    """
    with closing(connect(folder)) as database, told(folder / STORE), at_one_moment(database):
        meta = dict(database.execute("SELECT name, value FROM meta").fetchall())
        overrides = standing(database)
        entries = {(entry.student, entry.exercise): entry for entry in _entries(database, overrides)}
        titles = dict(database.execute("SELECT name, title FROM exercises").fetchall())
        listed = {name for (name,) in database.execute("SELECT name FROM exercises WHERE listed")}
        described = msgspec.json.decode(meta.get("described", "{}"), type=Described)
        return Gradebook(
            people=_people(database, entries),
            exercises=tuple(sorted(listed | {exercise for _, exercise in entries})),
            titles=titles,
            max_scores=_max_scores(entries),
            entries=entries,
            details=lambda: read_details(folder),
            groups=tuple(
                unpack_group(row[0]) for row in database.execute("SELECT told FROM groups ORDER BY number")
            ),
            superseded=_passed(database, superseded=True),
            ignored=_passed(database, superseded=False),
            layout=described.layout,
            limits=described.limits,
            seed=int(meta.get("seed", "0")),
            unfinished=sum(entry.status == NOT_GRADED for entry in entries.values()),
        )


def _entries(database: sqlite3.Connection, overrides: dict[tuple[str, str], Override]) -> Iterator[Entry]:
    rows = database.execute(
        f"SELECT {RESULT} FROM hand_ins LEFT JOIN graded USING (key) "
        "ORDER BY hand_ins.student, hand_ins.exercise"
    )
    left = dict(overrides)
    for columns in rows:
        student, exercise, path, _, late, *_, kept = columns
        override = left.pop((student, exercise), None)
        if kept is None:
            yield Entry(
                student, exercise, NOT_GRADED, None, 0.0, submission=path, late=bool(late), override=override
            )
        else:
            yield replace(entry_of(result_of(columns), override), student=student)
    for (student, exercise), override in left.items():
        yield Entry(student, exercise, NOT_SUBMITTED, None, 0.0, override=override)


def _max_scores(entries: dict[tuple[str, str], Entry]) -> dict[str, float]:
    known: dict[str, float] = {}
    for (_, exercise), entry in entries.items():
        if entry.max_score:
            known[exercise] = max(known.get(exercise, 0.0), entry.max_score)
    return known


def _people(database: sqlite3.Connection, entries: dict[tuple[str, str], Entry]) -> tuple[Person, ...]:
    """Who is in the class, who has something set by hand included."""
    people = {
        row[0]: Person(*row) for row in database.execute("SELECT id, name, email, section, login FROM people")
    }
    for student, _ in entries:
        people.setdefault(student, Person(student))
    return tuple(people[student] for student in sorted(people))


def _passed(database: sqlite3.Connection, *, superseded: bool) -> tuple[Passed, ...]:
    rows = database.execute(
        "SELECT path, student, exercise, reason FROM passed WHERE superseded = ? ORDER BY number",
        (superseded,),
    )
    return tuple(Passed(*row) for row in rows)


def read_roster(folder: Path) -> tuple[Person, ...]:
    """The roster of an earlier run over a folder of results; empty if there is none. Raises as above."""
    path = folder / STORE
    if not path.is_file() or path.stat().st_size == 0:
        return ()
    with closing(connect(folder)) as database, told(path):
        found = database.execute("SELECT value FROM meta WHERE name = ?", (ROSTER,)).fetchone()
        return msgspec.json.decode(found[0], type=tuple[Person, ...]) if found else ()


def read_details(folder: Path) -> Iterator[Details]:
    """The results of a folder in full, one by one, in the order of student and exercise; raises as above."""
    with closing(connect(folder)) as database, told(folder / STORE), at_one_moment(database):
        overrides = standing(database)
        rows = database.execute(
            f"SELECT {RESULT}, graded.source, graded.told FROM hand_ins JOIN graded USING (key) "
            "ORDER BY hand_ins.student, hand_ins.exercise"
        )
        for *columns, source, kept in rows:
            yield Details(
                result_of(columns),
                overrides.get((columns[0], columns[1])),
                unpack(source, tuple[tuple[str, str], ...]),
                unpack(kept, tuple[Told, ...]),
            )
