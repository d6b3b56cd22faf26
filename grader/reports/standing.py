"""How one entry stands, in words: its status, its points, what was set by hand."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

from grader.gradebook import NOT_RECOGNISED, NOT_SUBMITTED, Entry, Gradebook
from grader.model import Person


def number(value: float | None) -> str:
    """A number of points as a report writes it; nothing where there is none."""
    return "" if value is None else f"{value:.12g}"


def status_words(entry: Entry | None) -> str:
    """The status, and beside it what the points do not say: a crash, a delay, a score set by hand."""
    if entry is None:
        return NOT_SUBMITTED
    words = [f"{entry.status} ({', '.join(entry.ends)})" if entry.ends else entry.status]
    if entry.late:
        words.append("late")
    if entry.override is not None:
        computed = number(entry.computed) or "none"
        words.append(f"overridden (computed {computed})" if entry.override.score is not None else "commented")
    return ", ".join(words)


def told_words(entry: Entry) -> str:
    """The same for whoever handed it in: that a score was set by hand, and not what it was before."""
    words = status_words(replace(entry, override=None))
    by_hand = entry.override is not None and entry.override.score is not None
    return f"{words}, set by hand" if by_hand else words


def standing_words(book: Gradebook, student: str, exercise: str) -> str:
    """The status of a student and exercise in a class, as above, also where nothing is known of them."""
    entry = book.entry(student, exercise)
    return NOT_RECOGNISED if entry is None and student in book.unrecognised else status_words(entry)


def points_words(entry: Entry, maximum: float | None = None) -> str:
    """The score that counts, in words; the maximum may be given for what was never graded."""
    if entry.score is None:
        return "no score"
    return f"{number(entry.score)} of {number(entry.max_score or maximum) or '?'} points"


def last_and_first(person: Person) -> tuple[str, str]:
    """The last name and the others: parted at the comma if there is one, else before the last word."""
    name = " ".join((person.name or "").split())
    if "," in name:
        last, _, first = name.partition(",")
        return last.strip(), first.strip()
    first, _, last = name.rpartition(" ")
    return last, first


def first_and_last(person: Person) -> str:
    """The name as it is said: first the first one."""
    last, first = last_and_first(person)
    return f"{first} {last}".strip()


def name_key(name: str) -> str:
    """A name for comparing: "Last, First" and "First Last" are one, and so are ways to write a letter."""
    told = first_and_last(Person("", unicodedata.normalize("NFKC", name)))
    return told.casefold()
