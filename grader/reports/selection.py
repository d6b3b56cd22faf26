"""A part of a class: some students, some exercises, those who failed."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from grader.causes import Group
from grader.errors import UsageError
from grader.escape import clean
from grader.gradebook import NOT_GRADED, NOT_SUBMITTED, Details, Entry, Gradebook, entry_of
from grader.intake.hand_ins import Passed
from grader.model import Person

NEAR = 3
MAX_KNOWN = 10


def selected(
    book: Gradebook, students: Sequence[str], exercises: Sequence[str], only_failed: bool
) -> Gradebook:
    """The part of a class that a report is asked for.

    Parameters
    ----------
    book
        The class.
    students
        Ids; a login, an e-mail address or a name will do where one student alone has it. None: all.
    exercises
        Names. None: all.
    only_failed
        Leave out who passed whatever they handed in. The others keep their whole row, so that no table
        says of a passed exercise that it was not handed in; of single results only those stay that did
        not pass.

    Raises
    ------
    UsageError
        If there is no such student or exercise.
    """
    if not students and not exercises and not only_failed:
        return book
    names = _exercises(book, exercises)
    people = tuple(_people(book, students))
    entries = {place: entry for place, entry in book.entries.items() if place[1] in names}
    if only_failed:
        failing = {student for (student, _), entry in entries.items() if is_failed(entry)}
        people = tuple(person for person in people if person.id in failing)
    ids = frozenset(person.id for person in people)

    def details() -> Iterator[Details]:
        for each in book.details():
            student, exercise = each.result.student or "", each.result.exercise
            failed = not only_failed or is_failed(entry_of(each.result, each.override))
            if failed and student in ids and exercise in names:
                yield each

    return replace(
        book,
        people=people,
        exercises=names,
        entries={place: entry for place, entry in entries.items() if place[0] in ids},
        details=details,
        groups=_groups(book.groups, ids, names),
        superseded=_passed(book.superseded, ids, names),
        ignored=_passed(book.ignored, ids, names),
    )


def is_failed(entry: Entry) -> bool:
    """Whether something was handed in, graded and not passed; what was set by hand counts."""
    if entry.override is not None and entry.override.score is not None:
        return entry.override.score < entry.max_score
    return entry.status not in ("passed", NOT_SUBMITTED, NOT_GRADED)


def _exercises(book: Gradebook, wanted: Sequence[str]) -> tuple[str, ...]:
    for name in wanted:
        if name not in book.exercises:
            raise UsageError(
                f"there is no exercise {clean(name)} in these results. {_near(name, book.exercises)}"
            )
    return tuple(name for name in book.exercises if name in wanted) if wanted else book.exercises


def _people(book: Gradebook, wanted: Sequence[str]) -> Iterable[Person]:
    if not wanted:
        return book.people
    chosen = {_one(book, asked).id for asked in wanted}
    return (person for person in book.people if person.id in chosen)


def _one(book: Gradebook, asked: str) -> Person:
    """The student with an id, or the only one with a login, an address or a name."""
    for person in book.people:
        if person.id == asked:
            return person
    found = [person for person in book.people if asked.casefold() in _called(person)]
    if len(found) == 1:
        return found[0]
    if found:
        ids = ", ".join(clean(person.id, 60) for person in found[:MAX_KNOWN])
        raise UsageError(f"several students are called {clean(asked)}: give an id ({ids}).")
    known = [person.id for person in book.people]
    known += [person.name for person in book.people if person.name]
    raise UsageError(f"there is no student {clean(asked)} in these results. {_near(asked, known)}")


def _called(person: Person) -> set[str]:
    return {text.casefold() for text in (person.id, person.login, person.email, person.name) if text}


def _near(asked: str, known: Sequence[str]) -> str:
    """A sentence with the names that are nearly the one asked for, or with the first of all."""
    folded = {name.casefold(): name for name in known}
    near = difflib.get_close_matches(asked.casefold(), folded, NEAR, 0.6)
    if near:
        return f"Near names: {', '.join(clean(folded[name], 60) for name in near)}."
    shown = ", ".join(clean(name, 60) for name in known[:MAX_KNOWN])
    return f"Known: {shown or 'none'}{', ...' if len(known) > MAX_KNOWN else ''}."


def _groups(groups: Iterable[Group], ids: Collection[str], names: Collection[str]) -> tuple[Group, ...]:
    """The groups with the members that are left, counted again."""
    kept = []
    for group in groups:
        members = tuple(member for member in group.members if member.student in ids)
        if members and group.exercise in names:
            kept.append(replace(group, members=members))
    failed = {name: sum(group.size for group in kept if group.exercise == name) for name in names}
    return tuple(replace(group, failed=failed[group.exercise]) for group in kept)


def _passed(passed: Iterable[Passed], ids: Collection[str], names: Collection[str]) -> tuple[Passed, ...]:
    """The files passed over that are of this part, or of nobody and nothing that is known."""
    return tuple(
        each
        for each in passed
        if (each.student is None or each.student in ids) and (each.exercise is None or each.exercise in names)
    )
