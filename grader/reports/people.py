"""Who is who: the students of a class, and the rows of a table that a platform has written."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from grader.model import Person
from grader.reports.standing import name_key

# A word of a name that is shorter says little of whose name it is.
MIN_WORD = 2


@dataclass(frozen=True)
class Way:
    """One way to know a student: what a row says, and what it may say for a person.

    ``folded`` compares without regard to capitals.
    """

    of_row: Callable[[int], str]
    of_person: Callable[[Person], Iterable[str | None]]
    folded: bool = False

    def key(self, text: str) -> str:
        """A text as it is compared."""
        return text.strip().casefold() if self.folded else text.strip()


@dataclass(frozen=True)
class Matched:
    """Who was found in which row.

    Attributes
    ----------
    rows
        The row of each student, by id.
    doubtful
        Ids of students to whom several rows lead, or whose row is another's as well: nobody is guessed.
    odd
        Ids of students who were found by a number while the names are quite different.
    """

    rows: Mapping[str, int]
    doubtful: tuple[str, ...] = ()
    odd: tuple[str, ...] = ()


def match(
    people: Sequence[Person], rows: Sequence[int], ways: Sequence[Way], name_of: Callable[[int], str]
) -> Matched:
    """Find the row of each student.

    Parameters
    ----------
    people
        The students.
    rows
        The rows that are a student's.
    ways
        How they may be known, by ids and addresses. If these lead to several rows, only the name decides.
    name_of
        The name in a row. It is asked last, and only a name that is one row's and one student's counts.

    Returns
    -------
    Matched
        No row has two students, no student two rows.
    """
    indexes = [(way, _index(way, rows)) for way in ways]
    led = {person.id: _led(person, indexes) for person in people}
    by_name: defaultdict[str, list[int]] = defaultdict(list)
    for row in rows:
        by_name[name_key(name_of(row))].append(row)
    called: defaultdict[str, list[str]] = defaultdict(list)
    for person in people:
        called[name_key(person.name or "")].append(person.id)
    for person in people:
        name = name_key(person.name or "")
        if not name:
            continue
        same = set(by_name[name])
        if len(led[person.id]) > 1:
            led[person.id] = led[person.id] & same or led[person.id]
        elif not led[person.id] and len(same) == len(called[name]) == 1:
            led[person.id] = same
    claims: defaultdict[int, list[str]] = defaultdict(list)
    for student, found in led.items():
        for row in found:
            claims[row].append(student)
    sure = {s: min(found) for s, found in led.items() if len(found) == 1 and len(claims[min(found)]) == 1}
    names = {person.id: person.name or "" for person in people}
    return Matched(
        sure,
        tuple(student for student, found in led.items() if found and student not in sure),
        tuple(student for student, row in sure.items() if _differ(names[student], name_of(row))),
    )


def _index(way: Way, rows: Iterable[int]) -> Mapping[str, set[int]]:
    """The rows by what they say."""
    index: defaultdict[str, set[int]] = defaultdict(set)
    for row in rows:
        if key := way.key(way.of_row(row)):
            index[key].add(row)
    return index


def _led(person: Person, indexes: Iterable[tuple[Way, Mapping[str, set[int]]]]) -> set[int]:
    """The rows to which a student's ids and addresses lead."""
    found: set[int] = set()
    for way, index in indexes:
        for text in way.of_person(person):
            found |= index.get(way.key(text), set()) if text else set()
    return found


def _differ(ours: str, theirs: str) -> bool:
    """Whether two names have no word in common; platforms that run a name together are understood."""
    squashed = "".join(char for char in name_key(ours) if char.isalnum())
    words = ["".join(char for char in word if char.isalnum()) for word in name_key(theirs).split()]
    words = [word for word in words if len(word) >= MIN_WORD]
    return bool(squashed and words) and not any(word in squashed for word in words)
